import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import anyAscii from 'any-ascii'

/**
 * Inter in two weights, made from the variable font: Latin with every diacritic, and digits of one
 * width. Without kerning a text is as wide as its letters, which measuring makes use of.
 */

interface Glyph {
  id: number
  advanceWidth: number
  codePoints: number[]
}
export interface Font {
  unitsPerEm: number
  ascent: number
  descent: number
  hasGlyphForCodePoint(code: number): boolean
  glyphForCodePoint(code: number): Glyph
  layout(text: string): unknown
}

// pdfkit's own reader of fonts: what it gives, pdfkit takes without reading the file again.
const fontkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as {
  create(bytes: Uint8Array): Font
}
const open = (name: string) =>
  quick(fontkit.create(readFileSync(new URL(`./fonts/Inter-${name}.ttf`, import.meta.url))))

/** Character by character, without shaping rules, which these fonts lack: several times faster. */
function quick(font: Font): Font {
  const glyphs = new Map<number, Glyph>()
  const glyphOf = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    const known = glyphs.get(code) ?? font.glyphForCodePoint(code)
    // One met first as part of another would be drawn, but neither copied nor read aloud.
    if (known.codePoints.length === 0) known.codePoints = [code]
    glyphs.set(code, known)
    return known
  }
  const layout = (text: string) => new Run(Array.from(text, glyphOf))
  return Object.create(font, { layout: { value: layout } })
}

/** What pdfkit expects of a laid-out text; it scales the positions in place. */
class Run {
  readonly glyphs: Glyph[]
  readonly positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]

  constructor(glyphs: Glyph[]) {
    this.glyphs = glyphs
    this.positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }))
  }

  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  }
}

export const regular = open('Regular')
export const bold = open('Bold')

/**
 * The text in letters the font has, or the nearest Latin ones: a bank that reads no other
 * script must be able to see whose document it is. What has no equivalent is left out.
 */
export function latin(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words = text.normalize('NFC').split(/\s+/).map(latinWord)
  return words.filter(Boolean).join(' ')
}

/** As `latin`, with a dash where nothing would be left to read. */
export const writable = (text: string): string => latin(text) || (text.trim() ? '–' : '')

function latinWord(word: string): string {
  let out = ''
  for (const letter of word.replace(/\p{C}/gu, '')) out += knows(letter) ? letter : nearest(letter)
  // Most other scripts have no capitals, but a Latin name begins with one.
  return /^\p{Lo}/u.test(word)
    ? out.replace(/^['`]*(\p{Ll})/u, (_, first) => first.toUpperCase())
    : out
}

function nearest(letter: string): string {
  const plain = [...letter.normalize('NFKD').replace(/\p{M}/gu, '')]
  if (plain.length > 0 && plain.every(knows)) return plain.join('')
  return /\p{Extended_Pictographic}/u.test(letter) ? '' : anyAscii(letter)
}
const knows = (letter: string) => regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

const widths = { regular: new Map<number, number>(), bold: new Map<number, number>() }

/** In points. */
export function widthOf(text: string, size: number, isBold = false): number {
  const known = isBold ? widths.bold : widths.regular
  let sum = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    let width = known.get(code)
    if (width === undefined) {
      const font = isBold ? bold : regular
      width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm
      known.set(code, width)
    }
    sum += width
  }
  return sum * size
}

/** As lines no wider than that; a word that is wider by itself is broken. */
export function wrap(text: string, size: number, isBold: boolean, width: number): string[] {
  const fits = (line: string) => widthOf(line, size, isBold) <= width + 0.01
  if (fits(text)) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = word
    while (!fits(line)) {
      let cut = line.length - 1
      while (cut > 1 && !fits(line.slice(0, cut))) cut -= 1
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  lines.push(line)
  return lines
}
