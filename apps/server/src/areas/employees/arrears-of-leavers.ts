import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type KeptMonth, keptMonth, netOrNone, salaryThen } from './arrears.ts'

interface LeftBehind {
  employee_id: string
  name: string
  employee_no: string
  months: string[]
  /** After deductions, in cents; null where it cannot be worked out. */
  net: number | null
  /** The final dues of this leaving are: nothing takes it any more. */
  paid: boolean
}

/** Of whoever left before a day: arrears that no payslip has, all months of a person together. */
export async function arrearsOfLeavers(tx: Tx, first: string): Promise<LeftBehind[]> {
  const rows = await tx.all<Row>`
    select e.id as employee_id, concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no,
      m.month, kept.value, final_dues_are_paid(e.organization_id, e.id) as paid
    from (select distinct r.organization_id, r.employee_id, r.month from arrears r
      where r.status = 'draft' and r.payslip_id is null) m
    join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
      and has_left(e.termination_date, ${first}::date)
    cross join lateral (${keptMonth(sql`m.month`, salaryThen)}) kept
    order by e.employee_no, m.month`
  return [...Map.groupBy(rows, ({ employee_id }) => employee_id).values()].flatMap(together)
}

interface Row extends Omit<LeftBehind, 'months' | 'net'> {
  month: string
  value: KeptMonth
}

/** A month that came to nothing since is no matter. */
function together(rows: Row[]): LeftBehind[] {
  const months = rows.map(({ month, value }) => ({ month, net: netOrNone(value) }))
  const due = months.filter(({ net }) => net !== 0)
  const [one] = rows
  if (!one || due.length === 0) return []
  const { employee_id, name, employee_no, paid } = one
  const known = due.flatMap(({ net }) => net ?? [])
  const net = known.length === due.length ? known.reduce((sum, part) => sum + part, 0) : null
  return [{ employee_id, name, employee_no, paid, months: due.map(({ month }) => month), net }]
}
