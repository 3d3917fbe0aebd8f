import { formatShillings } from '@mshahara/engine/money'
import { dayOf } from '../../foundation/core/clock.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Jobs } from '../../foundation/core/parts.ts'
import { activate, notifyPayers } from './activate.ts'
import { addCredit } from './balance.ts'
import { type Arrived, receive } from './money.ts'
import { stillHolds } from './remaining.ts'
import type { Order } from './rows.ts'

/** What money is used for: it pays the order as it was agreed, or else it stays on the account. */

type Came = Omit<Arrived, 'applied' | 'organization_id' | 'order_id'>

/** As agreed, on the day of the money. */
export async function paysFor(
  tx: PlatformTx,
  order: Order,
  amount: number,
  day: string,
): Promise<boolean> {
  return order.state !== 'paid' && amount === centsOf(order.amount) && stillHolds(tx, order, day)
}

/** In the transaction that learns of it, under the organisation's lock. */
export async function settle(
  tx: PlatformTx,
  jobs: Jobs,
  order: Order,
  money: Came,
  { pays, now }: { pays: boolean; now: Date },
) {
  const { organization_id, id: order_id } = order
  const applied = pays ? 'order' : 'credit'
  const received = await receive(tx, jobs, { ...money, organization_id, order_id, applied })
  if (pays) return activate(tx, order, dayOf(now))
  await addCredit(tx, {
    ...money,
    organization_id,
    what: `Payment for ${order.package} that was not needed`,
    order_id,
    receipt_id: received.id,
  })
  await notifyOfCredit(tx, organization_id, received.id, money)
}

export const notifyOfCredit = (
  tx: PlatformTx,
  organization_id: string,
  receipt_id: string,
  { amount, reference }: Pick<Came, 'amount' | 'reference'>,
) =>
  notifyPayers(tx, organization_id, {
    key: `credit ${receipt_id}`,
    title: 'Payment kept as credit',
    text: `We have received Ksh ${formatShillings(amount)}${named(reference)}: credit for your next payment.`,
    link: '/billing',
  })

export const named = (reference: string | null) => (reference ? ` (${reference})` : '')
