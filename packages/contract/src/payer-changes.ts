import { z } from 'zod'
import { id, instant } from './fields.ts'

/** The rule of the second person, and what weakens it. */

export const payoutSettings = z.object({
  /** Null: as the number of people who may pay says. */
  second_person: z.boolean().nullable(),
  /** What that comes to now. */
  needed: z.boolean(),
  holders: z.number(),
})
export type PayoutSettings = z.output<typeof payoutSettings>

export const payerChangeKinds = ['rule_off', 'payer_left', 'payer_joined'] as const
/** What weakens the second person and does not count yet (C20). */
export const payerChange = z.object({
  id,
  kind: z.enum(payerChangeKinds),
  /** "Achieng Otieno may pay" */
  what: z.string(),
  made_by: z.string(),
  made_at: instant,
  /** Null: somebody has objected, and it counts only once it is agreed to. */
  counts_from: instant.nullable(),
  objected_by: z.string().nullable(),
  /** Whoever made it may not pay: two others have to agree before it counts at once. */
  backed: z.boolean(),
  /** What whoever asks can do about it. */
  may_agree: z.boolean(),
  may_object: z.boolean(),
})
export type PayerChange = z.output<typeof payerChange>
