import {
  moreTitles,
  type OpeningAmount,
  type OpeningMore,
  openingAmounts,
  openingMore,
  openingTitles,
} from '@mshahara/contract/opening'
import type { Column } from '../../foundation/sheets/columns.ts'

/** The headings of the sheet: those of the tax deduction card, as KRA and others write them. */

interface Amount {
  also: readonly string[]
  required?: true
  hint: string
  /** Of a month, and of eight months as one sum. */
  examples: readonly [number | '', number | '']
}

const amounts: Record<OpeningAmount, Amount> = {
  basic: {
    also: ['Basic Salary plus Cash Allowances', 'Basic Pay', 'Cash Pay', 'A'],
    required: true,
    hint: 'Column A of the P9: the salary with all cash allowances.',
    examples: [100_000, 800_000],
  },
  benefits: {
    also: ['Benefits', 'Non-Cash Benefits', 'B'],
    hint: 'Column B. Left empty: none.',
    examples: ['', ''],
  },
  quarters: {
    also: ['Quarters', 'Housing Benefit', 'C'],
    hint: 'Column C. Left empty: none.',
    examples: ['', ''],
  },
  gross: {
    also: ['Total Gross Pay', 'Gross', 'D'],
    hint: 'Column D. Left empty: A + B + C.',
    examples: [100_000, 800_000],
  },
  pension_share: {
    also: ['Defined Contribution: 30% of A', 'E1'],
    hint: 'Column E1. Left empty: 30% of column A.',
    examples: ['', ''],
  },
  pension: {
    also: ['Defined Contribution: Actual', 'Actual Contribution', 'NSSF and Pension', 'NSSF', 'E2'],
    hint: 'Column E2: NSSF and pension contributions of the employee.',
    examples: [6000, 48_000],
  },
  ahl: {
    also: ['Affordable Housing Levy', 'AHL', 'F'],
    hint: 'Column F, from 2024 on.',
    examples: [1500, 12_000],
  },
  shif: {
    also: ['Social Health Insurance Fund', 'SHA', 'G'],
    hint: 'Column G, from 2024 on.',
    examples: [2750, 22_000],
  },
  medical_fund: {
    also: ['PRMF', 'H'],
    hint: 'Column H. Left empty: none.',
    examples: ['', ''],
  },
  mortgage: {
    also: ['Mortgage Interest', 'I'],
    hint: 'Column I. Left empty: none.',
    examples: ['', ''],
  },
  deductions: {
    also: ['Retirement Contribution & Owner Occupied Interest', 'J'],
    hint: 'Column J. Left empty: what lies between gross and chargeable pay.',
    examples: [10_250, 82_000],
  },
  exempt: {
    also: ['Exemption'],
    hint: 'Of the disabled: what was taken off before column K. Left empty: none.',
    examples: ['', ''],
  },
  chargeable: {
    also: ['Taxable Pay', 'K'],
    required: true,
    hint: 'Column K.',
    examples: [89_750, 718_000],
  },
  tax_charged: {
    also: ['Tax', 'L'],
    required: true,
    hint: 'Column L: before reliefs.',
    examples: [21_708.35, 173_666.8],
  },
  personal_relief: {
    also: ['Relief', 'M'],
    hint: 'Column M. Left empty: none.',
    examples: [2400, 19_200],
  },
  insurance_relief: {
    also: ['N'],
    hint: 'Column N. Left empty: none.',
    examples: ['', ''],
  },
  paye: {
    also: ['PAYE Tax', 'Tax Paid', 'O'],
    required: true,
    hint: 'Column O: what was taken.',
    examples: [19_308.35, 154_466.8],
  },
}

const amountColumn = (key: OpeningAmount): Column => ({
  key,
  title: openingTitles[key],
  kind: 'number',
  ...amounts[key],
})

const more: Record<OpeningMore, Pick<Column, 'also' | 'hint' | 'examples'>> = {
  paid_gross: {
    also: ['Cash Gross', 'Gross as Paid'],
    hint: 'For the year on payslips: gross pay in money, taxed or not. Left empty: column A.',
    examples: ['', ''],
  },
  nssf: {
    also: ['NSSF Alone', 'NSSF Employee'],
    hint: 'For the year on payslips: NSSF without other pension. Left empty: not known.',
    examples: [6000, 48_000],
  },
  net: {
    also: ['Net', 'Net Salary', 'Take Home'],
    hint: 'For the year on payslips: what was paid out. Left empty: not known.',
    examples: [70_441.65, 563_533.2],
  },
}

const moreColumn = (key: OpeningMore): Column => ({
  key,
  title: moreTitles[key],
  kind: 'number',
  ...more[key],
})

export const columns: Column[] = [
  {
    key: 'employee_no',
    title: 'Employee No',
    also: ['Employee Number', 'Staff No', 'Staff Number', 'Payroll No', 'Emp No'],
    required: true,
    kind: 'text',
    hint: 'The employee, by number. One row for each month, or one for several as a sum.',
    examples: ['TC-0001', 'TC-0002'],
  },
  {
    key: 'employee_name',
    title: 'Employee Name',
    also: ['Name', 'Full Name'],
    kind: 'text',
    hint: 'To see whom the number means; it is not checked.',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
  {
    key: 'from',
    title: 'Month',
    also: ['Pay Month', 'Period', 'From', 'First Month'],
    required: true,
    kind: 'text',
    hint: 'The pay month, such as August 2026; of a sum, its first month.',
    examples: ['August 2026', 'January 2026'],
  },
  {
    key: 'to',
    title: 'Until',
    also: ['To', 'Last Month'],
    kind: 'text',
    hint: 'The last month, where the row is the sum of several. Left empty: the month alone.',
    examples: ['', 'August 2026'],
  },
  {
    key: 'source',
    title: 'Where From',
    also: ['Source'],
    required: true,
    kind: 'text',
    hint: 'Where the figures come from. It stands on the P9.',
    examples: ['Sage payroll, P9 of 2026', 'Sage payroll, P9 of 2026'],
  },
  ...openingAmounts.map(amountColumn),
  ...openingMore.map(moreColumn),
]
