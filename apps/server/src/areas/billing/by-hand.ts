import type { contract } from '@mshahara/contract'
import { isLive } from '@mshahara/contract/payment-states'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { addCredit as enterCredit, handLock, lockName } from './balance.ts'
import { moneyNamed, plainReference, receive } from './money.ts'
import { pushesOf, settleByHand } from './operator.ts'
import { asKnownPayment, type Found, namelessToWire } from './receipt-lookup.ts'
import { type Order, type Push, referenceOf } from './rows.ts'
import { say } from './sentences.ts'
import { notifyOfCredit, paysFor, settle } from './settle.ts'

type Billing = typeof contract.billing

/**
 * Money that the operator found on a statement. What it was for is asked: an order that waits for
 * it is paid by it, and M-PESA may tell of the same payment later, or have told of it before.
 */

const waitingOrders = (tx: PlatformTx, organization_id: string) =>
  tx.all<Order>`select o.* from payment_orders o
    where o.organization_id = ${organization_id}
      and o.state not in ('paid', 'credited') and o.created_at > app_now() - interval '30 days'
      and exists (select from payment_pushes p
        where p.organization_id = o.organization_id and p.order_id = o.id)
    order by o.number desc limit 20`

export const candidates: Handler<Billing['candidates']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id, amount = 0 } = query
    const orders = await waitingOrders(tx, organization_id)
    return {
      orders: orders.map((order) => ({
        ...order,
        reference_no: referenceOf(order),
        amount: centsOf(order.amount),
      })),
      nameless: await namelessToWire(tx, organization_id, amount),
    }
  })

interface Entered extends Found {
  reason: string
  order_id?: string | null | undefined
}

export const addCredit: Handler<Billing['addCredit']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id, reference, order_id } = body
    await knownOrganization(tx, organization_id)
    await advisoryLock(tx, handLock)
    if (await moneyNamed(tx, reference)) {
      failField('reference', say.entered({ reference }))
    }
    const message = await asKnownPayment(tx, body)
    if (message) return { message }
    await advisoryLock(tx, lockName(organization_id))
    const rows = await waitingOrders(tx, organization_id)
    if (order_id === undefined && rows.length > 0) {
      failField('order_id', say.chooseOrder)
    }
    if (!order_id) return { message: await onAccount(ctx, tx, body) }
    const chosen = rows.find(({ id }) => id === order_id)
    if (!chosen) failField('order_id', say.orderPaid)
    return { message: await forOrder(ctx, tx, body, chosen) }
  })

async function knownOrganization(tx: PlatformTx, id: string) {
  if (await tx.run`select from organizations where id = ${id}`) return
  failField('organization_id', say.noOrganization)
}

/** It stays on the account until it is used. */
async function onAccount(ctx: Ctx, tx: PlatformTx, given: Entered) {
  const { organization_id, amount, method, reference, reason } = given
  const by_name = me(ctx).name
  const nothing = { order_id: null, push_id: null }
  const money = { organization_id, amount, method, reference, by_name, ...nothing }
  const { id: receipt_id } = await receive(tx, ctx.jobs, { ...money, applied: 'credit' })
  await enterCredit(tx, { ...money, what: reason, receipt_id })
  await notifyOfCredit(tx, organization_id, receipt_id, given)
  return 'Credit added successfully'
}

async function forOrder(ctx: Ctx, tx: PlatformTx, given: Entered, order: Order) {
  const { amount, method, reference } = given
  const pushes = method === 'M-PESA' ? await pushesOf(tx, order.id) : []
  const push = waitingFor(pushes, reference)
  const pays = await paysFor(tx, order, amount, ctx.today)
  if (push) {
    const outcome = pays ? 'paid' : 'credit'
    await settleByHand(ctx, tx, push, { ...given, outcome, paid: amount })
  } else {
    // The prompt on the phone may still be paid as well.
    const money = { amount, method, reference, push_id: null, by_name: me(ctx).name }
    await settle(tx, ctx.jobs, order, money, { pays, now: ctx.now })
  }
  return pays
    ? `${order.package} is paid for`
    : 'It does not pay for the order as agreed, so it is kept as credit'
}

/**
 * Which of its prompts was paid: the one that a callback names, the one in review, the one that
 * rings, or the last that ended.
 */
function waitingFor(pushes: readonly Push[], reference: string): Push | undefined {
  const open = pushes.filter(({ state }) => state !== 'paid')
  const isNamed = ({ receipt }: Push) =>
    receipt !== null && plainReference(receipt) === plainReference(reference)
  return (
    open.find(isNamed) ??
    open.find(({ state }) => state === 'review') ??
    open.findLast(({ state }) => isLive(state)) ??
    open.at(-1)
  )
}
