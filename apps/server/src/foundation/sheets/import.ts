import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@mshahara/contract'
import {
  type ImportAnswer,
  type ImportCalls,
  type ImportFault,
  nothingChanged,
} from '@mshahara/contract/import'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization, seatOf } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { Refused } from '../core/fail.ts'
import { bytesOf } from '../core/files.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Handler, Staged } from '../http/bind.ts'
import { refusalOf } from '../http/constraints.ts'
import type { Mail } from '../mail/mail.ts'
import { type Column, cellText, convert } from './columns.ts'
import { readSheet, type UploadedSheet } from './read.ts'
import { say } from './sentences.ts'
import { templateOf } from './template.ts'

/** Spreadsheet uploads (B20): read, say what is wrong in words, then all rows or none. */

export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
}

/** What saving needs besides the transaction, in a request and in a background job alike. */
export interface ImportContext {
  /** Of an upload that crosses them, whoever uploads. */
  organization_id: string
  today: string
  now: Date
  secrets: Secrets
  mail: Mail
}

export interface RowIssue {
  /** The column it is about, by its key. */
  key: string
  sentence: string
}

/** A row that follows the rules of its form, and where it stands. */
export interface ValidRow<Row> {
  row: number
  value: Row
}

export interface RowChecks<Row> {
  columns: Column[]
  /** Fills in what another cell of the row says, such as the parts of a full name. */
  understand?(given: Record<string, unknown>): void
  /** A row by itself, by the same rules as in the form; `present` are the columns of the sheet. */
  parse(
    given: Record<string, unknown>,
    present: ReadonlySet<string>,
  ): { value: Row } | { issues: RowIssue[] }
  /** What only all rows together, or the records there are, can tell. Row 0 is the whole sheet. */
  compare(rows: ValidRow<Row>[]): Promise<Comparison>
}

interface PlacedIssue extends RowIssue {
  row: number
}
export interface Comparison {
  issues: PlacedIssue[]
  /** What can be taken, but deserves a look. */
  warnings?: PlacedIssue[]
  counts: ImportCounts
}

/** "12 balances to open, 1 balance as before."; with verbs whose past ends in -ed. */
export const countsOf =
  (one: string, many: string, add: string, change: string) =>
  ({ created, updated, unchanged }: ImportCounts, done: boolean): string => {
    const act = (verb: string) => (done ? `${verb.replace(/e$/, '')}ed` : `to ${verb}`)
    const part = (count: number, words: string) =>
      count > 0 ? [`${count.toLocaleString('en')} ${count === 1 ? one : many} ${words}`] : []
    const parts = [
      part(created, act(add)),
      part(updated, act(change)),
      part(unchanged, 'as before'),
    ]
    return `${parts.flat().join(', ')}.`
  }

export interface Upload<Row> {
  /** Of the background job. */
  job: string
  /** The platform operator's, into no organisation in particular. */
  across?: true
  /** Of the sheet in the template. */
  sheet: string
  /** Of the template when it is downloaded. */
  fileName: string
  /** Told when it is done. */
  done: string
  /** Where the records are shown. */
  link: string
  /** What will happen, or what has happened. */
  describe(counts: ImportCounts, done: boolean): string
  /** Bound to the records at this moment; with `hold`, they stay so until the end. */
  prepare(tx: Tx, work: ImportContext, hold: boolean): Promise<RowChecks<Row>>
  save(
    tx: Tx,
    work: ImportContext,
    rows: Row[],
    step: (done: number) => Promise<void>,
  ): Promise<void>
}

export const importFolder = 'imports'
const mostFaults = 500
const previewRows = 10
/** Rows between two pauses, in which the server answers others. */
const breath = 100

export type CheckedRow = UploadedSheet['rows'][number]

export interface CheckedSheet<Row> {
  rows: Row[]
  /** The same with their places in the sheet. */
  placed: ValidRow<Row>[]
  counts: ImportCounts
  faults: ImportFault[]
  warnings: ImportFault[]
  preview: ImportAnswer['preview']
  /** Titles of the columns that hold anything. */
  titles: string[]
  totals: ImportAnswer['totals']
  assumed: string[]
}

interface Read {
  row: number
  given: Record<string, unknown>
}

