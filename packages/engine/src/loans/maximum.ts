import { type Day, daysIn, monthOf } from '../calendar.ts'
import { divideHalfUp } from '../money.ts'
import type { Cents, DayHundredths } from '../units.ts'

/** How much somebody may borrow, and who may stand for it. Pure; whole cents. */

/** Two thirds of the last net pay, to the nearest thousand shillings, for each month. */
export const perMonth = (net: Cents): Cents =>
  Math.max(0, divideHalfUp(net * 2, 3 * 1_000_00)) * 1_000_00

export const maximumLoan = (net: Cents, term: number): Cents => perMonth(net) * term

/** A guarantor earns at least 40% of what the applicant earns. */
export const canGuarantee = (guarantor: Cents, applicant: Cents): boolean =>
  guarantor * 5 >= applicant * 2

/** Who asks for an advance: employed when, and what was advanced already. */
export interface Earner {
  salary: Cents
  employed_from: Day | null
  /** The last day, where there is one. */
  employed_until: Day | null
  /** Days of the month until then that are not paid. */
  unpaid: DayHundredths
  advanced: Cents
}

/** Days of the month that somebody has been paid for by the day, which counts. */
export function daysEarned(
  { employed_from, employed_until, unpaid }: Omit<Earner, 'salary' | 'advanced'>,
  day: Day,
): DayHundredths {
  const first = `${monthOf(day)}-01`
  const from = employed_from !== null && employed_from > first ? employed_from : first
  const until = employed_until !== null && employed_until < day ? employed_until : day
  if (from > until) return 0
  const days = Number(until.slice(8)) - Number(from.slice(8)) + 1
  return Math.max(0, days * 100 - unpaid)
}

/** A share of what was earned by the day, less what was already advanced; whole shillings. */
export function maximumAdvance(earner: Earner, day: Day, sharePercent: number): Cents {
  const days = daysEarned(earner, day)
  const earned = divideHalfUp(earner.salary * days, daysIn(monthOf(day)) * 100)
  return Math.max(0, Math.floor((earned * sharePercent) / 100 / 100) * 100 - earner.advanced)
}
