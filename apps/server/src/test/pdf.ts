import { inflateSync } from 'node:zlib'

/** The words of a PDF as one copies them: glyphs told back as letters by the fonts' own maps. */
export function wordsOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, number = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(number, body)
  }
  const fonts = new Map<string, string[]>()
  for (const body of objects.values()) {
    for (const [, name = '', number = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '')?.[1] ?? ''
      fonts.set(name, lettersOf(streamOf(objects.get(map) ?? '')))
    }
  }
  const pages = [...objects.values()].map(streamOf).filter((text) => text.includes(' Tf'))
  return pages.flatMap((page) => shown(page, fonts))
}

function streamOf(body: string): string {
  const packed = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1]
  if (packed === undefined || !body.includes('/FlateDecode')) return ''
  return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
}

/** The letters by the number of their glyph. */
function lettersOf(map: string): string[] {
  const letters: string[] = []
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([^>]*)>/g)].entries()) {
      const utf16 = Buffer.from(code.replace(/\s/g, ''), 'hex').swap16()
      letters[Number.parseInt(first, 16) + index] = utf16.toString('utf16le')
    }
  }
  return letters
}

function shown(page: string, fonts: Map<string, string[]>): string[] {
  const words: string[] = []
  let letters: string[] = []
  for (const [, font, run] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? []
    if (run === undefined) continue
    const glyphs = [...run.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    words.push(glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '').join(''))
  }
  return words
}
