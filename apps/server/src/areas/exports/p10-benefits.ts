import { benefitSums } from '@mshahara/engine/benefits'
import { divideHalfUp } from '@mshahara/engine/money'
import type { Quarters } from '@mshahara/engine/quarters'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import type { LawfulSlip } from '../payroll/index.ts'

/** Benefits in kind in the PAYE return (B33): what of them is taxed, since iTax adds it up. */

function typeOf({ occupant, house }: Quarters): string {
  if (occupant === 'farm') return 'Agriculture Farm'
  if (occupant === 'director') return 'House to Non full time service Director'
  return house === 'own' ? "Employer's Owned House" : "Employer's Rented House"
}

function taxed({ law, input }: LawfulSlip) {
  const { car, atCost } = benefitSums(input.benefits ?? [])
  const { taxableMeals: meals, housingBenefit: housing } = law
  return { car, meals, small: law.taxableNonCash - car - atCost, atCost, housing }
}

/** Whoever has moved had two of a month: both amounts count, the type is the last one's. */
function housingType({ input }: LawfulSlip) {
  const house = input.quarters?.at(-1)
  return house ? typeOf(house) : 'Benefit not given'
}

/** Columns H to M: car, meals, non-cash, housing and its type, others. */
export function simplifiedBenefits(slip: LawfulSlip): Cell[] {
  const { car, meals, small, atCost, housing } = taxed(slip)
  return [car, meals, small, housingType(slip), housing === 0 ? null : housing, atCost]
}

const lived = (whole: number, { part }: Quarters) =>
  part ? divideHalfUp(whole * part.lived, part.of) : whole

/** Until June 2025: cars and all else; what iTax works out of a house, rent recovered included. */
export function fullBenefits(slip: LawfulSlip): Cell[] {
  const { car, meals, small, atCost } = taxed(slip)
  const houses = slip.input.quarters ?? []
  const sum = (of: (house: Quarters) => number) =>
    houses.reduce((all, house) => all + lived(of(house), house), 0)
  return [
    ...[car, meals + small + atCost, null],
    // A director's income is one, whatever the house.
    Math.max(0, ...houses.map(({ totalIncome = 0 }) => totalIncome)),
    ...[housingType(slip), sum(({ rent = 0, market = 0 }) => Math.max(rent, market)), null],
    ...[sum(({ recovered = 0 }) => recovered), null],
  ]
}
