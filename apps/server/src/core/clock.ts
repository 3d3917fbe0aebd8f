import { timeZone } from '@mshahara/contract'

/** The one place that knows what time it is. Tests set a clock; nobody else reads the system's. */
export interface Clock {
  now(): Date
  /** True when a test sets the time, which the database must then be told. */
  set: boolean
}

export const systemClock: Clock = { now: () => new Date(), set: false }

const nairobi = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })

/** The calendar day in Kenya, as '2026-02-28'. */
export const dayOf = (instant: Date) => nairobi.format(instant)

export const secondsLater = (instant: Date, seconds: number) =>
  new Date(instant.getTime() + seconds * 1000)

export const daysLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The same day `months` later; the last of the month where that day does not exist. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const target = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0))
  target.setUTCDate(Math.min(date, last.getUTCDate()))
  return target.toISOString().slice(0, 10)
}
