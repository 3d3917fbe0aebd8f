import type {
  Align,
  Arrangement,
  Block,
  Box,
  Facts,
  RowBlock,
  Surface,
  Table,
  TableRow,
  Text,
} from './blocks.ts'
import type { Palette } from './colors.ts'
import { widthOf, wrap, writable } from './fonts.ts'
import { columnWidths, measure, metrics, rowHeight, sideOf, wide } from './measure.ts'
import { split } from './split.ts'

/** From an arrangement to marks on pages: where every text and every field of colour stands. */

export type Mark =
  | ({ op: 'text'; x: number; y: number; text: string; size: number } & Letters)
  | { op: 'rect'; x: number; y: number; w: number; h: number; fill: string; radius: number }
  | { op: 'frame'; x: number; y: number; w: number; h: number; stroke: string; radius: number }
  | { op: 'logo'; x: number; y: number; w: number; h: number }
  | { op: 'code'; x: number; y: number; size: number }

interface Letters {
  width: number
  bold: boolean
  fill: string
}

export type Page = Mark[]
export const a4 = { width: 595.28, height: 841.89 }
/** Below this a document goes on to a second page rather than becoming smaller. */
const smallest = 0.8

/** The sheet a document is set on. */
export type Sheet = typeof a4
export const sheetOf = ({ landscape = false }: Pick<Arrangement, 'landscape'>): Sheet =>
  landscape ? { width: a4.height, height: a4.width } : a4

export function pagesOf(arrangement: Arrangement, palette: Palette): Page[] {
  const { margin, root } = arrangement
  const sheet = sheetOf(arrangement)
  const width = sheet.width - 2 * margin
  const room = sheet.height - 2 * margin
  const set = (block: Block, scale: number) => page(block, palette, { sheet, margin, scale })
  const height = measure(root, width)
  if (height <= room) return [set(root, 1)]
  // A narrower page of the same shape, shown smaller, holds more.
  for (const scale of [0.95, 0.9, 0.85, smallest]) {
    if (measure(root, width / scale) * scale <= room) return [set(root, scale)]
  }
  const pages: Page[] = []
  let rest: Block | null = root
  while (rest) {
    const [first, later]: [Block | null, Block | null] = split(rest, width, room - 14)
    // What cannot be divided is set as it is rather than never.
    pages.push(set(first ?? rest, 1))
    rest = first ? later : null
  }
  return pages.map((marks, index) => {
    const words = `Page ${index + 1} of ${pages.length}`
    return [...marks, pageNumber(words, sheet, palette)]
  })
}

function pageNumber(words: string, sheet: Sheet, palette: Palette): Mark {
  const width = widthOf(words, 7.5)
  const at = { x: (sheet.width - width) / 2, y: sheet.height - 22, width }
  const fill = palette.ink.paper.quiet
  return { op: 'text', ...at, text: words, size: 7.5, bold: false, fill }
}

interface Setting {
  sheet: Sheet
  margin: number
  scale: number
}

function page(root: Block, palette: Palette, { sheet, margin, scale }: Setting): Page {
  const marks: Page = []
  const width = (sheet.width - 2 * margin) / scale
  const height = (sheet.height - 2 * margin) / scale
  const own = root.kind === 'row' && root.tall ? height : measure(root, width)
  new Setter(marks, palette).set(root, { x: 0, y: 0, width, height: own }, 'paper')
  return marks.map((mark) => scaled(mark, scale, margin))
}

