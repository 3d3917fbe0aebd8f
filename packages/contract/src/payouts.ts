import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, flag, id, instant, message, shillings, slice, text } from './fields.ts'
import { payerChange, payoutSettings } from './payer-changes.ts'
import { leftOut, payoutMethods, payoutPreview, payoutRequest, runOf } from './payout-preview.ts'
import { payoutStatuses } from './payout-states.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'

/** From a confirmed run to money in people's accounts, each person once (C4). */

export {
  type Leaver,
  type LeftOut,
  type PayoutMethod,
  type PayoutPreview,
  type PayoutRequest,
  payoutMethodNames,
  payoutMethods,
  payoutPreview,
  payoutRequest,
  type RunOf,
} from './payout-preview.ts'

// ---------------------------------------------------------------- afterwards

export const payout = z.object({
  id,
  payslip_id: z.string(),
  employee: z.object({ id, employee_no: z.string() }),
  /** Of the account. */
  name: z.string(),
  account: z.string(),
  bank: z.string(),
  method: z.enum(payoutMethods),
  amount: shillings,
  rounding: shillings,
  status: z.enum(payoutStatuses),
  /** What happened to it, in a sentence. */
  told: z.string().nullable(),
  /** The provider's receipt. */
  reference: z.string().nullable(),
  paid_at: instant.nullable(),
  /** Something about it needs a look. */
  alarm: z.string().nullable(),
  created_at: instant,
  meta: z.record(z.string(), z.string()),
})
export type Payout = z.output<typeof payout>

/** Of a casual worker: the account is a phone, the reference M-PESA's code. */
const casualPayout = payout
  .omit({ employee: true })
  .extend({ casual: z.object({ id, casual_no: z.string() }) })

const part = z.object({ count: z.number(), amount: shillings })

/** Where each shilling of the run is; the parts always add up to its net pay. */
export const payoutSummary = z.object({
  /** `title` as in "October 2026", or its days. */
  payroll: z.object({ id, code: z.string(), of: runOf, title: z.string() }),
  net: shillings,
  submitted: part,
  processing: part,
  paid: part,
  failed: part,
  review: part,
  /** Signed for, and marked as paid. */
  cash: part,
  /** Nobody has ordered it: left out, or ordered by nobody yet. */
  unpaid: part,
  rounding: shillings,
  /** The first of them. */
  left_out: z.array(leftOut),
  left_out_count: z.number(),
  /** Sending has stopped, and why. */
  paused: z.array(z.object({ method: z.enum(payoutMethods), reason: z.string(), since: instant })),
  request: payoutRequest.nullable(),
  /** What could make somebody be paid twice who is, or would be, paid again by Retry. */
  warnings: z.array(z.string()),
  /** Something is still under way: worth looking again soon. */
  moving: z.boolean(),
})
export type PayoutSummary = z.output<typeof payoutSummary>

/** What Retry would do to a payout that has failed. */
export const payoutRetry = z.object({
  payout_id: id,
  name: z.string(),
  /** Where to: "M-PESA 0712345678"; null where it is not sent again. */
  to: z.string().nullable(),
  /** Where the failed one went, when it goes elsewhere now. */
  moved_from: z.string().nullable(),
  /** The provider is asked first whether it has really failed. */
  asks: z.boolean(),
  refusal: z.string().nullable(),
  /** Make Payments would pay it instead. */
  orders: z.boolean(),
})
export type PayoutRetry = z.output<typeof payoutRetry>

/** One thing that happened to a payout. */
export const payoutStep = z.object({
  at: instant,
  attempt: z.number(),
  /** "Sent", "Answer", "Callback", "Asked", "Decision" … */
  what: z.string(),
  text: z.string(),
  by: z.string().nullable(),
  /** As it went over the wire, without secrets and personal data. */
  data: z.string().nullable(),
})

export const payoutStory = z.object({
  payout,
  steps: z.array(payoutStep),
  /** One person's decision that waits for another's. */
  proposed: z
    .object({
      paid: z.boolean(),
      reference: z.string(),
      reason: z.string(),
      by: z.string(),
      own: z.boolean(),
    })
    .nullable(),
})
export type PayoutStory = z.output<typeof payoutStory>

export const payoutDecision = z.object({
  paid: flag,
  /** Of the provider's statement or portal. */
  reference: text('Reference', 60),
  reason: text('Reason', 500),
})

const ofRun = slice.extend({ status: z.enum(payoutStatuses).optional() })

/** Payouts of one run that wait for a decision, as the platform operator sees them. */
export const runInReview = z.object({
  organization: z.object({ id, name: z.string() }),
  payroll: z.object({ id, code: z.string(), of: runOf, title: z.string() }),
  count: z.number(),
  amount: shillings,
  since: instant,
})
export type RunInReview = z.output<typeof runInReview>

/**
 * As it was shown; with the payslips of those who had left and are to be paid all the same. Without
 * a digest it is refused (409) when somebody would be paid to another account than last time or,
 * never paid before, than their payslip says.
 */
const order = z
  .object({ digest: z.string().max(64).optional(), leavers: z.array(id).max(1000).optional() })
  .nullish()

/** Whoever runs the platform moves no customer's money, nor helps to (C14). */
const pays = { access: 'pay payrolls', insiders: true } as const
const views = { access: 'view payrolls' } as const
const warned = message.extend({ warnings: z.array(z.string()) })

