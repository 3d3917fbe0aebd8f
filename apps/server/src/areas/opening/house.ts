import { formatShillings } from '@mshahara/engine/money'
import { missingOf, type Quarters, quartersInWords, valueQuarters } from '@mshahara/engine/quarters'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Cents } from '@mshahara/engine/units'
import type { Figures } from './year.ts'

/**
 * A house in the return (P10) until June 2025. iTax worked its value out from what the file says of
 * it, and the file leaves the value out: so it is worked out here. Pure.
 */

const houses: Readonly<Record<string, Pick<Quarters, 'occupant' | 'house'>>> = {
  "employer's owned house": { occupant: 'employee', house: 'own' },
  "employer's rented house": { occupant: 'employee', house: 'rented' },
  'agriculture farm': { occupant: 'farm', house: 'own' },
  'house to non full time service director': { occupant: 'director', house: 'own' },
}

export const noHouse = 'benefit not given'

/** Undefined: it takes more than the file says. */
export function houseValue(
  type: string,
  figures: Figures,
  gains: Cents,
  month: string,
): { value: Cents; told: string } | undefined {
  const kind = houses[type]
  const { house_rent = 0, house_recovered: recovered = 0, global_income: totalIncome } = figures
  if (!kind) return undefined
  const rent = kind.house === 'rented' ? { rent: house_rent } : { market: house_rent }
  const house: Quarters = { ...kind, ...rent, recovered, totalIncome }
  if (missingOf(house)) return undefined
  const { quarters } = lawOf(month)
  const value = valueQuarters([house], gains, quarters)
  const told = quartersInWords([house], gains, quarters, value)
  return { value, told: `House: ${told}, of gains ${formatShillings(gains)}.` }
}
