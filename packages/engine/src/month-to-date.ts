import type { PayInput } from './input.ts'

/**
 * Several payslips of a person in a month: the law is of the month, so each takes what is due
 * on all of them together, less what the earlier ones took (B31). Whatever their order, the sum is
 * what one payslip with everything would have taken.
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
  | 'owed'
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
  'owed',
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
  // Valued on the gains of the whole month: not amounts to be added up.
  const benefits = inputs.flatMap((input) => input.benefits ?? [])
  if (benefits.length > 0) whole.benefits = benefits
  const quarters = inputs.flatMap((input) => input.quarters ?? [])
  if (quarters.length > 0) whole.quarters = quarters
  const pensions = inputs.flatMap((input) => input.pensions ?? [])
  if (pensions.length > 0) whole.pensions = pensions
  const options = inputs.at(-1)?.options
  return options === undefined ? whole : { ...whole, options }
}

/** The month so far, this payslip included. */
export function monthSoFar({ earlier, ...own }: PayInput): PayInput {
  return together([...(earlier?.inputs ?? []), own])
}
