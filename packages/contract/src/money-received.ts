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
  received_at: instant,
})
export type Money = z.output<typeof money>
