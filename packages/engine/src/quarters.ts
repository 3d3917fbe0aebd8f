import { LawError } from './dated.ts'
import { divideHalfUp, formatShillings, mostCents, percent, share } from './money.ts'
import { type Occupant, occupants } from './statutory/benefits.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * A house from the employer (Income Tax Act s. 5(3)). What it counts as follows from the gains of
 * the month, so it is valued where these are known.
 */

/** What is rented from a connected person is not at arm's length. */
export const houses = ['own', 'rented', 'connected'] as const
export type House = (typeof houses)[number]

export interface Quarters {
  occupant: Occupant
  house: House
  /** All a month. */
  rent?: Cents | undefined
  market?: Cents | undefined
  /** Paid by the person: a deduction of its own. */
  recovered?: Cents | undefined
  /** A director's from everywhere, where it is more than the gains. */
  totalIncome?: Cents | undefined
  /** The employer's own house counts as the share of gains, too: some read the Act so. */
  withGains?: true | undefined
  /** Lived in for part of the month: days of it, and of those employed. */
  part?: { lived: number; employed: number; of: number } | undefined
}

type Shares = Readonly<Record<Occupant, BasisPoints>>
type Measure = [name: string, amount: Cents]

/** What the house is measured by: the highest counts. */
function measuresOf(house: Quarters, gains: Cents, shares: Shares): Measure[] {
  const { occupant, rent = 0, market = 0, totalIncome = 0 } = house
  const rate = shares[occupant]
  if (occupant === 'director') {
    const income = Math.max(gains, totalIncome)
    const measures: Measure[] = [byGains('income', income, rate, house)]
    if (market > 0) measures.push(byDays('market rent', market, house))
    if (rent > 0) measures.push(byDays('rent', rent, house))
    return measures
  }
  const ofGains = byGains('gains', gains, rate, house)
  if (occupant === 'farm') return [ofGains]
  if (house.house === 'rented') return [ofGains, byDays('rent', rent, house)]
  const ofMarket = byDays('market rent', market, house)
  if (house.house === 'connected') return [byDays('rent', rent, house), ofMarket]
  return house.withGains ? [ofGains, ofMarket] : [ofMarket]
}

function byGains(what: string, of: Cents, rate: BasisPoints, { part }: Quarters): Measure {
  const whole = share(Math.max(0, of), rate)
  const amount = part ? divideHalfUp(whole * part.lived, part.employed) : whole
  return [`${percent(rate)} of ${what} ${formatShillings(of)}`, amount]
}

const lived = (amount: Cents, { part }: Quarters) =>
  part ? divideHalfUp(amount * part.lived, part.of) : amount

const byDays = (name: string, amount: Cents, house: Quarters): Measure => [
  name,
  lived(amount, house),
]

/** What is recovered comes off it; it is never below zero. */
export function valueQuarters(all: readonly Quarters[], gains: Cents, shares: Shares): Cents {
  return all.reduce((sum, house) => {
    const measures = measuresOf(house, gains, shares).map(([, amount]) => amount)
    return sum + Math.max(0, Math.max(...measures) - lived(house.recovered ?? 0, house))
  }, 0)
}

export function quartersInWords(
  all: readonly Quarters[],
  gains: Cents,
  shares: Shares,
  value: Cents,
): string {
  const told = all.map((house) => {
    const measures = measuresOf(house, gains, shares)
    const named = measures.map(([name, amount]) => `${name}: ${formatShillings(amount)}`).join(', ')
    const { part } = house
    const days = part ? `, ${part.lived} of ${part.of} days` : ''
    const recovered = lived(house.recovered ?? 0, house)
    const less = recovered > 0 ? ` − ${formatShillings(recovered)} recovered, not below 0` : ''
    return `${measures.length > 1 ? `the highest of ${named}` : named}${days}${less}`
  })
  return `${told.join('; ')} = ${formatShillings(value)}`
}

const amounts = ['rent', 'market', 'recovered', 'totalIncome'] as const

/** Refuses a house that cannot be valued. */
export function checkQuarters(all: readonly Quarters[]): void {
  for (const house of all) {
    for (const name of amounts) {
      const value = house[name]
      if (value === undefined) continue
      if (!(Number.isInteger(value) && value >= 0 && value <= mostCents)) {
        throw new LawError(`"${name}" of a house must be whole cents.`)
      }
    }
    if (!occupants.includes(house.occupant)) throw new LawError('A house needs who lives in it.')
    if (!houses.includes(house.house)) throw new LawError('A house is own, rented or connected.')
    if (house.part) checkPart(house.part)
    const missing = missingOf(house)
    if (missing) throw new LawError(`The ${missing} of the house is missing.`)
  }
}

function checkPart({ lived: days, employed, of }: NonNullable<Quarters['part']>): void {
  const whole = Number.isInteger(days) && Number.isInteger(employed) && Number.isInteger(of)
  if (!(whole && days >= 0 && days <= employed && employed > 0 && employed <= of)) {
    throw new LawError('Days in a house lie within those employed, and these within the month.')
  }
}

/** What a house cannot be valued without; nothing where all is there. */
export function missingOf({ occupant, house, rent = 0, market = 0 }: Quarters) {
  if (occupant === 'farm') return undefined
  const isRented = house !== 'own'
  if (isRented && rent === 0) return 'rent'
  const byMarket = occupant === 'director' || house !== 'rented'
  return byMarket && market === 0 ? 'market rent' : undefined
}
