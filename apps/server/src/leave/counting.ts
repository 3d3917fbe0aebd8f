import {
  type CountedBy,
  countLeave,
  type LeaveDay,
  type LeaveSpan,
} from '@mshahara/engine/leave-days'
import type { Tx } from '../core/db.ts'
import { raw } from '../core/sql.ts'

/** What the one counting function of the engine needs to know from the database. */

export interface Spanned {
  start_date: string
  end_date: string
  half_start: boolean
  half_end: boolean
}

export const spanOf = ({ start_date, end_date, half_start, half_end }: Spanned): LeaveSpan => ({
  start: start_date,
  end: end_date,
  half_start,
  half_end,
})

/** The organisation's holidays between two days. */
async function holidaysIn(tx: Tx, from: string, to: string) {
  const rows = await tx.all<{ day: string; name: string }>`
    select day, name from leave_holidays where day between ${from} and ${to}`
  return new Map(rows.map(({ day, name }) => [day, name]))
}

interface Pattern {
  saturday: boolean
  sunday: boolean
}

/** The days somebody `e` works: their own pattern, or the organisation's. */
export const patternColumns = raw(`coalesce(p.work_saturday, o.work_saturday) as saturday,
  coalesce(p.work_sunday, o.work_sunday) as sunday`)
export const patternJoins = raw(`join organizations o on o.id = e.organization_id
  left join leave_patterns p on p.organization_id = e.organization_id and p.employee_id = e.id`)

async function patternsOf(tx: Tx, employees: string[]) {
  const rows = await tx.all<Pattern & { employee_id: string }>`
    select e.id as employee_id, ${patternColumns} from employees e ${patternJoins}
    where e.id = any(${employees}::uuid[])`
  return new Map(rows.map((row) => [row.employee_id, row]))
}

interface Counted extends Spanned {
  count_by: CountedBy['count_by']
}
export type Counting = Counted & { employee_id: string }
/** Of however many people who work such days. */
export type Alike = Counted & Pattern

/** The lines of several leaves, in their order, with two questions to the database. */
export async function countAll(tx: Tx, leaves: readonly Counting[]): Promise<LeaveDay[][]> {
  if (leaves.length === 0) return []
  const patterns = await patternsOf(tx, [...new Set(leaves.map((one) => one.employee_id))])
  const usual = { saturday: false, sunday: false }
  return countAlike(
    tx,
    leaves.map((leave) => ({ ...leave, ...(patterns.get(leave.employee_id) ?? usual) })),
  )
}

export async function countAlike(tx: Tx, leaves: readonly Alike[]): Promise<LeaveDay[][]> {
  if (leaves.length === 0) return []
  const from = leaves.map(({ start_date }) => start_date).sort()[0] as string
  const to = leaves
    .map(({ end_date }) => end_date)
    .sort()
    .at(-1) as string
  const holidays = await holidaysIn(tx, from, to)
  return leaves.map((leave) =>
    countLeave(spanOf(leave), { count_by: leave.count_by, pattern: leave, holidays }),
  )
}

export async function countOne(tx: Tx, leave: Counting): Promise<LeaveDay[]> {
  const [lines] = await countAll(tx, [leave])
  return lines ?? []
}

/** As the wire has them: whole and half days. */
export const shownLines = (lines: readonly LeaveDay[]) =>
  lines.map(({ day, weekday, counts, why, name }) => ({
    ...{ day, weekday, why },
    counts: counts / 100,
    name: name ?? null,
  }))
