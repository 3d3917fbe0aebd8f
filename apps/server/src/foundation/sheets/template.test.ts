import { read, utils } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { templateOf } from './template.ts'

const columns: Column[] = [
  { key: 'name', title: 'Name', kind: 'text', required: true, examples: ['=1+1', '@home'] },
  { key: 'phone', title: 'Phone', kind: 'phone', examples: ['0712345678', ''] },
  { key: 'unit', title: 'Unit', kind: 'choice', choices: ['A & B', '=SUM(1)'], examples: ['', ''] },
  { key: 'bank', title: 'Bank', kind: 'choice', choices: ['One'], open: true, examples: ['', ''] },
  { key: 'none', title: 'None', kind: 'choice', choices: [], examples: ['', ''] },
  { key: 'on', title: 'On "time"', kind: 'yes-no', examples: ['Yes', 'No'] },
  { key: 'pay', title: 'Pay', kind: 'number', examples: [1500.5, ''] },
  { key: 'day', title: 'Day', kind: 'date', examples: ['2026-02-28', ''] },
]
let bytes: Uint8Array
let parts: Record<string, string>

beforeAll(async () => {
  bytes = await templateOf('People', columns)
  const texts = Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)])
  parts = Object.fromEntries(texts)
})
const sheetXml = () => parts['xl/worksheets/sheet1.xml'] ?? ''
const ruleOf = (letter: string) =>
  sheetXml()
    .split('<dataValidation ')
    .find((rule) => rule.includes(`sqref="${letter}2:${letter}20001"`)) ?? ''

describe('a template', () => {
  test('has the headings, two examples and the lists, on three sheets', () => {
    const book = read(bytes, { cellDates: false })
    expect(book.SheetNames).toEqual(['People', 'Examples', 'Lists'])
    const rows = (name: string) =>
      utils.sheet_to_json<unknown[]>(book.Sheets[name] as never, {
        header: 1,
        raw: true,
        defval: null,
      })
    const titles = columns.map(({ title }) => title)
    expect(rows('People')).toEqual([titles])
    expect(rows('Examples')).toEqual([
      titles,
      ['=1+1', '0712345678', null, null, null, 'Yes', 1500.5, 46_081],
      ['@home', null, null, null, null, 'No', null, null],
    ])
    expect(rows('Lists')).toEqual([
      ['Unit', 'Bank'],
      ['A & B', 'One'],
      ['=SUM(1)', null],
    ])
  })

  test('never makes a formula of a text', () => {
    const cells = Object.entries(parts).filter(([name]) => name.startsWith('xl/worksheets/sheet'))
    expect(cells).toHaveLength(3)
    for (const [, xml] of cells) expect(xml).not.toMatch(/<f[ >]/)
  })

  test('offers what there is, insists where it must, and hints everywhere', () => {
    expect(ruleOf('C')).toMatch(/type="list" showErrorMessage="1".*Lists!\$A\$2:\$A\$3</)
    expect(ruleOf('D')).toMatch(/type="list" allowBlank.*Lists!\$B\$2:\$B\$2</)
    expect(ruleOf('E')).not.toMatch(/type="list"/)
    expect(ruleOf('F')).toMatch(/promptTitle="On &quot;time&quot;".*<formula1>"Yes,No"</)
    expect(ruleOf('A')).toMatch(/prompt="Required\."/)
    expect(ruleOf('H')).toMatch(/prompt="Optional\. A date such as 2026-02-28\."/)
    expect(sheetXml()).toMatch(/<\/sheetData><dataValidations count="8">/)
  })

  test('keeps the leading zero of a phone number: its column is text', () => {
    const formats = [...(parts['xl/styles.xml'] ?? '').matchAll(/<xf (?:numFmtId="(\d+)")?/g)]
    const formatOf = (place: number) => {
      const style = new RegExp(`<col min="${place}" style="(\\d+)"`).exec(sheetXml())?.[1]
      return formats[Number(style)]?.[1]
    }
    expect([1, 2, 7, 8].map(formatOf)).toEqual(['49', '49', '4', '14'])
  })
})
