import type { Month } from './dated.ts'

/** Days as '2026-02-28' and months as '2026-02', compared as text. No clock, no time zone. */

export type Day = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

export function daysIn(month: Month): number {
  const year = Number(month.slice(0, 4))
  const number = Number(month.slice(5, 7))
  if (number === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return number === 4 || number === 6 || number === 9 || number === 11 ? 30 : 31
}

/** Both days are part of it. */
export interface Stretch {
  from: Day
  to: Day
}

const numberOf = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

export const daysLater = (day: Day, days: number): Day =>
  new Date((numberOf(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** How many days of these stretches, none of which meets another, lie within [from, to]. */
export const daysOfThem = (stretches: readonly Stretch[], from: Day, to: Day): number =>
  stretches.reduce((sum, one) => {
    const first = one.from > from ? one.from : from
    const last = one.to < to ? one.to : to
    return last < first ? sum : sum + numberOf(last) - numberOf(first) + 1
  }, 0)

/** How many days of the month lie within [from, to]; either end may be open. */
export function daysWithin(month: Month, from: Day | null, to: Day | null): number {
  const total = daysIn(month)
  if (from !== null && monthOf(from) > month) return 0
  if (to !== null && monthOf(to) < month) return 0
  const first = from !== null && monthOf(from) === month ? Number(from.slice(8, 10)) : 1
  const last = to !== null && monthOf(to) === month ? Number(to.slice(8, 10)) : total
  return Math.max(0, last - first + 1)
}
