import { inflateSync } from 'node:zlib'

interface Font {
  letters: string[]
  /** How a glyph is written; a browser's own drawings have one byte, other fonts two. */
  glyph: RegExp
}

/** The words of a PDF as one copies them: glyphs told back as letters by the fonts' own maps. */
export function wordsOf(pdf: Uint8Array): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Font>()
  for (const body of objects.values()) {
    for (const [, name = '', number = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const described = objects.get(number) ?? ''
      const map = /\/ToUnicode (\d+) 0 R/.exec(described)?.[1] ?? ''
      const glyph = described.includes('/Type3') ? /../g : /..../g
      fonts.set(name, { letters: lettersOf(streamOf(objects.get(map) ?? '')), glyph })
    }
  }
  return pagesOf(objects).flatMap((page) => shown(page, fonts))
}

const pagesOf = (objects: Map<string, string>) =>
  [...objects.values()].map(streamOf).filter((text) => text.includes(' Tf'))

/** What is drawn on each page, colours and all, as a browser writes it down. */
export const drawingsOf = (pdf: Uint8Array): string[] => pagesOf(objectsOf(pdf))

function objectsOf(pdf: Uint8Array) {
  const objects = new Map<string, string>()
  const file = Buffer.from(pdf).toString('latin1')
  for (const [, number = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(number, body)
  }
  return objects
}

function streamOf(body: string): string {
  const packed = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1]
  if (packed === undefined || !body.includes('/FlateDecode')) return ''
  return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
}

/** The letters by the number of their glyph: listed, in rows, or one by one. */
function lettersOf(map: string): string[] {
  const letters: string[] = []
  const letter = (code: string) =>
    Buffer.from(code.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')
  const number = (hex: string) => Number.parseInt(hex, 16)
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      letters[number(first) + index] = letter(code)
    }
  }
  for (const [, ranges = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    const rows = ranges.replace(/\[[^\]]*\]/g, '')
    for (const [, first = '', last = '', code = ''] of rows.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = number(first); glyph <= number(last); glyph += 1) {
        letters[glyph] = String.fromCharCode(number(code) + glyph - number(first))
      }
    }
  }
  for (const [, rows = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', code = ''] of rows.matchAll(/<(\w+)> <(\w+)>/g)) {
      letters[number(glyph)] = letter(code)
    }
  }
  return letters
}

/** A word is what our printer shows at once, and what a browser shows between BT and ET. */
function shown(page: string, fonts: Map<string, Font>): string[] {
  const words: string[] = []
  let { letters, glyph }: Font = { letters: [], glyph: /..../g }
  let word = ''
  const marks = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|<(\w+)> Tj|\bET\b/g
  for (const [mark, font, run, part] of page.matchAll(marks)) {
    const told = (hex: string) =>
      (hex.match(glyph) ?? []).map((code) => letters[Number.parseInt(code, 16)] ?? '').join('')
    if (font) ({ letters, glyph } = fonts.get(font) ?? { letters: [], glyph })
    if (part !== undefined) word += told(part)
    if (run !== undefined) {
      words.push([...run.matchAll(/<(\w*)>/g)].map(([, hex = '']) => told(hex)).join(''))
    }
    if (mark !== 'ET' || word === '') continue
    words.push(word)
    word = ''
  }
  return words
}
