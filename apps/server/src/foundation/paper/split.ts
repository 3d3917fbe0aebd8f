import type { Block, Box, RowBlock, Stack, Table } from './blocks.ts'
import { measure, rowHeight, wide } from './measure.ts'

/** Divides a block that is longer than a page: what fits, and what goes on. */

type Halves = [first: Block | null, rest: Block | null]

export function split(block: Block, width: number, room: number): Halves {
  if (measure(block, width) <= room) return [block, null]
  switch (block.kind) {
    case 'stack':
      return splitStack(block, width, room)
    case 'row':
      return splitRow(block, width, room)
    case 'box':
      return splitBox(block, width, room)
    case 'table':
      return splitTable(block, width, room)
    default:
      return [null, block]
  }
}

function splitStack(stack: Stack, width: number, room: number): Halves {
  let used = 0
  const { children, gap } = stack
  for (const [index, child] of children.entries()) {
    const height = measure(child, width)
    if (used + height <= room) {
      used += height + gap
      continue
    }
    const [first, rest] = split(child, width, room - used)
    const before = [...children.slice(0, index), ...(first ? [first] : [])]
    const after = [...(rest ? [rest] : []), ...children.slice(index + 1)]
    if (before.length === 0) return [null, stack]
    return [{ ...stack, children: before }, after.length ? { ...stack, children: after } : null]
  }
  return [stack, null]
}

/** Each column goes on by itself; an empty one keeps its place. */
function splitRow(row: RowBlock, width: number, room: number): Halves {
  const widths = wide(row, width)
  const halves = row.cells.map(({ block }, index) => split(block, widths[index] as number, room))
  if (halves.some(([first]) => first === null)) return [null, row]
  const empty: Stack = { kind: 'stack', gap: 0, children: [] }
  const cellsOf = (half: 0 | 1) =>
    row.cells.map(({ share }, index) => ({ share, block: halves[index]?.[half] ?? empty }))
  return [
    { ...row, cells: cellsOf(0) },
    { ...row, cells: cellsOf(1) },
  ]
}

function splitBox(box: Box, width: number, room: number): Halves {
  const [vertical, horizontal] = box.pad
  const [first, rest] = split(box.child, width - 2 * horizontal, room - 2 * vertical)
  return [first && { ...box, child: first }, rest && { ...box, child: rest }]
}

/** Between rows, with the headings on both sides; never a heading alone. */
function splitTable(table: Table, width: number, room: number): Halves {
  let used = table.head ? rowHeight(table, { cells: table.head, bold: true }, width) : 0
  let count = 0
  for (const row of table.rows) {
    used += rowHeight(table, row, width)
    if (used > room) break
    count += 1
  }
  // A heading within the table goes with what follows it.
  if (count < table.rows.length && table.rows[count - 1]?.section) count -= 1
  if (count < 2) return [null, table]
  return [
    { ...table, rows: table.rows.slice(0, count) },
    { ...table, rows: table.rows.slice(count) },
  ]
}
