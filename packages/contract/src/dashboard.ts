import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day } from './fields.ts'

/** What the first screen says besides hello. */

/** Something that waits for the person who asks, and where it is dealt with. */
export const waitingLine = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  /** The screen that deals with it. */
  link: z.string(),
  /** `late`: should have been done. `soon`: has a day, or holds somebody up. */
  urgency: z.enum(['late', 'soon', 'open']),
  /** By when, where there is such a day. */
  due: day.nullable(),
})
export type WaitingLine = z.output<typeof waitingLine>

export const firstSteps = ['organization', 'structure', 'people', 'payroll'] as const
export type FirstStep = (typeof firstSteps)[number]

export const dashboardAnswer = z.object({
  /** The most pressing first. */
  waiting: z.array(waitingLine),
  /** Of a new organisation, in order; null once the first payroll is confirmed. */
  steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })).nullable(),
})

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: 'dashboard',
    access: 'signed-in',
    summary: 'What waits for the signed-in person, and what a new organisation does first.',
    response: dashboardAnswer,
  }),
}
