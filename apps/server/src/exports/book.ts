import { setImmediate as nextTurn } from 'node:timers/promises'
import writeExcel from 'write-excel-file/node'

/** A file as plain cells, and how it becomes bytes. */

/** Text, an amount in cents, or nothing. What people typed is always text, never a formula. */
export type Cell = string | number | null

export interface Sheet {
  name: string
  /** Above the headings: who, what, when. */
  top?: Cell[][]
  headings?: string[][]
  rows: Cell[][]
  bottom?: Cell[][]
}

export interface Book {
  sheets: Sheet[]
  /** Between the columns of a csv; the first sheet is all it has. */
  delimiter?: string
}

export const write = (book: Book, extension: 'xlsx' | 'csv'): Promise<Uint8Array> =>
  extension === 'xlsx' ? asExcel(book) : asCsv(book)

// ---------------------------------------------------------------- csv

/** A spreadsheet program takes these for the beginning of a formula, also in their wide forms. */
const startsFormula = /^[=+\-@\t\r＝＋－＠]/
/** Quoted whichever of these the program that opens it takes for the end of a column. */
const needsQuotes = /[",;|\t\r\n]/

const shillings = (cents: number) => (cents / 100).toFixed(2)

function fieldOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return shillings(cell)
  // An apostrophe in front is how spreadsheet programs mark text.
  const text = startsFormula.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows between two breaths, in which the server answers others. */
const breath = 500

async function asCsv({ sheets, delimiter = ',' }: Book): Promise<Uint8Array> {
  const [sheet] = sheets
  const parts = [sheet?.top, sheet?.headings, sheet?.rows, sheet?.bottom]
  const rows = parts.flatMap((part) => part ?? [])
  let text = ''
  for (const [index, row] of rows.entries()) {
    text += `${row.map(fieldOf).join(delimiter)}\r\n`
    if (index % breath === breath - 1) await nextTurn()
  }
  return new TextEncoder().encode(text)
}

// ---------------------------------------------------------------- Excel

const amount = (cents: number) => ({ value: cents / 100, type: Number, format: '#,##0.00' })
/** Marked as text, so that an account keeps its first nought also when the cell is edited. */
const text = (value: string) => ({ value, type: String, format: '@' })
const cellOf = (cell: Cell) =>
  cell === null || cell === '' ? null : typeof cell === 'number' ? amount(cell) : text(cell)

const bold = { fontWeight: 'bold' } as const
const heading = (value: string) =>
  value === '' ? null : { ...text(value), ...bold, backgroundColor: '#EEF1F0', wrap: true }
const inBold = (cell: Cell) => {
  const usual = cellOf(cell)
  return usual && { ...usual, ...bold }
}

const widest = 42
/** The first rows tell how wide the columns are. */
const looked = 200

function widthsOf({ headings = [], rows, bottom = [] }: Sheet) {
  const widths: number[] = []
  for (const row of [...headings, ...rows.slice(0, looked), ...bottom]) {
    for (const [place, cell] of row.entries()) {
      const length = typeof cell === 'number' ? shillings(cell).length + 3 : (cell?.length ?? 0) + 2
      widths[place] = Math.min(widest, Math.max(widths[place] ?? 9, length))
    }
  }
  return widths.map((width) => ({ width }))
}

async function asExcel({ sheets }: Book): Promise<Uint8Array> {
  return writeExcel(
    sheets.map((sheet) => {
      const { name, top = [], headings = [], rows, bottom = [] } = sheet
      return {
        sheet: name,
        columns: widthsOf(sheet),
        ...(headings.length > 0 ? { stickyRowsCount: top.length + headings.length } : {}),
        orientation: 'landscape' as const,
        data: [
          ...top.map((row) => row.map(inBold)),
          ...headings.map((row) => row.map(heading)),
          ...rows.map((row) => row.map(cellOf)),
          ...bottom.map((row) => row.map(inBold)),
        ],
      }
    }),
  ).toBuffer()
}
