import type { columnsOf } from '../payroll/index.ts'
import type { Cell } from '../sheets/worksheet.ts'
import type { Plan } from './plan.ts'
import type { Run } from './run.ts'
import { nameOf, type Slip } from './slips.ts'

type Columns = Awaited<ReturnType<typeof columnsOf>>

/** The run as its screen shows it, and the employer's own cost behind it. */
export function everything({ code }: Run, columns: Columns): Plan {
  return {
    needs: ['incomes', 'deductions'],
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
        row: (slip) => rowOf(slip, columns),
        total: { word: 'Total:', at: 0 },
      },
    ],
  }
}

function rowOf(slip: Slip, columns: Columns): Cell[] {
  const incomes = sumsOf(slip.incomes, ({ name }) => name.toLowerCase())
  const deductions = sumsOf(slip.deductions, ({ id, name, kind }) =>
    kind === 'statutory' ? `statutory ${id}` : name.toLowerCase(),
  )
  return [
    slip.person.employee_no,
    nameOf(slip.person),
    slip.salary,
    ...columns.incomes.map(({ key }) => incomes.get(key) ?? 0),
    slip.gross,
    slip.taxable,
    slip.income_tax,
    ...columns.deductions.map(({ key }) => deductions.get(key) ?? 0),
    slip.tax_relief,
    slip.nhif_relief,
    slip.housing_relief,
    slip.total_deductions,
    slip.net,
    slip.nssf_employer,
    slip.housing_employer,
    slip.nita,
  ]
}

function sumsOf<L extends { amount: number }>(lines: L[], keyOf: (line: L) => string) {
  const sums = new Map<string, number>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, (sums.get(key) ?? 0) + line.amount)
  }
  return sums
}
