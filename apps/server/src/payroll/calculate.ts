import { setImmediate as breathe } from 'node:timers/promises'
import { daysIn } from '@mshahara/engine/calendar'
import { inForce } from '@mshahara/engine/dated'
import { rules } from '@mshahara/engine/statutory/index'
import type { Tx } from '../core/db.ts'
import { claimRevenues, type Paying } from '../pay-items/index.ts'
import { type Computed, computeOrTell, moneyNames } from './compute.ts'
import { type SourceRow, sourceQuery } from './source.ts'

/** Fills a draft: claim, read, work out, write. The number of queries does not grow with people. */

/** How many payslips are worked out before other requests get a turn. */
const atOnce = 100
/** A long run is taken in this many parts at most: memory stays small, and none blocks for long. */
const mostParts = 10
const leastPerPart = 250

const columns = [
  'digest',
  'person',
  'input',
  'incomes',
  'deductions',
  'department_id',
  'designation_id',
  'work_station_id',
  'days',
  'days_of',
  ...moneyNames,
]
const kinds: Record<string, string> = {
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
}
const kindOf = (name: string) => kinds[name] ?? 'numeric'

export const firstDay = (month: string) => `${month}-01`
export const lastDay = (month: string) => `${month}-${daysIn(month)}`
/** The parameters of `sourceQuery`, whatever payslips it is asked for. */
export const monthValues = (month: string) => [firstDay(month), lastDay(month), month]

/** Which payslips: all of a run, or one of it. */
export type Wanted = Paying
export const whichOf = ({ payslip_id }: Wanted, first: number) =>
  `payroll_id = $${first}${payslip_id ? ` and id = $${first + 1}` : ''}`
export const whichValues = ({ payroll_id, payslip_id }: Wanted) =>
  payslip_id ? [payroll_id, payslip_id] : [payroll_id]

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
  wanted: Wanted,
  progress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<number> {
  await claimRevenues(tx, month, wanted)
  const { rows: slips } = await tx.$client.query<{ id: string }>(
    `select id from payslips where ${whichOf(wanted, 1)}`,
    whichValues(wanted),
  )
  const perPart = Math.max(leastPerPart, Math.ceil(slips.length / mostParts))
  for (let first = 0; first < slips.length; first += perPart) {
    const part = slips.slice(first, first + perPart).map(({ id }) => id)
    const { rows } = await tx.$client.query<SourceRow>(sourceOf, [...monthValues(month), part])
    await write(tx, await workOut(rows, month))
    await progress(Math.min(first + perPart, slips.length), slips.length)
  }
  return slips.length
}

const sourceOf = sourceQuery('payslips.organization_id = app_org() and payslips.id = any($4)')

async function workOut(rows: SourceRow[], month: string): Promise<string> {
  const texts: string[] = []
  for (const [index, row] of rows.entries()) {
    texts.push(JSON.stringify(written(row, computeOrTell(row.source, month))))
    if (index % atOnce === atOnce - 1) await breathe()
  }
  return `[${texts.join(',')}]`
}

/** Without figures, yet with a digest: looked at, and impossible. */
function written(row: SourceRow, computed: Computed | { fault: string }) {
  const { id, now_digest: digest, department_id, designation_id, work_station_id } = row
  const place = { department_id, designation_id, work_station_id }
  const known = { id, digest, person: row.source.person, ...place }
  if ('fault' in computed) return known
  const { figures, incomes, deductions, input } = computed
  const money = Object.fromEntries(moneyNames.map((name) => [name, figures[name] / 100]))
  const { days, days_of } = figures
  return { ...known, input, incomes, deductions, days, days_of, ...money }
}

/** By key alone: whatever the planner guesses, each row is looked up once. */
const write = (tx: Tx, rows: string) =>
  tx.$client.query({
    name: 'write payslips',
    text: `update payslips p set ${columns.map((name) => `${name} = r.${name}`).join(', ')}
      from json_to_recordset($1) as r (id uuid, ${columns
        .map((name) => `${name} ${kindOf(name)}`)
        .join(', ')})
      where p.organization_id = app_org() and p.id = r.id`,
    values: [rows],
  })
