import { z } from 'zod'
import { day, id, instant, shillings } from './fields.ts'

/** What "Make Payments" would do, shown before it does it. */

export const payoutMethods = ['bank', 'mpesa'] as const
export type PayoutMethod = (typeof payoutMethods)[number]
export const payoutMethodNames: Record<PayoutMethod, string> = { bank: 'Bank', mpesa: 'M-PESA' }

/** Whose payroll is paid: that of employees, or that of casual workers. */
export const runOf = z.enum(['employees', 'casuals'])
export type RunOf = z.output<typeof runOf>
/** An employee; or, where a payroll of casuals is paid, the casual with their number. */
const person = z.object({ id, employee_no: z.string(), name: z.string() })

/** Somebody who would not be paid, and why. */
export const leftOut = z.object({
  employee: person,
  payslip_id: id,
  net: shillings,
  reason: z.string(),
  /** Signs for cash: on the list of its payroll. */
  signs: z.boolean(),
})
/**
 * Somebody to be paid elsewhere than they were last really paid, however long ago that was changed;
 * or who was never paid, and whose account is not their payslip's or was changed within 7 days.
 */
const changed = z.object({
  employee: person,
  changed_at: instant.nullable(),
  /** Where to: "M-PESA 0712345678". */
  what: z.string(),
  /** Where to last time, and when; null for somebody who was never paid. */
  last: z.string().nullable(),
  /** Who says so, and since when, as far as it is known. */
  said: z.string().nullable(),
})
/** Somebody whom no payroll has really paid before, or who was paid last time and is not now. */
const paidOnce = z.object({ employee: person, net: shillings })
/** Left before the days of the payroll were over, or suspended: paid only when ticked by name. */
const leaver = z.object({
  employee: person,
  payslip_id: id,
  left_on: day.nullable(),
  /** "Left on 31 January, 2026", or "Suspended". */
  why: z.string(),
  method: z.enum(payoutMethods),
  amount: shillings,
  /** In what is shown here, because somebody has ticked it and asks for it. */
  ticked: z.boolean(),
})
export type Leaver = z.output<typeof leaver>
export type LeftOut = z.output<typeof leftOut>

/** Through one integration. */
const payoutWay = z.object({
  method: z.enum(payoutMethods),
  /** "KCB Bank, account 1234567890" */
  from: z.string(),
  count: z.number(),
  total: shillings,
  /** What the last test or payment told. */
  balance: shillings.nullable(),
  balance_at: instant.nullable(),
})

/** Asked for by one person, and waiting for another (C14). */
export const payoutRequest = z.object({
  id,
  requested_by: z.string(),
  /** Whoever asks cannot agree as well. */
  own: z.boolean(),
  created_at: instant,
  expires_at: instant,
  count: z.number(),
  total: shillings,
  /** Something about its payees has changed since: it can no longer be agreed to. */
  overtaken: z.boolean(),
})
export type PayoutRequest = z.output<typeof payoutRequest>

export const payoutPreview = z.object({
  of: runOf,
  count: z.number(),
  total: shillings,
  /** Cents that M-PESA cannot pay, carried on each payout (C3). */
  rounding: shillings,
  ways: z.array(payoutWay),
  /** The first of those, as in the next list. */
  left_out: z.array(leftOut),
  left_out_count: z.number(),
  /** Left out as well, unless they are ticked. */
  leavers: z.array(leaver),
  changed: z.array(changed),
  changed_count: z.number(),
  /** Never paid before: by a payout, a bank file in use, a recorded day of payment, or in cash. */
  first_time: z.array(paidOnce),
  first_time_count: z.number(),
  /** Paid by the payroll before this one, and in none of this period. */
  not_again: z.array(paidOnce),
  not_again_count: z.number(),
  /** Somebody else has to agree before anything is sent. */
  second_person: z.boolean(),
  /** What could make somebody be paid twice. */
  warnings: z.array(z.string()),
  /** Why nobody can be paid from here at all; null when somebody can. */
  impossible: z.string().nullable(),
  /** There is an integration to pay through. */
  integrated: z.boolean(),
  /** Of all this: sent back with the order, which is refused when anything has changed. */
  digest: z.string(),
  request: payoutRequest.nullable(),
})
export type PayoutPreview = z.output<typeof payoutPreview>
