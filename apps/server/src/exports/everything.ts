import type { columnsOf } from '../payroll/index.ts'
import type { Plan } from './plan.ts'
import type { Run } from './run.ts'
import { nameOf, type Slip } from './slips.ts'

type Columns = Awaited<ReturnType<typeof columnsOf>>

/** The run as its screen shows it, and the employer's own cost behind it. */
export function everything({ code }: Run, columns: Columns): Plan {
  return {
    amount: ({ net }) => net,
    nobody: 'There is no payslip to export with this filter.',
    parts: [
      {
        sheet: code.replace(/[[\]:*?/\\]/g, '-').slice(0, 31),
        headings: [
          'Employee Code',
          'Employee Name',
          'Salary',
          ...columns.incomes.map(({ name }) => name),
          'Gross',
          'Taxable',
          'Income Tax',
          ...columns.deductions.map(({ name }) => name),
          'Tax Relief',
          'NHIF Relief',
          'AHL Relief',
          'Total Deductions',
          'Net',
          'Employer NSSF',
          'Employer Housing Levy',
          'NITA',
        ],
        lists: () => true,
        row: (slip) => [
          slip.person.employee_no,
          nameOf(slip.person),
          slip.salary,
          ...columns.incomes.map(({ key }) => sumOf(incomesOf(slip), key)),
          slip.gross,
          slip.taxable,
          slip.income_tax,
          ...columns.deductions.map(({ key }) => sumOf(deductionsOf(slip), key)),
          slip.tax_relief,
          slip.nhif_relief,
          slip.housing_relief,
          slip.total_deductions,
          slip.net,
          slip.nssf_employer,
          slip.housing_employer,
          slip.nita,
        ],
        total: { word: 'Total:', at: 0 },
      },
    ],
  }
}

type Line = [key: string, amount: number]
const incomesOf = ({ incomes }: Slip): Line[] =>
  incomes.map(({ name, amount }) => [name.toLowerCase(), amount])
const deductionsOf = ({ deductions }: Slip): Line[] =>
  deductions.map(({ id, name, kind, amount }) => [
    kind === 'statutory' ? `statutory ${id}` : name.toLowerCase(),
    amount,
  ])
const sumOf = (lines: Line[], wanted: string) =>
  lines.reduce((sum, [key, amount]) => (key === wanted ? sum + amount : sum), 0)
