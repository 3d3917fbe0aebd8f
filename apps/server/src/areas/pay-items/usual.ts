import type { contract } from '@mshahara/contract'
import type { ItemList } from '@mshahara/contract/pay-items'
import type { Tx } from '../../foundation/core/db.ts'
import { medians } from '../../foundation/core/median.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { medianSalary } from '../employees/index.ts'

const tables: Record<ItemList, string> = {
  allowances: 'allowances',
  incomes: 'recur_incomes',
  deductions: 'recur_deductions',
}

/** By name, in small letters. */
export const usualItems = (tx: Tx, list: ItemList, names: readonly string[]) =>
  medians(
    tx,
    sql`select lower(name) as name, amount from ${raw(tables[list])}
      where lower(name) = any (${names.map((name) => name.toLowerCase())})`,
  )

export const usual: Handler<typeof contract.allowances.usual> = async ({ tx }, { query }) => {
  const { list, name = '' } = query
  const items = list && (await usualItems(tx, list, [name.trim()]))
  return {
    salary: (await medianSalary(tx)) ?? null,
    item: items?.get(name.trim().toLowerCase()) ?? null,
  }
}
