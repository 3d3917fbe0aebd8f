import { carriedOver, expiring, lastCarriedDay } from '@mshahara/engine/leave-accrual'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { type Sql, sql } from '../core/sql.ts'
import { type Counting, countAll } from './counting.ts'
import { addEntries, type NewEntry, openBalances, placeOf } from './ledger.ts'
import type { LeaveWork } from './work.ts'

/**
 * What a year leaves to the next, and when that is lost. Both are brought to what they should be,
 * so that doing it again changes nothing, and whatever comes back later is carried over later.
 */

interface Closing {
  id: string
  employee_id: string
  leave_type_id: string
  year: number
  remaining: string
  carried: string
  limit: string | null
}

/** Of balances `b` whose year is over: unused days go into the next, the rest lapses. */
export async function closeYears(work: LeaveWork, which: Sql): Promise<number> {
  const { tx, today } = work
  const rows = await tx.all<Closing>`
    select b.id, b.employee_id, b.leave_type_id, b.year,
      b.entitled - b.used - b.pending as remaining, t.carry_over_days as limit,
      coalesce((select sum(-n.entitled) from leave_entries n
        where n.organization_id = b.organization_id and n.balance_id = b.id
          and n.kind = 'carry-over' and n.day = make_date(b.year + 1, 1, 1)), 0) as carried
    from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
    where b.year < ${Number(today.slice(0, 4))} and ${which}
      and b.entitled - b.used - b.pending > 0
      and (e.status <> 'terminated' or e.termination_date >= make_date(b.year + 1, 1, 1))
    order by b.id`
  if (rows.length === 0) return 0
  const moving = rows.map((row) => {
    const remaining = centsOf(row.remaining)
    const carried = centsOf(row.carried)
    const limit = row.limit === null ? null : centsOf(row.limit)
    const now = carriedOver(remaining + carried, limit) - carried
    return { row, now: Math.max(0, Math.min(now, remaining)), remaining }
  })
  const carrying = moving.filter(({ now }) => now > 0)
  await openBalances(
    tx,
    carrying.map(({ row }) => ({ ...row, year: row.year + 1 })),
    today,
  )
  const next = await nextBalances(
    tx,
    carrying.map(({ row }) => row),
  )
  return addEntries(
    tx,
    moving.flatMap(({ row, now, remaining }) => closing(row, now, remaining, next)),
  )
}

async function nextBalances(tx: Tx, rows: Closing[]) {
  const employees = rows.map(({ employee_id }) => employee_id)
  const found = await tx.all<Closing>`select id, employee_id, leave_type_id, year
    from leave_balances where employee_id = any(${employees}::uuid[])`
  return new Map(found.map((row) => [placeOf(row), row.id]))
}

function closing(
  row: Closing,
  now: number,
  remaining: number,
  next: Map<string, string>,
): NewEntry[] {
  const day = `${row.year + 1}-01-01`
  const entries: NewEntry[] = []
  if (now > 0) {
    const into = next.get(placeOf({ ...row, year: row.year + 1 })) as string
    const reason = `${row.year} to ${row.year + 1}`
    entries.push(
      { balance_id: row.id, kind: 'carry-over', day, entitled: -now, reason },
      { balance_id: into, kind: 'carry-over', day, entitled: now, reason },
    )
  }
  if (remaining > now) {
    const reason = `Not taken in ${row.year} and not carried over`
    entries.push({ balance_id: row.id, kind: 'expiry', day, entitled: now - remaining, reason })
  }
  return entries
}

/** Days that come back into a year that was closed go where the others went. */
export async function carryLate(work: LeaveWork, request_id: string) {
  const closed = sql`exists (select from leave_entries n where n.organization_id = b.organization_id
      and n.balance_id = b.id and n.request_id = ${request_id})
    and exists (select from leave_entries c where c.organization_id = b.organization_id
      and c.balance_id = b.id and c.kind in ('carry-over', 'expiry') and c.entitled < 0
      and c.day = make_date(b.year + 1, 1, 1))`
  await closeYears(work, closed)
}

interface Expiring {
  id: string
  employee_id: string
  leave_type_id: string
  year: number
  until: number
  carried: string
  remaining: string
}

/**
 * Of balances `b`, carried days whose month is over: what leave until then has not used of them is
 * lost, once.
 */
export async function expireCarried({ tx, today }: LeaveWork, which: Sql): Promise<number> {
  const rows = await tx.all<Expiring>`
    select b.id, b.employee_id, b.leave_type_id, b.year, t.carry_over_until as until,
      sum(n.entitled) as carried, b.entitled - b.used - b.pending as remaining
    from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    join leave_entries n on n.organization_id = b.organization_id and n.balance_id = b.id
      and n.kind = 'carry-over' and n.day = make_date(b.year, 1, 1)
    where ${which} and t.carry_over_until is not null and b.year >= ${Number(today.slice(0, 4)) - 1}
      and ${today}::date >= make_date(b.year, t.carry_over_until, 1) + interval '1 month'
      and not exists (select from leave_entries x where x.organization_id = b.organization_id
        and x.balance_id = b.id and x.key = 'carried expired')
    group by b.organization_id, b.id, t.carry_over_until order by b.id`
  const taken = await takenUntil(tx, rows)
  const entries = rows.map((row): NewEntry => {
    const gone = expiring(centsOf(row.carried), taken.get(row.id) ?? 0, centsOf(row.remaining))
    const reason =
      gone > 0 ? 'Carried days that were not taken in time' : 'No carried days were left'
    const day = lastDay(row)
    return {
      ...{ balance_id: row.id, kind: 'expiry', key: 'carried expired', day, reason },
      entitled: -gone,
    }
  })
  return addEntries(tx, entries)
}

const lastDay = ({ year, until }: Expiring) => lastCarriedDay(year, until)

/** What approved leave has used by the day on which carried days end: by day, not by request. */
async function takenUntil(tx: Tx, rows: Expiring[]): Promise<Map<string, number>> {
  const balances = new Map(rows.map((row) => [placeOf(row), row]))
  const leaves = await tx.all<Counting & { leave_type_id: string }>`
    select r.employee_id, r.leave_type_id, r.start_date, r.end_date, r.half_start, r.half_end,
      t.count_by
    from leave_requests r join leave_types t on t.id = r.leave_type_id
    where r.status = 'approved'
      and r.employee_id = any(${rows.map(({ employee_id }) => employee_id)}::uuid[])`
  const lines = await countAll(tx, leaves)
  const taken = new Map<string, number>()
  leaves.forEach((leave, at) => {
    for (const { day, counts } of lines[at] ?? []) {
      const row = balances.get(placeOf({ ...leave, year: Number(day.slice(0, 4)) }))
      if (row && day <= lastDay(row)) taken.set(row.id, (taken.get(row.id) ?? 0) + counts)
    }
  })
  return taken
}
