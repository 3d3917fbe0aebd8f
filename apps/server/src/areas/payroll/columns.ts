import { statutoryDeductions } from '@mshahara/engine/figures'
import type { MonthPay } from '@mshahara/engine/month-pay'
import { deductionKey, incomeKey } from '@mshahara/engine/month-working'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Sql } from '../../foundation/core/sql.ts'

/** The columns of a run that depend on who is in it: its incomes and deductions. */

export interface ColumnTotal {
  /** What belongs under one heading: statutory by code, the rest by name whatever its case. */
  key: string
  name: string
  total: number
}
export interface Columns {
  incomes: ColumnTotal[]
  deductions: ColumnTotal[]
}

/** With their sums: incomes by name, statutory deductions before others. `chosen` is of `s`. */
export async function columnsOf(tx: Tx, month: string, chosen: Sql): Promise<Columns> {
  const rows = await tx.all<{ side: string; key: string; name: string; total: string }>`
    select side, key, min(name) as name, sum(amount) as total from (
      select 'incomes' as side, lower(l ->> 'name') as key, l ->> 'name' as name,
        (l ->> 'amount')::numeric / 100 as amount
      from payslips s, jsonb_array_elements(s.incomes) l where ${chosen}
      union all
      select 'deductions', case when l ->> 'kind' = 'statutory' then 'statutory ' || (l ->> 'id')
          else lower(l ->> 'name') end, l ->> 'name', (l ->> 'amount')::numeric / 100
      from payslips s, jsonb_array_elements(s.deductions) l where ${chosen}) lines
    group by side, key order by name`
  const side = (wanted: string): ColumnTotal[] =>
    rows
      .filter((row) => row.side === wanted)
      .map(({ key, name, total }) => ({ key, name, total: centsOf(total) }))
  return { incomes: side('incomes'), deductions: inLegalOrder(side('deductions'), month) }
}

/** The law's own first (B6), an employee's always; then the others by name. */
function inLegalOrder(found: ColumnTotal[], month: string): ColumnTotal[] {
  const statutory = statutoryDeductions(month).flatMap(({ code, name, line }) => {
    const key = `statutory ${code}`
    const known = found.find((column) => column.key === key)
    return known ?? (line ? { key, name, total: 0 } : [])
  })
  return [...statutory, ...found.filter(({ key }) => !key.startsWith('statutory '))]
}

/** What one payslip has under each heading. */
export const amountsUnder = ({
  incomes,
  deductions,
}: {
  incomes: MonthPay['incomes'] | null
  deductions: MonthPay['deductions'] | null
}) => ({
  incomes: summedBy(incomes ?? [], incomeKey),
  deductions: summedBy(deductions ?? [], deductionKey),
})

function summedBy<L extends { amount: number }>(lines: L[], keyOf: (line: L) => string) {
  const sums = new Map<string, number>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, (sums.get(key) ?? 0) + line.amount)
  }
  return sums
}
