import type { Tx } from '../core/db.ts'

/** Cents of each month, as the payslips of confirmed runs add up. */
const columns = [
  'gross',
  'paye',
  'nssf',
  'health',
  'housing',
  'withholding_tax',
  'other_deductions',
  'net',
  'nita',
] as const
type Column = (typeof columns)[number]

export type MonthFigures = Record<Column, number> & { month: string }

export interface Figures {
  months: MonthFigures[]
  /** With confirmed runs. */
  years: number[]
  /** Null when nobody was asked for, or when there is no such person. */
  employee: { id: string; employee_no: string; first_name: string; last_name: string } | null
}

export interface Asked {
  employee_id: string | null
  /** '2026-02-01' */
  from: string
  to: string
}

/** Of everybody or of one: two plain queries, which are planned better than one for both. */
function queryFor(one: boolean): string {
  const confirmed = `payrolls p join payslips s
      on s.organization_id = p.organization_id and s.payroll_id = p.id
      where p.status = 'confirmed' ${one ? 'and s.employee_id = $3 and not s.void' : ''}`
  const sums = columns.map((name) => `(sum(s.${name}) * 100)::bigint as ${name}`)
  const years = one
    ? `select left(p.month, 4)::int from ${confirmed}`
    : `select left(month, 4)::int from payrolls where status = 'confirmed'`
  return `with known as (
      select s.month, ${sums.join(', ')} from ${confirmed}
        and p.month between left($1, 7) and left($2, 7)
      group by s.month)
    select to_char(day, 'YYYY-MM') as month,
      ${columns.map((name) => `coalesce(known.${name}, 0) as ${name}`).join(', ')},
      array(${years} group by 1 order by 1 desc) as years,
      ${one ? personQuery : 'null'} as employee
    from generate_series($1::date, $2::date, interval '1 month') day
    left join known on known.month = to_char(day, 'YYYY-MM')
    order by 1`
}

const personQuery = `(select json_build_object('id', id, 'employee_no', employee_no,
  'first_name', first_name, 'last_name', last_name) from employees where id = $3)`

type Row = MonthFigures & Pick<Figures, 'years' | 'employee'>

/** Every month of the range in order, the ones without a run with nothing in them; one query. */
export async function figuresOf(tx: Tx, { employee_id, from, to }: Asked): Promise<Figures> {
  const one = employee_id !== null
  const { rows } = await tx.$client.query<Row>(queryFor(one), [
    from,
    to,
    ...(one ? [employee_id] : []),
  ])
  const { years = [], employee = null } = rows[0] ?? {}
  return { months: rows, years, employee }
}
