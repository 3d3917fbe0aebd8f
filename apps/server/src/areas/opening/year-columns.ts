import { yearTitles } from '@mshahara/contract/opening'
import type { Placed } from '../../foundation/sheets/book.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import { registerAmount, registerText, whoColumns } from '../../foundation/sheets/register.ts'

/** What other systems call the figures of a month, and the PAYE return (P10) that they file. */

const of = (key: keyof typeof yearTitles, also: string[], assumed?: string): Column => ({
  ...registerAmount(key, yearTitles[key], also),
  ...(assumed !== undefined && { assumed }),
})
const worked = 'Worked out from pay and what comes off before tax'
const byLaw = 'By the law of the month'

/** Cash pay as the return had it until June 2025, in parts that come to it. */
export const cashParts = {
  basic: 'Basic Salary',
  house: 'Housing Allowance',
  transport: 'Transport Allowance',
  leave: 'Leave Pay',
  overtime: 'Overtime Allowance',
  director: "Director's Fee",
  lump: 'Lump Sum Payment',
  other: 'Other Allowance',
} as const

export const columns: Column[] = [
  ...whoColumns,
  of('gross', ['Gross', 'Gross Salary', 'Gross Income', 'Total Gross Pay']),
  registerAmount('cash', 'Total Cash Pay'),
  ...Object.entries(cashParts).map(([key, title]) => registerAmount(key, title)),
  of('benefits', ['Benefits', 'Non Cash Benefits', 'Benefits Non-Cash']),
  registerAmount('car', 'Value of Car Benefit'),
  registerAmount('meals', 'Value of Meals'),
  registerAmount('other_benefits', 'Other Benefits', ['Other Non Cash Benefits']),
  registerText('housing_type', 'Type of Housing', []),
  registerAmount('global_income', 'Global Income'),
  registerAmount('house_rent', 'Rent of House/Market Value'),
  registerAmount('house_recovered', 'Rent Recovered'),
  of('quarters', ['Value of Quarters', 'Net Value of Housing']),
  registerText('disabled', 'Person with Disability', []),
  of('taxable', ['Taxable', 'Taxable Income', 'Chargeable Pay'], worked),
  of('paye', ['P.A.Y.E', 'PAYE Tax', 'Net PAYE', 'Tax', 'Income Tax']),
  registerAmount('self_assessed', 'Self Assessed PAYE Tax'),
  of('nssf', ['NSSF Employee', 'Employee NSSF', 'NSSF Contribution']),
  registerAmount('actual', 'Actual Contribution'),
  of('pension', ['Other Pension Contribution', 'Pension Contribution', 'Provident Fund']),
  of('health', ['SHIF', 'SHA', 'NHIF', 'SHIF Contribution', 'SHA/SHIF', 'NHIF/SHIF'], byLaw),
  of('housing', ['AHL', 'Affordable Housing Levy', 'Employee Housing Levy', 'NHDF'], byLaw),
  of('medical_fund', ['Post Retirement Medical Fund', 'PRMF']),
  of('mortgage', ['Owner Occupied Interest']),
  of('personal_relief', ['Monthly Personal Relief', 'Relief', 'Tax Relief'], byLaw),
  of('insurance_relief', ['Amount of Insurance Relief']),
  of('net', ['Net', 'Net Salary', 'Net Income', 'Take Home']),
]

const headings = (keys: readonly (string | null)[]) =>
  keys.map((key) => columns.find((column) => column.key === key)?.title ?? '')

/** The third column of both layouts says who lives where. */
const p10 = (keys: readonly (string | null)[]): Placed => ({
  ...{ headings: headings(keys), at: 2, words: ['resident', 'nonresident'] },
})

/** Its csv has no headings: from July 2025 on with 25 columns, with 35 before. */
export const placed: readonly Placed[] = [
  p10([
    ...['pin_no', 'name', null, null, 'disabled', null, 'cash', 'car', 'meals', 'benefits'],
    ...['housing_type', 'quarters', 'other_benefits', null, 'health', 'nssf', 'pension'],
    ...['medical_fund', 'mortgage', 'housing', 'taxable', 'personal_relief'],
    ...['insurance_relief', 'paye', 'self_assessed'],
  ]),
  p10([
    ...['pin_no', 'name', null, null, ...Object.keys(cashParts), 'cash', 'car'],
    ...['other_benefits', null, 'global_income', 'housing_type', 'house_rent', null],
    ...['house_recovered', 'quarters', null, null],
    ...['actual', null, 'mortgage', null, null, 'taxable', null, 'personal_relief'],
    ...['insurance_relief', 'paye', 'self_assessed'],
  ]),
]
