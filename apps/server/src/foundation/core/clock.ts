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

/** Days from one day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const dayOfMonth = (day: string) => Number(day.slice(8))

/**
 * The same day `months` later, or the day of the month that is asked for; the last of the month
 * where that day does not exist.
 */
export function monthsLater(day: string, months: number, onThe = dayOfMonth(day)): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const target = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0))
  target.setUTCDate(Math.min(onThe, last.getUTCDate()))
  return target.toISOString().slice(0, 10)
}