function scaled(mark: Mark, scale: number, margin: number): Mark {
  const moved = { ...mark, x: mark.x * scale + margin, y: mark.y * scale + margin }
  if ('w' in moved) {
    moved.w *= scale
    moved.h *= scale
  }
  if ('size' in moved) moved.size *= scale
  if (moved.op === 'text') moved.width *= scale
  return moved
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Sets blocks into their places. */
class Setter {
  private readonly marks: Page
  private readonly palette: Palette

  constructor(marks: Page, palette: Palette) {
    this.marks = marks
    this.palette = palette
  }

  set(block: Block, place: Place, on: Surface) {
    const { x, y, width, height } = place
    switch (block.kind) {
      case 'stack': {
        let top = y
        for (const child of block.children) {
          const own = measure(child, width)
          this.set(child, { x, y: top, width, height: own }, on)
          top += own + block.gap
        }
        break
      }
      case 'row':
        this.row(block, place, on)
        break
      case 'box':
        this.box(block, place, on)
        break
      case 'text':
        this.text(block, x, y, width, on)
        break
      case 'table':
        this.table(block, place, on)
        break
      case 'facts':
        this.facts(block, place, on)
        break
      case 'rule':
        this.fill(x, y, width, block.weight, this.palette.edge)
        break
      case 'logo':
        this.marks.push({ op: 'logo', x, y, w: block.width, h: block.height })
        break
      case 'code':
        // Always dark on white, or no telephone reads it.
        this.fill(x, y, block.size, block.size, '#ffffff', 2)
        this.marks.push({ op: 'code', x: x + 3, y: y + 3, size: block.size - 6 })
    }
    return height
  }

  private fill(x: number, y: number, w: number, h: number, fill: string, radius = 0) {
    this.marks.push({ op: 'rect', x, y, w, h, fill, radius })
  }

  private words(
    words: string,
    at: { x: number; y: number; width: number },
    size: number,
    fill: string,
    { bold = false, align = 'left' as Align } = {},
  ) {
    const width = widthOf(words, size, bold)
    const free = align === 'left' ? 0 : at.width - width
    const x = at.x + (align === 'center' ? free / 2 : free)
    // Half of the leading above the letters.
    const y = at.y + (size * metrics.leading - size * metrics.letters) / 2
    this.marks.push({ op: 'text', x, y, text: words, size, width, bold, fill })
  }

  private text({ text, size, bold = false, ink = 'plain', align = 'left' }: Text, ...at: At) {
    const [x, y, width, on] = at
    const fill = this.palette.ink[on][ink]
    for (const [index, line] of wrap(writable(text), size, bold, width).entries()) {
      const top = y + index * size * metrics.leading
      this.words(line, { x, y: top, width }, size, fill, { bold, align })
    }
  }

  private row(row: RowBlock, { x, y, width, height }: Place, on: Surface) {
    let left = x
    for (const [index, { block }] of row.cells.entries()) {
      const own = wide(row, width)[index] as number
      const tall = row.middle ? measure(block, own) : height
      const top = row.middle ? y + (height - tall) / 2 : y
      this.set(block, { x: left, y: top, width: own, height: tall }, on)
      left += own + row.gap
    }
  }

  private box(box: Box, { x, y, width, height }: Place, on: Surface) {
    const { surface, pad, radius = 0, edge } = box
    if (surface !== on) this.fill(x, y, width, height, this.palette.fill[surface], radius)
    if (box.border) {
      const stroke = this.palette.line.paper
      this.marks.push({ op: 'frame', x, y, w: width, h: height, stroke, radius })
    }
    if (edge === 'left') this.fill(x, y, 4, height, this.palette.edge)
    if (edge === 'top') this.fill(x, y, width, 3, this.palette.edge)
    if (edge === 'bottom') this.fill(x, y + height - 3, width, 3, this.palette.edge)
    const [vertical, horizontal] = pad
    const inner = width - 2 * horizontal
    const place = {
      x: x + horizontal,
      y: y + vertical,
      width: inner,
      height: height - 2 * vertical,
    }
    this.set(box.child, place, surface)
  }

  private facts({ items, columns, size, look }: Facts, place: Place, on: Surface) {
    const { plain, quiet } = this.palette.ink[on]
    const cell = (place.width - (columns - 1) * metrics.factGap) / columns
    const line = size * metrics.leading
    let top = place.y
    for (let first = 0; first < items.length; first += columns) {
      const inRow = items.slice(first, first + columns)
      let most = 0
      for (const [index, [label, value]] of inRow.entries()) {
        const x = place.x + index * (cell + metrics.factGap)
        const side = look === 'beside' ? cell * metrics.labelShare : 0
        const drop = look === 'beside' ? 0 : line * 0.92
        const small = look === 'beside' ? size : size * metrics.labelSize
        this.words(label, { x, y: top, width: cell }, small, quiet)
        const lines = wrap(writable(value), size, true, cell - side)
        for (const [nth, words] of lines.entries()) {
          const at = { x: x + side, y: top + drop + nth * line, width: cell - side }
          this.words(words, at, size, plain, { bold: true })
        }
        most = Math.max(most, drop + lines.length * line)
      }
      top += most + metrics.factRow
    }
  }

  private table(table: Table, { x, y, width }: Place, on: Surface) {
    const { rows, head, size, look } = table
    const line = this.palette.line[on]
    let top = y
    if (head) {
      const height = rowHeight(table, { cells: head, bold: true }, width)
      this.cells(table, head, { x, y: top, width, height }, size * 0.9, 'quiet', true, on)
      top += height
      this.fill(x, top - 0.8, width, 0.8, this.palette.ink[on].accent)
    }
    for (const [index, row] of rows.entries()) {
      const height = rowHeight(table, row, width)
      const shaded = row.total || row.section || (look === 'striped' && index % 2 === 1)
      const surface = shaded && on === 'paper' ? 'tint' : on
      if (surface !== on) this.fill(x, top, width, height, this.palette.fill.tint)
      if (row.total) this.fill(x, top, width, 0.9, this.palette.ink[on].accent)
      const strong = Boolean(row.bold || row.total)
      if (row.section) this.section(row, { x, y: top, width, height }, size, surface)
      else
        this.cells(table, row.cells, { x, y: top, width, height }, size, 'plain', strong, surface)
      top += height
      const last = index === rows.length - 1
      if ((look === 'ruled' || look === 'boxed') && !last) {
        this.fill(x, top - 0.4, width, 0.4, line)
      }
    }
    if (look === 'boxed') {
      const frame = { x, y, w: width, h: top - y, stroke: line, radius: 0 }
      this.marks.push({ op: 'frame', ...frame })
    }
  }

  private section({ cells }: TableRow, { x, y, width }: Place, size: number, on: Surface) {
    const block: Text = { kind: 'text', text: cells[0] ?? '', size, bold: true, ink: 'accent' }
    const inner = width - 2 * metrics.cellSide
    this.text(block, x + metrics.cellSide, y + metrics.cellTop, inner, on)
  }

  private cells(
    table: Table,
    cells: string[],
    { x, y, width }: Place,
    size: number,
    ink: 'plain' | 'quiet' | 'accent',
    bold: boolean,
    on: Surface,
  ) {
    let left = x
    const widths = columnWidths(table, width)
    for (const [index, { align }] of table.columns.entries()) {
      const own = widths[index] as number
      const side = sideOf(table)
      const inner = own - 2 * side
      const at = { x: left + side, y: y + metrics.cellTop, width: inner }
      const words = writable(cells[index] ?? '')
      for (const [nth, row] of wrap(words, size, bold, inner).entries()) {
        const place = { ...at, y: at.y + nth * size * metrics.leading }
        this.words(row, place, size, this.palette.ink[on][ink], { bold, align })
      }
      left += own
    }
  }
}
type At = [x: number, y: number, width: number, on: Surface]
