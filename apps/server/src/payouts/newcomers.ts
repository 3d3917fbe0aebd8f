import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import type { PayRun, RunOf } from './run.ts'

/**
 * Whom nobody has been paid to before, and who was paid last time and is not now: a person added to
 * be paid, or left out by a slip, shows before the money leaves.
 */

interface Named {
  id: string
  employee_no: string
  name: string
}

const name = raw("concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name")

/** Whose a payslip `s` is, and when its run `r` was. */
const columns: Record<RunOf, { of: Sql; period: Sql }> = {
  employees: { of: raw('s.employee_id'), period: raw('r.month') },
  casuals: { of: raw('s.casual_id'), period: raw('r."to"') },
}

/** Payslips that count, in their runs. */
const confirmed = raw('paid_slips s join payrolls r on r.id = s.payroll_id')

type Run = Pick<PayRun, 'id' | 'of'>

/** Those of them who have no confirmed payslip but that of this run. */
export async function neverPaid(tx: Tx, run: Run, payee_ids: string[]): Promise<Set<string>> {
  const { of } = columns[run.of]
  const rows = await tx.all<{ id: string }>`select g.id from unnest(${payee_ids}::uuid[]) as g (id)
    where not exists (select from ${confirmed}
      where ${of} = g.id and s.payroll_id <> ${run.id} and s.net > 0)`
  return new Set(rows.map(({ id }) => id))
}

/** Paid by the last confirmed payroll before this one, and by none of this period. */
export async function notPaidAgain(tx: Tx, run: Run) {
  const { of, period } = columns[run.of]
  const mine = sql`(select ${period} from payrolls r where r.id = ${run.id})`
  const rows = await tx.all<Named & { net: string }>`select e.id, e.payee_no as employee_no,
      ${name}, sum(s.net) as net
    from ${confirmed} join payees e on e.id = ${of}
    where s.net > 0 and ${period} = (select max(${period}) from payrolls r
        where r.status = 'confirmed' and ${period} < ${mine})
      and ${of} not in (select ${of} from ${confirmed} where ${period} = ${mine})
    group by e.id, e.payee_no, e.first_name, e.middle_name, e.last_name, e.number
    order by e.number`
  return rows.map(({ net, ...employee }) => ({ employee, net: centsOf(net) }))
}
