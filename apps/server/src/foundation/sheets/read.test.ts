// @tests long
import { randomBytes } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  around,
  as,
  bomb,
  encrypted,
  lockedXls,
  sheets,
  xls,
  xlsWithFarCell,
  xlsWithFormula,
  xlsx,
} from '../../test/spreadsheets.ts'
import { type Column, convert } from './columns.ts'
import { readSheet } from './read.ts'

const column = (key: string, title: string, more: Partial<Column> = {}): Column => ({
  key,
  title,
  kind: 'text',
  examples: ['', ''],
  ...more,
})
const name = column('name', 'First Name', { required: true, also: ['Forename'] })
const born = column('born', 'Date of Birth', { kind: 'date', required: true })
const pay = column('pay', 'Salary', { kind: 'number' })
const columns = [name, born, pay]
const headings = ['First Name', 'Date of Birth', 'Salary']
const good = [headings, ['Amani', '1990-01-31', 50_000]]

const whose = { organization_id: 'home' }
const read = (bytes: Uint8Array) => readSheet(bytes, columns, whose)
const refusalOf = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'was read',
    (error) => `${error.status} ${error.message}`,
  )

describe('a spreadsheet', () => {
  test.each([
    ['.xlsx', xlsx(good)],
    ['.xls', xls(good)],
  ])('saved as %s gives its rows as plain cells', async (_, bytes) => {
    const sheet = await read(bytes)
    expect(sheet.rows.map((row) => [row.row, ...columns.map(row.cell)])).toEqual([
      [2, 'Amani', '1990-01-31', 50_000],
    ])
    expect(sheet).toMatchObject({ name: 'Sheet1', ignored: [], date1904: false })
  })

  test('has its headings in any order, case and place, with others beside them', async () => {
    const sheet = await read(
      xlsx([
        ['Staff of Home Ltd'],
        [],
        ['Shoe size', 'SALARY (Ksh)', 'date-of-birth', ' forename * '],
        [],
        [43, 1000, '1990-01-31', 'Amani'],
        [null, null, '  ', null],
        [44, 2000, '1991-01-31', 'Baraka'],
      ]),
    )
    expect(sheet.ignored).toEqual(['Shoe size'])
    expect(sheet.rows.map((row) => [row.row, row.cell(name), row.cell(pay)])).toEqual([
      [5, 'Amani', 1000],
      [7, 'Baraka', 2000],
    ])
  })

  test('is found among other sheets, but never among the examples of the template', async () => {
    const book = { Notes: [['Hello']], Examples: good, People: [headings, ['Baraka']] }
    const sheet = await read(sheets(book))
    expect([sheet.name, sheet.rows[0]?.cell(name)]).toEqual(['People', 'Baraka'])
    expect(await refusalOf(sheets({ Examples: good }))).toMatch(/^422 This spreadsheet is empty/)
  })

  test('recognises formulas, leading zeros kept by a format, and years counted from 1904', async () => {
    const sheet = await read(
      xlsx([headings, ['x', 46_000, 7]], {
        formulas: { A2: '1+1' },
        formats: { C2: '00000' },
        date1904: true,
      }),
    )
    const [row] = sheet.rows
    expect(row?.cell(name)).toEqual({ formula: '=1+1' })
    expect(row?.cell(pay)).toBe('00007')
    expect(convert(born, row?.cell(born), sheet.date1904)).toEqual({ value: '2029-12-10' })
  })

  test('as an old file tells formulas too', async () => {
    const [row] = (await read(xlsWithFormula(good))).rows
    expect(row?.cell(pay)).toEqual({ formula: '=1+1' })
  })

  test('with a prefix before every tag is read too', async () => {
    const cell = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`
    const row = (texts: string[]) => `<x:row>${texts.map(cell).join('')}</x:row>`
    const xml = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
      <x:sheetData>${row(headings)}${row(['Amani', '1990-01-31', '5'])}</x:sheetData></x:worksheet>`
    const sheet = await read(around(xml))
    expect(sheet.rows.map((one) => one.cell(name))).toEqual(['Amani'])
  })
})

