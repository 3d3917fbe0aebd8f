import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, message, shillings, text } from './fields.ts'

/**
 * Unpaid leave that pay has not borne: of whoever has left, a claim that somebody closes. What
 * leave costs less after the last pay is owed to the person: its days and amount are below zero.
 */

const claimOutcomes = ['collected', 'waived', 'paid'] as const

const leaveClaim = z.object({
  id,
  type: z.string(),
  month: z.string(),
  days: z.number(),
  working: z.string(),
  amount: shillings,
  outcome: z.enum(claimOutcomes).nullable(),
  outcome_reason: z.string().nullable(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
})
export type LeaveClaim = z.output<typeof leaveClaim>

export const leaveClaims = {
  ofEmployee: endpoint({
    method: 'GET',
    path: 'employee/:id/leave-claims',
    access: 'view payrolls',
    summary: 'Unpaid leave of months that are paid already and that no payslip has taken.',
    params: byId,
    response: z.object({
      /** The person has left and the last pay is done: nothing takes it by itself any more. */
      claim: z.boolean(),
      owed: shillings,
      /** To the person. */
      due: shillings,
      rows: z.array(leaveClaim),
    }),
  }),
  close: endpoint({
    method: 'PATCH',
    path: 'leave-claim/:id',
    access: 'edit payrolls',
    summary: 'Say that a claim was collected or is waived, or that what was due is paid, and why.',
    params: byId,
    body: z.object({
      outcome: z.enum(claimOutcomes, 'Please choose what became of it.'),
      reason: text('Reason', 500),
    }),
    response: message,
  }),
}
