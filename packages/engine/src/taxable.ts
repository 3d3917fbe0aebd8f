import type { Month } from './dated.ts'
import { healthName } from './figures.ts'
import type { PayInput } from './input.ts'
import { basesOf, payslip } from './payslip.ts'
import type { Cents } from './units.ts'

/** From gross to taxable pay, as a payslip shows it: what is left out is below zero. */
export interface TaxStep {
  label: string
  amount: Cents
}

export function stepsToTaxable(input: PayInput, month: Month): TaxStep[] {
  const slip = payslip(input, month)
  const benefits = slip.taxableNonCash + slip.taxableMeals + slip.housingBenefit
  const steps: TaxStep[] = [
    { label: 'Gross pay', amount: slip.grossPay },
    { label: 'Not taxable', amount: -basesOf(input).untaxed },
    { label: 'Taxable benefits', amount: benefits },
    { label: 'NSSF and pension', amount: -slip.pensionDeductible },
    { label: healthName(month), amount: -slip.shifDeductible },
    { label: 'Housing Levy', amount: -slip.ahlDeductible },
    { label: 'Mortgage interest', amount: -slip.mortgageDeductible },
    { label: 'Medical fund', amount: -slip.prmfDeductible },
    { label: 'Disability exemption', amount: -slip.disabilityExemption },
  ]
  return steps.filter(({ amount }, index) => index === 0 || amount !== 0)
}
