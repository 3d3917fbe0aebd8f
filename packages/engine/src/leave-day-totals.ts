import type { Day } from './calendar.ts'
import type { DayHundredths } from './units.ts'

/**
 * The days of a leave, one by one. Which of them count is said by the database, which holds what is
 * written down to it (`leave_day`). Days are hundredths of a day: a half is 50.
 */

export interface WorkPattern {
  saturday: boolean
  sunday: boolean
}

export interface Holiday {
  name: string
  /** By the moon: an estimate until it is confirmed. */
  expected: boolean
}

/** By which days a leave was counted; kept with each of them (C21). */
export type CountRule = 'calendar' | 'mon-fri' | 'mon-sat' | 'mon-fri sun' | 'mon-sun'

export interface LeaveDay {
  day: Day
  weekday: string
  /** How much of the calendar day is covered: a whole one or half of it. */
  covered: 50 | 100
  /** How much of it is taken from the balance. */
  counts: 0 | 50 | 100
  why: 'counts' | 'half day' | 'weekend' | 'holiday'
  rule: CountRule
  /** Of the holiday. */
  name?: string
  /** Of the holiday: not confirmed yet. */
  expected?: boolean
}
/** What is promised or taken of a day. */
export type DayCount = Pick<LeaveDay, 'day' | 'counts'>

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const weekdayName = (day: Day): string =>
  weekdays[new Date(Date.parse(day)).getUTCDay()] as string

export const daysCounted = (lines: readonly DayCount[]): DayHundredths =>
  lines.reduce((sum, { counts }) => sum + counts, 0)

/** A leave across two years takes from each what falls into it. */
export function countedByYear(lines: readonly DayCount[]): Map<number, DayHundredths> {
  const years = new Map<number, DayHundredths>()
  for (const { day, counts } of lines) {
    const year = Number(day.slice(0, 4))
    years.set(year, (years.get(year) ?? 0) + counts)
  }
  return years
}
