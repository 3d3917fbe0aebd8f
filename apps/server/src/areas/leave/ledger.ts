import type { EntryKind } from '@mshahara/contract/leave-balances'
import { type KeptSentence, keptOf, type Spoken } from '@mshahara/contract/say'
import { type DayHundredths, type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { type GrantTerms, grantsMissing } from './grants.ts'

/** The ledger: the only way a balance changes. Days are hundredths here. */

export interface NewEntry {
  balance_id: string
  kind: EntryKind
  day: string
  entitled?: DayHundredths
  used?: DayHundredths
  pending?: DayHundredths
  /** So many of the days that go over, or are lost of those, were more than earned. */
  beyond?: DayHundredths
  /** What must be there once. */
  key?: string
  request_id?: string
  /** In a person's own words, or one of `reasons`. */
  reason?: string | Spoken
}

export interface KeptReason {
  reason: string | null
  reason_code: KeptSentence | null
}

/** Adds entries; one whose key is there already is left out. In one order: no deadlocks. */
export async function addEntries(tx: Tx, entries: readonly NewEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const of = <T>(pick: (entry: NewEntry) => T) => entries.map(pick)
  const days = (name: 'entitled' | 'used' | 'pending' | 'beyond') =>
    of((entry) => ((entry[name] ?? 0) / 100).toFixed(2))
  return tx.run`insert into leave_entries
      (balance_id, kind, day, entitled, used, pending, beyond, key, request_id, reason, reason_code)
    select g.balance_id, g.kind, g.day, g.entitled, g.used, g.pending, g.beyond, g.key,
      g.request_id, g.reason, g.reason_code
    from unnest(${of((e) => e.balance_id)}::uuid[], ${of((e) => e.kind)}::text[],
      ${of((e) => e.day)}::date[], ${days('entitled')}::numeric[], ${days('used')}::numeric[],
      ${days('pending')}::numeric[], ${days('beyond')}::numeric[],
      ${of((e) => e.key ?? null)}::text[], ${of((e) => e.request_id ?? null)}::uuid[],
      ${of(({ reason }) => (typeof reason === 'object' ? reason.en : (reason ?? null)))}::text[],
      ${of(({ reason }) => (typeof reason === 'object' ? JSON.stringify(keptOf(reason)) : null))}::jsonb[])
      with ordinality as g (balance_id, kind, day, entitled, used, pending, beyond, key, request_id,
        reason, reason_code, place)
    order by g.balance_id, g.place
    on conflict (organization_id, balance_id, key) where key is not null do nothing`
}

export interface Wanted {
  employee_id: string
  leave_type_id: string
  year: number
}

/** Whose balance, of what and of when. */
export const placeOf = ({ employee_id, leave_type_id, year }: Wanted) =>
  `${employee_id} ${leave_type_id} ${year}`

interface Facts extends Omit<GrantTerms, 'default_days'> {
  id: string
  default_days: DaysText
  keys: string[] | null
}

/**
 * Opens the balances that are not there yet, and gives each what has become due. For somebody who
 * joins, at the turn of the year, by staff, by an import or for a leave that is asked for: never
 * because somebody looks, and the database refuses a year that is over (C18). Staff may, and the
 * clock; whoever only asks for leave has it done by the clock.
 */
export async function openBalances(tx: Tx, wanted: readonly Wanted[], today: string) {
  const of = <T>(pick: (one: Wanted) => T) => wanted.map(pick)
  const rows = sql`unnest(${of((w) => w.employee_id)}::uuid[],
    ${of((w) => w.leave_type_id)}::uuid[], ${of((w) => w.year)}::int[])
    as w (employee_id, leave_type_id, year)`
  await tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select distinct w.employee_id, w.leave_type_id, w.year from ${rows}
    where not exists (select from leave_balances b where b.employee_id = w.employee_id
      and b.leave_type_id = w.leave_type_id and b.year = w.year)
    order by 1, 2, 3 on conflict do nothing`
  await grantDue(
    tx,
    sql`exists (select from ${rows} where w.employee_id = b.employee_id
    and w.leave_type_id = b.leave_type_id and w.year = b.year)`,
    today,
  )
}

/** Of the balances `b` that `which` names. */
export const grantDue = async (tx: Tx, which: Sql, today: string): Promise<number> =>
  addEntries(tx, await dueBy(tx, which, today))

/** What will have become due by a day and is not given yet; looking gives nothing. */
export async function dueBy(tx: Tx, which: Sql, day: string) {
  const facts = await tx.all<Facts>`
    select b.id, b.year, t.accrual, t.default_days, e.employment_date as joined,
      e.termination_date as left, stretches(e.away) as away, s.joiners,
      (select array_agg(n.key) from leave_entries n where n.organization_id = b.organization_id
        and n.balance_id = b.id and n.key is not null) as keys
    from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
    join leave_settings s on s.organization_id = b.organization_id
    where ${which}`
  return facts.flatMap(({ id, keys, ...facts }) =>
    grantsMissing(
      day,
      { ...facts, default_days: hundredthsOf(facts.default_days) },
      keys ?? [],
    ).map(({ kind, key, days, day }) => ({ balance_id: id, kind, key, day, entitled: days })),
  )
}

interface Held {
  request_id: string
  balance_id: string
  year: number
  used: DayHundredths
  pending: DayHundredths
}

/** What requests have promised or used of each balance. */
export async function heldBy(tx: Tx, requests: readonly string[]): Promise<Held[]> {
  const rows = await tx.all<Omit<Held, 'used' | 'pending'> & { used: DaysText; pending: DaysText }>`
    select n.request_id, n.balance_id, b.year, sum(n.used) as used, sum(n.pending) as pending
    from leave_entries n
    join leave_balances b on b.organization_id = n.organization_id and b.id = n.balance_id
    where n.request_id = any(${requests}::uuid[]) group by 1, 2, 3 order by 2`
  return rows.map((row) => ({
    ...row,
    used: hundredthsOf(row.used),
    pending: hundredthsOf(row.pending),
  }))
}
