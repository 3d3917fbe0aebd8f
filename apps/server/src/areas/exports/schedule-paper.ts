import { stack, type Table, text } from '../../foundation/paper/blocks.ts'
import { widthOf } from '../../foundation/paper/fonts.ts'
import type { Printable } from '../../foundation/paper/printer.ts'
import { type Cell, shillings, type Worksheet } from '../../foundation/sheets/worksheet.ts'

/** A schedule for whoever is paid, on paper: from the same cells as the spreadsheet. */

const size = 8.5
const side = 4
/** A long name is broken rather than making all else small. */
const widest = 150

const grouped = (cents: number) => shillings(cents).replace(/\B(?=(\d{3})+\.)/g, ',')
const words = (cell: Cell | undefined) => (typeof cell === 'number' ? grouped(cell) : (cell ?? ''))

/** `made` is the last confirmation it rests on: printed twice, it is the same file. */
export function schedulePaper(sheet: Worksheet, { made }: { made: string }): Printable {
  const [[employer] = [], [title] = []] = sheet.top ?? []
  return {
    arrangement: {
      margin: 36,
      landscape: true,
      root: stack(
        12,
        stack(
          2,
          text(words(employer), 13, { bold: true }),
          text(words(title), 11, { ink: 'accent', level: 1 }),
        ),
        tableOf(sheet, words(title)),
      ),
    },
    title: words(title),
    author: words(employer),
    made,
    verify: '',
  }
}

function tableOf(
  { headings: [head = []] = [], rows, bottom = [] }: Worksheet,
  title: string,
): Table {
  const lines = [...rows, ...bottom]
  const isAmount = (place: number) => lines.some((line) => typeof line[place] === 'number')
  const widthAt = (place: number) => {
    const texts = [head[place] ?? '', ...lines.map((line) => words(line[place]))]
    const widths = texts.map((words) => widthOf(words, size, true))
    return widths.reduce((most, width) => Math.max(most, width), 0) + 2 * side
  }
  return {
    kind: 'table',
    caption: title,
    columns: head.map((_, place) => ({
      share: Math.min(widest, widthAt(place)),
      align: isAmount(place) ? 'right' : 'left',
    })),
    head,
    rows: [
      ...rows.map((line) => ({ cells: line.map(words) })),
      ...bottom.map((line) => ({ cells: line.map(words), total: true })),
    ],
    look: 'striped',
    size,
    side,
  }
}
