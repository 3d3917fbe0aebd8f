import { figures } from '@mshahara/contract/figures'
import { templateIds } from '@mshahara/contract/payslips'
import { statutoryDeductions } from '@mshahara/engine/figures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Surface } from '../../foundation/paper/blocks.ts'
import { contrast, paletteOf } from '../../foundation/paper/colors.ts'
import { widthOf, writable } from '../../foundation/paper/fonts.ts'
import { htmlOf } from '../../foundation/paper/html.ts'
import { a4, type Mark, pagesOf } from '../../foundation/paper/layout.ts'
import { amount } from './content.ts'
import { sample } from './sample.ts'
import { templates } from './templates/index.ts'
import { lineIn, quantityIn, slipWords } from './words.ts'

const usual = paletteOf({ light_color: '#E7F2EE', dark_color: '#0B6B50' })
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('colours', () => {
  test('whatever two are chosen, every text can be read', () => {
    fc.assert(
      fc.property(color, color, (light_color, dark_color) => {
        const { fill, ink, line, edge } = paletteOf({ light_color, dark_color })
        for (const surface of Object.keys(fill) as Surface[]) {
          for (const one of Object.values(ink[surface])) {
            expect(contrast(one, fill[surface])).toBeGreaterThanOrEqual(4.5)
          }
          expect(contrast(line[surface], fill[surface])).toBeGreaterThanOrEqual(1.9)
        }
        expect(contrast(edge, fill.paper)).toBeGreaterThanOrEqual(3)
      }),
      { numRuns: 500 },
    )
  })
  test('that can be read as they are stay as they are', () => {
    expect(usual.ink.paper.accent).toBe('#0b6b50')
    expect(usual.fill).toMatchObject({ tint: '#E7F2EE', band: '#0B6B50' })
  })
})

const textsOf = (pages: Mark[][]) =>
  pages.flat().filter((mark) => mark.op === 'text') as Extract<Mark, { op: 'text' }>[]

/** What the page says, letter by letter, however it is broken into lines. */
const squeezed = (words: string) => words.replace(/\s+/g, '')

const long = {
  ...sample,
  organization: {
    ...sample.organization,
    name: 'Shirika la Maendeleo ya Jamii na Ushirika '.repeat(3),
  },
  person: { ...sample.person, name: 'Wanjirũ Nyambura-Ogĩnga Mũthoni wa Kĩmani-Achieng Šarūnas' },
  earnings: Array.from({ length: 70 }, (_, index) => ({
    label: `A rather long name of an allowance, number ${index}`,
    amount: '1,234,567.89',
  })),
}

const said = (lines: typeof sample.tax) =>
  lines.map((line) => ({ ...line, label: lineIn(line.label, 'sw') }))
const inSwahili = {
  ...sample,
  words: slipWords.sw,
  earnings: said(sample.earnings),
  deductions: said(sample.deductions),
  tax: said(sample.tax),
  employer: said(sample.employer),
  toDate: said(sample.toDate),
}

test('every line that the law names has a Swahili word, and the name beside it', () => {
  const months = ['2021-01', '2023-07', '2024-12', '2026-03']
  const names = [
    ...Object.values(figures).map(({ words }) => words),
    ...months.flatMap((month) => statutoryDeductions(month).map(({ name }) => name)),
  ]
  for (const name of names) expect(lineIn(name, 'sw'), name).not.toBe(name)
  for (const name of ['PAYE', 'NSSF', 'SHIF', 'NHIF', 'Housing Levy', 'NITA']) {
    expect(lineIn(name, 'sw')).toContain(name)
  }
  expect(lineIn('SHIF', 'sw')).toContain('SHA')
  expect(lineIn('Arrears of May 2025: Basic pay', 'sw')).toBe(
    'Malimbikizo ya Mei 2025: Mshahara wa msingi',
  )
  expect(lineIn('PAYE of arrears, May 2025', 'sw')).toBe(
    'Ushuru wa mapato (PAYE), malimbikizo ya Mei 2025',
  )
  expect(lineIn('Arrears of Juneau 2025: Basic pay', 'sw')).toBe(
    'Arrears of Juneau 2025: Basic pay',
  )
  expect(lineIn('Sacco ya Walimu', 'sw')).toBe('Sacco ya Walimu')
  expect(quantityIn('3.5 hours', 'sw')).toBe('saa 3.5')
})

describe.each(templateIds)('%s', (id) => {
  test('has the same words on page and paper', () => {
    const arrangement = templates[id].arrange(sample)
    const page = { title: 'x', palette: usual, logo: null, verify: sample.verify }
    const html = htmlOf(arrangement, page)
      .replace(/<style>.*?<\/style>|<caption>.*?<\/caption>|<title>.*?<\/title>|<[^>]+>/gs, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    const paper = textsOf(pagesOf(arrangement, usual)).map(({ text }) => text)
    const sorted = (words: string) => [...squeezed(words)].sort().join('')
    expect(sorted(html)).toBe(sorted(paper.join(' ')))
  })

  test.each([
    ['usual', sample, 1],
    ['long', long, 5],
    ['in Swahili', inSwahili, 1],
  ] as const)('keeps everything on the sheet: %s', (_, content, most) => {
    const pages = pagesOf(templates[id].arrange(content), usual)
    expect(pages.length).toBeLessThanOrEqual(most)
    for (const mark of pages.flat()) {
      expect(mark.x).toBeGreaterThanOrEqual(0)
      expect(mark.y).toBeGreaterThanOrEqual(0)
      const wide = 'w' in mark ? mark.w : mark.op === 'text' ? mark.width : mark.size
      const high = 'h' in mark ? mark.h : mark.size
      expect(mark.x + wide).toBeLessThanOrEqual(a4.width + 0.1)
      expect(mark.y + high).toBeLessThanOrEqual(a4.height + 0.1)
    }
    const all = squeezed(
      textsOf(pages)
        .map(({ text }) => text)
        .join(''),
    )
    for (const { amount } of [...content.deductions, content.net]) expect(all).toContain(amount)
    const lines = textsOf(pages).filter(({ text }) => text === '1,234,567.89')
    expect(lines).toHaveLength(content === long ? 70 : 0)
  })

  test('has its amounts in line at the right', () => {
    const marks = textsOf(pagesOf(templates[id].arrange(sample), usual))
    const ends = (words: string) => {
      const mark = marks.find(({ text }) => text === words)
      return mark ? (mark.x + mark.width).toFixed(1) : words
    }
    expect(ends('19,308.35')).toBe(ends('6,000.00'))
    expect(ends('19,308.35')).toBe(ends('1,500.00'))
  })
})

test('digits have one width, and unknown letters become the nearest Latin ones', () => {
  for (const bold of [false, true]) {
    const widths = [...'0123456789'].map((digit) => widthOf(digit, 10, bold))
    expect(new Set(widths).size).toBe(1)
  }
  expect(writable('Wanjirũ Kĩmani Đặng Łukasz')).toBe('Wanjirũ Kĩmani Đang Łukasz')
  expect(writable('王 Ltd')).toBe('Wang Ltd')
  expect(writable('🎉 \u200f')).toBe('–')
  expect(writable(' ')).toBe(' ')
})

test('amounts have thousands, two decimals and a true minus', () => {
  expect([0, 5, 123_456_789, -240_000].map(amount)).toEqual([
    '0.00',
    '0.05',
    '1,234,567.89',
    '−2,400.00',
  ])
})
