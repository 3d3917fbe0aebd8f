import { amountHint, amountIn } from '@mshahara/contract/amounts'
import type { ExtraAmounts } from '@mshahara/contract/off-cycle'

/** What is typed into the grid of an extra payroll, read and filled by formula. Pure. */

export type ExtraRow = ExtraAmounts['rows'][number]

/** Typed and not saved, by payslip and column: "id:0". */
export type Typed = ReadonlyMap<string, string>
export const placeOf = ({ payslip_id }: Pick<ExtraRow, 'payslip_id'>, column: number) =>
  `${payslip_id}:${column}`

const shown = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Nothing is an empty cell, so that what is missing is seen. */
export function textOf(row: ExtraRow, column: number, typed: Typed): string {
  const text = typed.get(placeOf(row, column))
  if (text !== undefined) return text
  const amount = row.amounts[column] ?? 0
  return amount === 0 ? '' : shown.format(amount)
}

export const faultIn = (text: string): string | undefined => {
  if (text.trim() === '') return undefined
  const amount = amountIn(text)
  if (amount === null) return amountHint
  return amount < 0 ? 'An amount cannot be below zero.' : undefined
}

export const amountOf = (row: ExtraRow, column: number, typed: Typed): number =>
  faultIn(textOf(row, column, typed)) ? 0 : (amountIn(textOf(row, column, typed)) ?? 0)

export const totalOf = (row: ExtraRow, columns: number, typed: Typed): number =>
  Array.from({ length: columns }, (_, column) => amountOf(row, column, typed)).reduce(
    (sum, amount) => sum + amount,
    0,
  )

export function filled(
  typed: Typed,
  column: number,
  amounts: readonly { payslip_id: string; amount: number }[],
): Typed {
  const next = new Map(typed)
  for (const row of amounts) next.set(placeOf(row, column), shown.format(row.amount))
  return next
}

/** A block from a spreadsheet, from this cell to the right and downwards. */
export function pasted(
  typed: Typed,
  rows: readonly ExtraRow[],
  columns: number,
  at: { row: number; column: number },
  block: string,
): { typed: Typed; left_out: number } {
  const next = new Map(typed)
  let left_out = 0
  const lines = block.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  for (const [down, line] of lines.entries()) {
    for (const [right, text] of line.split('\t').entries()) {
      const row = rows[at.row + down]
      const column = at.column + right
      if (row && column < columns) next.set(placeOf(row, column), text.trim())
      else if (text.trim() !== '') left_out += 1
    }
  }
  return { typed: next, left_out }
}
