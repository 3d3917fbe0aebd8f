// @tests story
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { around, xlsWithLongText, xlsx } from '../../test/spreadsheets.ts'
import type { Column } from './columns.ts'
import { unpack } from './file.ts'
import { readSheet } from './read.ts'

/** Excel takes 32,767 characters in a cell; files that somebody made by hand take any number. */

const name: Column = { key: 'name', title: 'First Name', kind: 'text', examples: ['', ''] }
const told = (bytes: Uint8Array) =>
  readSheet(bytes, [name], { organization_id: 'home' }).then(
    ({ rows }) => `${rows.length} rows, ${String(rows[0]?.cell(name)).length} letters`,
    (error) => `${error.status} ${error.message}`,
  )
const refusalAt = (row: number, column: string) =>
  `422 The cell in row ${row}, column ${column} holds more than 32,767 characters, the most that ` +
  'Excel takes. Please shorten it and retry.'

const inline = (words: string, place = '') => `<c${place} t="inlineStr"><is>${words}</is></c>`
const text = (words: string) => `<t>${words}</t>`
const sheet = (...rows: string[]) =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`
const head = inline(text('First Name'))
const long = (letters: number) => 'x'.repeat(letters)
const huge = 90 * 1024 * 1024

const withShared = (xml: string, shared: string) => {
  const parts = unzipSync(around(xml))
  const rels = 'xl/_rels/workbook.xml.rels'
  const target = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const link = `<Relationship Id="rId2" ${target}/sharedStrings" Target="sharedStrings.xml"/>`
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml'
  const change = (part: string, before: string, more: string) =>
    strToU8(
      Buffer.from(parts[part] ?? [])
        .toString()
        .replace(before, more + before),
    )
  return zipSync({
    ...parts,
    [rels]: change(rels, '</Relationships>', link),
    '[Content_Types].xml': change(
      '[Content_Types].xml',
      '</Types>',
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${main}"/>`,
    ),
    'xl/sharedStrings.xml': strToU8(shared),
  })
}

describe('a cell of ninety million characters', () => {
  test('is refused by its place, and the rest of it is not even unpacked', async () => {
    const file = around(sheet(head, inline(text(long(huge)), ' r="A2"')), 1)
    expect(file.length).toBeLessThan(1_000_000)
    expect(await told(file)).toBe(refusalAt(2, 'A'))
    const { 'xl/worksheets/sheet1.xml': part } = await unpack(file)
    expect(part?.length).toBeLessThan(2_000_000)
  })

  test('that others could share is named where it is used', async () => {
    const cell = '<c r="C7" t="s"><v>1</v></c>'
    const shared = `<sst><si>${text('other')}</si><si>${text(long(huge / 3))}</si></sst>`
    expect(await told(withShared(sheet(head, cell), shared))).toBe(refusalAt(7, 'C'))
  })

  test('in many small pieces is one cell all the same', async () => {
    const runs = `<r>${text(long(1000))}</r>`.repeat(30_000)
    const before = inline(text('Amani')).repeat(27)
    expect(await told(around(sheet(head, before + inline(runs))))).toBe(refusalAt(2, 'AB'))
  })
})

test('a text that is in no cell is not waited for either', async () => {
  for (const xml of [long(huge / 3), `<worksheet>${' '.repeat(huge / 3)}</worksheet>`]) {
    expect(await told(around(xml, 1))).toMatch(/^422 A cell of this spreadsheet holds more than/)
  }
})

describe('a cell of as many characters as Excel takes is read, and of one more is not', () => {
  const most = 32_767
  test.each([
    ['plain', 'x'],
    ['of three bytes', '€'],
    ['written as entities', '&#x20AC;'],
  ])('%s', async (_, letter) => {
    const file = (letters: number) => around(sheet(head, inline(text(letter.repeat(letters)))))
    expect(await told(file(most))).toBe('1 rows, 32767 letters')
    expect(await told(file(most + 1))).toBe(refusalAt(2, 'A'))
  })

  test('beside its formula', async () => {
    const cell = `<c t="str"><f>${long(8000)}</f><v>${long(most)}</v></c>`
    expect(await told(around(sheet(head, inline(text('A')) + cell)))).toBe('1 rows, 1 letters')
  })

  test('of an old file', async () => {
    const old = (letters: number) =>
      xlsWithLongText([['First Name'], ['Amani'], ['Baraka']], letters)
    expect(await told(old(most))).toBe('2 rows, 5 letters')
    expect(await told(old(most + 1))).toBe(refusalAt(3, 'A'))
  })

  test('as Excel itself writes it', async () => {
    expect(await told(xlsx([['First Name'], [long(most)]]))).toBe('1 rows, 32767 letters')
  })
})

test('a text file is not read at all, however long its cells', async () => {
  expect(await told(strToU8(`First Name\n${long(huge / 10)}`))).toMatch(/^422 This is a text file/)
})
