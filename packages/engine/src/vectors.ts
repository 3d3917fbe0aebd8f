import { LawError } from './dated.ts'
import { defaults, type IncomeInput, type PayInput, type PayOptions } from './input.ts'
import { type ComputedPay, type LineCode, payslip } from './payslip.ts'

/** Checked cases, in the format of statutory-vectors.json: shillings as text, options by name. */

export interface VectorCase {
  id: string
  period: string
  pay: Record<string, string | number>
  options?: Record<string, unknown>
  expected: Record<string, string | number>
}

const regular: string[] = [
  'houseAllowance',
  'transportAllowance',
  'leaveAllowance',
  'overtimeAllowance',
  'otherAllowance',
  'otherAllowances',
  'commission',
]
const amounts: Record<string, keyof PayInput> = {
  nonCash: 'nonCash',
  meals: 'meals',
  housingBenefit: 'housingBenefit',
  pension: 'pension',
  prmf: 'medicalFund',
  mortgageInterest: 'mortgageInterest',
  insurancePremium: 'insurancePremium',
  otherDeductions: 'otherDeductions',
}

export function centsOf(name: string, text: string | number): number {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(text).trim())
  if (!match) throw new LawError(`"${text}" for "${name}" is not an amount.`)
  const [, sign, whole = '', cents = ''] = match
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign ? -value : value
}

export function inputOf({ pay, options = {} }: VectorCase): PayInput {
  const incomes: IncomeInput[] = []
  const input: PayInput = { salary: 0, incomes }
  for (const [name, text] of Object.entries(pay)) {
    const amount = centsOf(name, text)
    if (name === 'basic') input.salary = amount
    else if (regular.includes(name)) incomes.push({ amount })
    else if (name === 'irregular') incomes.push({ amount, oneOff: true })
    else if (name === 'nonTaxable') incomes.push({ amount, taxable: false })
    else if (amounts[name]) Object.assign(input, { [amounts[name]]: amount })
    else throw new LawError(`"${name}" is not a pay item that this engine knows.`)
  }
  for (const name of Object.keys(options)) {
    if (!(name in defaults))
      throw new LawError(`"${name}" is not an option that this engine knows.`)
  }
  return { ...input, options: options as Partial<PayOptions> }
}

/** What differs, line by line; empty when the case holds. */
export function differences(given: VectorCase): string[] {
  let slip: ComputedPay
  try {
    slip = payslip(inputOf(given), given.period)
  } catch (error) {
    return [`${given.id}: ${(error as Error).message}`]
  }
  return Object.entries(given.expected).flatMap(([code, text]) => {
    const amount = slip[code as LineCode]
    if (amount === undefined) return [`${given.id}: "${code}" is not a line of the payslip.`]
    const expected = centsOf(code, text)
    if (amount === expected) return []
    const shown = (cents: number) => (cents / 100).toFixed(2)
    return [`${given.id} ${given.period} ${code}: ${shown(amount)}, expected ${shown(expected)}`]
  })
}
