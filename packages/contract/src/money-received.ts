import { z } from 'zod'
import { id, instant, shillings } from './fields.ts'

/** What organisations have paid for their subscriptions, as the operator sees it. */

/** How money comes in. */
export const waysToPay = ['M-PESA', 'Bank', 'Card'] as const

export const money = z.object({
  id,
  receipt_no: z.string(),
  organization: z.string(),
  amount: shillings,
  method: z.string(),
  /** Null while M-PESA has not told it: somebody finds it on the statement. */
  reference: z.string().nullable(),
  /** What it was used for. */
  used_for: z.string(),
  by: z.string().nullable(),
  /** Credit that somebody entered: nobody but them says that it came in. */
  can_take_back: z.boolean(),
  /** It may have been given twice: with which other payment, and why. */
  doubt: z.string().nullable(),
  received_at: instant,
})
export type Money = z.output<typeof money>

/** A payment that M-PESA has told of without its number: what is entered may be that one. */
export const nameless = z.object({
  id,
  organization: z.string(),
  /** Of its order, as the statement has it. */
  reference_no: z.string(),
  amount: shillings,
  phone: z.string(),
  received_at: instant,
})
