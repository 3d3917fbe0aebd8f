import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Book, type Cell, shillings } from './worksheet.ts'

/** A spreadsheet program takes these for the beginning of a formula, also in their wide forms. */
const startsFormula = /^[=+\-@\t\r＝＋－＠]/
/** Quoted whichever of these the program that opens it takes for the end of a column. */
const needsQuotes = /[",;|\t\r\n]/

function fieldOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return shillings(cell)
  // An apostrophe in front is how spreadsheet programs mark text.
  const text = startsFormula.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows between two pauses, in which the server answers others. */
const breath = 500

export async function asCsv({
  sheets,
  delimiter = ',',
  imported = false,
}: Book): Promise<Uint8Array> {
  const [sheet] = sheets
  const parts = [sheet?.top, sheet?.headings, sheet?.rows, sheet?.bottom]
  const rows = parts.flatMap((part) => part ?? [])
  // Without the mark Excel takes UTF-8 for something else, and spoils names with accents.
  let text = imported ? '' : '\ufeff'
  for (const [index, row] of rows.entries()) {
    text += `${row.map(fieldOf).join(delimiter)}\r\n`
    if (index % breath === breath - 1) await nextTurn()
  }
  return new TextEncoder().encode(text)
}
