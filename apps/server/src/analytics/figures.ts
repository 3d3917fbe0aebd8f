import type { FigureName } from '@mshahara/engine/figures'
import type { Tx } from '../core/db.ts'
import { type Sql, sql } from '../core/sql.ts'
import { centsIn, sumsOf } from '../payroll/index.ts'

/** What the payslips of confirmed runs add up to in each month, in cents. */
const summed = [
  'gross',
  'paye',
  'nssf',
  'health',
  'housing',
  'withholding_tax',
  'other_deductions',
  'net',
  'nita',
] as const satisfies FigureName[]

export type MonthSums = Record<(typeof summed)[number], number> & { month: string }

interface About {
  /** With confirmed runs. */
  years: number[]
  /** Null when nobody was asked for, or when there is no such person. */
  employee: { id: string; employee_no: string; first_name: string; last_name: string } | null
}
export interface Report extends About {
  months: MonthSums[]
}

export interface Range {
  employee_id: string | null
  /** '2026-02-01' */
  from: string
  to: string
}

/** For everybody or for one person: two plain queries are planned better than one for both. */
function queryFor({ employee_id, from, to }: Range): Sql {
  const confirmed = sql`payrolls p join payslips s
      on s.organization_id = p.organization_id and s.payroll_id = p.id
      where p.status = 'confirmed'
      ${employee_id ? sql`and s.employee_id = ${employee_id} and not s.void` : sql``}`
  const years = employee_id
    ? sql`select left(p.month, 4)::int from ${confirmed}`
    : sql`select left(month, 4)::int from payrolls where status = 'confirmed'`
  return sql`with known as (
      select s.month as of_month, ${sumsOf(summed, 's')} from ${confirmed}
        and p.month between left(${from}, 7) and left(${to}, 7)
      group by s.month)
    select known.*, to_char(day, 'YYYY-MM') as month,
      array(${years} group by 1 order by 1 desc) as years,
      ${employee_id ? personQuery(employee_id) : sql`null`} as employee
    from generate_series(${from}::date, ${to}::date, interval '1 month') day
    left join known on known.of_month = to_char(day, 'YYYY-MM')
    order by day`
}

const personQuery = (id: string) => sql`(select json_build_object('id', id,
  'employee_no', employee_no, 'first_name', first_name, 'last_name', last_name)
  from employees where id = ${id})`

/** Every month of the range in order, in one query; months without a run are zero. */
export async function reportOf(tx: Tx, asked: Range): Promise<Report> {
  const rows = await tx.all<{ month: string } & About>`${queryFor(asked)}`
  const { years = [], employee = null } = rows[0] ?? {}
  const months = rows.map((row) => ({ month: row.month, ...centsIn(row, summed) }))
  return { months, years, employee }
}
