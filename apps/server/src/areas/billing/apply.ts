import { isDeepStrictEqual } from 'node:util'
import {
  type OrderState,
  orderStateFor,
  type PromptEnd,
  pushOutcome,
} from '@mshahara/contract/payment-states'
import { formatShillings } from '@mshahara/engine/money'
import { dayOf, daysLater } from '../../foundation/core/clock.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Jobs } from '../../foundation/core/parts.ts'
import { handLock, lockName } from './balance.ts'
import {
  enteredSince,
  moneyNamed,
  type NamedMoney,
  nameMoney,
  noteCallback,
  plainReference,
  tieTo,
} from './money.ts'
import type { Money, News, Order, Push } from './rows.ts'
import { after } from './schedule.ts'
import { named, paysFor, settle } from './settle.ts'

/**
 * The one way a prompt changes: news is applied to locked rows by the state table, and what follows
 * from it (a period, or credit) happens in the same transaction. Said twice, it is done once.
 */
export async function apply(tx: PlatformTx, jobs: Jobs, news: readonly News[], now: Date) {
  if (news.length === 0) return
  const ids = [...new Set(news.map(({ push_id }) => push_id))]
  // What it tells of may be entered by hand at this moment, for whichever organisation.
  if (news.some(({ event }) => event === 'asked_paid')) await advisoryLock(tx, handLock)
  await holdAll(tx, ids)
  const rows = await tx.all<Push>`select * from payment_pushes where id = any(${ids}::uuid[])
    order by id for update`
  const pushes = new Map(rows.map((row) => [row.id, row]))
  for (const describe of news) {
    const before = pushes.get(describe.push_id)
    if (!before || (describe.tries !== undefined && describe.tries !== before.tries)) continue
    const item = await besideHand(tx, before, describe)
    const row = after(before, item, now)
    pushes.set(row.id, row)
    await record(tx, row, item)
    if (item.event === 'told_second') await addSecond(tx, before, item)
    if (item.taken) await noteCallback(tx, before, item.taken)
    if (isDeepStrictEqual(row, before)) continue
    if (row.state === 'paid' && before.state !== 'paid') {
      await received(tx, jobs, row, item, now)
    } else {
      await save(tx, row)
      if (row.state === 'paid' && row.receipt) await nameMoney(tx, row, row.receipt)
    }
    await conclude(tx, row)
  }
}

/** All the organisations, always in the same order: two appliers never wait for each other. */
async function holdAll(tx: PlatformTx, ids: string[]) {
  const orgs = await tx.all<{ organization_id: string }>`select distinct organization_id
    from payment_pushes where id = any(${ids}::uuid[]) order by 1`
  for (const { organization_id } of orgs) await advisoryLock(tx, lockName(organization_id))
}

/**
 * What somebody has entered by hand is not given again when M-PESA tells of it, by callback or
 * when asked. M-PESA's answers have no number: then only a person can tell whether it is the same.
 */
async function besideHand(tx: PlatformTx, push: Push, news: News): Promise<News> {
  if (news.by_name) return news
  const receipt = push.receipt ?? news.receipt
  const money = receipt ? await moneyNamed(tx, receipt) : undefined
  if (push.receipt && news.receipt && isOther(push.receipt, news.receipt)) {
    const text = `M-PESA reports receipt ${news.receipt}; it is recorded as ${push.receipt}.`
    return { ...news, event: push.state === 'paid' ? 'told_second' : 'forged', text }
  }
  if (push.state === 'paid') {
    if (push.receipt || !money) return news
    const text = `${told(money)} ${byHandFor(money, push)} as well: it may have been credited twice.`
    return { ...news, event: 'told_other', text, receipt: null, taken: money.reference }
  }
  if (money && news.receipt && isOfAnotherPrompt(money, push)) {
    const text = `M-PESA says that it was paid. ${told(money)} ${byHandFor(money, push)}.`
    return { ...news, event: 'told_other', text, receipt: null }
  }
  if (pushOutcome(push.state, news.event).next !== 'paid') return news
  if (money) return isSame(money, push) ? { ...news, entered: money } : doubt(news, money, push)
  const perhaps = receipt ? undefined : await enteredSince(tx, push)
  return perhaps ? doubt(news, perhaps, push) : news
}

const isOther = (one: string, other: string) => plainReference(one) !== plainReference(other)

const isSame = (money: Money, push: Push) =>
  money.organization_id === push.organization_id &&
  money.push_id === null &&
  money.applied === 'credit' &&
  centsOf(money.amount) === centsOf(push.paid_amount ?? push.amount)

