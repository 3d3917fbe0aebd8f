import { sentences, Unreadable } from './file.ts'
import { mostColumns } from './scan.ts'

/** A csv as rows of texts, as other systems and spreadsheet programs write it. */

const separators = [',', ';', '\t', '|'] as const
/** Written in front of what would be a formula, by us and by others. */
const guard = /^'(?=[=+\-@\t\r])/

/** Names with accents come in either of two codes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whatever stands most often in the first lines, outside of quotes. */
function separatorOf(text: string): string {
  const top = text.slice(0, 10_000).replace(/"[^"]*"/g, '')
  const count = (separator: string) => top.split(separator).length
  return separators.reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** `refuse` is asked how many rows there are already. */
export function csvCells(bytes: Uint8Array, refuse: (rows: number) => void): string[][] {
  const text = textOf(bytes)
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { cell, next } = cellAt(text, at, separator)
    row.push(cell.replace(guard, ''))
    if (row.length > mostColumns) throw new Unreadable(sentences.wide)
    at = next
    if (text[at] === separator) {
      at += 1
      if (at === text.length) row.push('')
    } else {
      if (!/^[\r\n]?$/.test(text[at] ?? '')) throw new Unreadable(sentences.openQuote)
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
      rows.push(row)
      refuse(rows.length)
      row = []
    }
  }
  if (row.length > 0) rows.push(row)
  return rows
}

function cellAt(text: string, from: number, separator: string) {
  if (text[from] === '"') return quotedAt(text, from)
  let next = from
  while (next < text.length) {
    const letter = text[next]
    if (letter === separator || letter === '\n' || letter === '\r') break
    next += 1
  }
  return { cell: text.slice(from, next), next }
}

/** A quote within quotes is written twice. */
function quotedAt(text: string, from: number) {
  let cell = ''
  let at = from + 1
  while (true) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new Unreadable(sentences.openQuote)
    cell += text.slice(at, quote)
    at = quote + 2
    if (text[quote + 1] !== '"') return { cell, next: quote + 1 }
    cell += '"'
  }
}
