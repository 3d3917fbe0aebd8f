import { isDeepStrictEqual } from 'node:util'
import { type OrderState, orderStateFor } from '@mshahara/contract/payment-states'
import { words } from '@mshahara/engine/money'
import { dayOf } from '../core/clock.ts'
import { hold, type PlatformTx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import type { Jobs } from '../core/parts.ts'
import { activate, tellPayers } from './activate.ts'
import { addCredit, basisOf, lockName } from './balance.ts'
import { type News, type Order, type Push, referenceOf } from './push.ts'
import { after } from './schedule.ts'

/**
 * The one way a prompt changes: news is applied to locked rows by the state table, and what follows
 * from it (a period, or credit) happens in the same transaction. Said twice, it is done once.
 */
export async function apply(tx: PlatformTx, jobs: Jobs, news: readonly News[], now: Date) {
  if (news.length === 0) return
  const ids = [...new Set(news.map(({ push_id }) => push_id))]
  await holdAll(tx, ids)
  const rows = await tx.all<Push>`select * from payment_pushes where id = any(${ids}::uuid[])
    order by id for update`
  const pushes = new Map(rows.map((row) => [row.id, row]))
  for (const item of news) {
    const before = pushes.get(item.push_id)
    if (!before) continue
    const row = after(before, item, now)
    pushes.set(row.id, row)
    await record(tx, row, item)
    if (isDeepStrictEqual(row, before)) continue
    if (row.state === 'paid' && before.state !== 'paid') {
      await received(tx, jobs, row, item, now)
    } else {
      await save(tx, row)
      await noteReceipt(tx, row, before)
    }
    await conclude(tx, row)
  }
}

/** All the organisations, always in the same order: two appliers never wait for each other. */
async function holdAll(tx: PlatformTx, ids: string[]) {
  const orgs = await tx.all<{ organization_id: string }>`select distinct organization_id
    from payment_pushes where id = any(${ids}::uuid[]) order by 1`
  for (const { organization_id } of orgs) await hold(tx, lockName(organization_id))
}

const save = (tx: PlatformTx, row: Push) =>
  tx.run`update payment_pushes set state = ${row.state}, try_at = ${row.try_at},
      checkout_id = ${row.checkout_id}, ask_at = ${row.ask_at}, asks = ${row.asks},
      confirming_at = ${row.confirming_at}, settled_at = ${row.settled_at},
      receipt = ${row.receipt}, paid_amount = ${row.paid_amount}, applied = ${row.applied},
      code = ${row.code}, reason = ${row.reason}, alarm = ${row.alarm}
    where id = ${row.id}`

const record = (tx: PlatformTx, { organization_id, id }: Push, { what, text, by_name }: News) =>
  tx.run`insert into payment_steps (organization_id, push_id, what, text, by_name)
    values (${organization_id}, ${id}, ${what}, ${text}, ${by_name ?? null})`

const orderOf = (tx: PlatformTx, order_id: string) =>
  tx.one<Order>`select * from payment_orders where id = ${order_id} for update`

/** Money has come in: it pays the order as it was agreed, or else it stays on the account. */
async function received(tx: PlatformTx, jobs: Jobs, row: Push, news: News, now: Date) {
  const order = await orderOf(tx, row.order_id)
  const { organization_id } = order
  const paid = row.paid_amount ?? row.amount
  const pays =
    !news.as_credit &&
    order.state !== 'paid' &&
    centsOf(paid) === centsOf(order.amount) &&
    (await basisOf(tx, organization_id)) === order.basis
  row.paid_amount = paid
  row.applied = pays ? 'order' : 'credit'
  await save(tx, row)
  const reference = row.receipt ?? row.checkout_id ?? referenceOf(order)
  if (pays) {
    const method = news.by_name ? 'Manual' : 'M-PESA'
    return activate(tx, jobs, order, dayOf(now), { method, reference })
  }
  await addCredit(tx, {
    organization_id,
    amount: centsOf(paid),
    what: `Payment for ${order.package} that was not needed`,
    reference,
    order_id: order.id,
    push_id: row.id,
    by_name: news.by_name ?? null,
  })
  await tellPayers(tx, organization_id, {
    key: `credit ${row.id}`,
    title: 'Payment kept as credit',
    text: `Ksh ${words(centsOf(paid))} (${reference}) is credit for your next payment.`,
    link: '/billing',
  })
}

/** The callback of a payment that was found by asking brings its receipt number along. */
async function noteReceipt(tx: PlatformTx, { receipt, order_id, applied }: Push, before: Push) {
  if (applied !== 'order' || receipt === before.receipt) return
  await tx.run`update payment_orders set reference = ${receipt} where id = ${order_id}`
}

/** What the prompts of an order come to; one that is over is not opened again. */
async function conclude(tx: PlatformTx, { order_id, reason }: Push) {
  const order = await orderOf(tx, order_id)
  if (order.state === 'paid') return
  const rows = await tx.all<Pick<Push, 'state' | 'applied'>>`select state, applied
    from payment_pushes where order_id = ${order_id} order by number`
  const next = orderStateFor(
    rows.map(({ state, applied }) => (applied === 'credit' ? 'failed' : state)),
  )
  if (next === order.state || !mayBecome(order.state, next)) return
  await tx.run`update payment_orders set state = ${next}, settled_at = app_now(),
      reason = ${reason ?? reasons[next] ?? null}
    where id = ${order_id}`
}

const mayBecome = (from: OrderState, to: OrderState) =>
  to !== 'open' && (from === 'open' || from === 'review' || to === 'review')

/** Where M-PESA gives no reason of its own. */
const reasons: Partial<Record<OrderState, string>> = {
  failed: 'M-PESA could not be reached, and nothing was sent. Please try again.',
  expired:
    'We have heard nothing from M-PESA. Look at your M-PESA messages before you pay again: ' +
    'if you were charged, the payment will reach your account here.',
  review:
    'We have received a payment that does not fit this order. Please do not pay again: ' +
    'we are looking into it.',
}
