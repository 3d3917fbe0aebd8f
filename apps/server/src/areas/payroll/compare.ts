import { costOf, employerFigures } from '@mshahara/contract/figures'
import { monthAndYear } from '@mshahara/contract/months'
import type { PayrollFilter } from '@mshahara/contract/payroll'
import type { FigureName } from '@mshahara/engine/figures'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { MonthlyRun } from '../../foundation/pay/runs.ts'
import { centsIn, leftBy, pensionSum, sumsOf } from './reader.ts'

/** A run against the last confirmed month before it. */

const summed = [
  'gross',
  'total_deductions',
  'net',
  ...employerFigures,
] as const satisfies FigureName[]
type Summed = (typeof summed)[number]
type Sums = Record<Summed, number> & { count: number; pension: number }

export interface ComparedMonth extends Sums {
  month: string
  /** Of the runs it is made of. */
  codes: string[]
}

/** The last month before a run's that was confirmed. */
const lastMonth = ({ month }: MonthlyRun): Sql =>
  sql`(select max(month) from payrolls
    where kind = 'monthly' and status = 'confirmed' and month < ${month})`

/**
 * The runs `r` a run is compared with, and the ones that count with it: the others of its month
 * that have figures, since a second run holds only those whom the first left out (B8), and an extra
 * one what they get beside. People in another draft have not left.
 */
export const comparedRuns = (run: MonthlyRun): { before: Sql; beside: Sql } => ({
  before: sql`r.status = 'confirmed' and r.month = ${lastMonth(run)}`,
  beside:
    run.status === 'reversed'
      ? sql`false`
      : sql`(r.status = 'confirmed' or r.status = 'draft' and r.calculated_at is not null)
          and r.month = ${run.month} and r.id <> ${run.id}`,
})

const codeInWords = sql`r.code || case r.status when 'draft' then ' (draft)' else '' end`

/** Both in one query; nothing where there is no such run. */
export async function comparedMonths(tx: Tx, run: MonthlyRun, filter: PayrollFilter) {
  const { before, beside } = comparedRuns(run)
  const rows = await tx.all<
    { month: string; codes: string[]; count: number; pension: string } & Record<Summed, string>
  >`
    select r.month, array_agg(distinct ${codeInWords} order by ${codeInWords}) as codes, count(s.id) filter (where not s.extra) as count,
      ${pensionSum('s')}, ${sumsOf(summed, 's')}
    from payrolls r left join payslips s
      on s.organization_id = r.organization_id and s.payroll_id = r.id and ${leftBy(filter)}
    where (${before}) or (${beside}) group by r.month`
  const found = rows.map(
    ({ month, codes, count, pension, ...sums }): ComparedMonth => ({
      ...{ month, codes, count, pension: centsOf(pension) },
      ...centsIn(sums, summed),
    }),
  )
  return {
    before: found.find(({ month }) => month !== run.month),
    beside: found.find(({ month }) => month === run.month),
  }
}

/** How a run's month differs from the one before: the difference of each figure at its top. */
export async function comparisonOf(tx: Tx, run: MonthlyRun, filter: PayrollFilter, totals: Sums) {
  const { before, beside } = await comparedMonths(tx, run, filter)
  if (!before) return null
  const change = (of: (sums: Sums) => number) => of(totals) + (beside ? of(beside) : 0) - of(before)
  return {
    ...monthAndYear(before.month),
    with: beside?.codes ?? [],
    change: {
      count: change(({ count }) => count),
      gross: change(({ gross }) => gross),
      total_deductions: change(({ total_deductions }) => total_deductions),
      net: change(({ net }) => net),
      employer_cost: change(costOf),
    },
  }
}
