import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { notify } from '../notifications/index.ts'
import { holding } from '../organizations/index.ts'
import { addPeriod, endPeriods } from '../subscriptions/index.ts'
import { addCredit } from './balance.ts'
import { begunOn, worthOf } from './quote.ts'
import type { Order } from './rows.ts'

/** A paid order becomes a period, in the transaction that learns of its money. */

export const linesOf = (order: Order) => ({
  ...order,
  subtotal: centsOf(order.subtotal),
  discount: centsOf(order.discount),
  credit: centsOf(order.credit),
  balance_used: centsOf(order.balance_used),
  amount: centsOf(order.amount),
  price: centsOf(order.price),
})

export async function activate(tx: Tx, order: Order, today: string) {
  const { organization_id, id } = order
  const lines = linesOf(order)
  await tx.run`update payment_orders set state = 'paid', settled_at = app_now(), reason = null
    where organization_id = ${organization_id} and id = ${id}`
  if (order.type === 'upgrade') await endPeriods(tx, organization_id, today)
  const term = begunOn(lines, order.duration, today)
  await addPeriod(tx, {
    ...order,
    ...term,
    order_id: id,
    paid: (worthOf(lines) / 100).toFixed(2),
  })
  if (lines.balance_used > 0) {
    await addCredit(tx, {
      organization_id,
      amount: -lines.balance_used,
      what: `Used for ${order.package}, ${monthsInWords(order.duration)}`,
      order_id: id,
    })
  }
  await notifyPayers(tx, organization_id, {
    key: `paid ${id}`,
    title: lines.amount > 0 ? 'Payment received' : 'Paid from your credit',
    text:
      `${order.package} is paid for until ${dayInWords(term.to)}.` +
      (lines.amount > 0 ? ` We have received Ksh ${formatShillings(lines.amount)}.` : ''),
    link: '/billing',
  })
}

export const monthsInWords = (months: number) => counted(months, 'month')

/** Everybody who looks after the subscription. */
export async function notifyPayers(
  tx: Tx,
  organization_id: string,
  news: Parameters<typeof notify>[3],
) {
  const rows = await tx.all<{ user_id: string }>`select user_id from memberships m
    where m.organization_id = ${organization_id} and ${holding('view billing')}`
  await notify(
    tx,
    organization_id,
    rows.map(({ user_id }) => user_id),
    news,
  )
}
