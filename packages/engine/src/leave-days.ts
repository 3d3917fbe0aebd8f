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

export interface CountedBy {
  count_by: 'working' | 'calendar'
  pattern: WorkPattern
  /** Names of public holidays by day. */
  holidays: ReadonlyMap<Day, string>
}

export interface LeaveDay {
  day: Day
  weekday: string
  /** How much of the calendar day is covered: a whole one or half of it. */
  covered: 50 | 100
  /** How much of it is taken from the balance. */
  counts: 0 | 50 | 100
  why: 'counts' | 'half day' | 'weekend' | 'holiday'
  /** Of the holiday. */
  name?: string
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const oneDay_ms = 86_400_000

export const weekdayOf = (day: Day): number => new Date(Date.parse(day)).getUTCDay()

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
  const line = { day, weekday: weekdays[number] as string, covered }
  if (by.count_by === 'working') {
    if (rests(number, by.pattern)) return { ...line, counts: 0, why: 'weekend' }
    const name = by.holidays.get(day)
    if (name !== undefined) return { ...line, counts: 0, why: 'holiday', name }
  }
  return { ...line, counts: covered, why: covered === 50 ? 'half day' : 'counts' }
}

export const daysCounted = (lines: readonly LeaveDay[]): number =>
  lines.reduce((sum, { counts }) => sum + counts, 0)

/** A leave across two years takes from each what falls into it. */
export function countedByYear(lines: readonly LeaveDay[]): Map<number, number> {
  const years = new Map<number, number>()
  for (const { day, counts } of lines) {
    const year = Number(day.slice(0, 4))
    years.set(year, (years.get(year) ?? 0) + counts)
  }
  return years
}
