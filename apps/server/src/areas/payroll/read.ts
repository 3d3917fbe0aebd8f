import type { contract } from '@mshahara/contract'
import { costOf, employerFigures, shownFigures } from '@mshahara/contract/figures'
import type { MonthName } from '@mshahara/contract/months'
import type { PayrollFilter } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { healthName } from '@mshahara/engine/figures'
import { isChecked } from '@mshahara/engine/payslip'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type EmployeeRun, loadRun, ofEmployees } from '../../foundation/pay/runs.ts'
import { changedAmong } from './changed-since.ts'
import { amountsUnder, type Columns, type ColumnTotal, columnsOf } from './columns.ts'
import { comparisonOf } from './compare.ts'
import {
  centsIn,
  chosenOf,
  everybody,
  pensionSum,
  type SlipRow,
  slipColumns,
  sumsOf,
} from './reader.ts'
import { employeeRunToWire } from './runs.ts'

type Payrolls = typeof contract.payrolls

interface Slice {
  offset?: number | undefined
  limit?: number | undefined
}
export const get: Handler<Payrolls['get']> = async (ctx, input) => {
  const payroll = await loadRun(ctx.tx, ofEmployees, input.params.id)
  return runToWireWithSlips(ctx, payroll, everybody, input.query())
}

export const filter: Handler<Payrolls['filter']> = async (ctx, input) => {
  const payroll = await loadRun(ctx.tx, ofEmployees, input.params.id)
  return runToWireWithSlips(ctx, payroll, input.body(), input.query())
}

async function runToWireWithSlips(
  ctx: Ctx,
  payroll: EmployeeRun,
  filter: PayrollFilter,
  slice: Slice,
) {
  const chosen = chosenOf(payroll.id, filter)
  const columns = await columnsOf(ctx.tx, payroll.month, chosen)
  const { count, pension, sums } = await totalsOf(ctx.tx, chosen)
  const run = employeeRunToWire({ ...payroll, count })
  const compared =
    payroll.kind === 'monthly'
      ? await comparisonOf(ctx.tx, payroll, filter, { count, pension, ...sums })
      : null
  const rows = await slipsOf(ctx.tx, chosen, slice)
  const open = allows(run, 'change')
  const changed = open ? await changedAmong(ctx.tx, payroll, rows) : new Set<string>()
  return {
    ...run,
    incomeNames: columns.incomes.map(({ name }) => name),
    deductionNames: columns.deductions.map(({ name }) => name),
    payslips: rows.map((row) => ({
      ...rowOf(row, run.month, columns),
      changed: changed.has(row.id),
    })),
    totals: {
      ...sums,
      incomes: columns.incomes.map(({ total }) => total),
      deductions: columns.deductions.map(({ total }) => total),
      employer_cost: costOf({ ...sums, pension }),
    },
    compared,
    law_checked: isChecked(payroll.month),
    health: healthName(payroll.month),
  }
}

const summed = [...shownFigures, ...employerFigures]
type Summed = (typeof summed)[number]

async function totalsOf(tx: Tx, chosen: Sql) {
  const row = await tx.one<{ count: number; pension: string } & Record<Summed, string>>`
    select count(*) as count, ${pensionSum('s')}, ${sumsOf(summed, 's')} from payslips s where ${chosen}`
  return { count: row.count, pension: centsOf(row.pension), sums: centsIn(row, summed) }
}

/** Until there are figures, there is no more than the person. */
type SlipWithPeople = {
  [N in Exclude<keyof SlipRow, 'input' | 'payroll_id' | 'payee'>]: SlipRow[N] | null
} & {
  id: string
  employee_id: string
  employee_no: string
  first_name: string
  middle_name: string | null
  last_name: string
}

/** Names as they were; until the figures are there, as they are. */
const slipsOf = (tx: Tx, chosen: Sql, { offset = 0, limit }: Slice) =>
  tx.all<SlipWithPeople>`select ${slipColumns(['id', 'days', 'days_of', 'incomes', 'deductions'])},
      e.employee_no, e.first_name, e.middle_name, e.last_name
    from (select * from payslips s where ${chosen}) s join employees e on e.id = s.employee_id
    order by e.number offset ${offset} limit ${limit ?? null}`

function rowOf(row: SlipWithPeople, month: MonthName, columns: Columns) {
  const { employee_no, first_name, middle_name, last_name } = row.person ?? row
  const { incomes, deductions } = amountsUnder(row)
  const aligned = (side: ColumnTotal[], sums: Map<string, number>) =>
    side.map(({ key }) => ({ id: key, amount: sums.get(key) ?? 0 }))
  const cells = (sums: Map<string, number>) =>
    [...sums].map(([key, amount]) => ({ id: key, amount }))
  const partial = row.days !== null && row.days !== row.days_of
  return {
    id: row.id,
    employee: { id: row.employee_id, employee_no, first_name, middle_name, last_name },
    payroll: { month },
    days: partial ? `${row.days} of ${row.days_of} days` : null,
    ...centsIn(row, shownFigures),
    incomes: cells(incomes),
    deductions: cells(deductions),
    sortedIncomes: aligned(columns.incomes, incomes),
    sortedDeductions: aligned(columns.deductions, deductions),
  }
}
