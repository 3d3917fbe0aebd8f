import type { Block, Facts, RowBlock, Table, TableRow, Text } from './blocks.ts'
import { widthOf, wrap, writable } from './fonts.ts'

/** How much room blocks take. */

export const metrics = {
  /** Of a line, in sizes of its letters. */
  leading: 1.38,
  letters: 1.21,
  cellTop: 2.6,
  cellSide: 5,
  factGap: 12,
  factRow: 4.5,
  labelShare: 0.42,
  labelSize: 0.86,
}

const known = new WeakMap<Block, { width: number; height: number }>()

export function measure(block: Block, width: number): number {
  const before = known.get(block)
  if (before?.width === width) return before.height
  const height = measured(block, width)
  known.set(block, { width, height })
  return height
}

function measured(block: Block, width: number): number {
  switch (block.kind) {
    case 'text':
      return textHeight(block, width)
    case 'stack':
      return (
        block.children.reduce((sum, child) => sum + measure(child, width), 0) +
        Math.max(0, block.children.length - 1) * block.gap
      )
    case 'row':
      return Math.max(
        ...block.cells.map((cell, index) => measure(cell.block, wide(block, width)[index] ?? 0)),
      )
    case 'box':
      return measure(block.child, width - 2 * block.pad[1]) + 2 * block.pad[0]
    case 'table':
      return tableHeight(block, width)
    case 'facts':
      return factsHeight(block, width)
    case 'rule':
      return block.weight
    case 'logo':
      return block.height
    case 'code':
      return block.size
  }
}

/** The width of each cell of a row. */
export function wide({ cells, gap }: RowBlock, width: number): number[] {
  const free = width - gap * (cells.length - 1)
  const shares = cells.reduce((sum, { share }) => sum + share, 0)
  return cells.map(({ share }) => (free * share) / shares)
}

const textHeight = ({ text, size, bold = false }: Text, width: number) =>
  wrap(writable(text), size, bold, width).length * size * metrics.leading

function tableHeight(table: Table, width: number): number {
  const head = table.head ? rowHeight(table, { cells: table.head, bold: true }, width) : 0
  return table.rows.reduce((sum, row) => sum + rowHeight(table, row, width), head)
}

export function rowHeight(table: Table, row: TableRow, width: number): number {
  const strong = Boolean(row.bold || row.total || row.section)
  // A heading within the table has the whole width.
  const widths = row.section ? [width] : columnWidths(table, width)
  const lines = widths.map((own, index) => {
    const words = writable(row.cells[index] ?? '')
    return wrap(words, table.size, strong, own - 2 * sideOf(table)).length
  })
  const height = Math.max(...lines) * table.size * metrics.leading + 2 * metrics.cellTop
  const isWrittenInto = table.tall !== undefined && !strong
  return isWrittenInto ? Math.max(height, table.tall ?? 0) : height
}

export const sideOf = ({ side = metrics.cellSide }: Table) => side

const columnsKnown = new WeakMap<TableRow[], { width: number; widths: number[] }>()

/** By their shares, but an amount is never broken: its column takes what it needs. */
export function columnWidths(table: Table, width: number): number[] {
  const { columns, rows, size } = table
  const before = columnsKnown.get(rows)
  if (before?.width === width) return before.widths
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share, align }, index) => {
    const own = (width * share) / shares
    if (align !== 'right') return own
    const texts = rows.map(({ cells }) => widthOf(cells[index] ?? '', size, true))
    return Math.max(own, ...texts.map((text) => text + 2 * sideOf(table)))
  })
  const over = widths.reduce((sum, own) => sum + own, 0) - width
  widths[0] = Math.max(40, (widths[0] ?? 0) - over)
  columnsKnown.set(rows, { width, widths })
  return widths
}

function factsHeight({ items, columns, size, look }: Facts, width: number): number {
  const cell = (width - (columns - 1) * metrics.factGap) / columns
  const line = size * metrics.leading
  const [side, drop] = look === 'beside' ? [cell * metrics.labelShare, 0] : [0, line * 0.92]
  let sum = 0
  for (let first = 0; first < items.length; first += columns) {
    const lines = items
      .slice(first, first + columns)
      .map(([, value]) => wrap(writable(value), size, true, cell - side).length)
    sum += drop + Math.max(...lines) * line + metrics.factRow
  }
  return Math.max(0, sum - metrics.factRow)
}