const told = ({ amount, reference }: Money) =>
  `Ksh ${formatShillings(centsOf(amount))}${named(reference)}`

const byHandFor = ({ organization_id, organization }: NamedMoney, push: Push) =>
  `was entered by hand${organization_id === push.organization_id ? '' : ` for ${organization}`}`

/** Its number is on that prompt, and stands there once. */
const isOfAnotherPrompt = ({ push_id }: Money, push: Push) =>
  push_id !== null && push_id !== push.id

const doubt = (news: News, money: NamedMoney, push: Push): News => ({
  ...news,
  event: 'entered',
  alarm:
    `M-PESA says that it was paid. ${told(money)} ${byHandFor(money, push)}: ` +
    'please decide whether that is the same payment.',
})

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

/** Paid by hand under one receipt and told under another: a payment of its own, to be looked at. */
const addSecond = (tx: PlatformTx, push: Push, { receipt, paid, text }: News) =>
  tx.run`insert into payment_pushes (organization_id, order_id, phone, amount, state, sent_at,
      receipt, paid_amount, alarm)
    values (${push.organization_id}, ${push.order_id}, ${push.phone}, ${push.amount}, 'review',
      ${push.sent_at}, ${receipt ?? null}, ${paid == null ? null : paid / 100}, ${text})
    on conflict do nothing`

const orderOf = (tx: PlatformTx, order_id: string) =>
  tx.one<Order>`select * from payment_orders where id = ${order_id} for update`

async function received(tx: PlatformTx, jobs: Jobs, row: Push, news: News, now: Date) {
  const order = await orderOf(tx, row.order_id)
  const { entered } = news
  row.paid_amount ??= row.amount
  const amount = centsOf(row.paid_amount)
  const day = agreedOn(row, news, now)
  const pays = !entered && !news.as_credit && (await paysFor(tx, order, amount, day))
  row.applied = pays ? 'order' : 'credit'
  if (entered) row.receipt ??= entered.reference
  await save(tx, row)
  if (entered) return tieTo(tx, entered, row.id)
  const money = {
    amount,
    method: news.method ?? 'M-PESA',
    reference: row.receipt,
    push_id: row.id,
    by_name: news.by_name ?? null,
  }
  await settle(tx, jobs, order, money, { pays, now })
}

/** A phone that rang before midnight is heard of after it; what a person says is as of today. */
function agreedOn({ sent_at }: Push, { by_name }: News, now: Date): string {
  const today = dayOf(now)
  const rang = sent_at ? dayOf(new Date(sent_at)) : today
  return !by_name && rang === daysLater(today, -1) ? rang : today
}

/** What the prompts of an order come to; one that is over is not opened again. */
async function conclude(tx: PlatformTx, { order_id, reason }: Push) {
  const order = await orderOf(tx, order_id)
  if (order.state === 'paid') return
  const rows = await tx.all<PromptEnd & Pick<Push, 'paid_amount' | 'receipt'>>`select state,
      applied, paid_amount, receipt from payment_pushes where order_id = ${order_id}
    order by number`
  const next = orderStateFor(rows)
  if (next === order.state || !mayBecome(order.state, next)) return
  const credited = rows.filter(({ applied }) => applied === 'credit')
  const why = next === 'credited' ? creditedWhy(credited) : (reason ?? reasons[next] ?? null)
  await tx.run`update payment_orders set state = ${next}, settled_at = app_now(), reason = ${why}
    where id = ${order_id}`
}

const mayBecome = (from: OrderState, to: OrderState) =>
  to !== 'open' && (from === 'open' || from === 'review' || to === 'review' || to === 'credited')

function creditedWhy(pushes: readonly Pick<Push, 'paid_amount' | 'receipt'>[]): string {
  const sum = pushes.reduce((total, { paid_amount }) => total + centsOf(paid_amount ?? '0'), 0)
  const numbers = pushes.flatMap(({ receipt }) => receipt ?? []).join(', ')
  return (
    `We have received Ksh ${formatShillings(sum)}${named(numbers || null)}. It is credit on your account: ` +
    'choose a plan to use it.'
  )
}

/** Where M-PESA gives no reason of its own. */
const reasons: Partial<Record<OrderState, string>> = {
  failed: 'M-PESA could not be reached, and nothing was sent. Please try again.',
  expired:
    'M-PESA has no record of a payment. Check your M-PESA messages before you pay again: ' +
    'if you were charged, the payment will reach your account here.',
  review:
    'We have received a payment that does not fit this order. Please do not pay again: ' +
    'we are looking into it.',
}
