import { read, type WorkBook } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { bare, type ReadCell } from './columns.ts'
import { csvCells } from './csv-cells.ts'
import { mostLetters, type SheetKind, sentences, Unreadable, unpack } from './file.ts'
import { columnName, refuseLongCells, tooLong } from './long-cells.ts'
import { countCells, mostColumns, valuesOnly } from './scan.ts'

/** A spreadsheet as plain values: the sheet that has the headings, and the rows below them. */

export interface ReadRequest {
  bytes: Uint8Array
  kind: SheetKind
  /** Every heading that means something, in its bare form. */
  known: string[]
  mostRows: number
  /** Of a csv: layouts that know columns by their place. */
  placed?: readonly Placed[] | undefined
}

/** A csv without headings, as an authority's portal reads it. */
export interface Placed {
  headings: readonly string[]
  /** How its rows are known: one of these words in this place. */
  at: number
  words: readonly string[]
}

export interface SheetContent {
  sheet: string
  headings: string[]
  rows: { row: number; cells: ReadCell[] }[]
  date1904: boolean
}

/** What the reader says, part by part. */
export type ReaderMessage =
  | { head: Omit<SheetContent, 'rows'> }
  | { rows: SheetContent['rows'] }
  | { end: true }
  | { unreadable: string }

/** Sheets of our own templates that hold no data. */
const besides = new Set(['examples', 'lists'])
/** Headings may stand below a title, but not further down than this. */
const headingsWithin = 12
const mostAtOnce = 400_000
/** One long text may be shared by a million cells, and is sent again for each. */
const mostLettersInAll = 24_000_000

interface RawCell {
  t: string
  v?: string | number | boolean
  f?: string
  F?: string
  z?: string
}
type Data = (RawCell | undefined)[][]

const dataOf = (book: WorkBook, name: string): Data =>
  (book.Sheets[name] as unknown as { '!data'?: Data })?.['!data'] ?? []

export async function readBook(request: ReadRequest): Promise<SheetContent> {
  const { bytes, kind, known, mostRows } = request
  if (kind === 'csv') return readCsv(request)
  const parts = kind === 'xlsx' ? await valueParts(bytes) : undefined
  const refuseRows = (part: Buffer) => refuseTooManyRows(part, headingsWithin, mostRows)
  const cells = parts ? countCells(parts, refuseRows) : 0
  const file = parts ? zipSync(parts, { level: 0 }) : bytes
  const options = { type: 'array', dense: true, cellText: false, cellHTML: false } as const
  // A file of moderate size is read once; of a large one, only the top before the sheet is known.
  const whole = cells < mostAtOnce
  const top = open(file, { ...options, cellNF: true, sheetRows: whole ? 0 : headingsWithin })
  const place = findHeadings(top, new Set(known))
  if (parts) refuseTooManyRows(partOf(parts, top, place.sheet), place.row, mostRows)
  const book = whole ? top : open(file, { ...options, cellNF: true, sheets: place.sheet })
  const data = dataOf(book, place.sheet)
  refuseLong(data)
  const headings = headingsOf(data[place.row])
  const rows = rowsBelow(data, place.row, headings, new Set(known))
  if (rows.length > mostRows) throw tooMany(data.length, mostRows)
  return {
    sheet: place.sheet,
    headings,
    rows,
    date1904: book.Workbook?.WBProps?.date1904 === true,
  }
}

function readCsv({ bytes, known, mostRows, placed = [] }: ReadRequest): SheetContent {
  const found = csvCells(bytes, (rows) => {
    if (rows > mostRows + headingsWithin) throw tooMany(rows, mostRows)
  })
  const data: Data = found.map((row) => row.map((v) => ({ t: 's', v })))
  refuseLong(data)
  const first = found.find((row) => row.some((cell) => cell.trim() !== '')) ?? []
  const layout = placed.find(
    ({ headings, at, words: told }) =>
      headings.length === first.length && told.includes(bare(first[at] ?? '')),
  )
  const book = { SheetNames: ['CSV'], Sheets: { CSV: { '!data': data } } } as unknown as WorkBook
  const meant = new Set(known)
  const row = layout ? -1 : findHeadings(book, meant).row
  const headings = layout ? [...layout.headings] : headingsOf(data[row])
  const rows = rowsBelow(data, row, headings, meant)
  if (rows.length > mostRows) throw tooMany(data.length, mostRows)
  return { sheet: 'CSV', headings, rows, date1904: false }
}

async function valueParts(bytes: Uint8Array) {
  const parts = await unpack(bytes)
  refuseLongCells(parts)
  return valuesOnly(parts)
}

/** Whatever kind of file it came from. */
function refuseLong(data: Data) {
  for (const [index, row] of data.entries()) {
    const place = row?.findIndex((cell) => `${cell?.v ?? ''}`.length > mostLetters) ?? -1
    if (place >= 0) throw tooLong({ row: index + 1, column: columnName(place) })
  }
}

