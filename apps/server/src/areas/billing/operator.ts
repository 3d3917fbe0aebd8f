import type { contract } from '@mshahara/contract'
import { type Ctx, inPlatform, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { apply } from './apply.ts'
import { balanceOf, handLock, lockName } from './balance.ts'
import { moneyNamed } from './money.ts'
import { asKnownPayment } from './receipt-lookup.ts'
import { type News, type Order, type Push, referenceOf } from './rows.ts'
import { say } from './sentences.ts'

type Billing = typeof contract.billing

/** The operator's side: every order, what was said about it, and an end for what is unclear. */

interface Listed extends Order {
  organization: string
  method: string | null
  reference: string | null
  receipt_no: string | null
  count: number
}

const wireOf = (order: Listed) => ({
  ...order,
  reference_no: referenceOf(order),
  amount: centsOf(order.amount),
  ordered_by: order.ordered_name,
})

/** Months and days are Kenya's. */
export const within = (moment: Sql, month: string): Sql => sql`(
  ${moment} >= (${`${month}-01`}::timestamp at time zone 'Africa/Nairobi')
  and ${moment} < ((${`${month}-01`}::timestamp + interval '1 month')
    at time zone 'Africa/Nairobi'))`

/** Each order with its organisation, and the receipt of what has paid it. */
const listed = sql`payment_orders o join organizations g on g.id = o.organization_id
  left join payment_receipts r on r.organization_id = o.organization_id and r.order_id = o.id
    and r.applied = 'order'`
const columns = sql`o.*, g.name as organization, r.method, r.reference, r.receipt_no`

/** A paid order too, where a second payment for it waits for a decision. */
export const inReview = sql`(o.state = 'review' or exists (select from payment_pushes p
  where p.organization_id = o.organization_id and p.order_id = o.id and p.state = 'review'))`

export const payments: Handler<Billing['payments']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset = 0, limit = 15, search = '', state, month } = query
    const like = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
    const rows = await tx.all<Listed>`select ${columns}, count(*) over () as count
      from ${listed}
      where ${stateIs(state)}
        and ${month ? sql`o.state = 'paid' and ${within(sql`o.settled_at`, month)}` : sql`true`}
        and ${search.trim() ? matching(like) : sql`true`}
      order by o.number desc limit ${limit} offset ${offset}`
    ctx.total(rows[0]?.count ?? 0)
    return rows.map(wireOf)
  })

function stateIs(state: Order['state'] | undefined): Sql {
  if (state === 'review') return inReview
  return state ? sql`o.state = ${state}` : sql`true`
}

const matching = (like: string) => sql`(g.name ilike ${like} or r.reference ilike ${like}
  or r.receipt_no ilike ${like} or o.phone ilike ${like} or o.ordered_name ilike ${like})`

const loaded = async (tx: PlatformTx, id: string) =>
  found(await tx.maybe<Listed>`select ${columns}, 1 as count from ${listed} where o.id = ${id}`)

export const pushesOf = (tx: PlatformTx, order_id: string) =>
  tx.all<Push>`select * from payment_pushes where order_id = ${order_id} order by number`

/** What is in review comes first; what ended unpaid may have been paid after all. */
function undecided(pushes: readonly Push[], state: Order['state']): Push | undefined {
  const inReview = pushes.find((push) => push.state === 'review')
  if (inReview || state === 'open' || state === 'paid') return inReview
  return pushes.findLast((push) => ['failed', 'cancelled', 'expired'].includes(push.state))
}

export const story: Handler<Billing['story']> = (ctx, { params }) =>
  inPlatform(ctx, async (tx) => {
    const order = await loaded(tx, params.id)
    const pushes = await pushesOf(tx, order.id)
    const steps = await tx.all<{ what: string; text: string; by: string | null; at: string }>`
      select what, text, by_name as by, at from payment_steps
      where push_id = any(${pushes.map(({ id }) => id)}::uuid[]) order by id limit 500`
    return {
      ...wireOf(order),
      undecided: undecided(pushes, order.state)?.id ?? null,
      balance: await balanceOf(tx, order.organization_id),
      pushes: pushes.map((push) => ({
        ...push,
        amount: centsOf(push.amount),
        paid_amount: push.paid_amount === null ? null : centsOf(push.paid_amount),
      })),
      steps,
    }
  })

const outcomes = {
  paid: 'paid',
  credit: 'credit on the account',
  entered: 'what was entered by hand',
  unpaid: 'not paid',
}

/** With the statement in hand: what became of the money, where it is seen, and why so. */
export const decide: Handler<Billing['decide']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id, amount } = await loaded(tx, input.params.id)
    const said = input.body()
    const paid = said.outcome === 'credit' ? (said.amount ?? 0) : centsOf(amount)
    if (said.outcome === 'paid' || said.outcome === 'credit') {
      await advisoryLock(tx, handLock)
      const message = await asKnownPayment(tx, { ...said, organization_id, amount: paid })
      if (message) return { message }
    }
    await advisoryLock(tx, lockName(organization_id))
    const order = await loaded(tx, input.params.id)
    const push = undecided(await pushesOf(tx, order.id), order.state)
    if (!push) fail(422, say.undecidable)
    if (said.outcome === 'unpaid' && push.state !== 'review') fail(422, say.notUnpaid)
    await settleByHand(ctx, tx, push, { ...said, paid })
    return { message: 'Decision saved successfully' }
  })

export interface Decision {
  outcome: keyof typeof outcomes
  method: string
  reference: string
  reason: string
  /** What came in, in cents. */
  paid: number
}

/** The operator's word about one prompt, kept as a decision and applied as news. */
export async function settleByHand(ctx: Ctx, tx: PlatformTx, push: Push, said: Decision) {
  const { outcome, method, reference, reason, paid } = said
  const entered = await lookUp(tx, push, said)
  const { id: decided_by, name } = me(ctx)
  await tx.run`insert into payment_decisions (organization_id, order_id, push_id, outcome, amount,
      reference, reason, decided_by, decided_name)
    values (${push.organization_id}, ${push.order_id}, ${push.id}, ${outcome},
      ${paid / 100}, ${reference}, ${reason}, ${decided_by}, ${name})`
  const unpaid = outcome === 'unpaid'
  const news: News = {
    push_id: push.id,
    event: unpaid ? 'decided_unpaid' : 'decided_paid',
    what: 'Decision',
    text: `Decided: ${outcomes[outcome]}. ${reason} (${reference})`,
    by_name: name,
    receipt: unpaid || push.receipt ? null : reference,
    method,
    ...(unpaid ? { reason } : { paid }),
    as_credit: outcome === 'credit',
    ...(entered ? { entered } : {}),
  }
  await apply(tx, ctx.jobs, [news], ctx.now)
}

/** One payment is used once, for an order or as credit, however its reference is typed. */
async function lookUp(tx: PlatformTx, push: Push, { outcome, reference }: Decision) {
  if (outcome === 'unpaid') return undefined
  const money = await moneyNamed(tx, reference)
  if (outcome !== 'entered') {
    if (money) failField('reference', say.ofAnother({ reference }))
    return undefined
  }
  const isFree = money?.organization_id === push.organization_id && money.push_id === null
  if (!isFree) failField('reference', say.notByHand({ reference }))
  return money
}
