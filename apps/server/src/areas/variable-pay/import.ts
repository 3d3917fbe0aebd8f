import { contract } from '@mshahara/contract'
import { monthInWords } from '@mshahara/contract/months'
import { variableCells } from '@mshahara/contract/variable-pay'
import { firstMonth } from '@mshahara/engine/dated'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  asFile,
  type Comparison,
  countsOf,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type RowIssue,
  type Upload,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { nameDoubt } from '../../foundation/sheets/register.ts'
import { templateOf } from '../../foundation/sheets/template.ts'
import { checkedUpload } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { columnsOf, type Rate } from './columns.ts'
import { doubtsAbout, usualBefore } from './doubts.ts'
import { type Cells, employedIn, inOrder, type Person, peopleOf } from './people.ts'
import { cellNames, isSame, issuesOf, merged, removalsFrom, tooFarAhead } from './rules.ts'
import { alone, type Change, keep } from './save.ts'

/** The month in one sheet: everybody is in it already, and it says what the month is to be. */

type VariablePay = typeof contract.variablePay

/** A row by itself; who is meant and what that changes is looked up for all rows at once. */
interface SheetRow {
  employee_no: string
  employee_name: string
  month: string
  cells: Partial<Cells>
  /** Filled in when the rows are compared. */
  change?: Change
}

const inWords = countsOf('person', 'people', 'add', 'change')

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'variable-pay.import',
  sheet: 'Variable Pay',
  fileName: 'variable-pay.xlsx',
  done: 'Variable pay uploaded successfully',
  link: '/payrolls/variable-pay',
  describe: (counts, done) =>
    counts.created + counts.updated === 0
      ? 'Nothing changes: everything is recorded already.'
      : inWords(counts, done),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    const changes = rows.flatMap(({ change }) => change ?? [])
    if (rows[0]) await keep(tx, rows[0].month, changes)
    await step(rows.length)
  },
}

const ratesOf = (tx: Tx) => tx.all<Rate>`select id, name from commission_rates order by name`

async function prepare(tx: Tx, work: ImportContext, held: boolean): Promise<RowChecks<SheetRow>> {
  const rates = await ratesOf(tx)
  const byName = new Map(rates.map(({ id, name }) => [name.toLowerCase(), id]))
  return {
    columns: columnsOf(rates),
    parse: (given, present) => parse(given, present, byName, work.today),
    compare: (rows) => compare(tx, rows, held ? work.organization_id : null),
  }
}

/** An empty cell is nothing; a column that the sheet does not have is left as it is. */
function parse(
  given: Record<string, unknown>,
  present: ReadonlySet<string>,
  rates: Map<string, string>,
  today: string,
) {
  const issues: RowIssue[] = []
  const cells: Record<string, unknown> = {}
  const month = monthIn(given.month)
  if (!month || month < firstMonth) {
    issues.push({ key: 'month', sentence: 'Please give a month, such as November 2026.' })
  } else {
    const far = tooFarAhead(month, today)
    if (far) issues.push({ key: 'month', sentence: far.en })
  }
  if (given.employee_no === undefined) {
    issues.push({ key: 'employee_no', sentence: 'Employee No is required.' })
  }
  for (const key of cellNames) {
    if (!present.has(key)) continue
    const empty = key === 'deduction_name' ? '' : key === 'commission_rate_id' ? null : 0
    const value = given[key]
    if (key === 'commission_rate_id' && value !== undefined) {
      const id = rates.get(String(value).toLowerCase())
      if (id) cells[key] = id
      else issues.push({ key, sentence: 'There is no commission rate with this name.' })
      continue
    }
    const parsed = variableCells[key].safeParse(value ?? empty)
    if (parsed.success) cells[key] = parsed.data
    else issues.push({ key, sentence: parsed.error.issues[0]?.message ?? 'This is not allowed.' })
  }
  if (issues.length > 0 || !month) return { issues }
  return {
    value: {
      employee_no: String(given.employee_no),
      employee_name: String(given.employee_name ?? ''),
      month,
      cells: cells as Partial<Cells>,
    },
  }
}

