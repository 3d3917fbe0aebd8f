import { sentences, Unreadable } from './file.ts'

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
  return Object.fromEntries(kept.map(([name, part]) => [name, withFormulas(cutAfterValues(part))]))
}

const unvalued = /(<\/f>|<f\b[^<>]*\/>)(?=<\/c>)/g

/** A formula that nobody worked out has no value: the reader would take its cell for empty. */
function withFormulas(part: Buffer): Buffer {
  if (!part.includes('</f></c>') && !part.includes('/></c>')) return part
  return Buffer.from(part.toString('latin1').replace(unvalued, '$1<v>0</v>'), 'latin1')
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
/** The reader takes the first of these in a cell for its column, also one within a text. */
const anywhere = /r=["']([A-Z]*)/g
/** As the reader understands attributes: spaces around the equals sign, a prefix, no quotes. */
const inTag = /[\s:]r(?:_[^\s:"'=]*)?\s*=\s*(?:"([^"]*)|'([^']*)|([^\s"']*))/g
/** The reader would take such words for attributes. */
const wordsInCell = /<(?:\w+:)?c>\s*[^\s<]/
const range = /ref\s*=\s*["']([^"'<>]*)["']/g

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
  if (begin >= 0) refuseFarCells(xml.slice(begin))
}

/**
 * From one `>` to the next, so that each character is read a few times at most: a pattern that
 * looked for the end of a tag from every position would take quadratic time.
 */
function refuseFarCells(values: string) {
  if (wordsInCell.test(values)) throw new Unreadable(sentences.damaged)
  let from = 0
  while (from < values.length) {
    const close = values.indexOf('>', from)
    const end = close < 0 ? values.length : close
    const piece = values.slice(from, end)
    if (piece.includes('=')) refuseFarIn(piece)
    from = end + 1
  }
}

function refuseFarIn(piece: string) {
  const open = piece.lastIndexOf('<')
  // A cell without a value has a format at most, and is passed over.
  const isEmpty = open >= 0 && piece.endsWith('/')
  const refuseWide = (column: number, at: number) => {
    if (column > mostColumns && !(isEmpty && at > open)) throw new Unreadable(sentences.wide)
  }
  for (const { 1: letters = '', index } of piece.matchAll(anywhere)) {
    refuseWide(refuseBeyond(letters, ''), index)
  }
  const begin = Math.max(0, piece.indexOf('<'))
  for (const match of piece.slice(begin).matchAll(inTag)) {
    const place = match[1] ?? match[2] ?? match[3] ?? ''
    const column = refuseBeyond(place.replace(/[^A-Z]/g, ''), place.replace(/\D/g, ''))
    refuseWide(column, begin + match.index)
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
