import { shillingsInput, text } from '@mshahara/contract/fields'
import { monthInWords } from '@mshahara/contract/months'
import { moreTitles, openingAmounts, openingMore, openingTitles } from '@mshahara/contract/opening'
import { firstMonth } from '@mshahara/engine/dated'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
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
import { columns } from './columns.ts'
import { inWords, type Opened, openedOf, type Person, peopleByNumber } from './people.ts'
import {
  type Amounts,
  filled,
  findingsIn,
  lawDoubt,
  type Months,
  type More,
  monthsIn,
  moreFindings,
  nothingMore,
} from './rules.ts'
import { save } from './save.ts'

/** The year so far, as another system paid it, in one sheet. */

export interface SheetRow extends Months {
  employee_no: string
  source: string
  amounts: Amounts
  more: More
  warnings: RowIssue[]
  /** Filled in when the rows are compared; nobody where all of it is on record already. */
  employee_id?: string
}

export const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'opening.import',
  sheet: 'Opening Balances',
  fileName: 'opening-balances-template.xlsx',
  done: 'Opening balances uploaded successfully',
  link: '/openingBalances',
  describe: countsOf('row', 'rows', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  if (alone) await advisoryLock(tx, `opening balances ${work.organization_id}`)
  return {
    columns,
    parse: (given) => parse(given, work.today.slice(0, 7)),
    compare: (rows) => compare(tx, rows),
  }
}

const sourceCell = text('Where From')
const amountCells = Object.fromEntries(
  openingAmounts.map((name) => [name, shillingsInput(openingTitles[name])]),
) as Record<(typeof openingAmounts)[number], ReturnType<typeof shillingsInput>>
const moreCells = {
  paid_gross: shillingsInput(moreTitles.paid_gross),
  nssf: shillingsInput(moreTitles.nssf),
  net: shillingsInput(moreTitles.net),
}
const needed = new Set(columns.flatMap(({ key, required }) => (required ? key : [])))

function parse(given: Record<string, unknown>, now: string) {
  const issues: RowIssue[] = []
  const refuse = (key: string, sentence: string) => issues.push({ key, sentence })
  if (given.employee_no === undefined) refuse('employee_no', 'Employee No is required.')
  const months = monthsFrom(given, now, refuse)
  const source = sourceCell.safeParse(given.source)
  if (!source.success) refuse('source', messageOf(source))
  const cells: Partial<Amounts> = {}
  for (const name of openingAmounts) {
    if (given[name] === undefined && !needed.has(name)) continue
    const parsed = amountCells[name].safeParse(given[name])
    if (parsed.success) cells[name] = parsed.data
    else refuse(name, messageOf(parsed))
  }
  const more = moreIn(given, refuse)
  if (issues.length > 0 || !months || !source.success) return { issues }
  const amounts = filled(cells, months)
  const found = findingsIn(amounts, months)
  const faults = [...found.issues, ...moreFindings(more, amounts)]
  if (faults.length > 0) return { issues: faults }
  const employee_no = String(given.employee_no)
  return {
    value: { ...months, employee_no, source: source.data, amounts, more, warnings: found.warnings },
  }
}

function moreIn(
  given: Record<string, unknown>,
  refuse: (key: string, sentence: string) => void,
): More {
  const more = { ...nothingMore }
  for (const name of openingMore) {
    if (given[name] === undefined) continue
    const parsed = moreCells[name].safeParse(given[name])
    if (parsed.success) more[name] = parsed.data
    else refuse(name, messageOf(parsed))
  }
  return more
}

const messageOf = ({ error }: { error?: { issues: { message: string }[] } }) =>
  error?.issues[0]?.message ?? 'This is not allowed.'

function monthsFrom(
  given: Record<string, unknown>,
  now: string,
  refuse: (key: string, sentence: string) => void,
): Months | null {
  const from = monthIn(given.from)
  const to = given.to === undefined ? from : monthIn(given.to)
  if (!from) refuse('from', 'Please give a month, such as August 2026.')
  if (!to && from) refuse('to', 'Please give a month, such as August 2026.')
  if (!from || !to) return null
  const fault = monthFault({ from, to }, now)
  if (fault) refuse(fault.key, fault.sentence)
  return { from, to }
}

