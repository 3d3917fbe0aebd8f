import { sentences, Unreadable } from './sheet-file.ts'

/**
 * What can be told of a workbook before its cells become objects: a few bytes may name a cell so
 * far out, or so many of them, that no memory would hold the sheet around it.
 */

/** Excel's own last column and row, XFD1048576. */
const last = { column: 16_384, row: 1_048_576 }
/** ZZ: the widest sheet of ours has forty columns. */
export const mostColumns = 702
const mostCells = 1_500_000
/** Every cell is compared with every one of these. */
const mostArrayFormulas = 1000
const mostSheets = 300

type Parts = Record<string, Buffer>

/** Only values go to the reader: links, merged cells and whatever else comes behind them do not. */
export function valuesOnly(parts: Parts): Parts {
  const kept = Object.entries(parts).filter(
    ([name]) => !name.endsWith('.rels') || /^_rels\/|workbook[^/]*\.rels$/i.test(name),
  )
  return Object.fromEntries(kept.map(([name, part]) => [name, cutAfterValues(part)]))
}

function cutAfterValues(part: Buffer): Buffer {
  const at = part.lastIndexOf('sheetData>')
  return at < 0 ? part : part.subarray(0, at + 'sheetData>'.length)
}

/** How many cells there are; refuses when that, or where they are, is beyond all measure. */
export function countCells(parts: Parts, refuseRows: (part: Buffer) => void): number {
  let count = 0
  for (const part of Object.values(parts)) {
    for (const mark of ['<c ', '<c>', '<c/', ':c ', ':c>', ':c/']) {
      for (let at = part.indexOf(mark); at >= 0; at = part.indexOf(mark, at + 3)) {
        count += 1
        if (count <= mostCells) continue
        refuseRows(part)
        throw new Unreadable(sentences.crowded)
      }
    }
  }
  for (const part of Object.values(parts)) refuseFarPlaces(part.toString('latin1'))
  return count
}

const sheetTag = /<(?:\w+:)?sheet\s/g
const arrayFormula = /\bt=["']array["']/g
/** As the reader finds it: also within a text, and whatever stands before the letter. */
const place = /r=["']([A-Z]*)(\d*)[^"'<>]*["']([^<>]*>)?/g
const range = /ref=["']([^"'<>]*)["']/g

function refuseFarPlaces(xml: string) {
  if (countOf(xml, sheetTag) > mostSheets || countOf(xml, arrayFormula) > mostArrayFormulas) {
    throw new Unreadable(sentences.crowded)
  }
  for (const [, ends = ''] of xml.matchAll(range)) {
    for (const end of ends.split(/[\s:]+/)) {
      const [, letters = '', digits = ''] = /^\$?([A-Za-z]*)\$?(\d*)$/.exec(end) ?? []
      refuseBeyond(letters, digits)
    }
  }
  const begin = xml.indexOf('sheetData')
  const values = begin < 0 ? '' : xml.slice(begin)
  for (const [, letters = '', digits = '', rest = ''] of values.matchAll(place)) {
    const column = refuseBeyond(letters, digits)
    // A cell without a value has a format at most, and is passed over.
    if (column > mostColumns && !rest.endsWith('/>')) throw new Unreadable(sentences.wide)
  }
}

function refuseBeyond(letters: string, digits: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  if (column > last.column || Number(digits) > last.row) throw new Unreadable(sentences.damaged)
  return column
}

function countOf(xml: string, pattern: RegExp): number {
  let count = 0
  for (const _ of xml.matchAll(pattern)) count += 1
  return count
}
