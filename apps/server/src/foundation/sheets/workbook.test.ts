import { read } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { asExcel } from './workbook.ts'
import type { Worksheet } from './worksheet.ts'
import { writeBook } from './writer.ts'

/** What a spreadsheet program is told beside the cells, which the golden files hold. */

const sheet: Worksheet = {
  name: 'A & "B" <c>',
  top: [['Employer', 12_345], []],
  headings: [['Name', '', 'Net']],
  rows: [
    ['O\u0001tieno & <Sons> "Ltd"\nNakuru', null, -150],
    ['', '007', 100],
    ['  wide  ', 'x'.repeat(80), 0],
    ['é 王 🎉 \ud800', 'x'.repeat(80), 5],
  ],
  bottom: [['TOTALS', null, -50]],
}
const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  )

test('cells are what they were, whatever signs they hold', () => {
  const { Sheets, SheetNames } = read(asExcel({ sheets: [sheet] }), { cellNF: true })
  expect(SheetNames).toEqual([sheet.name])
  const cells = Sheets[sheet.name] as Record<string, { v: unknown; t: string; z?: string }>
  expect(cells['!ref']).toBe('A1:C8')
  expect(cells.A4).toMatchObject({ t: 's', v: 'Otieno & <Sons> "Ltd"\nNakuru', z: '@' })
  expect(cells.B5).toMatchObject({ t: 's', v: '007', z: '@' })
  expect(cells.A6?.v).toBe('  wide  ')
  expect(cells.A7?.v).toBe('é 王 🎉 ')
  expect([cells.B1, cells.C4, cells.C6, cells.C8].map((cell) => cell?.v)).toEqual([
    123.45, -1.5, 0, -0.5,
  ])
  expect(cells.C4?.z).toBe('#,##0.00')
  expect([cells.B3, cells.B4, cells.A5]).toEqual([undefined, undefined, undefined])
})

test('columns are as wide as their words, headings stay in sight, pages lie on their side', () => {
  const parts = partsOf(asExcel({ sheets: [sheet, { name: 'Second', rows: [['only']] }] }))
  const first = parts['xl/worksheets/sheet1.xml'] ?? ''
  const widths = [...first.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([31, 42, 9])
  expect(first).toContain('<pane ySplit="3" topLeftCell="A4"')
  expect(first).toContain('orientation="landscape"')
  expect(parts['xl/worksheets/sheet2.xml']).not.toContain('<pane')
  // More than one selected would be changed together.
  expect(parts['xl/worksheets/sheet2.xml']).not.toContain('tabSelected')
})

test('a large one is written in portions by a process of its own, and is the same', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => [`Person ${index % 7}`, 'x', index])
  const book = { sheets: [{ ...sheet, rows }, sheet, { ...sheet, name: 'C', rows }] }
  const bytes = await writeBook(book, 'xlsx', { organization_id: 'home' })
  expect(partsOf(bytes)).toEqual(partsOf(asExcel(book)))
})
