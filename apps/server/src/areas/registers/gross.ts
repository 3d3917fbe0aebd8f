import type { GrossReading } from '@mshahara/contract/registers'
import type { LawfulSlip } from '../payroll/index.ts'
import type { Figures } from './causes.ts'

/**
 * Some systems print gross pay in cash, others with benefits in kind in it. Taxable pay tells
 * which: it has them in either case. Pure; whole cents.
 */

/** What of them is taxed. */
export const benefitsOf = ({ law }: Pick<LawfulSlip, 'law'>) =>
  law.taxableNonCash + law.taxableMeals + law.housingBenefit

/** Of somebody who has some; undefined where the row does not tell. */
export function readingOf(
  slip: Pick<LawfulSlip, 'law'>,
  { gross, taxable }: Figures,
): GrossReading | undefined {
  const benefits = benefitsOf(slip)
  if (benefits === 0 || gross === undefined || taxable === undefined) return undefined
  const before = slip.law.grossTaxable - slip.law.taxablePay
  const asCash = Math.abs(gross + benefits - before - taxable)
  const asAll = Math.abs(gross - before - taxable)
  return asAll < asCash ? 'with benefits' : 'cash'
}

/** A register is printed one way; null where nobody tells. */
export function mostFitting(fits: Record<GrossReading, number>): GrossReading | null {
  if (fits.cash === 0 && fits['with benefits'] === 0) return null
  return fits['with benefits'] > fits.cash ? 'with benefits' : 'cash'
}
