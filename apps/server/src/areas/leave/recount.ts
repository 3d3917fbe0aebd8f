import { agreeing, type Said } from '@mshahara/contract/language'
import type { Spoken } from '@mshahara/contract/say'
import { countedByYear } from '@mshahara/engine/leave-day-totals'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { lockLeaveOf } from './carry-early.ts'
import { type Counting, countAll, type Supposed } from './counting.ts'
import { daysOf, type KeptDay, keepDays } from './days.ts'
import { addEntries, heldBy, type NewEntry, openBalances, placeOf, type Wanted } from './ledger.ts'
import { notifyApplicant, notifyDeciders } from './letters.ts'
import { holdPayDays, settlePay } from './pay-days.ts'
import { inDays } from './refusals.ts'
import type { LeaveWork } from './work.ts'
import { settleLate } from './year-end.ts'

/**
 * A holiday, a type or a pattern that changes later changes what leave counts: only on days that
 * are not over, never silently, and known before it is done (C21).
 */

interface Leave extends Counting {
  id: string
  leave_type_id: string
  days: DaysText
  status: 'pending' | 'approved'
  negative_days: DaysText
}

export interface Change extends Leave {
  lines: KeptDay[]
  /** By year: what it came to, and what it comes to. */
  before: Map<number, number>
  byYear: Map<number, number>
  /** The balance could not bear it: the leave stays as it was counted. */
  kept: boolean
}

type Acting = Pick<LeaveWork, 'tx' | 'today'>

/** Supposed to be so; nothing is locked, because nothing is changed. */
type Supposing = Supposed & { count_by?: Counting['count_by'] }

/** Leave `r` of types `t` that `which` names and that is not over yet, and what it comes to. */
export async function changesOf(
  { tx, today }: Acting,
  which: Sql,
  supposed?: Supposing,
): Promise<Change[]> {
  const found = sql`from leave_requests r join leave_types t on t.id = r.leave_type_id
    where r.status in ('pending', 'approved') and r.end_date >= ${today} and ${which}`
  if (!supposed) await holdPayDays(tx, sql`select r.employee_id ${found}`)
  const leaves = await tx.all<Leave>`
    select r.id, r.employee_id, r.leave_type_id, r.start_date, r.end_date, r.half_start, r.half_end,
      r.days, r.status, t.count_by, t.negative_days ${found}
    order by r.id ${supposed ? sql`` : sql`for update of r`}`
  if (leaves.length === 0) return []
  if (!supposed) await lockLeaveOf(tx, ...new Set(leaves.map((one) => one.employee_id)))
  const count_by = supposed?.count_by
  const counted = await countAll(
    tx,
    count_by ? leaves.map((one) => ({ ...one, count_by })) : leaves,
    supposed,
  )
  const kept = await daysOf(
    tx,
    leaves.map(({ id }) => id),
  )
  const changes = leaves.map((leave, at): Change => {
    const coming = new Map((counted[at] ?? []).map((line) => [line.day, line]))
    const now = kept.get(leave.id) ?? []
    // What was taken stays as it was counted.
    const lines = now.map((line) => (line.day < today ? line : (coming.get(line.day) ?? line)))
    const years = { before: countedByYear(now), byYear: countedByYear(lines) }
    return { ...leave, lines, ...years, kept: false }
  })
  return borne(tx, changes)
}

export const differs = ({ byYear, before }: Change) =>
  // Within each year: a holiday that moves over New Year leaves the sum as it was.
  [...byYear].some(([year, days]) => days !== (before.get(year) ?? 0))

/** What it costs more or less, by year. */
const moreBy = ({ byYear, before, employee_id, leave_type_id }: Change) =>
  [...byYear].map(([year, days]) => ({
    place: placeOf({ employee_id, leave_type_id, year }),
    days: days - (before.get(year) ?? 0),
  }))

/** Nobody's leave comes to cost more than their balance has. */
async function borne(tx: Tx, changes: Change[]): Promise<Change[]> {
  const people = changes.filter(differs).map(({ employee_id }) => employee_id)
  if (people.length === 0) return changes
  const rows = await tx.all<Wanted & { remaining: DaysText }>`
    select employee_id, leave_type_id, year, entitled - used - pending as remaining
    from leave_balances where employee_id = any(${people}::uuid[])`
  const left = new Map(rows.map((row) => [placeOf(row), hundredthsOf(row.remaining)]))
  return changes.map((change) => {
    const least = -hundredthsOf(change.negative_days)
    const more = moreBy(change)
    const after = ({ place, days }: (typeof more)[number]) => (left.get(place) ?? 0) - days
    if (more.some((one) => one.days > 0 && after(one) < least)) return { ...change, kept: true }
    for (const one of more) left.set(one.place, after(one))
    return change
  })
}

