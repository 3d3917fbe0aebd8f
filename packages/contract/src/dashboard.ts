import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, month, shillings } from './fields.ts'
import { said, words } from './language.ts'
import { varianceKinds } from './payroll-variance.ts'

/** What the first screen says besides hello. */

/** Something that waits for the person who asks, and where it is dealt with. */
export const waitingLine = z.object({
  key: z.string(),
  title: words,
  text: words,
  /** The screen that deals with it. */
  link: z.string(),
  /** `late`: should have been done. `soon`: has a day, or holds somebody up. */
  urgency: z.enum(['late', 'soon', 'open']),
  /** By when, where there is such a day. */
  due: day.nullable(),
})
export type WaitingLine = z.output<typeof waitingLine>

/** From the old system to a payroll that says the same, in order (B34). */
export const moveInSteps = [
  'organization',
  'structure',
  'people',
  'items',
  'opening',
  'payroll',
  'compare',
] as const
export type MoveInStep = (typeof moveInSteps)[number]

const stepTaken = z.object({
  step: z.enum(moveInSteps),
  done: z.boolean(),
  /** What is on record of it, and what is not. */
  there: z.string().nullable(),
  missing: z.string().nullable(),
  link: z.string(),
})
export type StepTaken = z.output<typeof stepTaken>

export const dashboardAnswer = z.object({
  /** The most pressing first. */
  waiting: z.array(waitingLine),
  /** Of a new organisation, in order; null once the first payroll is confirmed. */
  steps: z.array(stepTaken).nullable(),
})

// ---------------------------------------------------------------- the employee's home

/** What an area shows an employee at a glance: what is left of leave, what is owed of loans. */
export const homeCard = z.object({
  key: z.string(),
  title: said,
  /** The figure of the card: money, or in words such as "12 days". */
  amount: shillings.nullable(),
  figure: said.nullable(),
  text: said,
  link: z.string(),
  /** What one does there, in one tap. */
  act: z.object({ label: said, to: z.string() }).nullable(),
})
export type HomeCard = z.output<typeof homeCard>

/** The newest pay, and why it is not what it was. */
const ownPay = z.object({
  payslip_id: id,
  month,
  net: shillings,
  /** About when the next one comes: as in the last month, or at the end of the month. */
  next_pay_day: day,
  /** Null for the first payslip. */
  before: z.object({ month, net: shillings }).nullable(),
  changes: z.array(
    z.object({
      kind: z.enum(varianceKinds),
      name: z.string(),
      /** In the language of whoever asks. */
      detail: z.string(),
      net: shillings,
    }),
  ),
  /** The last year for which there is a tax deduction card. */
  p9_year: z.number().nullable(),
})
export type OwnPay = z.output<typeof ownPay>

export const homeAnswer = z.object({ pay: ownPay.nullable(), cards: z.array(homeCard) })

export const dashboard = {
  home: endpoint({
    method: 'GET',
    path: 'home',
    access: 'signed-in',
    summary: "An employee's own: newest pay and what changed in it, leave, loans.",
    response: homeAnswer,
  }),
  get: endpoint({
    method: 'GET',
    path: 'dashboard',
    access: 'signed-in',
    summary: 'What waits for the signed-in person, and what a new organisation does first.',
    response: dashboardAnswer,
  }),
}
