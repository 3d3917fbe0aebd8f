import type { EntryKind } from '@mshahara/contract/leave-balances'
import {
  accruedBy,
  anniversaryIn,
  type Employment,
  type Joiners,
} from '@mshahara/engine/leave-accrual'
import { daysLater } from '../../foundation/core/clock.ts'

/** What a balance has been given by a day. Pure; hundredths of a day. */

export interface GrantTerms {
  year: number
  accrual: 'upfront' | 'monthly' | 'anniversary'
  default_days: number
  joined: string
  left: string | null
  away: Employment['away']
  joiners: Joiners
}

/** What of them is the person's. */
export type PersonalTerms = 'year' | 'joined' | 'left' | 'away' | 'joiners'

export interface Grant {
  kind: EntryKind
  key: string
  days: number
  day: string
}

const afterMonth = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/**
 * What is missing of it. A type that changes within the year gives nothing twice: a year that began
 * by the month goes on by the month, and one that was given at once has been given (C21).
 */
export function grantsMissing(today: string, terms: GrantTerms, given: readonly string[]): Grant[] {
  // A balance that was opened with days of its own is granted no others.
  if (given.includes('opened') || given.includes('entitlement')) return []
  const byMonth = given.some((key) => key.startsWith('accrual '))
  return grantsBy(today, byMonth ? { ...terms, accrual: 'monthly' } : terms).filter(
    ({ key }) => !given.includes(key),
  )
}

/** How a type gives days, and whether they are paid out, since when. */
export interface DatedTerms extends Pick<GrantTerms, 'accrual' | 'default_days'> {
  since: string
  encashable: boolean
}

/** Newest first in `rules`. */
export const ruleOn = (day: string, rules: readonly DatedTerms[]) =>
  rules.find(({ since }) => since <= day)

/**
 * What of its days a year has earned until a day: each completed month by the rule that was in
 * force when it began (C21), and never more than by the one the year began with (C18). Days that a
 * type gives ahead are earned like those it gives by the month; those of an anniversary with the
 * year of service that it completes.
 */
export function earnedUntil(
  last: string,
  { year, joined, left, away, joiners }: Pick<GrantTerms, PersonalTerms>,
  rules: readonly DatedTerms[],
): number {
  const lesser = (month: string, of: (rule: DatedTerms) => boolean) => {
    const both = [`${year}-01-01`, `${month}-01`].map((day) => ruleOn(day, rules))
    return Math.min(...both.map((rule) => (rule?.encashable && of(rule) ? rule.default_days : 0)))
  }
  const yearly = (month: string) => lesser(month, ({ accrual }) => accrual !== 'anniversary')
  const months = accruedBy(daysLater(last, 1), year, yearly, { joined, left, away }, joiners)
  const day = anniversaryIn(year, joined)
  const completed =
    day !== null && day <= last && day <= (left ?? day)
      ? lesser(day.slice(0, 7), ({ accrual }) => accrual === 'anniversary')
      : 0
  return months.reduce((sum, { days }) => sum + days, completed)
}

function grantsBy(today: string, terms: GrantTerms): Grant[] {
  const { year, accrual, default_days, joined, left, away, joiners } = terms
  if (accrual === 'monthly') {
    return accruedBy(today, year, default_days, { joined, left, away }, joiners).map(
      ({ month, days }) => ({
        kind: 'accrual',
        key: `accrual ${month}`,
        days,
        day: afterMonth(month),
      }),
    )
  }
  const start = `${year}-01-01`
  const day =
    accrual === 'anniversary' ? anniversaryIn(year, joined) : joined > start ? joined : start
  const isDue = day !== null && (accrual === 'upfront' || day <= today)
  if (!isDue || default_days === 0 || (left !== null && left < day)) return []
  return [{ kind: 'entitlement', key: 'entitlement', days: default_days, day }]
}