/** Why these months cannot come from elsewhere, whoever asks. */
export function monthFault({ from, to }: Months, now: string): RowIssue | undefined {
  const of = (key: string, sentence: string) => ({ key, sentence })
  if (from < firstMonth) return of('from', 'Pay is kept from January 2021 on.')
  if (from > now) return of('from', `${monthInWords(from)} is still to come.`)
  if (to.slice(0, 4) !== from.slice(0, 4)) return of('to', 'A sum is of months of one year.')
  if (to < from) return of('to', `This is before ${monthInWords(from)}.`)
  return to > now ? of('to', `${monthInWords(to)} is still to come.`) : undefined
}

// ---------------------------------------------------------------- with what is on record

export async function compare(tx: Tx, rows: ValidRow<SheetRow>[]): Promise<Comparison> {
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  const issues: Comparison['issues'] = []
  const warnings: Comparison['issues'] = []
  const [first] = rows
  if (!first) return { issues, counts }
  const year = first.value.from.slice(0, 4)
  const numbers = [...new Set(rows.map(({ value }) => value.employee_no.toLowerCase()))]
  const people = await peopleByNumber(tx, numbers, year)
  const there = Map.groupBy(
    await openedOf(
      tx,
      year,
      [...people.values()].map(({ id }) => id),
    ),
    ({ employee_id }) => employee_id,
  )
  const seen = new Map<string, number>()
  for (const { row, value } of rows) {
    const refuse = (key: string, sentence: string) => issues.push({ row, key, sentence })
    const number = value.employee_no.toLowerCase()
    const person = people.get(number)
    const other = markSeen(seen, number, value, row)
    if (value.from.slice(0, 4) !== year) {
      refuse('from', `Row ${first.row} is for ${year}: one sheet is for one year.`)
    } else if (!person) refuse('employee_no', 'There is no employee with this number.')
    else if (person.tos === 'Consultant') refuse('employee_no', 'Consultants have no P9 form.')
    else if (other) refuse('from', `Row ${other.row} has ${other.month} of this employee, too.`)
    else {
      const found = against(person, value, there.get(person.id) ?? [])
      if ('refusal' in found) refuse('from', found.refusal)
      else if (found.known) counts.unchanged += 1
      else {
        counts.created += 1
        value.employee_id = person.id
        for (const one of [...value.warnings, ...doubts(person, value)]) {
          warnings.push({ row, ...one })
        }
      }
    }
  }
  return { issues, counts, warnings }
}

/** The row above that has a month of this one. */
function markSeen(seen: Map<string, number>, number: string, value: Months, row: number) {
  let other: { row: number; month: string } | undefined
  for (const month of monthsIn(value)) {
    const mark = `${number} ${month}`
    const above = seen.get(mark)
    if (above === undefined) seen.set(mark, row)
    else other ??= { row: above, month: monthInWords(month) }
  }
  return other
}

/** The same once more is no fault; a month that is opened or paid here is one. */
function against(
  person: Person,
  value: SheetRow,
  there: readonly Opened[],
): { refusal: string } | { known: boolean } {
  const other = there.find(({ from, to }) => from <= value.to && to >= value.from)
  if (other) {
    const known = isSame(other, value)
    return known ? { known } : { refusal: `${inWords(other)} came from ${other.source} already.` }
  }
  if (person.paid && person.paid <= value.to) {
    const paid = monthInWords(person.paid)
    return { refusal: `${paid} was paid here: only months before it can come from elsewhere.` }
  }
  return { known: false }
}

const isSame = (one: Opened, other: SheetRow) =>
  one.from === other.from &&
  one.to === other.to &&
  one.source === other.source &&
  openingAmounts.every((name) => one.amounts[name] === other.amounts[name]) &&
  openingMore.every((name) => one.more[name] === other.more[name])

function doubts({ hired, left, secondary }: Person, value: SheetRow): RowIssue[] {
  const law = lawDoubt(value.amounts, value, secondary)
  const early = { key: 'from', sentence: `Employed from ${monthInWords(hired)} on.` }
  const late = { key: 'from', sentence: `Employed until ${monthInWords(left ?? hired)}.` }
  return [
    ...(value.from < hired ? [early] : []),
    ...(left && value.to > left ? [late] : []),
    ...(law ? [law] : []),
  ]
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importOpening = importJob(uploaded)
