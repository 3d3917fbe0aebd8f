import { openingAmounts, openingMore } from '@mshahara/contract/opening'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import { type Amounts, type Months, type More, monthsIn } from './rules.ts'

/** Kept as one batch, which comes and goes as a whole. */

interface Row extends Months {
  employee_id?: string
  source: string
  amounts: Amounts
  more: More
}

const names = [...openingAmounts, ...openingMore]
const amounts = names.join(', ')
const types = names.map((name) => `${name} numeric`).join(', ')

const inShillings = (cents: number | null) => (cents === null ? null : cents / 100)

export async function save(tx: Tx, rows: readonly Row[]) {
  const fresh = rows.filter(({ employee_id }) => employee_id !== undefined)
  const [first] = fresh
  if (!first) return
  const year = Number(first.from.slice(0, 4))
  const sum = (of: (row: Row) => number) => fresh.reduce((all, row) => all + of(row), 0)
  const people = new Set(fresh.map(({ employee_id }) => employee_id)).size
  const sources = [...new Set(fresh.map(({ source }) => source))].sort()
  const { id } = await tx.one<{ id: string }>`
    insert into opening_batches (year, sources, people, months, gross, paye)
    values (${year}, ${sources}, ${people}, ${sum((row) => monthsIn(row).length)},
      ${sum((row) => row.amounts.gross) / 100}, ${sum((row) => row.amounts.paye) / 100})
    returning id`
  const wire = fresh.map((row) => ({
    employee_id: row.employee_id,
    first_month: Number(row.from.slice(5)),
    last_month: Number(row.to.slice(5)),
    source: row.source,
    ...Object.fromEntries(openingAmounts.map((name) => [name, row.amounts[name] / 100])),
    ...Object.fromEntries(openingMore.map((name) => [name, inShillings(row.more[name])])),
  }))
  // All at once: the database holds the sums of the batch against its rows.
  await tx.run`insert into opening_pay (batch_id, year, employee_id, first_month, last_month, source,
      ${raw(amounts)})
    select ${id}, ${year}, employee_id, first_month, last_month, source, ${raw(amounts)}
    from jsonb_to_recordset(${JSON.stringify(wire)}::jsonb) as r(employee_id uuid,
      first_month smallint, last_month smallint, source text, ${raw(types)})`
}
