import { farFrom, type Usual } from '@mshahara/contract/amounts'
import type { Tx } from './db.ts'
import { centsOf } from './org-table.ts'
import type { Sql } from './sql.ts'

/** Amounts in the middle of those there are: what a slip of the keyboard is measured against. */

/** Of what the query names and amounts to, by name. */
export async function medians(tx: Tx, named: Sql): Promise<Map<string, number>> {
  const rows = await tx.all<{ name: string; amount: string }>`
    select name, percentile_disc(0.5) within group (order by amount)::text as amount
    from (${named}) found where amount > 0 group by name`
  return new Map(rows.map(({ name, amount }) => [name, centsOf(amount)]))
}

/** Where nothing is known yet, a sheet of some length is its own measure. */
export function medianOr(known: number | undefined, given: readonly number[]): number {
  if (known !== undefined || given.length < 5) return known ?? 0
  const sorted = [...given].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] as number
}

export const inShillings = (cents: number) => (cents / 100).toLocaleString('en')

/** A sentence about an amount far from usual, if it is; all in cents. */
export function unusual(amount: number, before: number | undefined, usual: readonly Usual[]) {
  const far = farFrom(amount, before, usual)
  return far ? [`This is far from ${inShillings(far.amount)}, ${far.words}.`] : []
}
