import { dayInWords } from '@mshahara/contract/months'
import { carriedOver, lastCarriedDay } from '@mshahara/engine/leave-accrual'
import { daysCounted, type LeaveDay } from '@mshahara/engine/leave-days'
import { hold, type Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { addEntries, type Balance, type NewEntry, remainingOf } from './ledger.ts'
import type { LeaveWork } from './work.ts'

/**
 * Leave of January is asked for in December, when the new year has earned nothing yet. Days of the
 * old year then go over ahead of time, as far as they would at its end, and come back if the leave
 * is not taken and their year still lasts.
 */

export interface CarryTerms {
  carry_over_days: string | null
  carry_over_until: number | null
}

export interface Ahead {
  days: number
  /** As many could go over for these days. */
  room: number
  from: Balance
  into: Balance
}

interface Wish {
  today: string
  type: CarryTerms
  lines: readonly LeaveDay[]
  /** What is asked for by year. */
  byYear: ReadonlyMap<number, number>
  balances: ReadonlyMap<number, Balance>
}

/** What the leave needs of this year's days for the next one, if it does and there are any. */
export async function aheadFor(tx: Tx, wish: Wish): Promise<Ahead | null> {
  const { today, type, lines, byYear, balances } = wish
  const year = Number(today.slice(0, 4))
  const from = balances.get(year)
  const into = balances.get(year + 1)
  const wanted = byYear.get(year + 1) ?? 0
  if (!from || !into || wanted <= remainingOf(into)) return null
  await lockLeaveOf(tx, from.employee_id)
  const limit = type.carry_over_days === null ? null : centsOf(type.carry_over_days)
  const carried = await carriedFrom(tx, from)
  const left = remainingOf(from) - (byYear.get(year) ?? 0)
  const lastDay = lastCarriedDay(year + 1, type.carry_over_until)
  const inTime = daysCounted(lines.filter(({ day }) => day > `${year}-12-31` && day <= lastDay))
  const room = carriedOver(left + carried, limit) - carried
  const days = Math.min(wanted - Math.max(0, remainingOf(into)), room, inTime)
  if (days <= 0) return null
  return { days, room: inTime < wanted ? Math.min(room, inTime) : room, from, into }
}

/** Until the end of the transaction nobody else decides what goes over for this person. */
const lockLeaveOf = (tx: Tx, employee_id: string) => hold(tx, `leave ${employee_id}`)

const intoNext = (year: number) => `${year + 1}-01-01`

async function carriedFrom(tx: Tx, { id, year }: Balance): Promise<number> {
  const { carried } = await tx.one<{ carried: string }>`
    select coalesce(sum(-entitled), 0) as carried from leave_entries
    where balance_id = ${id} and kind = 'carry-over' and day = ${intoNext(year)}`
  return centsOf(carried)
}

export function aheadEntries(
  { from, into, days }: { from: { id: string; year: number }; into: { id: string }; days: number },
  request_id: string,
  reason: string,
): NewEntry[] {
  const entry = { kind: 'carry-over', day: intoNext(from.year), request_id, reason } as const
  return [
    { ...entry, balance_id: from.id, entitled: -days },
    { ...entry, balance_id: into.id, entitled: days },
  ]
}

export const aheadReason = (start_date: string) =>
  `Ahead of time, for leave from ${dayInWords(start_date)}`

interface Gone {
  id: string
  year: number
  employee_id: string
  carried: string
  remaining: string
}

/** What a leave no longer needs goes back, unless the year it came from is over. */
export async function giveBackAhead({ tx, today }: LeaveWork, request_id: string) {
  const read = () => tx.all<Gone>`
    select b.id, b.year, b.employee_id, sum(n.entitled) as carried,
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
  const days = Math.min(centsOf(into.carried), Math.max(0, centsOf(into.remaining)))
  if (days === 0) return
  await addEntries(
    tx,
    aheadEntries({ from, into, days: -days }, request_id, 'Not needed after all'),
  )
}
