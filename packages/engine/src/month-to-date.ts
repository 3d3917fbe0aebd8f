import type { EarlierPay, PayInput, TakenName } from './input.ts'
import type { ComputedPay, LineCode } from './payslip.ts'
import type { Cents } from './units.ts'

/**
 * Several payslips of a person in a month: the law is of the month, so each takes what is due on
 * all of them together, less what the earlier ones took (B31). Whatever their order, the sum is what
 * one payslip with everything would have taken.
 */

type Amounts = Pick<
  PayInput,
  | 'nonCash'
  | 'meals'
  | 'housingBenefit'
  | 'pension'
  | 'medicalFund'
  | 'mortgageInterest'
  | 'insurancePremium'
  | 'otherDeductions'
>
const amounts: readonly (keyof Amounts)[] = [
  'nonCash',
  'meals',
  'housingBenefit',
  'pension',
  'medicalFund',
  'mortgageInterest',
  'insurancePremium',
  'otherDeductions',
]

/** As one payslip with everything in it; how somebody is taxed is as the last of them says. */
export function together(inputs: readonly PayInput[]): PayInput {
  const whole: PayInput = { salary: 0, incomes: inputs.flatMap(({ incomes = [] }) => incomes) }
  for (const input of inputs) {
    whole.salary += input.salary
    for (const name of amounts) {
      if (input[name] !== undefined) whole[name] = (whole[name] ?? 0) + input[name]
    }
  }
  const options = inputs.at(-1)?.options
  return options === undefined ? whole : { ...whole, options }
}

/** The month so far, this payslip included. */
export function monthSoFar({ earlier, ...own }: PayInput): PayInput {
  return together([...(earlier?.inputs ?? []), own])
}

/** The figures that payslips keep of what the law took, by the line that each is. */
const lineOf: Record<Exclude<TakenName, 'health' | 'nhif_relief' | 'withholding_tax'>, LineCode> = {
  taxable: 'taxablePay',
  income_tax: 'taxCharged',
  tax_relief: 'personalRelief',
  housing_relief: 'ahlRelief',
  paye: 'paye',
  nssf: 'nssfEmployee',
  housing: 'ahlEmployee',
  nssf_employer: 'nssfEmployer',
  housing_employer: 'ahlEmployer',
  nita: 'nitaEmployer',
}

/**
 * The share of this payslip in what is `due` on the month so far. `before` is due on the others by
 * itself: it tells apart what payslips do not keep, and what they keep is counted as it was taken.
 */
export function lessTaken(
  due: ComputedPay,
  before: ComputedPay,
  { taken }: EarlierPay,
  { agreed, health: name }: { agreed: Cents; health: 'nhif' | 'shif' },
): ComputedPay {
  const slip = { ...due }
  for (const code of Object.keys(due) as LineCode[]) slip[code] = due[code] - before[code]
  for (const [name, line] of Object.entries(lineOf)) {
    slip[line] = due[line] - taken[name as keyof typeof lineOf]
  }
  slip.insuranceRelief = due.insuranceRelief + due.prmfRelief - taken.nhif_relief - slip.prmfRelief
  slip[name] = due[name] - taken.health
  slip.totalDeductions = slip.paye + slip.nssfEmployee + slip[name] + slip.ahlEmployee + agreed
  slip.netPay = slip.grossPay - slip.totalDeductions
  slip.employerCost = slip.grossPay + slip.nssfEmployer + slip.ahlEmployer + slip.nitaEmployer
  return slip
}
