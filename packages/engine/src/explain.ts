import type { Month } from './dated.ts'
import { type Case, explanations } from './explanations.ts'
import { checkInput, defaults, type PayInput, type PayOptions } from './input.ts'
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
  insuranceRelief: 'Insurance relief',
  housingRelief: 'Housing levy relief',
  medicalFundRelief: 'Post-retirement medical fund relief',
}

/** Every line of a month's pay with its working. */
export function explain(input: PayInput, month: Month): ExplainedLine[] {
  checkInput(input)
  const law = lawOf(month)
  const slip = compute(input, law)
  const options = { ...defaults, ...input.options }
  const given: Case = { input, options, law, slip, bases: basesOf(input) }
  return (Object.keys(explanations) as LineCode[]).map((code) => {
    const { label, rule, working } = explanations[code]
    return {
      code,
      label,
      amount: slip[code],
      because: because(law, options, code, rule, working(given)),
    }
  })
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
