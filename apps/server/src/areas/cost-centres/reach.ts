import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { sharesIn } from './intake.ts'

/** Confirmed months that keep other cost centres than the record now says. */

interface Since {
  employee_id: string
  /** The first month that a change touches. */
  from: string
}

/** By employee: from the month of the change until the next one of theirs. */
export async function staying(tx: Tx, changes: readonly Since[]): Promise<Map<string, string[]>> {
  const rows = await tx.all<{ employee_id: string; months: string[] }>`
    select s.employee_id, array_agg(distinct s.month order by s.month) as months
    from json_to_recordset(${JSON.stringify(changes)}) as g (employee_id uuid, "from" text)
    join employees e on e.id = g.employee_id
    join paid_slips s on s.organization_id = e.organization_id and s.employee_id = e.id
    where s.month >= g."from" and s.month < coalesce((select min(n."from") from cost_splits n
        where n.organization_id = e.organization_id and n.employee_id = e.id
          and n."from" > g."from"), '9999-99')
      and coalesce(s.input -> 'costShares', '[]')
        <> coalesce(${sharesIn(sql`s.month`)}::jsonb, '[]')
    group by s.employee_id`
  return new Map(rows.map(({ employee_id, months }) => [employee_id, months]))
}
