import { setImmediate as breathe } from 'node:timers/promises'
import { inForce } from '@mshahara/engine/dated'
import { figureNames } from '@mshahara/engine/figures'
import type { MonthPay } from '@mshahara/engine/month-pay'
import { rules } from '@mshahara/engine/statutory/index'
import type { Tx } from '../core/db.ts'
import { sql } from '../core/sql.ts'
import { type SlipColumns, writeSlips } from '../pay/drafting.ts'
import { payMonth, type Scope, within } from '../pay/intake.ts'
import { computeOrTell } from './compute.ts'
import { claimAll, freeAll } from './intakes.ts'
import { type SourceRow, sourceQuery } from './source.ts'

/** Fills a draft: claim, read, work out, write. The number of queries does not grow with people. */

/** How many payslips are worked out before other requests get a turn. */
const atOnce = 100
/** A long run is taken in this many parts at most: memory stays small, and none blocks for long. */
const mostParts = 10
const leastPerPart = 250

const columns: SlipColumns = {
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

/** What the figures rest on, kept with the run. */
export const rulesOf = (month: string) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, versions]) => {
      const { from, source } = inForce(versions as never, month)
      return [name, { from, source }]
    }),
  )

export async function calculate(
  tx: Tx,
  month: string,
  scope: Scope,
  progress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<number> {
  // What was due when it was last worked out may be due no longer.
  await freeAll(tx, scope)
  await claimAll(tx, payMonth(month), scope)
  const slips = await tx.all<{ id: string }>`select p.id from payslips p where ${within(scope)}`
  const perPart = Math.max(leastPerPart, Math.ceil(slips.length / mostParts))
  for (let first = 0; first < slips.length; first += perPart) {
    const part = slips.slice(first, first + perPart).map(({ id }) => id)
    const which = sql`payslips.organization_id = app_org() and payslips.id = any(${part})`
    const rows = await tx.all<SourceRow>`${sourceQuery(which, month)}`
    await write(tx, await workOut(rows, month))
    await progress(Math.min(first + perPart, slips.length), slips.length)
  }
  return slips.length
}

async function workOut(rows: SourceRow[], month: string): Promise<string> {
  const texts: string[] = []
  for (const [index, row] of rows.entries()) {
    texts.push(JSON.stringify(columnsFor(row, computeOrTell(row.source, month))))
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

/** By key alone: whatever the planner guesses, each row is looked up once. */
const write = (tx: Tx, rows: string) =>
  writeSlips(tx, { id: 'uuid', ...columns }, rows, sql`p.id = r.id`)