export async function checkSheet<Row>(
  sheet: UploadedSheet,
  prepared: RowChecks<Row>,
): Promise<CheckedSheet<Row>> {
  const faults: ImportFault[] = []
  const read: Read[] = []
  const understood: ValidRow<Row>[] = []
  const byKey = new Map(prepared.columns.map((column) => [column.key, column]))
  const told = (row: CheckedRow | undefined, { key, sentence }: RowIssue) => {
    const column = byKey.get(key)
    const value = row && column ? cellText(row.cell(column)) : ''
    // Fields name days so too, and a sheet may.
    const reason = sentence.replace(/\b\d{4}-\d{2}-\d{2}\b/g, dayInWords)
    return { row: row?.row ?? 0, column: column?.title ?? '', value, reason }
  }
  const present = new Set(sheet.columns.map(({ key }) => key))
  for (const [index, row] of sheet.rows.entries()) {
    if (index % breath === breath - 1) await nextTurn()
    const { given, issues } = convertRow(sheet, row, prepared.columns)
    prepared.understand?.(given)
    const parsed = prepared.parse(given, present)
    const faulty = new Set(issues.map(({ key }) => key))
    const more = 'issues' in parsed ? parsed.issues.filter(({ key }) => !faulty.has(key)) : []
    for (const issue of [...issues, ...more]) faults.push(told(row, issue))
    read.push({ row: row.row, given })
    if ('value' in parsed && issues.length === 0) {
      understood.push({ row: row.row, value: parsed.value })
    }
  }
  const { issues, warnings = [], counts } = await prepared.compare(understood)
  const rowAt = new Map(sheet.rows.map((row) => [row.row, row]))
  for (const issue of issues) faults.push(told(rowAt.get(issue.row), issue))
  faults.sort((a, b) => a.row - b.row)
  return {
    rows: understood.map(({ value }) => value),
    placed: understood,
    counts,
    faults,
    warnings: warnings.map((issue) => told(rowAt.get(issue.row), issue)),
    ...previewOf(prepared.columns, read, new Set(faults.map(({ row }) => row))),
  }
}

function convertRow(sheet: UploadedSheet, row: CheckedRow, columns: Column[]) {
  const given: Record<string, unknown> = {}
  const issues: RowIssue[] = []
  for (const column of columns) {
    const converted = convert(column, row.cell(column), sheet.date1904)
    if ('value' in converted) given[column.key] = converted.value
    else issues.push({ key: column.key, sentence: converted.fault })
  }
  return { given, issues }
}

/** Control totals are of rows that can be taken. */
function previewOf(columns: Column[], read: Read[], faulty: ReadonlySet<number>) {
  const sound = read.filter(({ row }) => !faulty.has(row))
  const used = columns.filter(({ key }) => read.some(({ given }) => given[key] !== undefined))
  return {
    titles: used.map(({ title }) => title),
    preview: read.slice(0, previewRows).map(({ row, given }) => ({
      row,
      cells: used.map(({ key, kind }) => display(given[key], kind)),
    })),
    totals: used
      .filter(({ kind, rate }) => kind === 'number' && !rate)
      .map((column) => totalOf(column, sound)),
    assumed: assumedOf(columns, read),
  }
}

/** In cents, so that what is shown adds up as it does in the sheet. */
function totalOf({ key, title }: Column, read: Read[]) {
  const amounts = read.flatMap(({ given }) => (typeof given[key] === 'number' ? given[key] : []))
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
  return { column: title, sum: cents / 100, rows: amounts.length }
}

/** One sentence for each value that is taken for granted, with the columns it stands in. */
function assumedOf(columns: Column[], read: Read[]): string[] {
  const titles = new Map<string, string[]>()
  for (const { key, title, assumed } of columns) {
    const empty = assumed ? read.filter(({ given }) => given[key] === undefined).length : 0
    if (!assumed || empty === 0) continue
    const where = empty === read.length ? title : `${title} (${empty.toLocaleString('en')} rows)`
    titles.set(assumed, [...(titles.get(assumed) ?? []), where])
  }
  return [...titles].map(([value, where]) => `${value}: ${where.join(', ')}`)
}

const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A date in words shows which number was taken for the day, and which for the month. */
function display(value: unknown, kind: Column['kind']): string {
  if (value === undefined || value === null) return ''
  if (kind === 'date') return inWords.format(new Date(`${value}T00:00:00Z`))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? grouped.format(value) : String(value)
}

/** Rows that were taken once, by what the records are now. */
export async function checkAgain<Row>(prepared: RowChecks<Row>, rows: ValidRow<Row>[]) {
  const { issues, counts } = await prepared.compare(rows)
  const titles = new Map(prepared.columns.map(({ key, title }) => [key, title]))
  refuseFaults({
    faults: issues.map(({ row, key, sentence }) => {
      return { row, column: titles.get(key) ?? '', value: '', reason: sentence }
    }),
  })
  return counts
}

