import type { Spoken } from '@mshahara/contract/say'
import { carriedOver } from '@mshahara/engine/leave-accrual'
import { daysCounted, type LeaveDay } from '@mshahara/engine/leave-day-totals'
import { type BalanceEntry, freeFor } from '@mshahara/engine/leave-standing'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { addEntries, type NewEntry } from './ledger.ts'
import { type OwnFacts, ownFacts, unearnedOf } from './own-days.ts'
import { reasons } from './reasons.ts'
import type { Stands } from './standings.ts'
import type { LeaveWork } from './work.ts'

/**
 * Leave of January is asked for in December, when the new year has earned nothing yet. Days of the
 * old year then go over ahead of time, as far as they would at its end, and come back if the leave
 * is not taken and their year still lasts.
 */

export interface CarryTerms {
  carry_over_days: DaysText | null
}

export interface EarlyCarry {
  days: number
  /** As many could go over for these days. */
  room: number
  from: Stands
  into: Stands
}

interface Wish {
  today: string
  type: CarryTerms
  lines: readonly LeaveDay[]
  stands: ReadonlyMap<number, Stands>
}

const inYear = (lines: readonly LeaveDay[], year: number) =>
  lines.filter(({ day }) => Number(day.slice(0, 4)) === year)

/** What the leave needs of this year's days for the next one, if it does and there are any. */
export function earlyCarryFor({ today, type, lines, stands }: Wish): EarlyCarry | null {
  const year = Number(today.slice(0, 4))
  const from = stands.get(year)
  const into = stands.get(year + 1)
  const next = inYear(lines, year + 1)
  const wanted = daysCounted(next)
  const there = into ? freeFor(next, into, today) : 0
  if (!from || !into || wanted <= there) return null
  const limit = type.carry_over_days === null ? null : hundredthsOf(type.carry_over_days)
  const carried = -sumOf(from.entries.filter(isCarried(intoNext(year))))
  const now = inYear(lines, year)
  const left = freeFor(now, from, today) - daysCounted(now)
  const inTime = daysCounted(next.filter(({ day }) => day <= into.last_carried))
  const room = carriedOver(left + carried, limit) - carried
  const days = Math.min(wanted - Math.max(0, there), room, inTime)
  if (days <= 0) return null
  return { days, room: inTime < wanted ? Math.min(room, inTime) : room, from, into }
}

const isCarried = (on: string) => (entry: BalanceEntry) =>
  entry.kind === 'carry-over' && entry.day === on
const sumOf = (entries: readonly BalanceEntry[]) =>
  entries.reduce((sum, { entitled }) => sum + entitled, 0)

/** Until the end of the transaction nobody else decides what becomes of these people's leave. */
export const lockLeaveOf = (tx: Tx, ...employees: string[]) =>
  tx.run`select pg_advisory_xact_lock(hashtextextended('leave ' || e.id, 0))
    from (select id from unnest(${employees}::text[]) id order by id) e`

const intoNext = (year: number) => `${year + 1}-01-01`

interface Moved {
  from: Pick<Stands, 'balance_id' | 'year'>
  into: Pick<Stands, 'balance_id'>
  days: number
  /** What of them is more than their year earns. */
  beyond: number
}

function earlyCarryEntries(
  { from, into, days, beyond }: Moved,
  request_id: string,
  reason: Spoken,
): NewEntry[] {
  const entry = { kind: 'carry-over', day: intoNext(from.year), request_id, reason } as const
  return [
    { ...entry, balance_id: from.balance_id as string, entitled: -days, beyond: -beyond },
    { ...entry, balance_id: into.balance_id as string, entitled: days, beyond },
  ]
}

interface WantedLeave {
  id: string
  start_date: string
}

/** For a leave that takes so many days of each year, with what of them nobody has earned. */
export async function carryEarly(
  tx: Tx,
  ahead: EarlyCarry,
  taking: readonly { year: number; days: number }[],
  { id, start_date }: WantedLeave,
): Promise<NewEntry[]> {
  const { balance_id, year } = ahead.from
  const [facts] = (await ownFacts(tx, [balance_id as string])).values()
  const promised = taking.find((one) => one.year === year)?.days
  const beyond = unearnedOf(ahead.days, facts as OwnFacts, promised)
  const reason = reasons.carriedEarly({ day: start_date })
  return earlyCarryEntries({ ...ahead, beyond }, id, reason)
}

interface Gone {
  balance_id: string
  year: number
  employee_id: string
  carried: DaysText
  beyond: DaysText
  remaining: DaysText
}

/** What a leave no longer needs goes back, unless the year it came from is over. */
export async function giveBackEarly(
  { tx, today }: Pick<LeaveWork, 'tx' | 'today'>,
  request_id: string,
) {
  const read = () => tx.all<Gone>`
    select b.id as balance_id, b.year, b.employee_id, sum(n.entitled) as carried,
      sum(n.beyond) as beyond,
      b.entitled - b.used - b.pending as remaining
    from leave_entries n
    join leave_balances b on b.organization_id = n.organization_id and b.id = n.balance_id
    where n.request_id = ${request_id} and n.kind = 'carry-over'
    group by b.organization_id, b.id order by b.year`
  const [first] = await read()
  if (!first || first.year < Number(today.slice(0, 4))) return
  await lockLeaveOf(tx, first.employee_id)
  const [from, into] = await read()
  if (!from || !into) return
  const days = Math.min(hundredthsOf(into.carried), Math.max(0, hundredthsOf(into.remaining)))
  if (days === 0) return
  const back = { days: -days, beyond: -Math.min(days, hundredthsOf(into.beyond)) }
  await addEntries(tx, earlyCarryEntries({ from, into, ...back }, request_id, reasons.notNeeded))
}
