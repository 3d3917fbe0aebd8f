import type { YearEnd } from '@mshahara/contract/leave-balances'
import { carriedOver } from '@mshahara/engine/leave-accrual'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { dueBy } from './ledger.ts'
import { lapsingLater } from './year-end.ts'

/**
 * What the year's end makes of somebody's balances if nothing more is asked for, by the functions
 * that the night goes by: what is still to be earned, what lapses before, what goes over.
 */
export async function previewYearEnd(
  tx: Tx,
  employee_id: string,
  today: string,
): Promise<Map<string, YearEnd>> {
  const year = Number(today.slice(0, 4))
  const theirs = sql`b.employee_id = ${employee_id} and b.year = ${year}`
  const rows = await tx.all<{ id: string; remaining: DaysText; most: DaysText | null }>`
    select b.id, b.entitled - b.used - b.pending as remaining, t.carry_over_days as most
    from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
    where ${theirs} and (t.carry_over_days is null or t.carry_over_days > 0)
      and not leaves_by(e.termination_date, make_date(${year}, 12, 31))`
  // December is earned on the first of January, before the year is closed.
  const due = Map.groupBy(await dueBy(tx, theirs, `${year + 1}-01-01`), (one) => one.balance_id)
  const lapsing = new Map((await lapsingLater(tx, theirs, today)).map((one) => [one.id, one]))
  return new Map(
    rows.map(({ id, remaining, most }) => {
      const coming = (due.get(id) ?? []).reduce((sum, { entitled }) => sum + entitled, 0)
      const lost = lapsing.get(id)
      const left = Math.max(0, hundredthsOf(remaining) + coming - (lost?.days ?? 0))
      const over = carriedOver(left, most === null ? null : hundredthsOf(most))
      const carried = lost ? { days: lost.days / 100, last: lost.last } : null
      return [id, { goes_over: over / 100, lapses: (left - over) / 100, carried }]
    }),
  )
}
