import type { contract } from '@mshahara/contract'
import type { ItemList } from '@mshahara/contract/pay-items'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'

/** Amounts in the middle of those there are: what a slip of the keyboard is measured against. */

const tables: Record<ItemList, string> = {
  allowances: 'allowances',
  incomes: 'recur_incomes',
  deductions: 'recur_deductions',
}

const newestSalaries = sql`select distinct on (s.employee_id) s.amount from salaries s
  join employees e on e.id = s.employee_id and e.status = 'active'
  order by s.employee_id, s.number desc`

async function middle(tx: Tx, amounts: Sql): Promise<number | null> {
  const { amount } = await tx.one<{ amount: string | null }>`
    select percentile_disc(0.5) within group (order by amount)::text as amount
    from (${amounts}) found where amount > 0`
  return amount === null ? null : centsOf(amount)
}

export const usual: Handler<typeof contract.allowances.usual> = async (ctx, { query }) => {
  const { list, name = '' } = query
  const named =
    list &&
    sql`select amount from ${raw(tables[list])}
    where lower(name) = lower(${name.trim()})`
  return {
    salary: await middle(ctx.tx, newestSalaries),
    item: named ? await middle(ctx.tx, named) : null,
  }
}
