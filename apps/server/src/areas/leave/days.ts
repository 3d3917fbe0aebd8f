import type { LeaveDay } from '@mshahara/engine/leave-day-totals'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'

/**
 * The days of a leave as they were counted, each with its rule (C21). Whoever wants to know what a
 * leave came to reads them; only days that are not over are ever counted again.
 */

export type KeptDay = Omit<LeaveDay, 'weekday'>

interface DayRow extends Omit<KeptDay, 'covered' | 'counts' | 'name'> {
  request_id: string
  covered: DaysText
  counts: DaysText
  name: string | null
}

/** By request, in the order of the days. */
export async function daysOf(tx: Tx, requests: readonly string[]): Promise<Map<string, KeptDay[]>> {
  const rows = await tx.all<DayRow>`
    select request_id, day, covered, counts, why, name, expected, rule from leave_request_days
    where request_id = any(${requests}::uuid[]) order by request_id, day`
  const kept = new Map<string, KeptDay[]>()
  for (const { request_id, covered, counts, name, ...row } of rows) {
    const line = {
      ...row,
      covered: hundredthsOf(covered) as KeptDay['covered'],
      counts: hundredthsOf(counts) as KeptDay['counts'],
      ...(name !== null && { name }),
    }
    const lines = kept.get(request_id)
    if (lines) lines.push(line)
    else kept.set(request_id, [line])
  }
  return kept
}

type Written = KeptDay & { request_id: string }

/** Writes days down, or anew where they are there already. */
export async function keepDays(tx: Tx, lines: readonly Written[]) {
  if (lines.length === 0) return
  const of = <T>(pick: (line: Written) => T) => lines.map(pick)
  await tx.run`insert into leave_request_days
      (request_id, day, covered, counts, why, name, expected, rule)
    select * from unnest(${of((l) => l.request_id)}::uuid[], ${of((l) => l.day)}::date[],
      ${of((l) => (l.covered / 100).toFixed(2))}::numeric[],
      ${of((l) => (l.counts / 100).toFixed(2))}::numeric[], ${of((l) => l.why)}::text[],
      ${of((l) => l.name ?? null)}::text[], ${of((l) => l.expected ?? false)}::boolean[],
      ${of((l) => l.rule)}::text[])
    on conflict (organization_id, request_id, day) do update set counts = excluded.counts,
      why = excluded.why, name = excluded.name, expected = excluded.expected, rule = excluded.rule`
}
