import { type Day, daysIn, daysOfThem, daysWithin, type Stretch } from './calendar.ts'
import { LawError, type Month } from './dated.ts'
import { formatShillings, mostCents, percent } from './money.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * A bonus or a 13th month by one formula for many people, each with its working: a share of basic
 * pay or a fixed amount, for the part of the year that somebody has served. Pure; whole cents.
 */

/** How the year counts: not at all, by each month begun, or with first and last month by days. */
export const servedBy = ['not', 'months', 'days'] as const
export type ServedBy = (typeof servedBy)[number]

/** To what the amount is rounded, in cents. */
export const roundings = [1, 100, 1_000, 10_000] as const
export type BonusRounding = (typeof roundings)[number]

export interface BonusFormula {
  of: { share: BasisPoints } | { fixed: Cents }
  served: ServedBy
  rounding: BonusRounding
  /** Once it is rounded; nobody who is due nothing gets the least. */
  least?: Cents | undefined
  most?: Cents | undefined
}

export interface BonusPerson {
  /** Basic pay of a whole month; null where none is recorded. */
  salary: Cents | null
  from: Day
  to: Day | null
  /** Days between two employments, which are not served. */
  away?: readonly Stretch[]
}

export interface Bonus {
  amount: Cents
  working: string
}

/** Of the year of `month`, up to its end: what is to come is not served yet. */
export function bonusFor(formula: BonusFormula, person: BonusPerson, month: Month): Bonus {
  checkFormula(formula)
  const { of, rounding, least, most } = formula
  const fixed = 'fixed' in of
  if (!fixed && person.salary === null) return { amount: 0, working: 'No basic pay is recorded' }
  const base = fixed ? of.fixed : (person.salary ?? 0)
  const rate = fixed ? 10_000 : of.share
  const served = servedIn(formula.served, person, month)
  // One division, so that it is rounded once.
  const above = BigInt(base) * BigInt(rate) * BigInt(served.part)
  const exact = halfUp(above, BigInt(served.whole) * 10_000n)
  const rounded = halfUp(above, BigInt(served.whole) * 10_000n * BigInt(rounding)) * rounding
  const amount = rounded > 0 ? within(rounded, least, most) : 0
  const what = fixed || rate === 10_000 ? '' : `${percent(rate)} of `
  const told = [
    `${served.told}${what}${formatShillings(base)}`,
    rounded !== exact && `rounded to ${formatShillings(rounded)}`,
    amount > rounded && `at least ${formatShillings(amount)}`,
    amount < rounded && `at most ${formatShillings(amount)}`,
    served.away > 0 && `without ${served.away} ${served.away === 1 ? 'day' : 'days'} away`,
  ]
  return { amount, working: told.filter(Boolean).join(', ') }
}

const halfUp = (above: bigint, below: bigint) => Number((2n * above + below) / (2n * below))

const within = (amount: Cents, least = 0, most = Number.POSITIVE_INFINITY) =>
  Math.min(Math.max(amount, least), most)

function checkFormula({ of, least = 0, most = mostCents }: BonusFormula) {
  const given = 'fixed' in of ? of.fixed : of.share
  const amounts = [given, least, most]
  if (!amounts.every((one) => Number.isInteger(one) && one >= 0 && one <= mostCents)) {
    throw new LawError('A formula takes whole amounts of zero or more.')
  }
  if (least > most) throw new LawError('The least of a formula is more than its most.')
}

/** As a fraction of the year, and as the working says it. */
function servedIn(by: ServedBy, { from, to, away = [] }: BonusPerson, month: Month) {
  if (by === 'not') return { part: 1, whole: 1, told: '', away: 0 }
  const gone = (one: Month) => {
    const end = `${one}-${daysIn(one)}`
    return daysOfThem(away, `${one}-01`, to !== null && to < end ? to : end)
  }
  const upTo = monthsUpTo(month)
  const months = upTo
    .map((one) => ({ days: daysWithin(one, from, to) - gone(one), of: daysIn(one) }))
    .filter(({ days }) => days > 0)
  const broken = by === 'days' ? months.filter(({ days, of }) => days < of) : []
  const full = months.length - broken.length
  // Twelfths, and days of the few months that were not served whole.
  const days = broken.reduce((product, one) => product * one.of, 1)
  const part = broken.reduce((sum, one) => sum + (one.days * days) / one.of, full * days)
  const parts = broken.map((one) => `${one.days} of ${one.of} days`)
  const told = `${[full, ...parts].join(' + ')} of 12 months × `
  return { part, whole: 12 * days, told, away: upTo.reduce((sum, one) => sum + gone(one), 0) }
}

const monthsUpTo = (month: Month): Month[] =>
  Array.from(
    { length: Number(month.slice(5)) },
    (_, at) => `${month.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`,
  )

const servedWords: Record<ServedBy, string> = {
  not: '',
  months: ' × months served this year of 12',
  days: ' × months served this year of 12, first and last month by days',
}

/** "50% of basic pay × months served this year of 12, rounded to 100, at least 5,000". */
export function tellFormula({ of, served, rounding, least, most }: BonusFormula): string {
  const base = 'fixed' in of ? formatShillings(of.fixed) : `${percent(of.share)} of basic pay`
  const told = [
    base + servedWords[served],
    rounding > 1 && `rounded to ${formatShillings(rounding)}`,
    least !== undefined && `at least ${formatShillings(least)}`,
    most !== undefined && `at most ${formatShillings(most)}`,
  ]
  return told.filter(Boolean).join(', ')
}
