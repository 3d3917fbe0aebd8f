import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { CasualRun } from '../../foundation/pay/runs.ts'

/**
 * The payroll before, for whoever confirms this one: what somebody was paid last time, and who was
 * not in it. Last time are the confirmed payrolls that ended last before this one begins.
 */

type Run = Pick<CasualRun, 'id' | 'from'>

const lastEnd = ({ from }: Run) => sql`(select max(l."to") from payrolls l
  where l.kind = 'casual' and l.status = 'confirmed' and l."to" < ${from}::date)`

/** Payslips `s` of that time. */
const slipsThen = (run: Run) => sql`paid_slips s join payrolls r on r.id = s.payroll_id
  and r.kind = 'casual' and r."to" = ${lastEnd(run)}`

/** What each of these was paid last time, by casual; nothing where there was no last time. */
export async function lastNets(tx: Tx, run: Run, casual_ids: string[]) {
  const rows = await tx.all<{ casual_id: string; net: string }>`select s.casual_id,
      sum(s.net) as net
    from ${slipsThen(run)} where s.casual_id = any (${casual_ids}::uuid[]) group by s.casual_id`
  return new Map(rows.map(({ casual_id, net }) => [casual_id, centsOf(net)]))
}

/** What that payroll came to, and until when it was; null before the second payroll. */
export async function lastTotal(tx: Tx, run: Run) {
  const { to, net } = await tx.one<{ to: string | null; net: string }>`
    select max(r."to") as "to", coalesce(sum(s.net), 0) as net from ${slipsThen(run)}`
  return to === null ? null : { to, net: centsOf(net) }
}

interface NewFace {
  kind: 'new faces'
  casual_id: string
  casual_no: string
  name: string
  detail: string
}

/** Whoever was not in the payroll before: a person added to be paid shows here. */
export const newFaces = (tx: Tx, run: Run) =>
  tx.all<NewFace>`select 'new faces' as kind, c.id as casual_id, c.casual_no,
      concat_ws(' ', c.first_name, c.last_name) as name,
      coalesce('Last in a payroll to ' || ${raw(dayInWordsSql('b.last'))},
        'In no payroll before') as detail
    from payslips p join casuals c on c.id = p.casual_id
    left join lateral (select max(e."to") as last from paid_slips s
      join payrolls e on e.id = s.payroll_id where s.casual_id = c.id) b on true
    where p.payroll_id = ${run.id} and ${lastEnd(run)} is not null
      and p.casual_id not in (select s.casual_id from ${slipsThen(run)})
    order by c.number`
