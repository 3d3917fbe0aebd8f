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

/** Of a month with two houses the last: the return has room for one. */
const houseOf = ({ input }: LawfulSlip) => input.quarters?.at(-1)
const housingType = (slip: LawfulSlip) => {
  const house = houseOf(slip)
  return house ? typeOf(house) : 'Benefit not given'
}

/** Columns H to M: car, meals, non-cash, housing and its type, others. */
export function simplifiedBenefits(slip: LawfulSlip): Cell[] {
  const { car, meals, small, atCost, housing } = taxed(slip)
  return [car, meals, small, housingType(slip), housing === 0 ? null : housing, atCost]
}

/** Until June 2025: cars and all else; what iTax works out of a house, rent recovered included. */
export function fullBenefits(slip: LawfulSlip): Cell[] {
  const { car, meals, small, atCost } = taxed(slip)
  const { totalIncome = 0, rent = 0, market = 0, recovered = 0, part } = houseOf(slip) ?? {}
  const lived = (whole: number) => (part ? divideHalfUp(whole * part.lived, part.of) : whole)
  return [
    ...[car, meals + small + atCost, null, totalIncome],
    ...[housingType(slip), lived(Math.max(rent, market)), null, lived(recovered), null],
  ]
}
