import { hasCells, mostLetters, Unreadable } from './file.ts'

/**
 * Excel takes 32,767 characters in a cell. A file that packs to kilobytes may have ninety million
 * in one: it is refused by the place of the cell, before any cell becomes an object.
 */

/** As it stands in the file, a character takes a dozen bytes at most (`_x000D_`, `&#x1F600;`). */
const mostBytes = 12 * mostLetters

export function refuseLongCells(parts: Record<string, Buffer>) {
  for (const [name, part] of Object.entries(parts)) {
    if (part.length > mostLetters) refuseLongIn(part.toString('latin1'), hasCells(name), parts)
  }
}

/** Where the text of a cell or, among the texts that cells share, of one of these begins. */
const begins = /<(?:\w+:)?(c|si)[\s>/]/g

function refuseLongIn(xml: string, ofCells: boolean, parts: Record<string, Buffer>) {
  let from = 0
  let kind = ''
  let texts = 0
  const refuse = (end: number) => {
    const counts = kind !== '' || ofCells
    if (!counts || end - from <= mostLetters || !isLong(xml.slice(from, end))) return
    if (!kind) throw tooLong()
    throw tooLong(kind === 'c' ? placeOf(xml, from) : placeOfText(texts - 1, parts))
  }
  for (const { 1: found = '', index } of xml.matchAll(begins)) {
    refuse(index)
    from = index
    kind = found
    if (found === 'si') texts += 1
  }
  // What comes behind the values is not read.
  const end = xml.search(/<\/(?:\w+:)?sheetData>/)
  refuse(end < 0 ? xml.length : end)
}

/** Of what lies between tags, without formulas: those have a limit of their own. */
function isLong(cell: string): boolean {
  const words: string[] = []
  let bytes = 0
  let isFormula = false
  const first = cell.startsWith('<') ? cell.indexOf('>') + 1 : 0
  for (let at = first; at >= 0; at = following(cell, at)) {
    const next = cell.indexOf('<', at)
    const end = next < 0 ? cell.length : next
    if (!isFormula) {
      if (end > at) words.push(cell.slice(at, end))
      bytes += end - at
      if (bytes > mostBytes) return true
    }
    if (next < 0) break
    isFormula = /^<(?:\w+:)?f[\s>]/.test(cell.slice(next, next + 80))
    at = next
  }
  const text = Buffer.from(words.join(''), 'latin1').toString('utf8').trim()
  return text.replace(/&#?\w{1,8};|_x[\dA-F]{4}_/gi, '.').length > mostLetters
}

const following = (cell: string, at: number) => {
  const end = cell.indexOf('>', at)
  return end < 0 ? -1 : end + 1
}

interface Place {
  row: number
  column: string
}

export const tooLong = (place?: Place) =>
  new Unreadable(
    `${place ? `The cell in row ${place.row}, column ${place.column}` : 'A cell of this spreadsheet'} ` +
      `holds more than ${mostLetters.toLocaleString('en')} characters, the most that Excel takes. ` +
      'Please shorten it and retry.',
  )

/** As its address says; without one, as many cells as stand before it in its row. */
function placeOf(xml: string, at: number): Place {
  const tag = xml.slice(at, at + 400).split('>')[0] ?? ''
  const [, letters, digits] = /\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(tag) ?? []
  if (letters && digits) return { row: Number(digits), column: letters }
  const before = xml.slice(0, at).split(/<(?:\w+:)?row[\s>]/)
  const cells = before.at(-1)?.match(/<(?:\w+:)?c[\s>/]/g)?.length ?? 0
  return { row: before.length - 1, column: columnName(cells) }
}

/** The first cell that has the shared text of this number. */
function placeOfText(number: number, parts: Record<string, Buffer>): Place | undefined {
  const cell = /<(?:\w+:)?c[\s>][^<>]*?>?\s*<(?:\w+:)?v>\s*(\d{1,9})\s*</g
  for (const part of Object.values(parts)) {
    const xml = part.toString('latin1')
    for (const { 0: found, 1: text, index } of xml.matchAll(cell)) {
      if (Number(text) === number && /\bt\s*=\s*["']s["']/.test(found)) return placeOf(xml, index)
    }
  }
  return undefined
}

/** From nought: A, B, … Z, AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
