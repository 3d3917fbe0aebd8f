import { type Day, daysIn, daysWithin } from './calendar.ts'
import type { Month } from './dated.ts'
import { divideHalfUp } from './money.ts'
import type { DayHundredths } from './units.ts'

/** How leave is earned, carried over and lost. Days are hundredths of a day: 1.75 is 175. */

/** Employed from and, perhaps, until. */
export interface Employment {
  joined: Day
  left: Day | null
  /** Gone in between. */
  away?: readonly { from: Day; to: Day }[]
}

/** What the month somebody joins in earns: its share by days, or nothing before the next month. */
export type Joiners = 'pro rata' | 'next month'

export interface Accrued {
  month: Month
  days: DayHundredths
}

/** The share of month 1 to 12. Told from the sum so far, so that twelve are the year exactly. */
export function monthlyShare(yearly: DayHundredths, month: number): DayHundredths {
  return divideHalfUp(yearly * month, 12) - divideHalfUp(yearly * (month - 1), 12)
}

const monthIn = (year: number, number: number): Month =>
  `${year}-${String(number).padStart(2, '0')}`

/**
 * What a year has earned by today: one entry for every completed month of service, where a year
 * comes to so many days, perhaps by the month.
 */
export function accruedBy(
  today: Day,
  year: number,
  yearly: DayHundredths | ((month: Month) => DayHundredths),
  { joined, left, away = [] }: Employment,
  joiners: Joiners,
): Accrued[] {
  const list: Accrued[] = []
  for (let number = 1; number <= 12; number += 1) {
    const month = monthIn(year, number)
    const last = `${month}-${daysIn(month)}`
    // The month is completed when its last day is over, by somebody who is still there then.
    if (last >= today || (left !== null && left < last)) break
    const employed = daysWithin(month, joined, null)
    // Part of a month may have been recorded late: only one without a day of work earns nothing.
    if (away.some(({ from, to }) => daysWithin(month, from, to) >= employed)) continue
    const whole = employed === daysIn(month)
    const share = monthlyShare(typeof yearly === 'number' ? yearly : yearly(month), number)
    const days = whole
      ? share
      : joiners === 'pro rata'
        ? divideHalfUp(share * employed, daysIn(month))
        : 0
    if (days > 0) list.push({ month, days })
  }
  return list
}

/** The day of a year on which somebody has completed another year of service, if there is one. */
export function anniversaryIn(year: number, joined: Day): Day | null {
  if (year <= Number(joined.slice(0, 4))) return null
  const month = `${year}-${joined.slice(5, 7)}`
  const day = Math.min(Number(joined.slice(8)), daysIn(month))
  return `${month}-${String(day).padStart(2, '0')}`
}

/** What goes into the next year; nothing of a balance below zero, and all of it without a limit. */
export const carriedOver = (remaining: DayHundredths, limit: DayHundredths | null): DayHundredths =>
  Math.max(0, limit === null ? remaining : Math.min(remaining, limit))

/** The last day on which days carried into a year can be taken; without a month, its last. */
export function lastCarriedDay(year: number, until: number | null): Day {
  const month = monthIn(year, until ?? 12)
  return `${month}-${daysIn(month)}`
}

interface CarriedDays {
  carried: DayHundredths
  /** Of days until the last on which they can be taken: used, or promised. */
  taken: DayHundredths
  /** What has been lost of them already. */
  expired: DayHundredths
  remaining: DayHundredths
}

/**
 * What more is lost of carried days once their time is over: those that leave until then has not
 * used, the oldest first, and never more than is left. Below zero: what leave recorded since has
 * used after all.
 */
export function expiring({ carried, taken, expired, remaining }: CarriedDays): DayHundredths {
  const lost = Math.max(0, carried - taken)
  if (lost < expired) return lost - expired
  return Math.max(0, Math.min(lost - expired, remaining))
}
