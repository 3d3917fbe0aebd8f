import type { PayInput } from './input.ts'
import { share } from './money.ts'
import type { ComputedPay } from './payslip.ts'
import type { Law } from './statutory/index.ts'
import type { Cents } from './units.ts'

/**
 * The tax deduction card of a year (P9A): KRA's columns of 2025 on, and those until 2023. We never
 * found a card for the mixed year 2024; it uses the columns of 2025.
 */

export interface P9Column {
  /** As the card names it; two columns may share a letter. */
  code: string
  title: string
}

export const isNewCard = (year: number): boolean => year >= 2024

export const p9Columns = (year: number): readonly P9Column[] =>
  isNewCard(year) ? columns : columnsUntil2023
/** Which columns the foot of the card repeats. */
export const p9Foot = (year: number) =>
  isNewCard(year) ? { chargeable: 'K', tax: 'O' } : { chargeable: 'H', tax: 'L' }

const pay: P9Column[] = [
  { code: 'A', title: 'Basic Salary' },
  { code: 'B', title: 'Benefits Non-Cash' },
  { code: 'C', title: 'Value of Quarters' },
  { code: 'D', title: 'Total Gross Pay' },
  { code: 'E1', title: 'Defined Contribution: 30% of A' },
  { code: 'E2', title: 'Defined Contribution: Actual' },
]

const columns: P9Column[] = [
  ...pay,
  { code: 'E3', title: 'Defined Contribution: Fixed 30,000' },
  { code: 'F', title: 'Affordable Housing Levy (AHL)' },
  { code: 'G', title: 'Social Health Insurance Fund (SHIF)' },
  { code: 'H', title: 'Post Retirement Medical Fund (PRMF)' },
  { code: 'I', title: 'Owner Occupied Interest' },
  { code: 'J', title: 'Total Deductions (Lower of E + F + G + H + I)' },
  { code: 'K', title: 'Chargeable Pay (D - J)' },
  { code: 'L', title: 'Tax Charged' },
  { code: 'M', title: 'Personal Relief' },
  { code: 'N', title: 'Insurance Relief' },
  { code: 'O', title: 'PAYE Tax (L - M - N)' },
]

const columnsUntil2023: P9Column[] = [
  { code: 'A', title: 'Basic Salary (plus Cash Allowances)' },
  ...pay.slice(1),
  { code: 'E3', title: 'Defined Contribution: Fixed 20,000' },
  { code: 'F', title: 'Owner Occupied Interest' },
  { code: 'G', title: 'Retirement Contribution & Owner Occupied Interest' },
  { code: 'H', title: 'Chargeable Pay (D - G)' },
  { code: 'J', title: 'Tax Charged' },
  { code: 'K', title: 'Personal Relief' },
  { code: 'K', title: 'Insurance Relief' },
  { code: 'L', title: 'PAYE Tax (J - K)' },
]

/** One month's line of the card, in the order of its columns. */
export function p9Line(slip: ComputedPay, input: PayInput, law: Law, year: number): Cents[] {
  const benefits = slip.taxableNonCash + slip.taxableMeals
  const cash = slip.grossTaxable - benefits - slip.housingBenefit
  // Reliefs that had no column of their own stand with the insurance relief.
  const relief = slip.insuranceRelief + slip.ahlRelief + slip.prmfRelief
  const begin = [
    cash,
    benefits,
    slip.housingBenefit,
    slip.grossTaxable,
    share(cash, law.pensionLimit.rate),
    slip.nssfEmployee + (input.pension ?? 0),
    law.pensionLimit.most,
  ]
  const end = [slip.taxablePay, slip.taxCharged, slip.personalRelief, relief, slip.paye]
  if (!isNewCard(year)) {
    const deducted = slip.pensionDeductible + slip.mortgageDeductible
    return [...begin, slip.mortgageDeductible, deducted, ...end]
  }
  return [
    ...begin,
    slip.ahlDeductible,
    slip.shifDeductible,
    slip.prmfDeductible,
    slip.mortgageDeductible,
    slip.allowableDeductions,
    ...end,
  ]
}
