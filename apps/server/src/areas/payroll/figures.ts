import { setImmediate as breathe } from 'node:timers/promises'
import { figureNames } from '@mshahara/engine/figures'
import type { MonthPay } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { alike, type SlipColumns, writeAndDigest } from '../../foundation/pay/drafting.ts'
import { computeOrExplain } from './compute.ts'
import { type Drafted, type SourceRow, sourceOf, sourceQuery } from './source.ts'

/** What a payslip consists of: worked out, written, compared. */

/** How many payslips are worked out before other requests get a turn. */
const atOnce = 100

const columns: SlipColumns = {
  id: 'uuid',
  digest: 'text',
  person: 'jsonb',
  input: 'jsonb',
  incomes: 'jsonb',
  deductions: 'jsonb',
  department_id: 'uuid',
  designation_id: 'uuid',
  work_station_id: 'uuid',
  days: 'smallint',
  days_of: 'smallint',
  ...Object.fromEntries(figureNames.map((name) => [name, 'numeric'])),
}

export function sourcesOf(tx: Tx, run: Drafted, ids: string[]): Promise<SourceRow[]> {
  const which = sql`payslips.organization_id = app_org() and payslips.id = any(${ids})`
  return tx.all<SourceRow>`${sourceQuery(which, run)}`
}

export async function workOut(rows: SourceRow[], run: Drafted): Promise<string> {
  const texts: string[] = []
  for (const [index, row] of rows.entries()) {
    texts.push(JSON.stringify(columnsFor(row, computeOrExplain(row, run))))
    if (index % atOnce === atOnce - 1) await breathe()
  }
  return `[${texts.join(',')}]`
}

/** Without figures, yet with a digest: looked at, and impossible. */
function columnsFor(row: SourceRow, pay: MonthPay | { fault: string }) {
  const { id, now_digest: digest, department_id, designation_id, work_station_id } = row
  const place = { department_id, designation_id, work_station_id }
  const known = { id, digest, person: row.source.person, ...place }
  if ('fault' in pay) return known
  const { figures, incomes, deductions, input } = pay
  const money = Object.fromEntries(figureNames.map((name) => [name, figures[name] / 100]))
  const { days, days_of } = figures
  return { ...known, input, incomes, deductions, days, days_of, ...money }
}

/** Of a payslip that is not there: what it would be, made from the same source. */
export async function workedOutFor(tx: Tx, employee_id: string, run: Drafted, correction: unknown) {
  const wanted = sql`select gen_random_uuid() as id, ${employee_id}::uuid as employee_id,
    null::text as digest`
  const row = await tx.one<SourceRow>`${sourceOf(wanted, run)}`
  return computeOrExplain({ ...row, source: { ...row.source, correction } }, run)
}

/** By key alone: whatever the planner guesses, each row is looked up once. */
const byKey = sql`p.id = r.id`

export const writeFigures = (tx: Tx, rows: string) => writeAndDigest(tx, columns, rows, byKey)

/** The payslips that still say what these rows say. */
export const unchanged = (tx: Tx, rows: string) => alike(tx, columns, rows, byKey)
