import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, message, slice } from './fields.ts'

/** The platform operator's first page: numbers, each leading to its list. */

export const deskGroups = ['organizations', 'money', 'server'] as const

export const deskNumber = z.object({
  key: z.string(),
  group: z.enum(deskGroups),
  label: z.string(),
  count: z.number(),
  /** In place of the count where that is no number of things: "1.2 GB". */
  shown: z.string().nullable(),
  /** The list it leads to. */
  link: z.string(),
  /** `act`: somebody has to do something unless it is 0. */
  tone: z.enum(['plain', 'act']),
})
export type DeskNumber = z.output<typeof deskNumber>

/** So near its end a subscription deserves a call. */
export const endingDays = 14

const operator = { access: 'super-admin', needs: 'login' } as const

/** What was given up. Work without an organisation is the platform's own. */
export const failedJob = z.object({
  id,
  name: z.string(),
  organization: z.object({ id, name: z.string() }).nullable(),
  /** Who asked for it; nobody for what goes by the clock. */
  person: z.string().nullable(),
  error: z.string().nullable(),
  created_at: instant,
  /** Nothing is done twice by starting it again. */
  again: z.boolean(),
})
export type FailedJob = z.output<typeof failedJob>

export const failedMail = z.object({
  id,
  organization: z.object({ id, name: z.string() }).nullable(),
  recipient: z.string(),
  subject: z.string(),
  /** `uncertain`: nobody knows whether it arrived, so that a person decides (A22). */
  state: z.enum(['failed', 'uncertain']),
  error: z.string().nullable(),
  created_at: instant,
  /** Its words are still there. */
  again: z.boolean(),
})
export type FailedMail = z.output<typeof failedMail>

/** `again`: once more. `leave`: it has been looked at, and stays as it is. */
export const settling = z.object({
  act: z.enum(['again', 'leave'], 'Please say what to do: again or leave.'),
})

export const desk = {
  numbers: endpoint({
    method: 'GET',
    path: 'desk',
    ...operator,
    summary: 'How the platform stands: numbers, and the lists they lead to.',
    response: z.array(deskNumber),
  }),
  jobs: endpoint({
    method: 'GET',
    path: 'desk/jobs',
    ...operator,
    summary: 'Background work that was given up, newest first, a slice at a time.',
    query: slice,
    response: z.array(failedJob),
  }),
  settleJob: endpoint({
    method: 'POST',
    path: 'desk-job/:id',
    ...operator,
    summary: 'Start failed work again where that is safe, or set it aside.',
    params: byId,
    body: settling,
    response: message,
  }),
  mails: endpoint({
    method: 'GET',
    path: 'desk/mails',
    ...operator,
    summary: 'Mail that failed or may not have arrived, newest first, a slice at a time.',
    query: slice,
    response: z.array(failedMail),
  }),
  settleMail: endpoint({
    method: 'POST',
    path: 'desk-mail/:id',
    ...operator,
    summary: 'Send a failed or uncertain message again, or set it aside.',
    params: byId,
    body: settling,
    response: message,
  }),
  tables: endpoint({
    method: 'GET',
    path: 'desk/tables',
    ...operator,
    summary: 'What takes room in the database, the largest first, a slice at a time.',
    query: slice,
    response: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  }),
}
