import {
  type Holiday,
  type LeaveDay,
  type WorkPattern,
  weekdayName,
} from '@mshahara/engine/leave-day-totals'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'

/** Which days of a leave count: the database says so (`leave_day`), and its guards hold it to that. */

export interface Spanned {
  start_date: string
  end_date: string
  half_start: boolean
  half_end: boolean
}

/** The organisation's holidays between two days. */
async function holidaysIn(tx: Tx, from: string, to: string) {
  const rows = await tx.all<Holiday & { day: string }>`
    select day, name, expected from leave_holidays where day between ${from} and ${to}`
  return new Map(rows.map(({ day, ...holiday }) => [day, holiday]))
}

/** The days somebody `e` works: their own pattern, or the organisation's. */
const patternColumns = raw(`coalesce(p.work_saturday, o.work_saturday) as saturday,
  coalesce(p.work_sunday, o.work_sunday) as sunday`)
const patternJoins = raw(`join organizations o on o.id = e.organization_id
  left join leave_patterns p on p.organization_id = e.organization_id and p.employee_id = e.id`)

async function patternsOf(tx: Tx, employees: string[]) {
  const rows = await tx.all<WorkPattern & { employee_id: string; own: boolean }>`
    select e.id as employee_id, ${patternColumns}, p.employee_id is not null as own
    from employees e ${patternJoins}
    where e.id = any(${employees}::uuid[])`
  return new Map(rows.map((row) => [row.employee_id, row]))
}

export interface Counting extends Spanned {
  employee_id: string
  count_by: 'working' | 'calendar'
}

/** What the lines are counted by where that is not what is on record: before it is changed. */
export interface Supposed {
  holidays?: { without: string[]; with: (Holiday & { day: string })[] }
  /** Of whoever has none of their own, or of one person. */
  pattern?: WorkPattern & { employee_id: string | null }
}

/** The lines of several leaves, in their order, with two questions to the database. */
export async function countAll(
  tx: Tx,
  leaves: readonly Counting[],
  supposed: Supposed = {},
): Promise<LeaveDay[][]> {
  if (leaves.length === 0) return []
  const patterns = await patternsOf(tx, [...new Set(leaves.map((one) => one.employee_id))])
  const sorted = (days: DaysText[]) => days.toSorted()
  const from = sorted(leaves.map(({ start_date }) => start_date))[0] as string
  const to = sorted(leaves.map(({ end_date }) => end_date)).at(-1) as string
  const holidays = await holidaysIn(tx, from, to)
  for (const day of supposed.holidays?.without ?? []) holidays.delete(day)
  for (const { day, ...holiday } of supposed.holidays?.with ?? []) holidays.set(day, holiday)
  const patternFor = (employee_id: string): WorkPattern => {
    const { pattern } = supposed
    const known = patterns.get(employee_id) ?? { saturday: false, sunday: false, own: false }
    const meant = pattern && (pattern.employee_id ?? (known.own ? null : employee_id))
    return meant === employee_id ? (pattern as WorkPattern) : known
  }
  return linesOf(
    tx,
    leaves.map((leave) => ({ ...leave, ...patternFor(leave.employee_id) })),
    holidays,
  )
}

interface Line extends Omit<LeaveDay, 'weekday' | 'covered' | 'counts'> {
  place: number
  covered: DaysText
  counts: DaysText
}

/** Every calendar day of each, in order, and whether it counts. */
export async function linesOf(
  tx: Tx,
  leaves: readonly (Spanned & Pick<Counting, 'count_by'> & WorkPattern)[],
  holidays: ReadonlyMap<string, Holiday>,
): Promise<LeaveDay[][]> {
  const of = <T>(pick: (leave: (typeof leaves)[number]) => T) => leaves.map(pick)
  const rows = await tx.all<Line>`
    select g.place::int - 1 as place, d.day::date, g.rule, l.covered, l.counts, l.why
    from (select w.first, w.last, w.half_first, w.half_last, w.place,
        leave_rule(w.count_by, w.saturday, w.sunday) as rule
      from unnest(${of((l) => l.start_date)}::date[], ${of((l) => l.end_date)}::date[],
        ${of((l) => l.half_start)}::boolean[], ${of((l) => l.half_end)}::boolean[],
        ${of((l) => l.count_by)}::text[], ${of((l) => l.saturday)}::boolean[],
        ${of((l) => l.sunday)}::boolean[]) with ordinality
        as w (first, last, half_first, half_last, count_by, saturday, sunday, place)) g
    cross join lateral generate_series(g.first::timestamp, g.last, interval '1 day') d (day)
    cross join lateral leave_day(d.day::date, g.first, g.last, g.half_first, g.half_last, g.rule,
      d.day::date = any(${[...holidays.keys()]}::date[])) l
    order by g.place, d.day`
  const lines = leaves.map((): LeaveDay[] => [])
  for (const { place, covered, counts, ...line } of rows) {
    lines[place]?.push({
      ...{ ...line, weekday: weekdayName(line.day) },
      covered: hundredthsOf(covered) as LeaveDay['covered'],
      counts: hundredthsOf(counts) as LeaveDay['counts'],
      ...(line.why === 'holiday' && holidays.get(line.day)),
    })
  }
  return lines
}

export async function countOne(tx: Tx, leave: Counting): Promise<LeaveDay[]> {
  const [lines] = await countAll(tx, [leave])
  return lines ?? []
}

/** Holidays by the moon on or beside these days: the count would change with them. */
export const estimatesAround = (tx: Tx, from: string, to: string) =>
  tx.all<{ day: string; name: string }>`select day, name from leave_holidays
    where expected and day between ${from}::date - 1 and ${to}::date + 1 order by day`

/** As the wire has them: whole and half days. */
export const linesToWire = (lines: readonly KeptLine[]) =>
  lines.map(({ day, counts, why, name, expected, rule }) => ({
    ...{ day, weekday: weekdayName(day), why, rule },
    counts: counts / 100,
    name: name ?? null,
    expected: expected ?? false,
  }))
type KeptLine = Omit<LeaveDay, 'weekday'>
