import { employerFigures, employerPension, figures, runColumns } from '@mshahara/contract/figures'
import { pensionCost } from '@mshahara/engine/pension'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { amountsUnder, type Columns, type LawfulSlip, nameOf } from '../payroll/index.ts'
import { warningOf } from './names.ts'
import type { Plan, Run } from './plan.ts'
import { sayToStaff } from './sentences.ts'

/** The run as its screen shows it, and the employer's own cost behind it; pensions where paid. */
export function everything({ code, status }: Run, columns: Columns, pensions: boolean): Plan {
  const warning = warningOf(status)
  return {
    needs: ['incomes', 'deductions', ...(pensions ? (['input'] as const) : [])],
    amount: ({ net }) => net,
    nobody: () => sayToStaff.noPayslip,
    parts: [
      {
        sheet: code.replace(/[[\]:*?/\\]/g, '-').slice(0, 31),
        ...(warning ? { top: [[warning]] } : {}),
        headings: [
          'Employee Code',
          'Employee Name',
          ...runColumns.flatMap((column) =>
            column === 'incomes' || column === 'deductions'
              ? columns[column].map(({ name }) => name)
              : figures[column].label,
          ),
          ...employerFigures.map((name) => figures[name].label),
          ...(pensions ? [employerPension.label] : []),
        ],
        lists: () => true,
        row: (slip) => rowOf(slip, columns, pensions),
        total: { word: 'Total:', at: 0 },
      },
    ],
  }
}

function rowOf(slip: LawfulSlip, columns: Columns, pensions: boolean): Cell[] {
  const under = amountsUnder(slip)
  return [
    slip.person.employee_no,
    nameOf(slip.person),
    ...runColumns.flatMap((column) =>
      column === 'incomes' || column === 'deductions'
        ? columns[column].map(({ key }) => under[column].get(key) ?? 0)
        : slip[column],
    ),
    ...employerFigures.map((name) => slip[name]),
    ...(pensions ? [pensionCost(slip.input)] : []),
  ]
}
