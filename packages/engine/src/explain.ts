import type { Month } from './dated.ts'
import { type Case, explanations } from './explanations.ts'
import { checkInput, defaults, type PayInput, type PayOptions } from './input.ts'
import { formatShillings } from './money.ts'
import { monthSoFar } from './month-to-date.ts'
import { basesOf, compute, type LineCode } from './payslip.ts'
import { type Law, lawOf, type RuleName } from './statutory/index.ts'
import type { Cents } from './units.ts'

/** Why a figure is what it is, in words a person can follow. Made on demand, never in bulk runs. */
export interface ExplainedLine {
  code: LineCode
  label: string
  amount: Cents
  because: Explanation
}
export interface Explanation {
  /** The rule it rests on; null where it only adds up other lines. */
  rule: string | null
  /** The pay month since which the rule holds. */
  from: Month | null
  source: string | null
  working: string
}

const ruleTitles: Record<RuleName, string> = {
  payeBands: 'PAYE bands',
  secondaryRate: 'Secondary employment rate',
  personalRelief: 'Personal relief',
  disabilityExemption: 'Disability exemption',
  nssf: 'NSSF contributions',
  nssfAge: 'NSSF by age',
  health: 'Health contributions',
  housingLevy: 'Affordable Housing Levy',
  nita: 'NITA levy',
  order: 'Deductions before tax',
  pensionLimit: 'Pension limit',
  mortgageLimit: 'Mortgage interest limit',
  nonCashFrom: 'Non-cash benefits',
  mealsFree: 'Meals',
  quarters: 'Housing provided by the employer',
  insuranceRelief: 'Insurance relief',
  housingRelief: 'Housing levy relief',
  medicalFundRelief: 'Post-retirement medical fund relief',
}

/** These are of one payslip, whatever others the month has. */
const ofOnePayslip: readonly LineCode[] = [
  'grossPay',
  'regularCash',
  'totalDeductions',
  'netPay',
  'employerCost',
]

/** Every line of a month's pay with its working. */
export function explain(input: PayInput, month: Month): ExplainedLine[] {
  checkInput(input)
  const law = lawOf(month)
  const options = { ...defaults, ...input.options }
  const caseOf = (of: PayInput): Case => {
    return { input: of, options, law, slip: compute(of, law), bases: basesOf(of) }
  }
  const own = caseOf(input)
  const soFar = input.earlier ? caseOf(monthSoFar(input)) : own
  return (Object.keys(explanations) as LineCode[]).map((code) => {
    const { label, rule, working } = explanations[code]
    const amount = own.slip[code]
    const told = ofOnePayslip.includes(code)
      ? working(own)
      : working(soFar) + lessEarlier(input, soFar.slip[code], amount)
    const used = rule === 'quarters' && !soFar.input.quarters ? undefined : rule
    return { code, label, amount, because: because(law, options, code, used, told) }
  })
}

/** What the others of the month have of it already. */
function lessEarlier({ earlier }: PayInput, due: Cents, amount: Cents): string {
  if (!earlier || due === amount) return ''
  const [all, part, left] = [due, due - amount, amount].map(formatShillings)
  return ` for the month so far; ${all} less ${part} in ${earlier.runs.join(', ')} = ${left}`
}

function because(
  law: Law,
  options: PayOptions,
  code: LineCode,
  rule: RuleName | undefined,
  working: string,
): Explanation {
  const secondary = options.employeeType === 'secondary' && code === 'taxCharged'
  const byAge = rule === 'nssf' && options.nssf && options.nssfAge !== 'due'
  const name = secondary ? 'secondaryRate' : byAge ? 'nssfAge' : rule
  if (!name) return { rule: null, from: null, source: null, working }
  const { from, source } = law.versions[name]
  return { rule: ruleTitles[name], from, source, working }
}
