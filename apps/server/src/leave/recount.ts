import { countedByYear, daysCounted } from '@mshahara/engine/leave-days'
import { centsOf } from '../core/org-table.ts'
import type { Sql } from '../core/sql.ts'
import { giveBackAhead } from './ahead.ts'
import { type Counting, countAll } from './counting.ts'
import { addEntries, balancesOf, heldBy, type NewEntry, openBalances } from './ledger.ts'
import { tellApplicant, tellDeciders } from './letters.ts'
import { settlePay } from './pay-days.ts'
import { inDays } from './rules.ts'
import type { LeaveWork } from './work.ts'
import { carryLate } from './year-end.ts'

/** A holiday or a pattern that changes later changes what leave counts: never silently. */

interface Leave extends Counting {
  id: string
  leave_type_id: string
  days: string
  status: 'pending' | 'approved'
}

/** Of the requests `r` that `which` names; answers with how many changed. */
export async function recount(work: LeaveWork, which: Sql, why: string): Promise<number> {
  const leaves = await work.tx.all<Leave>`
    select r.id, r.employee_id, r.leave_type_id, r.start_date, r.end_date, r.half_start, r.half_end,
      r.days, r.status, t.count_by
    from leave_requests r join leave_types t on t.id = r.leave_type_id
    where r.status in ('pending', 'approved') and ${which} order by r.id for update of r`
  const counted = await countAll(work.tx, leaves)
  let changed = 0
  for (const [at, leave] of leaves.entries()) {
    const lines = counted[at] ?? []
    if (daysCounted(lines) === centsOf(leave.days)) continue
    changed += 1
    await setDays(work, leave, countedByYear(lines), why)
  }
  return changed
}

async function setDays(work: LeaveWork, leave: Leave, byYear: Map<number, number>, why: string) {
  const { tx, today } = work
  const { id, employee_id, leave_type_id, status } = leave
  await openBalances(
    tx,
    [...byYear.keys()].map((year) => ({ employee_id, leave_type_id, year })),
    today,
  )
  const balances = await balancesOf(tx, employee_id, leave_type_id)
  const held = new Map((await heldBy(tx, id)).map((one) => [one.year, one]))
  const entries = [...byYear].flatMap(([year, days]): NewEntry[] => {
    const before = held.get(year)
    const rest = days - ((before?.used ?? 0) + (before?.pending ?? 0))
    const balance_id = balances.get(year)?.id
    if (rest === 0 || !balance_id) return []
    const sums = status === 'approved' ? { used: rest } : { pending: rest }
    return [{ balance_id, kind: 'recount', day: today, request_id: id, reason: why, ...sums }]
  })
  await addEntries(tx, entries)
  const total = [...byYear.values()].reduce((sum, days) => sum + days, 0)
  await tx.run`update leave_requests set days = ${(total / 100).toFixed(2)} where id = ${id}`
  await giveBackAhead(work, id)
  await carryLate(work, id)
  await settlePay(tx, employee_id, leave_type_id)
  const text = `${why}: ${inDays(centsOf(leave.days))} became ${inDays(total)}.`
  const news = {
    key: `leave recount ${id} ${work.now.toISOString()}`,
    title: 'Leave recounted',
    text,
  }
  await tellApplicant(work, id, news)
  await tellDeciders(work, id, news)
}
