import { setImmediate as breathe } from 'node:timers/promises'
import { elsewhere, isPaid } from '@mshahara/engine/casual-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { addSlips, alike, dropSlips, writeSlips } from '../../foundation/pay/drafting.ts'
import { columnsOf, type SlipRow, type Worked, workOut } from './compute.ts'
import { type Days, isEligible, type Office, rangeOf, sourceOf } from './source.ts'

/** Fills a draft: read, work out, write. The number of queries does not grow with people. */

/** How many are worked out before other requests get a turn. */
const atOnce = 500

export interface WorkedOut {
  slips: SlipRow[]
  /** Who is not in it: without a day that is not settled elsewhere, or without one to be paid. */
  skipped: number
  without_days: number
  /** How many of those without a day have worked on days that are settled elsewhere. */
  worked_elsewhere: number
  /** How many of the others have only some of the days. */
  partly: number
  /** What each day of the range comes to. */
  days: { day: string; onRoll: boolean; people: number; gross: number }[]
}

/** Everybody `which` names, as far as they have a day to be paid for. */
export async function workedOut(
  tx: Tx,
  run: Days & { id: string },
  which: Sql,
  office: Office,
): Promise<WorkedOut> {
  const range = await rangeOf(tx, run, office)
  const rows = await sourceOf(tx, run, run.id, which)
  const days = range.days.map((day) => ({ ...day, people: 0, gross: 0 }))
  const all: WorkedOut = {
    slips: [],
    skipped: 0,
    without_days: 0,
    worked_elsewhere: 0,
    partly: 0,
    days,
  }
  for (const [index, row] of rows.entries()) {
    add(all, workOut(row, range, office))
    if (index % atOnce === atOnce - 1) await breathe()
  }
  return all
}

function add(all: WorkedOut, worked: Worked) {
  const { covered, days, marks, daily } = worked.pay
  if (covered.length === 0) all.skipped += 1
  else if (days === 0) {
    all.without_days += 1
    if (marks.includes(elsewhere)) all.worked_elsewhere += 1
  } else {
    all.slips.push(columnsOf(worked))
    if (marks.includes(elsewhere)) all.partly += 1
    for (const [place, day] of all.days.entries()) {
      if (!isPaid(marks[place])) continue
      day.people += 1
      day.gross += daily[place] ?? 0
    }
  }
}

const columns: Record<keyof SlipRow, string> = {
  casual_id: 'uuid',
  during: 'datemultirange',
  person: 'jsonb',
  pay: 'numeric',
  pay_basis: 'text',
  source: 'text',
  days_worked: 'numeric',
  overtime_hours: 'numeric',
  pieces: 'numeric',
  total: 'numeric',
  overtime: 'numeric',
  advance: 'numeric',
  gross: 'numeric',
  statutory: 'numeric',
  total_deductions: 'numeric',
  net: 'numeric',
  lines: 'jsonb',
  months: 'jsonb',
}

export const insertSlips = (tx: Tx, payroll_id: string, slips: SlipRow[]) =>
  addSlips(tx, payroll_id, columns, JSON.stringify(slips))

/** Those in it, by today's records; whoever has no day any more, or is suspended, leaves it. */
export async function refill(tx: Tx, run: Days & { id: string }, office: Office) {
  const { slips } = await workedOut(tx, run, stillIn(run), office)
  await dropSlips(
    tx,
    sql`p.payroll_id = ${run.id}
      and p.casual_id <> all (${slips.map(({ casual_id }) => casual_id)}::uuid[])`,
  )
  await writeSlips(tx, columns, JSON.stringify(slips), together(run.id))
  return slips.length
}

const together = (payroll_id: string) =>
  sql`p.payroll_id = ${payroll_id} and p.casual_id = r.casual_id`

/** The payslips of a draft that still say this. */
export const unchanged = (tx: Tx, payroll_id: string, slips: SlipRow[]) =>
  alike(tx, columns, JSON.stringify(slips), together(payroll_id))

/** Whom a draft has, as far as it may pay them. */
export const stillIn = (run: Days & { id: string }) =>
  sql`c.id in (select s.casual_id from payslips s where s.payroll_id = ${run.id})
    and ${isEligible(run)}`
