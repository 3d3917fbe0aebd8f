import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  flag,
  id,
  instant,
  message,
  shillings,
  shillingsInput,
  slice,
  text,
} from './fields.ts'
import { proposalStates } from './proposal-states.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'

/** The second pair of eyes (B29): one person does something, another looks at it and agrees. */

/** What an organisation can ask a second person for. */
export const checkedActs = [
  'confirming',
  'reversal',
  'salary',
  'payee',
  'joining',
  'items',
] as const
export type CheckedAct = (typeof checkedActs)[number]

export const checkedActNames: Record<CheckedAct, string> = {
  confirming: 'Confirming a payroll',
  reversal: 'Reversing a payroll',
  salary: "Changing somebody's salary, or a casual worker's rate",
  payee: "Changing somebody's bank account, phone or email",
  joining: 'Adding somebody to be paid, or paying them again or for longer',
  items: 'Pay items above an amount',
}

/** So long an act waits for somebody to agree. */
export const proposalDays = 7

const choices = {
  /** Null: as soon as two people hold the right to approve payrolls. */
  confirming: z.boolean().nullable(),
  reversal: z.boolean(),
  salary: z.boolean(),
  /** Where somebody's pay goes, and what they would prove to be themselves with. */
  payee: z.boolean(),
  /** Whoever is paid who was not: new people, and those who are back. */
  joining: z.boolean(),
}

/** What weakens the second person and does not count yet (C20). */
export const checkerChange = z.object({
  id,
  /** "Achieng Otieno may approve payrolls" */
  what: z.string(),
  made_by: z.string(),
  made_at: instant,
  /** Null: somebody has objected, and it counts only once it is agreed to. */
  counts_from: instant.nullable(),
  objected_by: z.string().nullable(),
  /** Otherwise two others have to agree: the right of whoever made it does not count. */
  backed: z.boolean(),
  /** What whoever asks can do about it. */
  may_agree: z.boolean(),
  may_object: z.boolean(),
})
export type CheckerChange = z.output<typeof checkerChange>

export const makerCheckerSettings = z.object({
  ...choices,
  /** What a person's pay items of a month may come to with nobody else asked; null: any amount. */
  items_above: shillings.nullable(),
  acts: z.array(
    z.object({
      act: z.enum(checkedActs),
      name: z.string(),
      /** What the choice comes to now. */
      needed: z.boolean(),
      /** How many could agree to it. */
      checkers: z.number(),
    }),
  ),
  /** What was weakened and counts later. */
  coming: z.array(checkerChange),
})
export type MakerCheckerSettings = z.output<typeof makerCheckerSettings>

const makerCheckerInput = z
  .object({
    confirming: flag.nullable(),
    reversal: flag,
    salary: flag,
    payee: flag,
    joining: flag,
    items_above: shillingsInput('Amount').nullable(),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'There is nothing to change.')

/** One line of what an act would change: "Basic salary, 50,000.00, 65,000.00". */
export const shownChange = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ShownChange = z.output<typeof shownChange>

export const proposal = z.object({
  id,
  acts: z.array(z.enum(checkedActs)),
  /** "Confirm PR-TC-0004 for February 2026" */
  title: z.string(),
  shown: z.array(shownChange),
  /** How many lines its whole list has, where `shown` is only its sums. */
  listed: z.number(),
  /** Of what it was made from: agreed to as shown, or not at all. */
  digest: z.string(),
  state: z.enum(proposalStates),
  subject_id: id.nullable(),
  /** Where it can be looked at. */
  link: z.string(),
  maker: z.string(),
  made_at: instant,
  lapses_at: instant,
  checker: z.string().nullable(),
  decided_at: instant.nullable(),
  reason: z.string().nullable(),
  own: z.boolean(),
  may_check: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

/** What a call answers, with 202, whose act waits for a second person. */
export const waitsForSecond = message.extend({ proposal_id: id })

const reason = z.object({ reason: text('Reason', 500) })
/** Nobody who is no insider agrees to an organisation's pay. */
const insiders = { access: 'signed-in', insiders: true } as const

export const makerChecker = {
  settings: endpoint({
    method: 'GET',
    path: 'maker-checker-settings',
    access: 'view organization',
    summary: 'Which acts need a second person, and what that comes to now.',
    response: makerCheckerSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: 'maker-checker-settings',
    access: 'edit organization',
    insiders: true,
    summary: 'Choose them; what asks for less counts once somebody else agrees, or after 24 hours.',
    body: makerCheckerInput,
    response: makerCheckerSettings,
  }),
  changes: endpoint({
    method: 'GET',
    path: 'checker-changes',
    access: 'signed-in',
    summary: 'What weakens the second person and does not count yet, as far as one is asked.',
    response: z.array(checkerChange),
  }),
  agreeToChange: endpoint({
    method: 'POST',
    path: 'checker-change/:id/agree',
    ...insiders,
    summary: 'Agree to such a change, so that it counts before a day has passed.',
    params: byId,
    response: message,
  }),
  objectToChange: endpoint({
    method: 'POST',
    path: 'checker-change/:id/object',
    ...insiders,
    summary: 'Object to such a change: it counts only once somebody with the right agrees.',
    params: byId,
    response: message,
  }),
  list: endpoint({
    method: 'GET',
    path: 'proposals',
    access: 'signed-in',
    summary:
      'What waits for a second person, and what was decided: as far as one has to do with it.',
    query: slice.extend({ which: z.enum(['to check', 'mine', 'decided']).default('to check') }),
    response: z.array(proposal),
  }),
  get: endpoint({
    method: 'GET',
    path: 'proposal/:id',
    access: 'signed-in',
    summary: 'One of them.',
    params: byId,
    response: proposal,
  }),
  about: endpoint({
    method: 'GET',
    path: 'proposals-about/:id',
    access: 'signed-in',
    summary: 'What waits for a second person about a payroll or an employee.',
    params: byId,
    response: z.array(proposal),
  }),
  lines: endpoint({
    method: 'GET',
    path: 'proposal-lines/:id',
    access: 'signed-in',
    summary: 'All that an upload would change, line by line.',
    params: byId,
    query: slice,
    response: z.array(shownChange),
  }),
  sheet: endpoint({
    method: 'GET',
    path: 'proposal-sheet/:id',
    access: 'signed-in',
    summary: 'The same as a file, as a data URL.',
    params: byId,
    query: sheetQuery,
    response: sheetAnswer,
  }),
  agree: endpoint({
    method: 'POST',
    path: 'proposal-agree/:id',
    ...insiders,
    summary: 'Agree to what was shown: it is done now, by the rules of the call itself.',
    params: byId,
    body: z.object({ digest: z.string().max(64) }),
    response: message,
  }),
  sendBack: endpoint({
    method: 'POST',
    path: 'proposal-send-back/:id',
    ...insiders,
    summary: 'Send it back to whoever made it, with a reason. Nothing is done.',
    params: byId,
    body: reason,
    response: message,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'proposal-withdraw/:id',
    access: 'signed-in',
    summary: 'Take back what one has asked for oneself.',
    params: byId,
    response: message,
  }),
}