/** Of the requests `r` of types `t` that `which` names; answers with how many changed. */
export async function recount(work: LeaveWork, which: Sql, why: Spoken): Promise<number> {
  const found = await changesOf(work, which)
  const moved = found.filter(({ kept }) => !kept)
  // The names of holidays, and that they are confirmed now, are written down as well.
  await keepDays(
    work.tx,
    moved.flatMap(({ id, lines }) =>
      lines.filter(({ day }) => day >= work.today).map((line) => ({ ...line, request_id: id })),
    ),
  )
  const changes = moved.filter(differs)
  if (changes.length > 0) await setDays(work, changes, why)
  for (const change of changes) await followUp(work, change, why)
  for (const change of found.filter((one) => one.kept)) await notifyKept(work, change, why)
  return changes.length
}

/** In a few statements, however many people have leave on the day. */
async function setDays({ tx, today }: LeaveWork, changes: Change[], why: Spoken) {
  const wanted = changes.flatMap(({ employee_id, leave_type_id, byYear }) =>
    [...byYear.keys()]
      .filter((year) => year >= Number(today.slice(0, 4)))
      .map((year) => ({ employee_id, leave_type_id, year })),
  )
  await openBalances(tx, wanted, today)
  const rows = await tx.all<Wanted & { id: string }>`
    select id, employee_id, leave_type_id, year from leave_balances
    where employee_id = any(${changes.map(({ employee_id }) => employee_id)}::uuid[])`
  const balances = new Map(rows.map((row) => [placeOf(row), row.id]))
  const entries = changes.flatMap(({ id, status, byYear, before, ...whose }): NewEntry[] =>
    [...byYear].flatMap(([year, days]) => {
      const rest = days - (before.get(year) ?? 0)
      if (rest === 0) return []
      const balance_id = balances.get(placeOf({ ...whose, year })) as string
      const sums = status === 'approved' ? { used: rest } : { pending: rest }
      return [{ balance_id, kind: 'recount', day: today, request_id: id, reason: why, ...sums }]
    }),
  )
  await addEntries(tx, entries)
  await tx.run`update leave_requests r set days = g.days
    from unnest(${changes.map(({ id }) => id)}::uuid[],
      ${changes.map((change) => (totalOf(change) / 100).toFixed(2))}::numeric[]) as g (id, days)
    where r.id = g.id`
}

/** What the whole leave comes to. */
export const totalOf = (change: Change) =>
  hundredthsOf(change.days) + moreBy(change).reduce((sum, { days }) => sum + days, 0)

/** What else hangs on the days, and telling both sides. */
async function followUp(work: LeaveWork, change: Change, why: Said) {
  const { id, employee_id, leave_type_id, days } = change
  await settleLate(work, id, await freedBy(work, change))
  await settlePay(work.tx, employee_id, leave_type_id)
  const total = totalOf(change)
  const before = hundredthsOf(days) / 100
  const text =
    total === hundredthsOf(days)
      ? {
          en: `${why.en}: the days are taken from other years.`,
          sw: `${why.sw}: siku zinatolewa katika miaka mingine.`,
        }
      : {
          en: `${why.en}: ${inDays(hundredthsOf(days))} became ${inDays(total)}.`,
          sw: `${why.sw}: siku ${before} ${agreeing(before, 'imekuwa', 'zimekuwa')} siku ${total / 100}.`,
        }
  await notifyPerson(work, id, { en: 'Leave recounted', sw: 'Likizo imehesabiwa upya' }, text)
}

async function freedBy({ tx }: Acting, { id, byYear, before }: Change) {
  const held = await heldBy(tx, [id])
  return new Map(
    held.map(({ balance_id, year }) => [
      balance_id,
      (before.get(year) ?? 0) - (byYear.get(year) ?? 0),
    ]),
  )
}

/** What it would have cost more is not taken, and the people who decide know. */
const notifyKept = (work: LeaveWork, change: Change, why: Said) => {
  const { days } = change
  const total = totalOf(change)
  const before = hundredthsOf(days) / 100
  return notifyPerson(
    work,
    change.id,
    { en: 'Leave stays as it was counted', sw: 'Likizo inabaki kama ilivyohesabiwa' },
    {
      en: `${why.en}: ${inDays(hundredthsOf(days))} would be ${inDays(total)}, more than remain.`,
      sw: `${why.sw}: siku ${before} ${agreeing(before, 'ingekuwa', 'zingekuwa')} siku ${total / 100}, zaidi ya zilizosalia.`,
    },
  )
}

/** The letter says why, and by how much: it is no secret of the person's. */
async function notifyPerson(work: LeaveWork, id: string, title: Said, text: Said) {
  const news = { key: `leave recount ${id} ${work.now.toISOString()}`, title, text }
  await notifyApplicant(work, id, { ...news, written: text })
  await notifyDeciders(work, id, news)
}
