import type { contract } from '@mshahara/contract'
import { type MusterMark, markIn, markText } from '@mshahara/contract/muster-marks'
import { daysBetween, daysLater, monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  asFile,
  type Comparison,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type Upload,
  uploadHandler,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { templateOf } from '../../foundation/sheets/template.ts'
import { notify } from '../notifications/index.ts'
import { type Cell, closedTo, holdRoll, keep, markOn } from './save.ts'
import { say } from './sentences.ts'
import { daysOf, peopleOf, type Range, rangeOf, type SheetPerson } from './sheet.ts'

/** The sheet filled in elsewhere: a column for each day, a row for each person. */

/** A row by itself; who is meant is looked up for all rows at once. */
interface SheetRow {
  casual_no: string
  /** The days that the sheet has a column for. */
  days: string[]
  /** By day, as written. An empty cell leaves what is marked. */
  cells: [day: string, text: string][]
  /** Filled in when the rows are compared. */
  person?: SheetPerson
  marks?: Cell[]
}

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'muster-roll.import',
  sheet: 'Muster Roll',
  fileName: 'muster-roll.xlsx',
  done: 'Muster roll uploaded successfully',
  link: '/muster-roll',
  describe({ updated, unchanged }, done) {
    if (updated === 0) return 'Nothing changes: everything is marked already.'
    const people = `${updated.toLocaleString('en')} ${updated === 1 ? 'person' : 'people'}`
    const rest = unchanged > 0 ? `, ${unchanged.toLocaleString('en')} as before` : ''
    return `${people} ${done ? 'marked' : 'to mark'}${rest}.`
  },
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    const cells = rows.flatMap(({ marks = [] }) => marks)
    const range = rangeIn(rows)
    const people = new Map(
      rows.flatMap(({ person }) => (person ? [[person.casual_id, person]] : [])),
    )
    if (range) await keep(tx, range, cells, people)
    await step(rows.length)
  },
}

/** The days that can be uploaded: a quarter back, and as far ahead as a sheet may be. */
const back = 92
const uploadable = (today: string): Range => ({
  first: daysLater(today, -back),
  last: monthsLater(today, 2),
})
/** Where spreadsheets count their days from. */
const dayZero = '1899-12-30'

const headings = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})
const weekdays = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })

/** "Mon 2 Nov", and the other ways in which people head a day. */
function dayColumn(day: string, listed: boolean): Column {
  const date = new Date(day)
  const [year, month, of] = day.split('-')
  const short = headings.format(date)
  return {
    key: day,
    title: `${weekdays.format(date)} ${short} ${year}`,
    also: [
      ...[day, `${weekdays.format(date)} ${short}`, short, `${of}/${month}/${year}`],
      // A heading that the spreadsheet took for a date is a number in the file.
      String(daysBetween(dayZero, day)),
    ],
    kind: 'text',
    unlisted: !listed,
    hint: 'F a full day, H half a day, A absent, F+2 with two hours of overtime; pieces as a number.',
    examples: ['F', 'H'],
  }
}

