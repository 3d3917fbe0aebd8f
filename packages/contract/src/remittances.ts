import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byproduct } from './exports.ts'
import {
  byId,
  dataUrl,
  day,
  dayOr,
  id,
  instant,
  message,
  month,
  optional,
  optionalText,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import { limits } from './limits.ts'
import { returnTypes } from './returns.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'

/** What each month owes to others, and what was paid over: it closes when nothing is open. */

/** Of a recipient in a month. What is `kept` the employer has lent itself, and pays to nobody. */
export const remittanceStates = [
  'nothing due',
  'kept',
  'open',
  'part paid',
  'paid',
  'overpaid',
] as const
export type RemittanceState = (typeof remittanceStates)[number]

const payment = z.object({
  id,
  amount: shillings,
  paid_on: day,
  reference: z.string(),
  note: z.string().nullable(),
  /** Where the receipt is. */
  receipt: z.string().nullable(),
  /** Who recorded it. */
  paid_by: z.string(),
  created_at: instant,
  taken_back: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
})
export type RemittancePayment = z.output<typeof payment>

const standing = {
  /** The recipient's key, and what the month calls it. */
  authority: z.string(),
  name: z.string(),
  /** Null where no law sets a day. */
  due: day.nullable(),
  /** As the returns of the month have it now. */
  amount: shillings,
  paid: shillings,
  /** Amount less paid: below zero what was paid too much. */
  open: shillings,
  state: z.enum(remittanceStates),
  /** Days since the due day while something is open, or 0. */
  late_days: z.number(),
}

const remittance = z.object({
  ...standing,
  type: z.enum(returnTypes),
  deducted: shillings,
  employer: shillings,
  /** Its return, where one was made that still holds. */
  file: byproduct.nullable(),
  /** What the law adds so far, as an estimate; null where its rule is not known here. */
  penalty: z
    .object({ amount: shillings, working: z.array(z.string()), source: z.string() })
    .nullable(),
  payments: z.array(payment),
})
export type Remittance = z.output<typeof remittance>

const totals = z.object({ amount: shillings, paid: shillings, open: shillings, late: shillings })
export type RemittanceTotals = z.output<typeof totals>

const monthRemittances = z.object({
  /** Null while there is none. */
  month: month.nullable(),
  /** That there are, newest first. */
  months: z.array(month),
  runs: z.array(z.object({ id, code: z.string() })),
  items: z.array(remittance),
  totals,
})
export type MonthRemittances = z.output<typeof monthRemittances>

const yearRow = z.object({ ...standing, month, paid_on: day.nullable() })
export type RemittanceOfYear = z.output<typeof yearRow>

const ofYear = z.object({ year: z.coerce.number().int().min(2000).max(2099) })

export const remittanceInput = z.object({
  authority: text('Recipient', 200),
  amount: shillingsInput('Amount').refine((cents) => cents > 0, 'Please enter an amount.'),
  /** What the screen showed as paid: who has not seen a payment pays nothing twice. */
  paid: shillingsInput('Paid so far'),
  paid_on: dayOr('Please enter the day of the payment.'),
  reference: text('Reference', 60),
  note: optionalText('Note', 500),
  receipt: optional(dataUrl('Receipt', limits.documentBytes)),
})

export const remittances = {
  list: endpoint({
    method: 'GET',
    path: 'remittances',
    access: 'export payrolls',
    summary: 'What a month owes to whom, until when, and what was paid of it; the newest month.',
    query: z.object({ month: month.optional() }),
    response: monthRemittances,
  }),
  year: endpoint({
    method: 'GET',
    path: 'remittances/:year',
    access: 'export payrolls',
    summary: 'The same of all months of a year, without payments one by one.',
    params: ofYear,
    response: z.object({ items: z.array(yearRow), totals }),
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'remittances-sheet/:year',
    access: 'export payrolls',
    summary: 'The remittances of a year as Excel or CSV, in a data URL.',
    params: ofYear,
    query: sheetQuery,
    response: sheetAnswer,
  }),
  pay: endpoint({
    method: 'POST',
    path: 'remittances/:month',
    access: 'edit payrolls',
    summary: 'Record that something was paid over, with its reference and receipt.',
    params: z.object({ month }),
    body: remittanceInput,
    response: message,
    success: 201,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: 'remittance-payment/:id',
    access: 'edit payrolls',
    summary: 'Take back a payment that was recorded by mistake, with the reason.',
    params: byId,
    body: z.object({ reason: text('Reason', 500) }),
    response: message,
  }),
  feed: endpoint({
    method: 'POST',
    path: 'remittance-feed',
    access: 'export payrolls',
    secret: true,
    summary: 'A new private address of due days for calendar programs; the one before ends.',
    response: z.object({ address: z.string() }),
  }),
  closeFeed: endpoint({
    method: 'DELETE',
    path: 'remittance-feed',
    access: 'export payrolls',
    summary: 'Close the private address.',
    response: message,
  }),
}
