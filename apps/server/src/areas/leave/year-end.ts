import type { Spoken } from '@mshahara/contract/say'
import { carriedOver, expiring } from '@mshahara/engine/leave-accrual'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { giveBackEarly } from './carry-early.ts'
import { addEntries, type NewEntry, openBalances, placeOf } from './ledger.ts'
import { type OwnFacts, ownFacts, unearnedOf } from './own-days.ts'
import { reasons } from './reasons.ts'
import type { LeaveWork } from './work.ts'

/**
 * What a year leaves to the next, and when that is lost. Both are brought to what they should be,
 * so that doing it again changes nothing, and whatever comes back later is carried over later.
 */

type Acting = Pick<LeaveWork, 'tx' | 'today'>

interface Balance {
  id: string
  employee_id: string
  leave_type_id: string
  year: number
}

interface Closing extends Balance {
  remaining: DaysText
  carried: DaysText
  limit: DaysText | null
}

/**
 * Of balances `b` whose year is over: unused days go into the next, the rest lapses. Answers what
 * went into which balance. The clock opens the next where it is missing; others leave it to the
 * clock.
 */
export async function closeYears(work: Acting, which: Sql, opens: boolean): Promise<Freed> {
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
      and not leaves_by(e.termination_date, make_date(b.year, 12, 31))
    order by b.id`
  if (rows.length === 0) return new Map()
  const moving = rows.map((row) => {
    const remaining = hundredthsOf(row.remaining)
    const carried = hundredthsOf(row.carried)
    const limit = row.limit === null ? null : hundredthsOf(row.limit)
    const now = carriedOver(remaining + carried, limit) - carried
    return { row, now: Math.max(0, Math.min(now, remaining)), remaining }
  })
  const carrying = moving.filter(({ now }) => now > 0)
  // No year that is over is opened for them: there is nothing to carry them into.
  const lasting = carrying.filter(({ row }) => row.year + 1 >= Number(today.slice(0, 4)))
  if (opens) {
    await openBalances(
      tx,
      lasting.map(({ row }) => ({ ...row, year: row.year + 1 })),
      today,
    )
  }
  const next = await nextBalances(
    tx,
    carrying.map(({ row }) => row),
  )
  const own = await ownFacts(
    tx,
    carrying.map(({ row }) => row.id),
  )
  const entries = moving.flatMap((one) => {
    const { row, now, remaining } = one
    const into = next.get(placeOf({ ...row, year: row.year + 1 }))
    if (!into && lasting.includes(one)) return []
    const facts = own.get(row.id)
    return closing(row, remaining, into && facts ? { into, now, facts } : null)
  })
  await addEntries(tx, entries)
  return new Map(
    entries
      .filter(({ kind, entitled = 0 }) => kind === 'carry-over' && entitled > 0)
      .map(({ balance_id, entitled = 0 }) => [balance_id, entitled]),
  )
}

async function nextBalances(tx: Tx, rows: Closing[]) {
  const employees = rows.map(({ employee_id }) => employee_id)
  const found = await tx.all<Balance>`select id, employee_id, leave_type_id, year
    from leave_balances where employee_id = any(${employees}::uuid[])`
  return new Map(found.map((row) => [placeOf(row), row.id]))
}

interface GoingOver {
  into: string
  now: number
  facts: OwnFacts
}

/** What goes over stays known as more than earned, year after year (C18). */
function closing(row: Closing, remaining: number, over: GoingOver | null): NewEntry[] {
  const day = `${row.year + 1}-01-01`
  const entries: NewEntry[] = []
  const now = over?.now ?? 0
  if (over && now > 0) {
    const reason = reasons.carriedOver({ year: row.year })
    const entry = { kind: 'carry-over', day, reason } as const
    const beyond = unearnedOf(now, over.facts)
    entries.push(
      { ...entry, balance_id: row.id, entitled: -now, beyond: -beyond },
      { ...entry, balance_id: over.into, entitled: now, beyond },
    )
  }
  if (remaining > now) {
    const reason = reasons.notTaken({ year: row.year })
    entries.push({ balance_id: row.id, kind: 'expiry', day, entitled: now - remaining, reason })
  }
  return entries
}

/** Days that come back into a year that was closed go where the others went. */
async function carryLate(work: Acting, request_id: string) {
  const closed = sql`exists (select from leave_entries n where n.organization_id = b.organization_id
      and n.balance_id = b.id and n.request_id = ${request_id})
    and exists (select from leave_entries c where c.organization_id = b.organization_id
      and c.balance_id = b.id and c.kind in ('carry-over', 'expiry') and c.entitled < 0
      and c.day = make_date(b.year + 1, 1, 1))`
  const carried = await closeYears(work, closed, false)
  // Which expire as the others have, where their time is over.
  await expireLate(work, carried, { request_id })
}

interface Expiring {
  id: string
  carried: DaysText
  expired: DaysText
  /** Of both, what was more than earned and is not lost yet. */
  beyond: DaysText
  taken: DaysText
  remaining: DaysText
  last: string
}

/**
 * Of balances `b` of people `e`: carried days, what was lost of them, and what leave on days until
 * the last on which they could be taken has used or been promised, or was paid out by then (C21).
 */
const carriedOf = (tx: Tx, which: Sql, states = ['pending', 'approved']) =>
  tx.all<Expiring>`select b.id, n.carried, n.expired, n.beyond, c.last,
      b.entitled - b.used - b.pending as remaining, paid.until + (
        select coalesce(sum(d.counts), 0) from leave_requests r
        join leave_request_days d on d.organization_id = r.organization_id and d.request_id = r.id
        where r.organization_id = b.organization_id and r.employee_id = b.employee_id
          and r.leave_type_id = b.leave_type_id and r.status = any(${states}::text[])
          and d.day between make_date(b.year, 1, 1) and c.last) as taken
    from leave_balances b
    join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    left join leave_entries x on x.organization_id = b.organization_id and x.balance_id = b.id
      and x.key = 'carried expired'
    cross join lateral (select coalesce(x.day, (make_date(b.year, t.carry_over_until, 1)
      + interval '1 month')::date - 1) as last) c
    cross join lateral (
      select sum(n.entitled) filter (where n.kind = 'carry-over' and n.day = make_date(b.year, 1, 1))
          as carried,
        coalesce(sum(-n.entitled) filter (where n.kind = 'expiry'
          and n.day <= make_date(b.year, 12, 31)), 0) as expired,
        coalesce(sum(n.beyond) filter (where n.day <= make_date(b.year, 12, 31)), 0) as beyond
      from leave_entries n where n.organization_id = b.organization_id and n.balance_id = b.id) n
    -- What staff put down in time and gave back later was not paid out in time.
    cross join lateral (select coalesce(sum(k.days), 0) as until from leave_encashments k
      where k.organization_id = b.organization_id and k.balance_id = b.id
        and not (k.leaving and k.status = 'draft') and case when k.leaving
            then ((k.month || '-01')::date + interval '1 month - 1 day')::date
            else (k.created_at at time zone 'Africa/Nairobi')::date end <= c.last) paid
    where n.carried is not null and ${which} order by b.id`

const expiringOf = ({ carried, expired, taken, remaining }: Expiring, fewer = 0) =>
  expiring({
    carried: hundredthsOf(carried) - fewer,
    expired: hundredthsOf(expired),
    taken: hundredthsOf(taken),
    remaining: hundredthsOf(remaining),
  })

/** What was not earned is lost first. */
const lostOf = ({ beyond }: Expiring, gone: number) => ({
  entitled: -gone,
  beyond: -Math.min(gone, Math.max(0, hundredthsOf(beyond))),
})

/**
 * Of balances `b`, carried days whose month is over are lost as far as they were not taken; whoever
 * has left by then is paid them.
 */
export async function expireCarried({ tx, today }: Acting, which: Sql): Promise<number> {
  const rows = await carriedOf(
    tx,
    sql`${which} and b.year >= ${Number(today.slice(0, 4)) - 1} and x.id is null
      and c.last < ${today}::date and (e.termination_date is null or e.termination_date > c.last)`,
  )
  const entries = rows.map((row): NewEntry => {
    const gone = Math.max(0, expiringOf(row))
    const reason = gone > 0 ? reasons.notTakenInTime : reasons.noneCarried
    return {
      ...{ balance_id: row.id, kind: 'expiry', key: 'carried expired', day: row.last, reason },
      ...lostOf(row, gone),
    }
  })
  return addEntries(tx, entries)
}

/** Of balances `b`: carried days that would be lost on a day that is still to come. */
export async function lapsingLater(tx: Tx, which: Sql, today: string) {
  const rows = await carriedOf(
    tx,
    sql`${which} and x.id is null and c.last >= ${today}::date
      and (e.termination_date is null or e.termination_date > c.last)`,
  )
  return rows
    .map((row) => ({ id: row.id, last: row.last, days: expiringOf(row) }))
    .filter(({ days }) => days > 0)
}

/** What has come into each balance. */
export type Freed = ReadonlyMap<string, number>

/** Days that come back after carried days have expired: those of them expire now. */
export async function expireLate(
  { tx }: Pick<Acting, 'tx'>,
  freed: Freed,
  by: Pick<NewEntry, 'request_id' | 'key'>,
) {
  const which = sql`x.id is not null and b.id = any(${[...freed.keys()]}::uuid[])`
  const rows = await carriedOf(tx, which)
  await addEntries(
    tx,
    rows.flatMap((row): NewEntry[] => {
      const gone = Math.min(expiringOf(row), freed.get(row.id) ?? 0)
      if (gone <= 0) return []
      return [{ ...late(row, reasons.givenBackLate), ...by, ...lostOf(row, gone) }]
    }),
  )
}

/** What would be lost so if these days came back, of those that balances have promised. */
export async function lostIfGivenBack(tx: Tx, promised: Freed): Promise<Freed> {
  if (promised.size === 0) return new Map()
  const which = sql`x.id is not null and b.id = any(${[...promised.keys()]}::uuid[])`
  const rows = await carriedOf(tx, which, ['approved'])
  return new Map(
    rows.map((row) => {
      const coming = promised.get(row.id) ?? 0
      const remaining = ((hundredthsOf(row.remaining) + coming) / 100).toFixed(2)
      return [row.id, Math.max(0, Math.min(expiringOf({ ...row, remaining }), coming))]
    }),
  )
}

/**
 * Leave of a time before they expired, recorded later: it has carried days that were lost. Of a
 * year that is over it has some of them before they were carried: `fewer`, by balance.
 */
export async function takenAfterAll(
  tx: Tx,
  balances: string[],
  request_id: string,
  fewer: ReadonlyMap<string, number>,
) {
  const which = sql`x.id is not null and b.id = any(${balances}::uuid[])`
  const rows = await carriedOf(tx, which)
  return rows.flatMap((row): NewEntry[] => {
    const back = -expiringOf(row, fewer.get(row.id))
    return back > 0 ? [{ ...late(row, reasons.takenInTime), request_id, entitled: back }] : []
  })
}

const late = ({ id, last }: Expiring, reason: Spoken) =>
  ({ balance_id: id, kind: 'expiry', day: last, reason }) as const

/** Wherever days came free: back where they came from ahead of time, expired, carried over. */
export async function settleLate(work: Acting, request_id: string, freed: Freed) {
  await giveBackEarly(work, request_id)
  await expireLate(work, freed, { request_id })
  await carryLate(work, request_id)
}