/** Alone in the organisation that is named; a look in advance holds nobody up. */
async function compare(
  tx: Tx,
  rows: ValidRow<SheetRow>[],
  held: string | null,
): Promise<Comparison> {
  const [first] = rows
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  if (!first) return { issues: [], counts }
  const { month } = first.value
  if (held) await alone(tx, held, month)
  const people = await peopleByNumber(tx, month, rows)
  const usual = await usualBefore(tx, month)
  const issues: Comparison['issues'] = []
  const warnings: Comparison['issues'] = []
  const seen = new Map<string, number>()
  for (const { row, value } of rows) {
    const key = value.employee_no.toLowerCase()
    const refuse = (column: string, sentence: string) => issues.push({ row, key: column, sentence })
    const person = people.get(key)
    const other = seen.get(key)
    seen.set(key, other ?? row)
    if (value.month !== month) {
      refuse('month', `Row ${first.row} is for ${monthInWords(month)}: one sheet is for one month.`)
    } else if (other) refuse('employee_no', `Row ${other} is about the same employee.`)
    else if (!person) refuse('employee_no', 'There is no employee with this number.')
    else {
      const found = issuesOf(person, value.cells, month)
      for (const { key: at, sentence } of found) {
        refuse(at === 'employee_id' ? 'employee_no' : at, sentence)
      }
      value.change = { person, cells: merged(person, value.cells) }
      count(counts, value.change)
      const doubt = nameDoubt(person.name, value.employee_name)
      const doubts = [
        ...(doubt ? [{ key: 'employee_name', sentence: doubt }] : []),
        ...removalsFrom(person, value.change.cells),
        ...doubtsAbout(person, value.change.cells, usual),
      ]
      warnings.push(...doubts.map((doubt) => ({ row, ...doubt })))
    }
  }
  return { issues, counts, warnings }
}

const isEmpty = (person: Person) =>
  cellNames.every((key) => key === 'commission_rate_id' || !person[key])

function count(counts: ImportCounts, { person, cells }: Change) {
  if (isSame(person, cells)) counts.unchanged += 1
  else if (isEmpty(person)) counts.created += 1
  else counts.updated += 1
}

async function peopleByNumber(tx: Tx, month: string, rows: ValidRow<SheetRow>[]) {
  const wanted = rows.map(({ value }) => value.employee_no.toLowerCase())
  const found = await peopleOf(tx, month, sql`lower(e.employee_no) = any (${wanted})`)
  return new Map(found.map((person) => [person.employee_no.toLowerCase(), person]))
}

export const template: Handler<VariablePay['template']> = async ({ tx }, { query }) => {
  const { month } = query
  const rates = await ratesOf(tx)
  const columns = columnsOf(rates)
  const people = await peopleOf(tx, month, sql`${employedIn(month)} ${inOrder}`)
  const names = new Map(rates.map(({ id, name }) => [id, name]))
  const some = (amount: number) => amount || null
  const rows = people.map((person) => [
    person.employee_no,
    person.name,
    monthInWords(month),
    some(person.overtime_hours),
    some(person.rest_hours),
    some(person.hourly_rate / 100),
    some(person.bonus / 100),
    some(person.absence_days),
    person.deduction_name,
    some(person.deduction / 100),
    some(person.revenue / 100),
    names.get(person.commission_rate_id ?? '') ?? null,
    some(person.days_away),
    some(person.per_diem / 100),
  ])
  return {
    name: `variable-pay-${month}.xlsx`,
    file: asFile(await templateOf(uploaded.sheet, columns, rows)),
  }
}

export const upload = checkedUpload(
  'variablePay.upload',
  contract.variablePay.upload,
  { acts: ['items'] },
  uploaded,
)
export const faults = faultsHandler(uploaded)
export const importVariablePay = importJob(uploaded)
