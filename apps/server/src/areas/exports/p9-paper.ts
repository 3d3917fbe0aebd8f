import { type Block, row, rule, stack, type Table, text } from '../../foundation/paper/blocks.ts'
import { latin, widthOf } from '../../foundation/paper/fonts.ts'
import type { Printable } from '../../foundation/paper/printer.ts'
import { type Cell, shillings } from '../../foundation/sheets/worksheet.ts'
import { nameOf } from '../payroll/index.ts'
import type { Card } from './p9-card.ts'

/** The tax deduction card on one sheet of paper, from the same cells as the spreadsheet. */

/** Black on white, as the authority prints it. */
export const cardColors = { light_color: '#EDF1F0', dark_color: '#14201C' }

const margin = 22
const sheetWidth = 842 - 2 * margin
const side = 2.2

const grouped = (cents: number) => shillings(cents).replace(/\B(?=(\d{3})+\.)/g, ',')
const words = (cell: Cell | undefined) => (typeof cell === 'number' ? grouped(cell) : (cell ?? ''))

/** `made` is the last confirmation it rests on: printed twice, it is the same file. */
export function cardPaper(
  { sheet, person, year }: Card,
  employer: string,
  made: string,
): Printable {
  const { top = [], bottom = [] } = sheet
  const [authority, department, title, ...facts] = top
  const head = [authority, department, title].map((line, place) =>
    text(words(line?.[0]), place === 2 ? 11 : 9.5, {
      bold: true,
      align: 'center',
      ...(place === 2 ? { level: 1 as const } : {}),
    }),
  )
  const [, , ...foot] = bottom
  return {
    arrangement: {
      margin,
      landscape: true,
      root: stack(9, stack(2, ...head), factsOf(facts), tableOf(sheet), footOf(foot), signed),
    },
    title: `P9 ${year}: ${latin(nameOf(person)) || person.employee_no}`,
    author: employer,
    made,
    verify: '',
  }
}

const factsOf = (lines: Cell[][]): Block => ({
  kind: 'facts',
  columns: 2,
  size: 8.5,
  look: 'beside',
  items: lines.flatMap(([label, value, , , other, second]): [string, string][] =>
    label
      ? [
          [words(label), words(value)],
          [words(other), words(second)],
        ]
      : [],
  ),
})

function tableOf({ headings = [], rows, bottom = [] }: Card['sheet']): Table {
  const [titles = [], codes = []] = headings
  const cells = [codes, ...[...rows, ...bottom.slice(0, 1)].map((line) => line.map(words))]
  const { size, widths } = fitted(titles, cells)
  return {
    kind: 'table',
    caption: 'Month by month',
    columns: widths.map((share, place) => ({ share, align: place === 0 ? 'left' : 'right' })),
    head: titles,
    rows: cells.map((line, place) => ({
      cells: line,
      bold: place === 0,
      total: place === cells.length - 1,
    })),
    look: 'boxed',
    size,
    side,
  }
}

/** As large as lets every amount and every word of a heading stand unbroken. */
function fitted(titles: string[], cells: string[][]) {
  const widthsAt = (size: number) =>
    titles.map((title, place) => {
      const texts = [...title.split(' '), ...cells.map((line) => line[place] ?? '')]
      return Math.max(...texts.map((text) => widthOf(text, size, true))) + 2 * side + 0.1
    })
  const sizes = [7, 6.6, 6.2, 5.8, 5.4, 5, 4.6, 4.2, 3.8]
  const sum = (widths: number[]) => widths.reduce((all, width) => all + width, 0)
  const size = sizes.find((tried) => sum(widthsAt(tried)) <= sheetWidth) ?? 3.4
  return { size, widths: widthsAt(size) }
}

const footOf = (lines: Cell[][]): Block => ({
  kind: 'facts',
  columns: 1,
  size: 8.5,
  look: 'beside',
  items: lines.map(([label, value, more]): [string, string] => [
    words(label),
    [words(value), words(more)].filter(Boolean).join('   '),
  ]),
})

const line = (label: string) => stack(3, text(' ', 14), rule(0.6), text(label, 7, { ink: 'quiet' }))
const signed = row(24, [
  [1, line('Certified by (name and designation)')],
  [1, line('Signature and stamp')],
  [1, line('Date')],
])
