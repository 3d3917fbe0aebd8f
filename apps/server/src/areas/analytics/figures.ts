import { employerFigures } from '@mshahara/contract/figures'
import type { FigureName } from '@mshahara/engine/figures'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { fringeLoans } from '../loans/index.ts'
import { centsIn, lumpSumTaxes, pensionSum, sumsOf } from '../payroll/index.ts'

/** What the payslips of confirmed runs add up to in each month, in cents. */
export const summed = [
  'gross',
  'paye',
  'nssf',
  'health',
  'housing',
  'withholding_tax',
  'other_deductions',
  'total_deductions',
  'net',
  ...employerFigures,
] as const satisfies FigureName[]

/** Also what the employer adds for pension schemes, and its fringe benefit tax. */
export type Sums = Record<(typeof summed)[number] | 'pension' | 'fringe', number>
export type MonthSums = Sums & { month: string }
/** Of one department in one month; people without a department are together. */
export type DepartmentSums = MonthSums & { department_id: string | null; department: string }

interface About {
  /** With confirmed runs. */
  years: number[]
  /** Null when nobody was asked for, or when there is no such person. */
  employee: { id: string; employee_no: string; first_name: string; last_name: string } | null
}
export interface Report extends About {
  months: MonthSums[]
  /** The same, department by department; only months with a run. */
  departments: DepartmentSums[]
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
    : sql`select year from (
        select extract(year from day)::int as year
        from payrolls, unnest(array[to_date(month, 'YYYY-MM'), "from", "to"]) day
        where status = 'confirmed' and day is not null) y`
  return sql`with known as (
      select s.month as of_month, s.department_id, ${pensionSum('s')},
        ${lumpSumTaxes('s')} as lump_sum_tax,
        ${sumsOf(summed, 's')} from ${confirmed}
        and p.month between left(${from}, 7) and left(${to}, 7)
      group by s.month, s.department_id)
    select known.*, to_char(day, 'YYYY-MM') as month, coalesce(d.name, 'No department') as department,
      array(${years} group by 1 order by 1 desc) as years,
      ${employee_id ? personQuery(employee_id) : sql`null::json`} as employee
    from generate_series(${from}::date, ${to}::date, interval '1 month') day
    left join known on known.of_month = to_char(day, 'YYYY-MM')
    left join departments d on d.id = known.department_id
    order by day, d.name`
}

const personQuery = (id: string) => sql`(select json_build_object('id', id,
  'employee_no', employee_no, 'first_name', first_name, 'last_name', last_name)
  from employees where id = ${id})`

type DepartmentMonth = Pick<DepartmentSums, 'month' | 'department_id' | 'department'> & {
  of_month: string | null
} & Record<Exclude<keyof Sums, 'fringe'> | 'lump_sum_tax', string | null> &
  About

/** Every month of the range in order, in one query; months without a run are zero. */
export async function reportOf(tx: Tx, asked: Range): Promise<Report> {
  const rows = await tx.all<DepartmentMonth>`${queryFor(asked)}`
  const { years = [], employee = null } = rows[0] ?? {}
  const known = rows.map(({ month, department_id, department, of_month, pension, ...row }) => ({
    ...{ month, department_id, department, of_month, pension: centsOf(pension ?? '0') },
    ...withLumpSums(centsIn(row, summed), centsOf(row.lump_sum_tax ?? '0')),
    fringe: 0,
  }))
  if (!asked.employee_id) await addFringe(tx, known)
  const months = added(known, ({ month }) => month)
  const departments = known.filter(({ of_month }) => of_month !== null)
  return { months, departments, years, employee }
}

/** Tax is tax: among other deductions on the payslip, it goes to the authority with the rest. */
const withLumpSums = <F extends Record<(typeof summed)[number], number>>(
  of: F,
  tax: number,
): F => ({
  ...of,
  paye: of.paye + tax,
  other_deductions: of.other_deductions - tax,
})

type Known = DepartmentSums & { of_month: string | null }

/** Of months with a payroll, as in the returns, to the departments of those who borrow. */
async function addFringe(tx: Tx, known: Known[]) {
  const months = [...new Set(known.flatMap(({ of_month }) => of_month ?? []))]
  for (const { month, department_id, department, tax } of await fringeLoans(tx, months)) {
    let row = known.find((one) => one.of_month === month && one.department_id === department_id)
    if (!row) {
      const none = Object.fromEntries(sums.map((name) => [name, 0])) as Sums
      row = { ...none, month, of_month: month, department_id, department }
      known.push(row)
      known.sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
    }
    row.fringe += tax
  }
}
const orderOf = ({ month, department_id, department }: Known) =>
  `${month} ${department_id ? department : '~'}`

const sums = [...summed, 'pension', 'fringe'] as const

/** What belongs together becomes one; the first of each stands for the rest. */
export function added<S extends Sums>(list: readonly S[], keyOf: (of: S) => string): S[] {
  const found = new Map<string, S>()
  for (const one of list) {
    const known = found.get(keyOf(one))
    if (!known) found.set(keyOf(one), { ...one })
    else for (const name of sums) (known as Sums)[name] += one[name]
  }
  return [...found.values()]
}
