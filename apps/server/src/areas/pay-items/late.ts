import type { allowanceInput, incomeInput } from '@mshahara/contract/pay-items'
import { monthOf } from '@mshahara/engine/calendar'
import type { LateItem } from '@mshahara/engine/late-items'
import type { z } from 'zod'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { raw } from '../../foundation/core/sql.ts'
import { arrearsToWire, arrearsWithItem } from '../employees/index.ts'
import { refuseMove } from './items.ts'

/** What pay items with effect from confirmed months come to, before they are saved (B30). */

type Allowance = z.output<typeof allowanceInput>
type Income = z.output<typeof incomeInput>
type Given = Allowance | Income
type List = 'allowances' | 'recur_incomes'

export const lateCall =
  (list: List, title: string) =>
  async ({ tx }: Ctx, { body }: { body: { id: string | null; item: Given } }) => {
    const { id, item } = body
    await tx.one`select from employees where id = ${item.employee_id}`
    const agreed = id === null ? [] : await amountsOf(tx, list, id, title, item)
    const { employee_id, since } = item
    if (since === null) return []
    const found = await arrearsWithItem(tx, {
      ...{ employee_id, since },
      item: (month) => lateItem(item, { id: id ?? 'new', month, agreed }),
    })
    return found.map(arrearsToWire)
  }

/** What the item ever was: of these one is what a payslip had. */
async function amountsOf(tx: Ctx['tx'], list: List, id: string, title: string, item: Given) {
  const row = await tx.one<{ employee_id: string }>`
    select employee_id from ${raw(list)} where id = ${id}`
  refuseMove(title.toLowerCase(), row, item)
  const rows = await tx.all<{ amount: number }>`select (amount * 100)::bigint as amount
    from item_changes where employee_id = ${row.employee_id} and item_id = ${id}
    order by number desc`
  return rows.map(({ amount }) => amount)
}

/** Leave pay comes once a year: outside SHIF and Housing Levy, like a one-off (B3). */
function lateItem(
  item: Given,
  { id, month, agreed }: { id: string; month: string; agreed: number[] },
): LateItem {
  const { name, amount, taxable } = item
  const known = { id, name, taxable, agreed: [amount, ...agreed] }
  if (!('from' in item)) {
    const one_off = item.type === 'leave'
    return { ...known, kind: 'allowance', amount, one_off, type: item.type, by_days: true }
  }
  const isIn = item.from.slice(0, 7) <= month && (item.to === null || item.to.slice(0, 7) >= month)
  return { ...known, kind: 'income', amount: isIn ? amount : 0, one_off: false, by_days: false }
}

interface Standing {
  id: string
  amount_before: number | null
  since_unpaid: boolean
}

type Reading<Row> = (ctx: Ctx, input: { params: { id: string } }) => Promise<Row[]>

/** Of items with effect from a month: what they are until it comes, and whether it is unpaid. */
export const withStanding =
  <Row extends { id: string; since: string | null }>(
    list: List,
    read: Reading<Row>,
  ): Reading<Row> =>
  async (ctx, input) => {
    const rows = await read(ctx, input)
    if (rows.every(({ since }) => since === null)) return rows
    const found = await standingsOf(ctx, list, input.params.id)
    return rows.map((row) => ({ ...row, ...found.get(row.id) }))
  }

async function standingsOf({ tx, today }: Ctx, list: List, employee_id: string) {
  const month = monthOf(today)
  const rows = await tx.all<Standing>`select i.id,
      case when i.since > ${month} then coalesce(h.amount * 100, 0)::bigint end as amount_before,
      is_unpaid_late(i.organization_id, i.employee_id, i.id) as since_unpaid
    from ${raw(list)} i
    left join lateral item_then(i.organization_id, i.employee_id, i.id, ${month}) h on true
    where i.employee_id = ${employee_id} and i.since is not null`
  return new Map(
    rows.map(({ id, amount_before, since_unpaid }) => [
      id,
      { since_unpaid, ...(amount_before === null ? {} : { amount_before }) },
    ]),
  )
}
