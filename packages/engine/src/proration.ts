import { type Day, daysIn, daysWithin } from './calendar.ts'
import type { Month } from './dated.ts'
import { divideHalfUp } from './money.ts'
import type { Cents } from './units.ts'

/** Part months by calendar days: a joiner or leaver is paid for the days employed. */
export interface PartMonth {
  days: number
  of: number
}

export function employedDays(month: Month, from: Day | null, to: Day | null): PartMonth {
  return { days: daysWithin(month, from, to), of: daysIn(month) }
}

export const prorate = (amount: Cents, { days, of }: PartMonth): Cents =>
  days === of ? amount : divideHalfUp(amount * days, of)

/** What days of absence cost of an amount agreed for the month: never more than is paid of it. */
export const lostTo = (absent: number, agreed: Cents, paid: Cents, month: PartMonth): Cents => {
  const hundredths = Math.round(Math.min(absent, month.days) * 100)
  return Math.min(paid, divideHalfUp(agreed * hundredths, month.of * 100))
}
