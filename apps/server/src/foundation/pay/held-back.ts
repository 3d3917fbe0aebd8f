import { dayInWords } from '@mshahara/contract/months'
import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'

/** Whoever is held back is paid only by somebody who looks at the name (`is_held_back`). */
export interface HeldBack {
  status: string
  /** The last day of somebody who left before the last day that is paid. */
  left_on: string | null
  /** It is one of the days of the payroll. */
  left_within: boolean
}

/** The first day that a payslip pays. */
const firstDay = "coalesce((s.month || '-01')::date, lower(s.during))"

/** Of a payslip `s`, and of whom it is of. */
export const heldBackColumns: Sql = sql`e.status,
  case when has_left(e.termination_date, d.last_paid_day) then e.termination_date end as left_on,
  not has_left(e.termination_date, ${raw(firstDay)}) as left_within`

export const isHeldBack: Sql = sql`is_held_back(e.status, e.termination_date, d.last_paid_day)`

/** Payslips `s` that hold, and whom they pay, by the record of today. */
export const slipsWithPayees: Sql = sql`payslips s join payees e
  on e.organization_id = s.organization_id
  and e.id = coalesce(s.employee_id, s.casual_id) and not s.void
  cross join lateral
    (select last_paid_day(s.organization_id, s.id) as last_paid_day offset 0) d`

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** "Left on 31 January, 2026", or "Suspended". */
export const whyHeldBack = ({ left_on, left_within, status }: HeldBack) => {
  if (left_on === null) return capital(status)
  const left = `Left on ${dayInWords(left_on)}`
  return left_within ? `${left}, within the days of this payroll` : left
}

interface HeldBackRow extends HeldBack {
  slip_id: string
  name: string
  blocked_by: string | null
}

/** Those of the payslips `s` that there is something to pay of, with what hinders it by now. */
export async function heldBackAmong(tx: Tx, which: Sql) {
  const rows = await tx.all<HeldBackRow>`select s.id as slip_id, ${heldBackColumns},
      concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name,
      payment_blocked_by(s.organization_id, s.id, e.pay_by = 'bank') as blocked_by
    from ${slipsWithPayees}
    where ${which} and s.net > 0 and ${isHeldBack} order by e.number`
  return rows.map((row) => ({ ...row, why: whyHeldBack(row) }))
}
