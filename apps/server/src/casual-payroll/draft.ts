import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '../core/db.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import { columnsOf, type SlipColumns, workOut } from './compute.ts'
import { type Days, type Office, rangeOf, sourceOf } from './source.ts'

/** Fills a draft: read, work out, write. The number of queries does not grow with people. */

/** How many are worked out before other requests get a turn. */
const atOnce = 500

/** Everybody `which` names, as far as they have a day to be paid for; and how many have none. */
export async function workedOut(
  tx: Tx,
  run: Days & { id: string },
  which: Sql,
  office: Office,
): Promise<{ slips: SlipColumns[]; without_days: number }> {
  const range = await rangeOf(tx, run, office)
  const rows = await sourceOf(tx, run, run.id, which)
  const slips: SlipColumns[] = []
  for (const [index, row] of rows.entries()) {
    const worked = workOut(row, range, office)
    if (worked.pay.days > 0) slips.push(columnsOf(worked))
    if (index % atOnce === atOnce - 1) await breathe()
  }
  return { slips, without_days: rows.length - slips.length }
}

const kinds: Record<keyof SlipColumns, string> = {
  casual_id: 'uuid',
  person: 'jsonb',
  pay: 'numeric',
  pay_basis: 'text',
  source: 'text',
  days: 'numeric',
  overtime_hours: 'numeric',
  pieces: 'numeric',
  total: 'numeric',
  overtime: 'numeric',
  advance: 'numeric',
  gross: 'numeric',
  statutory: 'numeric',
  deduction: 'numeric',
  net: 'numeric',
  lines: 'jsonb',
  months: 'jsonb',
}
const names = Object.keys(kinds)
const shape = raw(
  Object.entries(kinds)
    .map((column) => column.join(' '))
    .join(', '),
)

/** Two payrolls that meet on a day of somebody meet in the database, and one of them fails. */
export const insertSlips = (
  tx: Tx,
  { id, from, to }: Days & { id: string },
  slips: SlipColumns[],
) =>
  tx.run`insert into casual_payslips (payroll_id, during, ${raw(names.join(', '))})
    select ${id}, daterange(${from}::date, ${to}::date, '[]'), ${raw(
      names.map((name) => `r.${name}`).join(', '),
    )}
    from json_to_recordset(${JSON.stringify(slips)}) as r (${shape})`

/** Those who are in it, with today's records; whoever has no day any more leaves it. */
export async function refill(tx: Tx, run: Days & { id: string }, office: Office) {
  const { slips } = await workedOut(tx, run, inRun(run.id), office)
  await tx.run`delete from casual_payslips where payroll_id = ${run.id}
    and casual_id <> all (${slips.map(({ casual_id }) => casual_id)}::uuid[])`
  await tx.run`update casual_payslips s
    set ${raw(names.map((name) => `${name} = r.${name}`).join(', '))}
    from json_to_recordset(${JSON.stringify(slips)}) as r (${shape})
    where s.payroll_id = ${run.id} and s.casual_id = r.casual_id`
  return slips.length
}

export const inRun = (payroll_id: string) =>
  sql`c.id in (select s.casual_id from casual_payslips s where s.payroll_id = ${payroll_id})`
