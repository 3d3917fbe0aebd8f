import type { CountRule } from '@mshahara/engine/leave-day-totals'
import { z } from 'zod'
import { day } from './fields.ts'

/** The days a leave was counted by, as the engine knows them. */
export const countRules = [
  'calendar',
  'mon-fri',
  'mon-sat',
  'mon-fri sun',
  'mon-sun',
] as const satisfies readonly CountRule[]

/** A day of a leave and whether it is taken from the balance. */
export const leaveLine = z.object({
  day,
  weekday: z.string(),
  counts: z.number(),
  why: z.enum(['counts', 'half day', 'weekend', 'holiday']),
  name: z.string().nullable(),
  /** The holiday is an estimate. */
  expected: z.boolean(),
  /** By which days it was counted; kept with the leave (C21). */
  rule: z.enum(countRules),
})
export type LeaveLine = z.output<typeof leaveLine>
