import type { Day } from './calendar.ts'
import type { Month } from './dated.ts'
import type { FigureName, Figures } from './figures.ts'
import type { PayOptions } from './input.ts'
import { monthPay } from './month-pay.ts'
import { lawOf } from './statutory/index.ts'
import type { Cents } from './units.ts'

/**
 * The law's share of casual pay (C1): what is due on the month to date, less what earlier payrolls
 * of the month have taken. However a month is cut, its payrolls together take what one would.
 */

/** What is kept of each month: the figures of the returns, and the employer's part. */
export const casualFigures = [
  'salary',
  'gross',
  'taxable',
  'income_tax',
  'tax_relief',
  'nhif_relief',
  'housing_relief',
  'paye',
  'nssf',
  'health',
  'housing',
  'nssf_employer',
  'housing_employer',
  'nita',
] as const satisfies readonly FigureName[]
export type CasualFigures = Record<(typeof casualFigures)[number], Cents>

export interface CasualLawTerms {
  born: Day | null
  options: Partial<PayOptions>
}

const of = (value: (name: (typeof casualFigures)[number]) => Cents) =>
  Object.fromEntries(casualFigures.map((name) => [name, value(name)])) as CasualFigures

/** What the earlier payrolls of the month come to. */
interface Earlier {
  gross: Cents
  taken: CasualFigures | null
}

/** What was taken and stays so, though it is no longer due, comes off before tax as well. */
function dueOn(gross: Cents, terms: CasualLawTerms, month: Month, taken: CasualFigures | null) {
  const salary = { side: 'salary', amount: gross } as const
  const { figures } = monthPay([salary], terms, month)
  const kept = taken ? keptBeforeTax(figures, taken, month) : 0
  if (kept === 0) return figures
  const line = { id: 'kept', name: 'Taken earlier', kind: 'pension', amount: kept }
  return monthPay([salary, { side: 'deduction', before_tax: true, line }], terms, month).figures
}

function keptBeforeTax(due: Figures, taken: CasualFigures, month: Month): Cents {
  const { healthBeforeTax, levyBeforeTax } = lawOf(month).order
  const kept = (name: 'nssf' | 'health' | 'housing') => Math.max(0, taken[name] - due[name])
  return (
    kept('nssf') + (healthBeforeTax ? kept('health') : 0) + (levyBeforeTax ? kept('housing') : 0)
  )
}

/**
 * For the `gross` of this payroll in the month. What was taken stays taken, in the returns too, when
 * it is no longer due because a deduction was switched off meanwhile.
 */
export function casualLaw(
  gross: Cents,
  earlier: Earlier,
  terms: CasualLawTerms,
  month: Month,
): CasualFigures {
  const due = dueOn(earlier.gross + gross, terms, month, earlier.taken)
  return of((name) => Math.max(0, due[name] - (earlier.taken?.[name] ?? 0)))
}

/** What earlier payrolls of the month have taken from the person beyond what is due on it now. */
export function keptOnEarlier(
  gross: Cents,
  { gross: before, taken }: Earlier,
  terms: CasualLawTerms,
  month: Month,
): Cents {
  if (!taken) return 0
  const due = dueOn(before + gross, terms, month, taken)
  return takenFrom(of((name) => Math.max(0, taken[name] - due[name])))
}

/**
 * What the next payroll takes for earlier pay of the month, from which nothing or too little was
 * taken: the law was switched on in the middle of it.
 */
export const owedOnEarlier = (earlier: Earlier, terms: CasualLawTerms, month: Month): Cents =>
  takenFrom(casualLaw(0, earlier, terms, month))

/** Taken from the person. */
export const takenFrom = ({ paye, nssf, health, housing }: CasualFigures): Cents =>
  paye + nssf + health + housing

export const addFigures = (one: CasualFigures, other: CasualFigures): CasualFigures =>
  of((name) => (one[name] ?? 0) + (other[name] ?? 0))
