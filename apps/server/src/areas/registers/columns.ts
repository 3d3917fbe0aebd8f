import type { ColumnsChosen, RegisterColumn } from '@mshahara/contract/registers'
import { bare, type Column } from '../../foundation/sheets/columns.ts'

/** What other systems call the columns of a register. */

const text = (key: RegisterColumn, title: string, also: string[]): Column => ({
  ...{ key, title, also, kind: 'text', examples: ['', ''] },
})
const amount = (key: RegisterColumn, title: string, also: string[]): Column => ({
  ...text(key, title, also),
  kind: 'number',
})

const columns: Column[] = [
  text('employee_no', 'Employee No', [
    ...['Employee Number', 'Employee Code', 'Staff No', 'Staff Number', 'Payroll No'],
    ...['Payroll Number', 'Emp No', 'P/No', 'PF No', 'Personal No', 'Work No', 'No'],
  ]),
  text('pin_no', 'KRA PIN', ['PIN', 'PIN No', 'PIN of Employee', 'Tax PIN', 'KRA PIN No']),
  text('id_number', 'ID Number', ['ID No', 'National ID', 'National ID No', 'ID']),
  text('name', 'Employee Name', ['Name', 'Names', 'Full Name', 'Name of Employee', 'Employee']),
  amount('salary', 'Basic Salary', ['Basic Pay', 'Basic', 'Salary']),
  amount('gross', 'Gross Pay', ['Gross', 'Gross Salary', 'Gross Income', 'Total Gross Pay']),
  amount('taxable', 'Taxable Pay', ['Taxable', 'Taxable Income', 'Chargeable Pay']),
  amount('paye', 'PAYE', ['P.A.Y.E', 'PAYE Tax', 'Net PAYE', 'Tax', 'Income Tax']),
  amount('nssf', 'NSSF', ['NSSF Employee', 'Employee NSSF', 'NSSF Contribution', 'Total NSSF']),
  amount('health', 'SHIF', ['SHA', 'NHIF', 'SHIF Contribution', 'SHA/SHIF', 'NHIF/SHIF']),
  amount('housing', 'Housing Levy', [
    ...['AHL', 'Affordable Housing Levy', 'Housing', 'Employee Housing Levy', 'NHDF'],
  ]),
  amount('other_deductions', 'Other Deductions', ['Other Deduction', 'Total Other Deductions']),
  amount('total_deductions', 'Total Deductions', ['Deductions', 'Total Deduction']),
  amount('net', 'Net Pay', ['Net', 'Net Salary', 'Net Income', 'Take Home']),
]

/** A heading that was chosen by hand is of that column alone. */
export function columnsBy(chosen: ColumnsChosen): Column[] {
  const taken = new Set(Object.values(chosen).flatMap((heading) => (heading ? bare(heading) : [])))
  return columns.flatMap((column) => {
    const heading = chosen[column.key as RegisterColumn]
    if (heading === null) return []
    if (heading !== undefined) return [{ ...column, title: heading, also: [] }]
    const [title, ...also] = [column.title, ...(column.also ?? [])].filter(
      (name) => !taken.has(bare(name)),
    )
    return title === undefined ? [] : [{ ...column, title, also }]
  })
}

/** Two columns under one heading would both be read from it. */
export const chosenTwice = (chosen: ColumnsChosen) => {
  const headings = Object.values(chosen).flatMap((heading) => heading ?? [])
  return headings.find((heading, at) => headings.map(bare).indexOf(bare(heading)) !== at)
}