export const payouts = {
  preview: endpoint({
    method: 'GET',
    path: 'payout-preview/:id',
    ...pays,
    summary: 'Who of a confirmed run would be paid now, how, from where, and who would not.',
    params: byId,
    response: payoutPreview,
  }),
  make: endpoint({
    method: 'POST',
    path: 'payout/:id',
    ...pays,
    summary:
      'Pay everybody of a confirmed run who can be paid, or ask a second person to agree. The ' +
      'digest of the preview is required when somebody would be paid elsewhere than before.',
    params: byId,
    body: order,
    response: message.extend({ count: z.number(), waits: z.boolean() }),
  }),
  makeCasuals: endpoint({
    method: 'POST',
    path: 'casual-payout/:id',
    ...pays,
    summary: 'The same for a confirmed casual payroll.',
    params: byId,
    body: order,
    response: message.extend({ count: z.number(), waits: z.boolean() }),
  }),
  approve: endpoint({
    method: 'POST',
    path: 'payout-approve/:id',
    ...pays,
    summary: 'Agree to the payouts that somebody else has asked for.',
    params: byId,
    response: message.extend({ count: z.number() }),
  }),
  decline: endpoint({
    method: 'POST',
    path: 'payout-decline/:id',
    ...pays,
    summary: 'Refuse what somebody has asked for, or take back what one has asked for oneself.',
    params: byId,
    response: message,
  }),
  list: endpoint({
    method: 'GET',
    path: 'payrollPayouts/:id',
    ...views,
    summary: 'The payouts of a run.',
    params: byId,
    query: ofRun,
    response: z.array(payout),
  }),
  listCasuals: endpoint({
    method: 'GET',
    path: 'casual-payouts/:id',
    ...views,
    summary: 'The payouts of a casual payroll.',
    params: byId,
    query: ofRun,
    response: z.array(casualPayout),
  }),
  summary: endpoint({
    method: 'GET',
    path: 'payout-summary/:id',
    ...views,
    summary: 'How far the payouts of a run are, adding up to its net pay.',
    params: byId,
    response: payoutSummary,
  }),
  story: endpoint({
    method: 'GET',
    path: 'payout-story/:id',
    ...views,
    summary: 'Everything that happened to one payout.',
    params: byId,
    response: payoutStory,
  }),
  retries: endpoint({
    method: 'GET',
    path: 'payout-retries/:id',
    ...pays,
    summary:
      'What Retry would do to each failed payout of a run: where it goes, or why it does not.',
    params: byId,
    response: z.array(payoutRetry),
  }),
  retry: endpoint({
    method: 'POST',
    path: 'payout-retry/:id',
    ...pays,
    summary: 'Pay a failed payout again, once the provider has confirmed that it failed.',
    params: byId,
    response: warned,
  }),
  retryAll: endpoint({
    method: 'POST',
    path: 'payout-retry-all/:id',
    ...pays,
    summary: 'The same for every failed payout of a run; those that cannot be are named.',
    params: byId,
    response: warned.extend({ count: z.number(), refused: z.number() }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'payout-withdraw/:id',
    ...pays,
    summary: 'Stop those payouts of a run of which nothing has been sent yet.',
    params: byId,
    response: message.extend({ count: z.number() }),
  }),
  resume: endpoint({
    method: 'POST',
    path: 'payout-resume/:id',
    ...pays,
    summary: 'Send again after a stop, carefully: one payout first.',
    params: byId,
    response: message,
  }),
  decide: endpoint({
    method: 'POST',
    path: 'payout-decide/:id',
    ...pays,
    summary: 'Say what became of a payout that no question could settle.',
    params: byId,
    body: payoutDecision,
    response: message.extend({ waits: z.boolean() }),
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'payout-sheet/:id',
    access: 'export payrolls',
    summary: 'The state of every payout of a run as a file.',
    params: byId,
    query: sheetQuery,
    response: sheetAnswer,
  }),
  settings: endpoint({
    method: 'GET',
    path: 'payout-settings',
    access: 'view organization',
    summary: 'Whether payouts need a second person.',
    response: payoutSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: 'payout-settings',
    access: 'edit organization',
    insiders: true,
    summary: 'Change that; the others who may pay are told.',
    body: z.object({ second_person: flag.nullable() }),
    response: payoutSettings,
  }),
  payerChanges: endpoint({
    method: 'GET',
    path: 'payer-changes',
    ...pays,
    summary: 'What has weakened the rule of the second person and does not count yet.',
    response: z.array(payerChange),
  }),
  agreeToChange: endpoint({
    method: 'POST',
    path: 'payer-change/:id/agree',
    ...pays,
    summary: 'Agree to such a change, so that it counts before a day has passed.',
    params: byId,
    response: message,
  }),
  objectToChange: endpoint({
    method: 'POST',
    path: 'payer-change/:id/object',
    ...pays,
    summary: 'Object to such a change: it counts only once somebody who may pay agrees.',
    params: byId,
    response: message,
  }),
  review: endpoint({
    method: 'GET',
    path: 'desk/payouts',
    access: 'super-admin',
    needs: 'login',
    summary: 'Runs with payouts in review, of all organisations, a slice at a time.',
    query: slice,
    response: z.array(runInReview),
  }),
}