/** Of every row that holds anything, the cells below headings that mean something. */
function rowsBelow(data: Data, headingRow: number, headings: string[], known: Set<string>) {
  const meant = headings.map((heading) => known.has(bare(heading)))
  const rows: SheetContent['rows'] = []
  let letters = 0
  for (let index = headingRow + 1; index < data.length; index += 1) {
    const row = data[index]
    if (!row?.some(isFilled)) continue
    if (row.length > mostColumns) throw new Unreadable(sentences.wide)
    const cells = meant.map((isMeant, place) => (isMeant ? plain(row[place]) : null))
    for (const cell of cells) if (typeof cell === 'string') letters += cell.length
    if (letters > mostLettersInAll) throw new Unreadable(sentences.crowded)
    rows.push({ row: index + 1, cells })
  }
  return rows
}

const headingsOf = (cells: Data[number] = []) =>
  Array.from(cells.slice(0, mostColumns), (cell) => words(plain(cell)))

function open(file: Uint8Array, options: Parameters<typeof read>[1]): WorkBook {
  try {
    return read(file, options)
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error))
    throw new Unreadable(isLocked ? sentences.locked : sentences.damaged)
  }
}

/** The row that says most of what we know, on the sheets that people see. */
function findHeadings(book: WorkBook, known: Set<string>) {
  const isHidden = (index: number) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
  const names = book.SheetNames.filter(
    (name, index) => !isHidden(index) && !besides.has(bare(name)),
  )
  let best = { sheet: '', row: 0, count: 0 }
  let isEmpty = true
  for (const sheet of names) {
    for (const [row, cells] of dataOf(book, sheet).slice(0, headingsWithin).entries()) {
      const headings = headingsOf(cells)
      if (headings.some(Boolean)) isEmpty = false
      const count = new Set(headings.map(bare).filter((heading) => known.has(heading))).size
      if (count > best.count) best = { sheet, row, count }
    }
  }
  if (isEmpty) throw new Unreadable(sentences.empty)
  if (best.count === 0) {
    throw new Unreadable(
      `No sheet of this file (${names.slice(0, 5).join(', ')}) has the headings of the template.`,
    )
  }
  return best
}

/** Before its cells become objects: how far down the sheet has values. */
function refuseTooManyRows(part: Buffer | undefined, headingRow: number, mostRows: number) {
  const row = part ? lastRowOf(part) : 0
  if (row > mostRows + headingRow + 1) throw tooMany(row, mostRows)
}

function lastRowOf(part: Buffer): number {
  const before = (marks: string[], end = part.length) =>
    Math.max(...marks.map((mark) => part.lastIndexOf(mark, end)))
  const value = before(['/v>', ':v>', '/is>', ':is>'])
  const at = value < 0 ? -1 : before(['<row ', ':row '], value)
  if (at < 0) return 0
  const tag = part.toString('latin1', at, at + 400)
  return Number(/^.row [^>]*?\br="(\d+)"/.exec(tag)?.[1] ?? 0)
}

function partOf(parts: Record<string, Buffer>, book: WorkBook, sheet: string) {
  const entry = book.Workbook?.Sheets?.find(({ name }) => name === sheet) as { id?: string }
  const rels = parts['xl/_rels/workbook.xml.rels']?.toString('utf8') ?? ''
  // The id comes from the sender: its characters are literal here, not part of the pattern.
  const id = (entry?.id ?? '').replace(/\W/g, '\\$&')
  const [link = ''] = rels.match(new RegExp(`<[^>]*\\bId="${id}"[^>]*>`)) ?? []
  const target = /\bTarget="([^"]+)"/.exec(link)?.[1] ?? ''
  return parts[target.startsWith('/') ? target.slice(1) : `xl/${target}`]
}

const tooMany = (row: number, most: number) =>
  new Unreadable(
    `This sheet has values down to row ${row.toLocaleString('en')}. At most ` +
      `${most.toLocaleString('en')} rows can be taken at once: please split it.`,
  )

const errorNames: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

function plain(cell: RawCell | undefined): ReadCell {
  if (!cell) return null
  if (cell.f !== undefined || cell.F !== undefined) return { formula: `=${cell.f ?? ''}` }
  const { v: value } = cell
  if (cell.t === 'e') return { error: errorNames[Number(value)] ?? '#VALUE!' }
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim() || null
  // A format of zeros only is how people keep the leading zeros of a number.
  if (typeof value === 'number' && cell.z && /^0{2,}$/.test(cell.z)) {
    return String(value).padStart(cell.z.length, '0')
  }
  return value ?? null
}

const isFilled = (cell: RawCell | undefined) =>
  cell !== undefined && (typeof cell.v === 'string' ? /\S/.test(cell.v) : plain(cell) !== null)

const words = (cell: ReadCell) =>
  typeof cell === 'string' ? cell : typeof cell === 'number' ? `${cell}` : ''
