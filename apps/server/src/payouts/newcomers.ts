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

/** The payslips `s` of people `e` that count, in their runs `r`. */
const slips: Record<RunOf, { from: Sql; number: Sql; of: Sql; period: Sql }> = {
  employees: {
    from: raw(`payslips s join payrolls r on r.id = s.payroll_id and r.status = 'confirmed'
      join employees e on e.id = s.employee_id`),
    number: raw('e.employee_no'),
    of: raw('s.employee_id'),
    period: raw('r.month'),
  },
  casuals: {
    from: raw(`casual_payslips s join casual_payrolls r on r.id = s.payroll_id
      and r.status = 'confirmed' join casuals e on e.id = s.casual_id`),
    number: raw('e.casual_no'),
    of: raw('s.casual_id'),
    period: raw('r."to"'),
  },
}

type Run = Pick<PayRun, 'id' | 'of'>

/** Those of them who have no confirmed payslip but that of this run. */
export async function neverPaid(tx: Tx, run: Run, payee_ids: string[]): Promise<Set<string>> {
  const { from, of } = slips[run.of]
  const rows = await tx.all<{ id: string }>`select g.id from unnest(${payee_ids}::uuid[]) as g (id)
    where not exists (select from ${from}
      where ${of} = g.id and s.payroll_id <> ${run.id} and not s.void and s.net > 0)`
  return new Set(rows.map(({ id }) => id))
}

/** Paid by the last confirmed payroll before this one, and by none of this period. */
export async function notPaidAgain(tx: Tx, run: Run) {
  const { from, of, number, period } = slips[run.of]
  const table = raw(run.of === 'casuals' ? 'casual_payrolls' : 'payrolls')
  const mine = sql`(select ${period} from ${table} r where r.id = ${run.id})`
  const rows = await tx.all<Named & { net: string }>`select e.id, ${number} as employee_no, ${name},
      sum(s.net) as net
    from ${from}
    where not s.void and s.net > 0 and ${period} = (select max(${period}) from ${table} r
        where r.status = 'confirmed' and ${period} < ${mine})
      and ${of} not in (select ${of} from ${from} where not s.void and ${period} = ${mine})
    group by e.id, ${number}, e.first_name, e.middle_name, e.last_name, e.number
    order by e.number`
  return rows.map(({ net, ...employee }) => ({ employee, net: centsOf(net) }))
}