const who: Column[] = [
  {
    key: 'casual_no',
    title: 'Casual No',
    also: ['Casual Number', 'No', 'Number', 'Casual Code'],
    required: true,
    kind: 'text',
    examples: ['C-TC-0001', 'C-TC-0002'],
  },
  {
    key: 'name',
    title: 'Name',
    also: ['Full Name', 'Casual Name'],
    kind: 'text',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
  { key: 'station', title: 'Work Station', also: ['Station'], kind: 'text', examples: ['', ''] },
]

async function prepare(tx: Tx, { today }: ImportContext, held: boolean) {
  const days = daysOf(uploadable(today))
  const checks: RowChecks<SheetRow> = {
    columns: [...who, ...days.map((day) => dayColumn(day, false))],
    parse(given, present) {
      if (given.casual_no === undefined) {
        return { issues: [{ key: 'casual_no', sentence: 'Casual No is required.' }] }
      }
      const cells = days.flatMap((day): [string, string][] =>
        given[day] === undefined ? [] : [[day, String(given[day])]],
      )
      const headed = days.filter((day) => present.has(day))
      return { value: { casual_no: String(given.casual_no), days: headed, cells } }
    },
    compare: (rows) => compare(tx, rows, held),
  }
  return checks
}

/**
 * From the first heading to the last: a day on which nobody is marked, such as a Sunday, is on the
 * roll as well, and nobody is paid for it. Nothing where nobody is marked at all.
 */
function rangeIn(rows: readonly SheetRow[]): Range | undefined {
  if (rows.every(({ cells }) => cells.length === 0)) return undefined
  const [headed] = rows.map(({ days }) => days)
  const [first] = headed ?? []
  return first === undefined ? undefined : { first, last: headed?.at(-1) as string }
}

async function compare(tx: Tx, rows: ValidRow<SheetRow>[], held: boolean): Promise<Comparison> {
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  const issues: Comparison['issues'] = []
  const range = rangeIn(rows.map(({ value }) => value))
  if (!range) {
    const sentence =
      'No day of this sheet is marked. Its headings are days, such as Mon 2 Nov 2026.'
    return { issues: [{ row: 0, key: '', sentence }], counts }
  }
  if (held) await holdRoll(tx)
  const numbers = rows.map(({ value }) => value.casual_no.toLowerCase())
  const found = await peopleOf(tx, range, sql`lower(c.casual_no) = any (${numbers})`)
  const people = new Map(found.map((person) => [person.casual_no.toLowerCase(), person]))
  const seen = new Map<string, number>()
  for (const { row, value } of rows) {
    const number = value.casual_no.toLowerCase()
    const other = seen.get(number)
    const person = people.get(number)
    seen.set(number, other ?? row)
    const refuse = (key: string, sentence: string) => issues.push({ row, key, sentence })
    if (other) refuse('casual_no', `Row ${other} is about the same person.`)
    else if (!person) refuse('casual_no', 'There is no casual with this number.')
    else {
      value.person = person
      value.marks = cellsOf(person, value.cells, refuse)
      const same = value.marks.every(({ day, mark }) => isMarked(person, day, mark))
      counts[same ? 'unchanged' : 'updated'] += 1
    }
  }
  return { issues, counts }
}

const isMarked = (person: SheetPerson, day: string, mark: MusterMark | null) =>
  markText(markOn(person, day), person.pay_basis) === markText(mark, person.pay_basis)

function cellsOf(
  person: SheetPerson,
  cells: SheetRow['cells'],
  refuse: (key: string, sentence: string) => unknown,
): Cell[] {
  return cells.flatMap(([day, text]): Cell[] => {
    const mark = markIn(text, person.pay_basis)
    if (mark && 'fault' in mark) {
      refuse(day, mark.fault)
      return []
    }
    const closed = closedTo(person, day, mark)
    if (closed) refuse(day, closed)
    return [{ casual_id: person.casual_id, day, mark }]
  })
}

export const template: Handler<(typeof contract.musterRolls)['template']> = async (ctx, given) => {
  const range = rangeOf(given.query)
  const { first, last } = uploadable(ctx.today)
  if (range.first < first || range.last > last) {
    failField('from', say.uploadable({ first, last }))
  }
  const days = daysOf(range)
  const people = await peopleOf(
    ctx.tx,
    range,
    sql`c.status = 'active' and c.employment_date <= ${range.last}::date
      and (c.termination_date is null or c.termination_date >= ${range.first}::date)`,
  )
  const columns = [...who, ...days.map((day) => dayColumn(day, true))]
  const rows = people.map((person) => [
    ...[person.casual_no, person.name, person.station],
    ...days.map((day) => markText(markOn(person, day), person.pay_basis) || null),
  ])
  return {
    name: `muster-roll-${range.first}.xlsx`,
    file: asFile(await templateOf(uploaded.sheet, columns, rows)),
  }
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const importMusterRoll = importJob(uploaded)
