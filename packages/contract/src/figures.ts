import type { FigureName, LineCode } from '@mshahara/engine'
import { z } from 'zod'
import { shillings, text } from './fields.ts'

/** The figures of a payslip: what each is called and in which order they stand, said once. */

interface NamedFigure {
  /** Over a column. */
  label: string
  /** On a payslip, where there is room. */
  words: string
}
const named = (label: string, words = label): NamedFigure => ({ label, words })

export const figures: Readonly<Record<FigureName, NamedFigure>> = {
  salary: named('Salary', 'Basic salary'),
  gross: named('Gross', 'Gross pay'),
  taxable: named('Taxable', 'Taxable pay'),
  income_tax: named('Income Tax', 'Tax charged'),
  tax_relief: named('Tax Relief', 'Personal relief'),
  nhif_relief: named('NHIF Relief', 'Insurance relief'),
  housing_relief: named('AHL Relief', 'Housing relief'),
  paye: named('PAYE'),
  nssf: named('NSSF'),
  /** As today's law calls it; a month's own name comes with the month. */
  health: named('SHIF'),
  housing: named('Housing Levy'),
  withholding_tax: named('Withholding Tax'),
  other_deductions: named('Other Deductions'),
  total_deductions: named('Total Deductions', 'Total deductions'),
  net: named('Net', 'Net pay'),
  nssf_employer: named('Employer NSSF', 'NSSF'),
  housing_employer: named('Employer Housing Levy', 'Housing Levy'),
  nita: named('NITA'),
}

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const ownNames = new Set(
  [
    ...Object.values(figures).flatMap(({ label, words }) => [label, words]),
    ...['NHIF', 'SHA', 'AHL', 'Affordable Housing Levy', 'Gross Income', 'Net Income'],
  ].map(bare),
)

/** Two lines of one name on a payslip, one of them by law, would be taken for one another. */
export const isFigureName = (name: string) => ownNames.has(bare(name))
export const figureNameTaken =
  'The payslip already has a line of this name. Please choose another name.'

/** Of something that is paid or deducted besides what the law says. */
export const itemName = (label: string) =>
  text(label).refine((name) => !isFigureName(name), figureNameTaken)

/** A run as a table: its figures, and among them its own incomes and deductions. */
export const runColumns = [
  'salary',
  'incomes',
  'gross',
  'taxable',
  'income_tax',
  'deductions',
  'tax_relief',
  'nhif_relief',
  'housing_relief',
  'total_deductions',
  'net',
] as const satisfies (FigureName | 'incomes' | 'deductions')[]

type Shown = Exclude<(typeof runColumns)[number], 'incomes' | 'deductions'>
export const shownFigures = runColumns.filter(
  (column): column is Shown => column !== 'incomes' && column !== 'deductions',
)

/** Paid by the employer, never deducted (B6). */
export const employerFigures = [
  'nssf_employer',
  'housing_employer',
  'nita',
] as const satisfies FigureName[]

/** What the employer adds for pension schemes: no figure of the law, and so none of those above. */
export const employerPension: NamedFigure = named('Employer Pension', 'Pension')

/** On loans below the market rate (B33): of months, and of no payroll. */
export const employerFringe: NamedFigure = named('Fringe Benefit Tax', 'FBT')

type Cost = Record<'gross' | 'pension' | (typeof employerFigures)[number], number> & {
  fringe?: number
}
/** What people cost their employer: their gross pay, and what is paid on top of it (B6). */
export const costOf = (of: Cost) =>
  employerFigures.reduce((sum, name) => sum + of[name], of.gross + of.pension + (of.fringe ?? 0))

/** These figures as amounts on the wire. */
export const amountsOf = <N extends FigureName>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, shillings])) as Record<N, typeof shillings>

/** What the health contribution is called in a month. */
export const healthName = z.enum(['SHIF', 'NHIF'])

type FigureLine = readonly [figure: string, label: string, lines: LineCode[]]

/** The simulator's figures in their parts, and the lines of the law that each rests on (B6). */
export const simulationParts = {
  Income: [
    ['gross', 'Gross Income', ['grossPay']],
    ['benefits', 'Taxable Benefits', ['taxableNonCash', 'taxableMeals', 'housingBenefit']],
    ['taxable', 'Taxable Income', ['allowableDeductions', 'disabilityExemption', 'taxablePay']],
  ],
  Deductions: [
    ['tax', 'P.A.Y.E', ['taxCharged', 'paye']],
    ['nhif', 'NHIF', ['nhif', 'shif']],
    ['nssf', 'NSSF', ['nssfTier1', 'nssfTier2']],
    ['housing_levy', 'Housing Levy', ['ahlEmployee']],
    ['total_deductions', figures.total_deductions.label, ['totalDeductions']],
    ['net', 'Net Income', ['netPay']],
  ],
  'Reliefs, already taken off P.A.Y.E': [
    ['tax_relief', 'Tax Relief', ['personalRelief', 'ahlRelief']],
    ['nhif_relief', 'NHIF Relief', ['insuranceRelief', 'prmfRelief']],
  ],
  "Employer's costs, on top of gross": [
    ['nssf_employer', figures.nssf_employer.label, ['nssfEmployer']],
    ['housing_employer', figures.housing_employer.label, ['ahlEmployer']],
    ['nita', figures.nita.label, ['nitaEmployer']],
    ['employer_cost', "Employer's cost in all", ['employerCost']],
  ],
} as const satisfies Record<string, readonly FigureLine[]>
