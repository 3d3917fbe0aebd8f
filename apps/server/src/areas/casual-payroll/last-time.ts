import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { CasualRun } from '../../foundation/pay/runs.ts'

/**
 * What was before, for whoever confirms a payroll: what somebody was paid last time, who is new.
 * Sites have weeks that end on different days, so that each person has a last time of their own.
 */

type Run = Pick<CasualRun, 'id' | 'from' | 'to'>

/** Confirmed payslips `s` in payrolls `r` that ended before this one begins. */
const slipsBefore = ({ from }: Run) => sql`paid_slips s join payrolls r on r.id = s.payroll_id
  and r.kind = 'casual' and r."to" < ${from}::date`

/** What each of these was paid last time, by casual; nothing where there was no last time. */
export async function lastNets(tx: Tx, run: Run, casual_ids: string[]) {
  const rows = await tx.all<{ casual_id: string; net: string }>`
    select b.casual_id, sum(b.net) as net
    from (select s.casual_id, s.net,
        rank() over (partition by s.casual_id order by r."to" desc) as place
      from ${slipsBefore(run)} where s.casual_id = any (${casual_ids}::uuid[])) b
    where b.place = 1 group by b.casual_id`
  return new Map(rows.map(({ casual_id, net }) => [casual_id, centsOf(net)]))
}

/**
 * What the payroll came to that most of these people were in last, and until when it was; null
 * where nobody was in any.
 */
export async function lastTotal(tx: Tx, run: Run) {
  const last = await tx.maybe<{ to: string; net: string }>`
    select r."to", (select sum(s.net) from paid_slips s where s.payroll_id = r.id) as net
    from payslips p join lateral (select s.payroll_id from ${slipsBefore(run)}
        where s.casual_id = p.casual_id order by r."to" desc, r.number desc limit 1) own on true
      join payrolls r on r.id = own.payroll_id
    where p.payroll_id = ${run.id}
    group by r.id, r."to", r.number order by count(*) desc, r."to" desc, r.number desc limit 1`
  return last ? { to: last.to, net: centsOf(last.net) } : null
}

interface NewFace {
  kind: 'new faces'
  casual_id: string
  casual_no: string
  name: string
  detail: string
}

/**
 * New is whoever was in none of the payrolls that ended in the last week before this one that any
 * ended in, or in as many days as this one has where those are more: a person added to be paid.
 */
export const newFaces = (tx: Tx, run: Run) =>
  tx.all<NewFace>`select 'new faces' as kind, c.id as casual_id, c.casual_no,
      concat_ws(' ', c.first_name, c.last_name) as name,
      coalesce('Last in a payroll to ' || ${raw(dayInWordsSql('b.last'))},
        'In no payroll before') as detail
    from payslips p join casuals c on c.id = p.casual_id
    cross join (select max(l."to") as "to" from payrolls l where l.kind = 'casual'
      and l.status = 'confirmed' and l."to" < ${run.from}::date) ended
    left join lateral (select max(r."to") as last from ${slipsBefore(run)}
      where s.casual_id = c.id) b on true
    where p.payroll_id = ${run.id} and ended."to" is not null and (b.last is null
      or b.last <= ended."to" - greatest(7, ${run.to}::date - ${run.from}::date + 1))
    order by c.number`
