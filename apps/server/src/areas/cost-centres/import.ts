import { hundredthsOf, shareInput } from '@mshahara/contract/cost-centres'
import { wholeCost } from '@mshahara/engine/cost-shares'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import {
  type Comparison,
  countsOf,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type RowIssue,
  templateHandler,
  type Upload,
  uploadHandler,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { prefixOf } from '../employees/index.ts'
import { notify } from '../notifications/index.ts'
import { columnsFor } from './columns.ts'
import { say } from './sentences.ts'

/**
 * "Upload Cost Centres": the rows of a person for a month are their shares from then on, in place of
 * those they had from that month.
 */

interface SheetRow {
  employee_id: string
  from: string
  cost_centre_id: string
  share: number
}

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'cost-centres.import',
  sheet: 'Cost Centres',
  fileName: 'cost-centres-template.xlsx',
  done: 'Cost centres uploaded successfully',
  link: '/cost-centres',
  describe: countsOf('share', 'shares', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

interface Known {
  people: Map<string, string>
  centres: Map<string, string>
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  // One sheet at a time per organisation: what it counts is then what happens.
  if (alone) await advisoryLock(tx, `cost centres ${work.organization_id}`)
  const people = await tx.all<{ id: string; number: string }>`
    select id, lower(employee_no) as number from employees`
  const centres = await tx.all<{ id: string; code: string }>`
    select id, code from cost_centres where active order by code, id`
  const known: Known = {
    people: new Map(people.map(({ number, id }) => [number, id])),
    centres: new Map(centres.map(({ code, id }) => [code, id])),
  }
  return {
    columns: columnsFor(await prefixOf(tx), [...known.centres.keys()]),
    parse: (given) => parse(given, known),
    compare: (rows) => compare(tx, rows),
  }
}

function parse(given: Record<string, unknown>, { people, centres }: Known) {
  const issues: RowIssue[] = []
  const refuse = (key: string, sentence: string) => issues.push({ key, sentence })
  const employee_id = people.get(String(given.employee_no ?? '').toLowerCase())
  if (!employee_id) refuse('employee_no', 'There is no employee with this number.')
  const cost_centre_id = centres.get(String(given.cost_centre ?? ''))
  if (!cost_centre_id) refuse('cost_centre', 'There is no active cost centre with this code.')
  const from = monthIn(given.from)
  if (!from) refuse('from', 'Please give a month, such as March 2026.')
  const percent = shareInput.safeParse(given.percent ?? 100)
  for (const { message } of percent.error?.issues ?? []) refuse('percent', message)
  if (!employee_id || !cost_centre_id || !from || !percent.success) return { issues }
  return { value: { employee_id, from, cost_centre_id, share: hundredthsOf(percent.data) } }
}

const splitOf = ({ employee_id, from }: Pick<SheetRow, 'employee_id' | 'from'>) =>
  `${employee_id} ${from}`
const shareOf = (row: Pick<SheetRow, 'employee_id' | 'from' | 'cost_centre_id'>) =>
  `${splitOf(row)} ${row.cost_centre_id}`

async function compare(tx: Tx, rows: ValidRow<SheetRow>[]): Promise<Comparison> {
  const existing = await tx.all<SheetRow>`
    select p.employee_id, p."from", h.cost_centre_id, h.share from cost_splits p
    join cost_split_shares h on h.organization_id = p.organization_id and h.split_id = p.id
    where p.employee_id = any (${[...new Set(rows.map(({ value }) => value.employee_id))]})`
  const before = new Map(existing.map((one) => [shareOf(one), one.share]))
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  const issues: Comparison['issues'] = []
  const first = new Map<string, number>()
  for (const { row, value } of rows) {
    const other = first.get(shareOf(value))
    if (other) {
      const sentence = `Row ${other} has the same cost centre of this employee from the same month.`
      issues.push({ row, key: 'cost_centre', sentence })
      continue
    }
    first.set(shareOf(value), row)
    const share = before.get(shareOf(value))
    if (share === undefined) counts.created += 1
    else if (share === value.share) counts.unchanged += 1
    else counts.updated += 1
  }
  if (issues.length === 0) issues.push(...notWhole(rows))
  return { issues, counts, warnings: await lateOnes(tx, rows) }
}

/** Told once for each person and month, at the first of its rows. */
function notWhole(rows: ValidRow<SheetRow>[]) {
  return [...Map.groupBy(rows, ({ value }) => splitOf(value)).values()].flatMap((of) => {
    const sum = of.reduce((all, { value }) => all + value.share, 0)
    if (sum === wholeCost) return []
    const sentence = `The shares of this employee from this month come to ${sum / 100}%, not 100%.`
    return [{ row: of[0]?.row ?? 0, key: 'percent', sentence }]
  })
}

/** Asked before it is saved: of the months that are confirmed, and that it is for. */
async function lateOnes(tx: Tx, rows: ValidRow<SheetRow>[]) {
  const splits = [...Map.groupBy(rows, ({ value }) => splitOf(value)).values()]
  const given = splits.map((of) => ({
    ...{ row: of[0]?.row, employee_id: of[0]?.value.employee_id, from: of[0]?.value.from },
    shares: Object.fromEntries(of.map(({ value }) => [value.cost_centre_id, value.share])),
  }))
  const late = await tx.all<{ row: number; months: string[] }>`
    select g.row, array_agg(distinct s.month order by s.month) as months
    from json_to_recordset(${JSON.stringify(given)}) as g (row int, employee_id uuid, "from" text,
      shares jsonb)
    join paid_slips s on s.employee_id = g.employee_id and s.month >= g."from"
    where s.month < coalesce((select min(n."from") from cost_splits n
        where n.employee_id = g.employee_id and n."from" > g."from"), '9999-99')
      and g.shares <> coalesce((select jsonb_object_agg(one ->> 'centre', one -> 'share')
        from jsonb_array_elements(s.input -> 'costShares') one), '{}')
    group by g.row`
  return late.map(({ row, months }) => {
    return { row, key: 'from', sentence: say.stays({ months }).en }
  })
}

/** Shares that stay as they are are left as they are: the log tells of what changed. */
async function save(tx: Tx, rows: SheetRow[]) {
  const given = JSON.stringify(rows.map((row, place) => ({ ...row, place })))
  const sheet = sql`json_to_recordset(${given}) as g (place int, employee_id uuid, "from" text,
    cost_centre_id uuid, share int)`
  await tx.run`insert into cost_splits (employee_id, "from")
    select g.employee_id, g."from" from ${sheet}
    where not exists (select from cost_splits p where p.employee_id = g.employee_id
      and p."from" = g."from")
    group by g.employee_id, g."from" order by min(g.place)`
  await tx.run`delete from cost_split_shares h using cost_splits p
    where p.id = h.split_id
      and (p.employee_id, p."from") in (select g.employee_id, g."from" from ${sheet})
      and (p.employee_id, p."from", h.cost_centre_id, h.share) not in (
        select g.employee_id, g."from", g.cost_centre_id, g.share from ${sheet})`
  await tx.run`insert into cost_split_shares (split_id, cost_centre_id, share)
    select p.id, g.cost_centre_id, g.share from ${sheet}
    join cost_splits p on p.employee_id = g.employee_id and p."from" = g."from"
    where not exists (select from cost_split_shares h where h.split_id = p.id
      and h.cost_centre_id = g.cost_centre_id)
    order by g.place`
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importCostCentres = importJob(uploaded)
