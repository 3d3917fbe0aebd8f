import type { Said } from '@mshahara/contract/language'
import { countedByYear } from '@mshahara/engine/leave-days'
import { centsOf } from '../core/org-table.ts'
import type { Sql } from '../core/sql.ts'
import { giveBackAhead } from './ahead.ts'
import { type Counting, countAll } from './counting.ts'
import { addEntries, heldBy, type NewEntry, openBalances, placeOf, type Wanted } from './ledger.ts'
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

interface Change extends Leave {
  /** As counted now. */
  byYear: Map<number, number>
  /** What the ledger has by year. */
  before: Map<number, number>
}

/** Of the requests `r` of types `t` that `which` names; answers with how many changed. */
export async function recount(work: LeaveWork, which: Sql, why: Said): Promise<number> {
  const { tx } = work
  const leaves = await tx.all<Leave>`
    select r.id, r.employee_id, r.leave_type_id, r.start_date, r.end_date, r.half_start, r.half_end,
      r.days, r.status, t.count_by
    from leave_requests r join leave_types t on t.id = r.leave_type_id
    where r.status in ('pending', 'approved') and ${which} order by r.id for update of r`
  if (leaves.length === 0) return 0
  const counted = await countAll(tx, leaves)
  const ids = leaves.map(({ id }) => id)
  const held = Map.groupBy(await heldBy(tx, ids), ({ request_id }) => request_id)
  const changes = leaves
    .map((leave, at): Change => {
      const before = (held.get(leave.id) ?? []).map(
        ({ year, used, pending }) => [year, used + pending] as const,
      )
      return { ...leave, byYear: countedByYear(counted[at] ?? []), before: new Map(before) }
    })
    // Within each year: a holiday that moves over New Year leaves the sum as it was.
    .filter(({ byYear, before }) =>
      [...byYear].some(([year, days]) => days !== (before.get(year) ?? 0)),
    )
  if (changes.length === 0) return 0
  await setDays(work, changes, why)
  for (const change of changes) await followUp(work, change, why)
  return changes.length
}

/** In a few statements, however many people have leave on the day. */
async function setDays({ tx, today }: LeaveWork, changes: Change[], why: Said) {
  const wanted = changes.flatMap(({ employee_id, leave_type_id, byYear }) =>
    [...byYear.keys()].map((year) => ({ employee_id, leave_type_id, year })),
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
      return [{ balance_id, kind: 'recount', day: today, request_id: id, reason: why.en, ...sums }]
    }),
  )
  await addEntries(tx, entries)
  await tx.run`update leave_requests r set days = g.days
    from unnest(${changes.map(({ id }) => id)}::uuid[],
      ${changes.map((change) => (totalOf(change) / 100).toFixed(2))}::numeric[]) as g (id, days)
    where r.id = g.id`
}

const totalOf = ({ byYear }: Change) => [...byYear.values()].reduce((sum, days) => sum + days, 0)

/** What else hangs on the days, and telling both sides. */
async function followUp(work: LeaveWork, change: Change, why: Said) {
  const { id, employee_id, leave_type_id, days } = change
  await giveBackAhead(work, id)
  await carryLate(work, id)
  await settlePay(work.tx, employee_id, leave_type_id)
  const total = totalOf(change)
  const text =
    total === centsOf(days)
      ? {
          en: `${why.en}: the days are taken from other years.`,
          sw: `${why.sw}: siku zinatolewa katika miaka mingine.`,
        }
      : {
          en: `${why.en}: ${inDays(centsOf(days))} became ${inDays(total)}.`,
          sw: `${why.sw}: siku ${centsOf(days) / 100} zimekuwa siku ${total / 100}.`,
        }
  const key = `leave recount ${id} ${work.now.toISOString()}`
  const title = { en: 'Leave recounted', sw: 'Likizo imehesabiwa upya' }
  const news = { key, title, text }
  await tellApplicant(work, id, news)
  await tellDeciders(work, id, news)
}
