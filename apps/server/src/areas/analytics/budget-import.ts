import { shillingsInput } from '@mshahara/contract/fields'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { inArray } from '../../foundation/core/drizzle.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type Column, matching } from '../../foundation/sheets/columns.ts'
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
import { notify } from '../notifications/index.ts'
import type { BudgetLine } from './budget.ts'
import { say } from './sentences.ts'
import { cost_budgets } from './tables.ts'

/** "Upload Budget": the rows of a month are its budget, in place of what it had. */

interface SheetRow extends BudgetLine {
  month: string
}

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'cost-budgets.import',
  sheet: 'Budget',
  fileName: 'budget-template.xlsx',
  done: 'Budget uploaded successfully',
  link: '/cost-of-people',
  describe: countsOf('line', 'lines', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

interface Named {
  id: string
  name: string
}
interface Known {
  departments: Named[]
  centres: Named[]
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  // One sheet at a time per organisation: what it counts is then what happens.
  if (alone) await advisoryLock(tx, `cost budgets ${work.organization_id}`)
  const known = {
    departments: await tx.all<Named>`select id, name from departments order by name, id`,
    centres: await tx.all<Named>`select id, code as name from cost_centres order by code, id`,
  }
  return {
    columns: columnsFor(known),
    parse: (given) => parse(given, known),
    compare: (rows) => compare(tx, rows),
  }
}

const columnsFor = ({ departments, centres }: Known): Column[] => [
  {
    key: 'month',
    title: 'Month',
    required: true,
    kind: 'text',
    hint: 'Such as March 2026. What the month had as a budget is replaced by the rows of the sheet.',
    examples: ['March 2026', 'March 2026'],
  },
  {
    key: 'department',
    title: 'Department',
    kind: 'choice',
    choices: departments.map(({ name }) => name),
    assumed: 'all of them',
    hint: 'A department or a cost centre. Both left empty: the whole organisation.',
    examples: [departments[0]?.name ?? 'Bakery', ''],
  },
  {
    key: 'cost_centre',
    title: 'Cost Centre',
    also: ['Cost Center', 'Cost Centre Code', 'Cost Center Code'],
    kind: 'choice',
    choices: centres.map(({ name }) => name),
    assumed: 'all of them',
    hint: 'The code.',
    examples: ['', centres[0]?.name ?? 'CC-01'],
  },
  {
    key: 'component',
    title: 'Component',
    kind: 'text',
    assumed: 'all of them together',
    hint: 'As the report calls it, such as Basic pay or Employer NSSF. Left empty: the total.',
    examples: ['', 'Basic pay'],
  },
  {
    key: 'amount',
    title: 'Amount',
    also: ['Budget', 'Budget Amount'],
    required: true,
    kind: 'number',
    hint: 'In shillings.',
    examples: [1_250_000, 400_000],
  },
]

const amountInput = shillingsInput('Amount')
const mostLetters = 120

function parse(given: Record<string, unknown>, { departments, centres }: Known) {
  const issues: RowIssue[] = []
  const refuse = (key: string, sentence: string) => issues.push({ key, sentence })
  const month = monthIn(given.month)
  if (!month) refuse('month', say.monthWanted.en)
  const idOf = (key: string, named: readonly Named[], sentence: string) => {
    const text = String(given[key] ?? '').trim()
    if (text === '') return null
    const found = matching(text, named, ({ name }) => name)
    if (!found) refuse(key, sentence)
    return found?.id ?? null
  }
  const department_id = idOf('department', departments, say.noDepartment.en)
  const cost_centre_id = idOf('cost_centre', centres, say.noCentre.en)
  if (department_id && cost_centre_id) refuse('cost_centre', say.oneOfBoth.en)
  const component = String(given.component ?? '').trim()
  if (component.length > mostLetters) refuse('component', say.componentTooLong.en)
  const amount = amountInput.safeParse(given.amount)
  for (const { message } of amount.error?.issues ?? []) refuse('amount', message)
  if (!month || !amount.success || issues.length > 0) return { issues }
  return { value: { month, department_id, cost_centre_id, component, amount: amount.data } }
}

const markOf = ({ month, department_id, cost_centre_id, component }: SheetRow) =>
  [month, department_id ?? cost_centre_id, component.toLowerCase()].join('|')

async function compare(tx: Tx, rows: ValidRow<SheetRow>[]): Promise<Comparison> {
  const months = [...new Set(rows.map(({ value }) => value.month))]
  const existing = await tx.select().from(cost_budgets).where(inArray(cost_budgets.month, months))
  const before = new Map(existing.map((one) => [markOf(one), one.amount]))
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  const issues: Comparison['issues'] = []
  const first = new Map<string, number>()
  for (const { row, value } of rows) {
    const mark = markOf(value)
    const other = first.get(mark)
    if (other) {
      issues.push({ row, key: 'amount', sentence: say.sameLine({ row: other }).en })
      continue
    }
    first.set(mark, row)
    const amount = before.get(mark)
    if (amount === undefined) counts.created += 1
    else if (amount === value.amount) counts.unchanged += 1
    else counts.updated += 1
  }
  const gone = existing.filter((one) => !first.has(markOf(one))).length
  const warning = { row: 0, key: 'month', sentence: say.goes({ count: gone }).en }
  return { issues, counts, warnings: gone > 0 ? [warning] : [] }
}

/** Lines that stay as they are are left as they are: the log tells of what changed. */
async function save(tx: Tx, rows: SheetRow[]) {
  const given = rows.map((row, place) => ({ ...row, place, amount: row.amount / 100 }))
  const sheet = sql`json_to_recordset(${JSON.stringify(given)}) as g (place int, month text,
    department_id uuid, cost_centre_id uuid, component text, amount numeric)`
  const alike = sql`b.month = g.month and lower(b.component) = lower(g.component)
    and coalesce(b.department_id, b.cost_centre_id)
      is not distinct from coalesce(g.department_id, g.cost_centre_id)`
  await tx.run`delete from cost_budgets b where b.month in (select g.month from ${sheet})
    and not exists (select from ${sheet} where ${alike})`
  await tx.run`update cost_budgets b set amount = g.amount, component = g.component
    from ${sheet} where ${alike} and (b.amount, b.component) <> (g.amount, g.component)`
  await tx.run`insert into cost_budgets (month, department_id, cost_centre_id, component, amount)
    select g.month, g.department_id, g.cost_centre_id, g.component, g.amount from ${sheet}
    where not exists (select from cost_budgets b where ${alike}) order by g.place`
}

export const budgetUpload = uploadHandler(uploaded)
export const budgetFaults = faultsHandler(uploaded)
export const budgetTemplate = templateHandler(uploaded)
export const importBudget = importJob(uploaded)