/** Refuses when anything is wrong: nothing of the sheet is taken then. */
export function refuseFaults({ faults }: Pick<CheckedSheet<unknown>, 'faults'>) {
  if (faults.length === 0) return
  const first = faults.slice(0, 5).map(({ row, column, reason }) => {
    const place = [row ? `Row ${row}` : '', column].filter(Boolean).join(', ')
    return say.fault({ place, reason })
  })
  const rest = faults.length - first.length
  throw new Refused(422, say.problems({ count: faults.length }), {
    errors: { file: rest > 0 ? [...first, say.more({ count: rest })] : first },
  })
}

type UploadEndpoint = ImportCalls['upload']
type TemplateHandler = Handler<ImportCalls['template']>

export const workOf = (ctx: Ctx, { across }: { across?: true }): ImportContext => ({
  organization_id: across ? me(ctx).id : myOrganization(ctx),
  today: ctx.today,
  now: ctx.now,
  secrets: ctx.secrets,
  mail: ctx.mail,
})

export interface ReadUpload {
  sheet: UploadedSheet
  /** A large one is kept until its job has ended. */
  file: string | undefined
}

export function uploadHandler<Row>(
  upload: Upload<Row>,
): Staged<UploadEndpoint, Column[], ReadUpload> {
  return {
    async look(ctx) {
      return (await upload.prepare(ctx.tx, workOf(ctx, upload), false)).columns
    },
    async make(outside, { query, body }, columns) {
      const bytes = bytesOf(body.file)
      const sheet = await readSheet(bytes, columns, { organization_id: seatOf(outside) })
      const inBackground = !isDry(query) && sheet.rows.length > limits.importAtOnce
      return {
        sheet,
        file: inBackground ? await outside.files.put(importFolder, bytes, 'sheet') : undefined,
      }
    },
    async keep(ctx, { query }, { sheet, file }) {
      const work = workOf(ctx, upload)
      const dry = isDry(query)
      const checked = await checkSheet(sheet, await upload.prepare(ctx.tx, work, !dry))
      if (dry) return answerOf(sheet, checked, { message: dryMessage(upload, sheet, checked) })
      refuseFaults(checked)
      if (!file) {
        await upload.save(ctx.tx, work, checked.rows, async () => {})
        return answerOf(sheet, checked, { message: doneMessage(upload, checked.counts) })
      }
      const { length } = checked.rows
      const job_id = await ctx.jobs.start(ctx.tx, upload.job, { file }, me(ctx), length)
      return answerOf(sheet, checked, { message: 'The import has started.', job_id })
    },
    async undo(outside, { file }) {
      if (file) await outside.files.remove(importFolder, file)
    },
  }
}

export const changesNothing = ({ created, updated }: ImportCounts) => created + updated === 0
export const doneMessage = ({ done }: { done: string }, counts: ImportCounts) =>
  changesNothing(counts) ? nothingChanged : done

export const isDry = ({ dry }: { dry?: string | undefined }) => dry === '1' || dry === 'true'

export function dryMessage<Row>(
  { describe }: Upload<Row>,
  { ignored }: UploadedSheet,
  checked: CheckedSheet<Row>,
) {
  const { faults, counts } = checked
  const left = ignored.slice(0, 10).join(', ')
  const note = ignored.length > 0 ? ` Not recognised and left out: ${left}.` : ''
  return `${faults.length > 0 ? say.problems({ count: faults.length }).en : describe(counts, false)}${note}`
}

export function answerOf<Row>(
  sheet: UploadedSheet,
  { faults, warnings, counts, titles, preview, totals, assumed }: CheckedSheet<Row>,
  told: { message: string; job_id?: string },
): ImportAnswer {
  return {
    rows: sheet.rows.length,
    ...(faults.length > 0 ? { created: 0, updated: 0, unchanged: 0 } : counts),
    faults: faults.slice(0, mostFaults),
    fault_count: faults.length,
    warnings: warnings.slice(0, mostFaults),
    warning_count: warnings.length,
    totals,
    assumed,
    columns: titles,
    preview,
    job_id: null,
    ...told,
  }
}

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const asDataUrl = (bytes: Uint8Array) =>
  `data:${spreadsheet};base64,${Buffer.from(bytes).toString('base64')}`

export function templateHandler<Row>(upload: Upload<Row>): TemplateHandler {
  return async (ctx) => {
    const { columns } = await upload.prepare(ctx.tx, workOf(ctx, upload), false)
    return { name: upload.fileName, file: asFile(await templateOf(upload.sheet, columns)) }
  }
}

export const asFile = (workbook: Uint8Array) =>
  `data:${spreadsheet};base64,${Buffer.from(workbook).toString('base64')}`

/** The sentence of a refusal that the whole sheet meets, or nothing. */
export async function refusalIn(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.status !== 422) throw error
    return refusal.message
  }
}