test('names inside a file are no patterns', async () => {
  const rename = (part: Uint8Array) => strToU8(strFromU8(part).replaceAll('rId1', 'r(Id+1'))
  const {
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': rels,
    ...rest
  } = unzipSync(
    around(`<worksheet><sheetData>${row(headings)}${row(['Amani', '1990-01-31', '5'])}
      </sheetData></worksheet>`),
  )
  const renamed = {
    ...rest,
    'xl/workbook.xml': rename(book as Uint8Array),
    'xl/_rels/workbook.xml.rels': rename(rels as Uint8Array),
  }
  expect((await read(zipSync(renamed))).rows.map((one) => one.cell(name))).toEqual(['Amani'])
})

test('a file declares no entities: nothing is fetched, and nothing grows', async () => {
  const declared = `<!DOCTYPE worksheet [<!ENTITY here SYSTEM "file:///etc/hosts">
    <!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`
  const xml = `${declared}<worksheet><sheetData>${row(headings)}
    ${row(['&here;', '1990-01-31', '5'])}${row(['&c;', '1990-01-31', '5'])}
    </sheetData></worksheet>`
  const names = (await read(around(xml))).rows.map((one) => one.cell(name))
  expect(names).toEqual(['&here;', '&c;'])
})
const row = (texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

describe('what is not one is told so', () => {
  const text = (words: string) => new TextEncoder().encode(words)
  const picture = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['a renamed picture', picture, /PNG file.*\.xlsx or \.xls/],
    ['a renamed PDF', () => text('%PDF-1.7\n'), /PDF file/],
    ['a CSV file', () => text('First Name,Salary\nAmani,5\n'), /text file \(CSV\).*save it as/],
    ['a web page', () => as('html', good), /web page/],
    ['an OpenDocument sheet', () => as('ods', good), /OpenDocument/],
    ['a binary workbook', () => as('xlsb', good), /\.xlsb/],
    ['an archive', () => zipSync({ 'a.txt': text('Hello') }), /archive, not an Excel file/],
    ['the beginning of an archive', () => around('').subarray(0, 40), /damaged/],
    ['random bytes', () => new Uint8Array(randomBytes(4000)), /not an Excel file/],
    ['no bytes at all', () => new Uint8Array(), /empty/],
    ['half a file', () => xlsx(good).slice(0, 4000), /damaged/],
    ['half an old file', () => xls(good).slice(0, 1500), /damaged|not a spreadsheet|empty/],
    ['a protected file', encrypted, /protected with a password/],
    ['a protected old file', () => lockedXls(good), /protected with a password/],
    ['an empty workbook', () => xlsx([]), /empty/],
    ['headings only', () => xlsx([headings]), /"Sheet1" has no rows below its headings/],
    [
      'another sheet',
      () =>
        xlsx([
          ['Loan', 'Interest'],
          [1, 2],
        ]),
      /No sheet.*Sheet1.*headings/,
    ],
    ['a missing heading', () => xlsx([['Salary'], [1]]), /headings First Name, Date of Birth are/],
    ['a hidden sheet only', () => xlsx(good, { hidden: true }), /empty/],
    [
      'a heading twice',
      () => xlsx([[...headings, 'forename'], ['Amani']]),
      /"First Name" and "forename" are both First Name/,
    ],
  ])('%s', async (_, make, sentence) => {
    const refusal = await refusalOf(new Uint8Array(await make()))
    expect(refusal).toMatch(/^422 /)
    expect(refusal).toMatch(sentence)
  })
})

