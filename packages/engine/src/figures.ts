import type { Month } from './dated.ts'
import type { ComputedPay, LineCode } from './payslip.ts'
import type { PartMonth } from './proration.ts'
import { lawOf } from './statutory/index.ts'
import type { Cents } from './units.ts'

/** The amounts of a payslip. They are also the names of their columns. */
export const figureNames = [
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
  'withholding_tax',
  'other_deductions',
  'total_deductions',
  'net',
  'nssf_employer',
  'housing_employer',
  'nita',
] as const
export type FigureName = (typeof figureNames)[number]
export type Figures = Record<FigureName, Cents>

export type HealthName = 'SHIF' | 'NHIF'
export const healthName = (month: Month): HealthName =>
  lawOf(month).health.kind === 'shif' ? 'SHIF' : 'NHIF'

export interface StatutoryDeduction {
  code: 'paye' | 'nssf' | 'health' | 'housing' | 'withholding'
  figure: FigureName
  name: string
  /** The line of the law that it is; withholding tax is none of an employee's. */
  line: LineCode | null
}

const before: StatutoryDeduction[] = [
  { code: 'paye', figure: 'paye', name: 'PAYE', line: 'paye' },
  { code: 'nssf', figure: 'nssf', name: 'NSSF', line: 'nssfEmployee' },
]
const after: StatutoryDeduction[] = [
  { code: 'housing', figure: 'housing', name: 'Housing Levy', line: 'ahlEmployee' },
  { code: 'withholding', figure: 'withholding_tax', name: 'Withholding Tax', line: null },
]
const withHealth = (name: HealthName, line: LineCode): readonly StatutoryDeduction[] => [
  ...before,
  { code: 'health', figure: 'health', name, line },
  ...after,
]
const deductions = { SHIF: withHealth('SHIF', 'shif'), NHIF: withHealth('NHIF', 'nhif') }

/** What the law takes from pay, in its order and as the month calls it (B6). */
export const statutoryDeductions = (month: Month) => deductions[healthName(month)]

export type DatedFigures = Figures & { days: number; days_of: number }

export const figuresOf = (
  slip: ComputedPay,
  salary: Cents,
  { days, of }: PartMonth,
): DatedFigures => ({
  days,
  days_of: of,
  salary,
  gross: slip.grossPay,
  taxable: slip.taxablePay,
  income_tax: slip.taxCharged,
  tax_relief: slip.personalRelief,
  nhif_relief: slip.insuranceRelief + slip.prmfRelief,
  housing_relief: slip.ahlRelief,
  paye: slip.paye,
  nssf: slip.nssfEmployee,
  health: slip.nhif + slip.shif,
  housing: slip.ahlEmployee,
  withholding_tax: 0,
  other_deductions: 0,
  total_deductions: slip.totalDeductions,
  net: slip.netPay,
  nssf_employer: slip.nssfEmployer,
  housing_employer: slip.ahlEmployer,
  nita: slip.nitaEmployer,
})
