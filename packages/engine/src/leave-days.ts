import type { Day } from './calendar.ts'

/** Which days of a leave count, day by day. Days are hundredths of a day: a half is 50. */

export interface WorkPattern {
  saturday: boolean
  sunday: boolean
}

export interface LeaveSpan {
  start: Day
  end: Day
  /** Only half of the first or of the last day is taken. */
  half_start?: boolean
  half_end?: boolean
}

export interface Holiday {
  name: string
  /** By the moon: an estimate until it is confirmed. */
  expected: boolean
}

export interface CountedBy {
  count_by: 'working' | 'calendar'
  pattern: WorkPattern
  /** Public holidays by day. */
  holidays: ReadonlyMap<Day, Holiday>
}

/** By which days a leave was counted; kept with each of them (C21). */
export type CountRule = 'calendar' | 'mon-fri' | 'mon-sat' | 'mon-fri sun' | 'mon-sun'

export function ruleOf({ count_by, pattern }: Omit<CountedBy, 'holidays'>): CountRule {
  if (count_by === 'calendar') return 'calendar'
  if (pattern.saturday) return pattern.sunday ? 'mon-sun' : 'mon-sat'
  return pattern.sunday ? 'mon-fri sun' : 'mon-fri'
}

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
const oneDay_ms = 86_400_000

export const weekdayOf = (day: Day): number => new Date(Date.parse(day)).getUTCDay()

export const weekdayName = (day: Day): string => weekdays[weekdayOf(day)] as string

export const nextDay = (day: Day, days = 1): Day =>
  new Date(Date.parse(day) + days * oneDay_ms).toISOString().slice(0, 10)

const rests = (weekday: number, { saturday, sunday }: WorkPattern) =>
  (weekday === 6 && !saturday) || (weekday === 0 && !sunday)

/** Every calendar day of a leave, in order, and whether it counts (C5). */
export function countLeave(span: LeaveSpan, by: CountedBy): LeaveDay[] {
  const lines: LeaveDay[] = []
  for (let day = span.start; day <= span.end; day = nextDay(day)) {
    const half =
      (day === span.start && span.half_start === true) ||
      (day === span.end && span.half_end === true)
    lines.push(lineOf(day, half ? 50 : 100, by))
  }
  return lines
}

function lineOf(day: Day, covered: 50 | 100, by: CountedBy): LeaveDay {
  const number = weekdayOf(day)
  const line = { day, weekday: weekdayName(day), covered, rule: ruleOf(by) }
  if (by.count_by === 'working') {
    if (rests(number, by.pattern)) return { ...line, counts: 0, why: 'weekend' }
    const holiday = by.holidays.get(day)
    if (holiday) return { ...line, counts: 0, why: 'holiday', ...holiday }
  }
  return { ...line, counts: covered, why: covered === 50 ? 'half day' : 'counts' }
}

export const daysCounted = (lines: readonly DayCount[]): number =>
  lines.reduce((sum, { counts }) => sum + counts, 0)

/** A leave across two years takes from each what falls into it. */
export function countedByYear(lines: readonly DayCount[]): Map<number, number> {
  const years = new Map<number, number>()
  for (const { day, counts } of lines) {
    const year = Number(day.slice(0, 4))
    years.set(year, (years.get(year) ?? 0) + counts)
  }
  return years
}