const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const topRow = `<row r="1">${headings.map((text, at) => cell(`${'ABC'[at]}1`, text)).join('')}</row>`
const firstRow = `<row r="2">${cell('A2', 'Amani')}</row>`
const sheetOf = (rows: string, { before = '', behind = '' } = {}) =>
  around(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}
     <sheetData>${topRow}${rows}</sheetData>${behind}</worksheet>`,
  )

describe('a small file cannot ask for a large sheet', () => {
  test.each([
    ['a cell beyond the last column', `<row r="2">${cell('ZZZZZZ2', 'x')}</row>`],
    ['one column too far', `<row r="2">${cell('XFE2', 'x')}</row>`],
    ['single quotes', `<row r='2'><c r='ZZZZZZ2'><v>1</v></c></row>`],
    ['spaces round the sign', `<row r="2"><c r = 'ZZZZZZ2'><v>1</v></c></row>`],
    ['spaces before the sign', `<row r="2"><c r ="ZZZZZZ2"><v>1</v></c></row>`],
    ['a row with spaces', `<row r\n=\t"4000000000"><c><v>1</v></c></row>`],
    ['no quotes', `<row r="2"><c r=ZZZZZZ2><v>1</v></c></row>`],
    ['a row without quotes', `<row r=4000000000><c><v>1</v></c></row>`],
    ['a prefix', `<row r="2"><c x:r = "ZZZZZZ2"><v>1</v></c></row>`],
    ['a tail to the name', `<row r="2"><c r_x = "ZZZZZZ2"><v>1</v></c></row>`],
    ['signs between the letters', `<row r="2"><c r = "A$Z Z<Z-ZZ2"><v>1</v></c></row>`],
    ['words instead of attributes', `<row r="2"><c> r = "ZZZZZZ2"><v>1</v></c></row>`],
    ['words behind a row', `<row /> r = 4000000000><c><v>1</v></c></row>`],
    ['a place within a text', `<row r="2"><c t="inlineStr"><is><t>r="ZZZZZZ"</t></is></c></row>`],
    ['a row beyond the last', `<row r="1048577">${cell('A1048577', 'x')}</row>`],
    ['a row without end', `<row r="4000000000"><c><v>1</v></c></row>`],
    [
      'an array formula over everything',
      `<row r="2"><c r="A2"><f t="array" ref="A2:ZZZZZ9">1</f><v>1</v></c></row>`,
    ],
    [
      'a shared formula over everything',
      `<row r="2"><c r="A2"><f t="shared" si="0" ref="A2:A1048577">1</f><v>1</v></c></row>`,
    ],
  ])('%s', async (_, rows) => {
    const bytes = sheetOf(rows)
    expect(bytes.length).toBeLessThan(2500)
    const begun = performance.now()
    expect(await refusalOf(bytes)).toMatch(/^422 This spreadsheet is damaged/)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test.each([
    ['places without an end', `<row r="2"><c ${'r="A'.repeat(300_000)}</row>`],
    ['places in column ABC without an end', `<row r="2"><c ${'r="ABC '.repeat(300_000)}</row>`],
    ['names without a sign', `<row r="2"><c ${' r_r'.repeat(300_000)}></c></row>`],
    ['spaces without a sign', `<row r="2"><c r${' '.repeat(1_000_000)}></c></row>`],
    ['tags without an end', `<row r="2">${'<c r=A2 '.repeat(100_000)}</row>`],
  ])('nor for much time: %s', async (_, rows) => {
    const begun = performance.now()
    await read(sheetOf(firstRow + rows)).catch(() => {})
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test('a text that speaks of r is a text', async () => {
    const text = cell('A2', 'The rate r = 4000000000, r = ZZZZZZ')
    expect((await read(sheetOf(`<row r="2">${text}</row>`))).rows).toHaveLength(1)
    expect((await read(sheetOf(`<row r = "2"><c r = 'A2'><v>1</v></c></row>`))).rows).toHaveLength(
      1,
    )
  })

  test('nor say that it is one', async () => {
    const before = '<dimension ref="A1:ZZZZZZ4000000000"/>'
    expect(await refusalOf(sheetOf(firstRow, { before }))).toMatch(/^422 .*damaged/)
    const usual = '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols>'
    expect((await read(sheetOf(firstRow, { before: usual }))).rows).toHaveLength(1)
  })

  test('links, merged cells and tables around the values are not followed', async () => {
    const behind = `<mergeCells><mergeCell ref="A1:ZZZZZZ999999999"/></mergeCells>
      <hyperlinks><hyperlink ref="A1:XFD1048576" location="Sheet1!A1"/></hyperlinks>
      <tableParts count="1"><tablePart r:id="rId1"/></tableParts>`
    expect((await read(sheetOf(firstRow, { behind }))).rows).toHaveLength(1)
  })

  test.each([
    ['.xlsx', sheetOf(`<row r="2">${cell('AAA2', 'x')}</row>`)],
    ['.xls', xlsWithFarCell(good, 0xffff)],
  ])('values far to the right in .xlsx and .xls are told: %s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/^422 .*to the right of column ZZ/)
  })

  test("but a format far out is nobody's fault", async () => {
    const rows = `<row r="2">${cell('A2', 'Amani')}<c r="XFD2" s="1"/></row>`
    const sheet = await read(sheetOf(rows))
    expect(sheet.rows.map((row) => row.cell(name))).toEqual(['Amani'])
  })

  test('a thousand array formulas, four hundred sheets, one long text in every cell', async () => {
    const formula = '<c><f t="array" ref="A2:A9">1</f><v>1</v></c>'
    const many = sheetOf(`<row r="2">${formula.repeat(1001)}</row>`)
    expect(await refusalOf(many)).toMatch(/^422 .*too many cells/)
    const names = Array.from({ length: 400 }, (_, index) => [`S${index}`, good] as const)
    expect(await refusalOf(sheets(Object.fromEntries(names)))).toMatch(/^422 .*too many cells/)
    const long = 'y'.repeat(30_000)
    const rows = Array.from({ length: 2000 }, () => [long, long, 1])
    expect(await refusalOf(xlsx([headings, ...rows]))).toMatch(/^422 .*too many cells/)
  })
})

describe('what would hurt is stopped', () => {
  test('a file that says it unpacks to gigabytes', async () => {
    expect(await refusalOf(bomb(13))).toMatch(/^422 .*unpacks to more than 120 MB/)
  })

  test('a file that lies about it', async () => {
    expect(await refusalOf(bomb(13, { lying: true }))).toMatch(/unpacks to more than 120 MB/)
  })

  test('a hundred thousand rows, and a value far below the others', async () => {
    const cells = (row: number) =>
      `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>Amani</t></is></c></row>`
    const top = headings.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
    const sheet = (rows: string) =>
      around(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
         <sheetData><row r="1">${top}</row>${rows}</sheetData></worksheet>`,
      )
    const many = Array.from({ length: 100_000 }, (_, index) => cells(index + 2)).join('')
    expect(await refusalOf(sheet(many))).toMatch(/values down to row 100,001.*20,000 rows/)
    const wide = many.replace(/<\/row>/g, `${'<c s="1"/>'.repeat(20)}</row>`)
    expect(await refusalOf(sheet(wide))).toMatch(/values down to row 100,001/)
    expect(await refusalOf(sheet(cells(2) + cells(90_000)))).toMatch(/down to row 90,000/)
    const blank = Array.from({ length: 30_000 }, (_, row) => `<row r="${row + 3}"/>`).join('')
    expect((await read(sheet(cells(2) + blank))).rows).toHaveLength(1)
  }, 90_000)

  test('a small file of a million cells and a half', async () => {
    const cells = '<c><v>1</v></c>'.repeat(1_500_001)
    const xml = `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`
    expect(await refusalOf(around(xml, 1))).toMatch(/^422 .*too many cells/)
  })

  test('the server answers while a large sheet is read', async () => {
    const rows = Array.from({ length: 8000 }, () => ['Amani', '1990-01-31', 50_000])
    const bytes = xlsx([headings, ...rows])
    let longest = 0
    const begun = performance.now()
    let last = begun
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    expect((await read(bytes)).rows).toHaveLength(8000)
    clearInterval(watch)
    // Read here, it would be nearly all of the time; a busy machine pauses as well.
    expect(longest).toBeLessThan(Math.max(150, (performance.now() - begun) / 3))
  })

  test('more files than can be read at once are asked to come again later', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => refusalOf(xlsx(good))))
    const patient = Array.from({ length: 7 }, () =>
      readSheet(xlsx(good), columns, { ...whose, patient: true }),
    )
    expect(await Promise.all(patient)).toHaveLength(7)
    expect(replies.filter((reply) => reply === 'was read')).toHaveLength(5)
    expect(replies.filter((reply) => /^503 .*try again/.test(reply))).toHaveLength(3)
    expect(await refusalOf(xlsx(good))).toBe('was read')
  })
})
