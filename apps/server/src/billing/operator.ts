import type { contract } from '@mshahara/contract'
import type { DeskNumber } from '@mshahara/contract/desk'
import { words } from '@mshahara/engine/money'
import { inPlatform, me } from '../core/ctx.ts'
import { hold, type PlatformTx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'
import { tellPayers } from './activate.ts'
import { apply } from './apply.ts'
import { balanceOf, addCredit as enter, isReference, lockName, plainReference } from './balance.ts'
import { type Order, type Push, referenceOf } from './push.ts'

type Billing = typeof contract.billing

/** The operator's side: every order, what was said about it, and an end for what is unclear. */

type Listed = Order & { organization: string; ordered_name: string; count: number }

const wireOf = (order: Listed) => ({
  ...order,
  reference_no: referenceOf(order),
  amount: centsOf(order.amount),
  ordered_by: order.ordered_name,
})

/** Months and days are Kenya's. */
export const paidIn = (month: string): Sql => sql`o.state = 'paid'
  and o.settled_at >= (${`${month}-01`}::timestamp at time zone 'Africa/Nairobi')
  and o.settled_at < ((${`${month}-01`}::timestamp + interval '1 month')
    at time zone 'Africa/Nairobi')`

export const payments: Handler<Billing['payments']> = (ctx, { query }) =>
  inPlatform(ctx, async (tx) => {
    const { offset = 0, limit = 15, search = '', state, month } = query
    const like = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
    const rows = await tx.all<Listed>`select o.*, g.name as organization, count(*) over () as count
      from payment_orders o join organizations g on g.id = o.organization_id
      where ${state ? sql`o.state = ${state}` : sql`true`}
        and ${month ? paidIn(month) : sql`true`}
        and ${search.trim() ? matching(like) : sql`true`}
      order by o.number desc limit ${limit} offset ${offset}`
    ctx.total(rows[0]?.count ?? 0)
    return rows.map(wireOf)
  })

const matching = (like: string) => sql`(g.name ilike ${like} or o.reference ilike ${like}
  or o.receipt_no ilike ${like} or o.phone ilike ${like} or o.ordered_name ilike ${like})`

const loaded = async (tx: PlatformTx, id: string) =>
  found(
    await tx.maybe<Listed>`select o.*, g.name as organization, 1 as count from payment_orders o
      join organizations g on g.id = o.organization_id where o.id = ${id}`,
  )

const pushesOf = (tx: PlatformTx, order_id: string) =>
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

const outcomes = { paid: 'paid', credit: 'credit on the account', unpaid: 'not paid' }

/** With the statement in hand: what became of the money, where it is seen, and why so. */
export const decide: Handler<Billing['decide']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id } = await loaded(tx, input.params.id)
    const { outcome, amount, reference, reason } = input.body()
    await hold(tx, lockName(organization_id))
    const order = await loaded(tx, input.params.id)
    const push = undecided(await pushesOf(tx, order.id), order.state)
    if (!push) fail(422, 'This payment waits for no decision.')
    if (outcome === 'unpaid' && push.state !== 'review') fail(422, 'It is not paid as it is.')
    if (outcome !== 'unpaid') await refuseUsed(tx, push, reference)
    const { id: decided_by, name } = me(ctx)
    await tx.run`insert into payment_decisions (organization_id, order_id, push_id, outcome, amount,
        reference, reason, decided_by, decided_name)
      values (${organization_id}, ${order.id}, ${push.id}, ${outcome},
        ${amount == null ? null : amount / 100}, ${reference}, ${reason}, ${decided_by}, ${name})`
    const paid = outcome === 'credit' ? amount : centsOf(order.amount)
    await apply(
      tx,
      ctx.jobs,
      [
        {
          push_id: push.id,
          event: outcome === 'unpaid' ? 'decided_unpaid' : 'decided_paid',
          what: 'Decision',
          text: `Decided: ${outcomes[outcome]}. ${reason} (${reference})`,
          by_name: name,
          receipt: outcome === 'unpaid' || push.receipt ? null : reference,
          ...(outcome === 'unpaid' ? { reason } : { paid: paid ?? null }),
          as_credit: outcome === 'credit',
        },
      ],
      ctx.now,
    )
    return { message: 'Decision saved successfully' }
  })

/** One payment is used once, for an order or as credit, however its reference is typed. */
async function isUsed(tx: PlatformTx, reference: string, push_id: string | null) {
  // Two operators at once: the second sees what the first entered.
  await hold(tx, `payment ${plainReference(reference)}`)
  const others = (column: string) =>
    push_id === null ? sql`true` : sql`${raw(column)} is distinct from ${push_id}`
  const used = await tx.run`
    select from payment_pushes where ${isReference('receipt', reference)} and ${others('id')}
    union all select from payment_credits where ${isReference('reference', reference)}
      and ${others('push_id')}`
  return used > 0
}

async function refuseUsed(tx: PlatformTx, { id }: Push, reference: string) {
  if (await isUsed(tx, reference, id)) {
    failField('reference', `${reference} belongs to another payment.`)
  }
}

/** Money that came by bank, or to another number: it stays on the account until it is used. */
export const addCredit: Handler<Billing['addCredit']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    const { organization_id, amount, reference, reason } = body
    await knownOrganization(tx, organization_id)
    await hold(tx, lockName(organization_id))
    if (await isUsed(tx, reference, null)) {
      failField('reference', `${reference} has been entered already.`)
    }
    await enter(tx, { organization_id, amount, what: reason, reference, by_name: me(ctx).name })
    await tellPayers(tx, organization_id, {
      key: `credit ${reference}`,
      title: 'Payment received',
      text: `Ksh ${words(amount)} (${reference}) is credit for your next payment.`,
      link: '/billing',
    })
    return { message: 'Credit added successfully' }
  })

async function knownOrganization(tx: PlatformTx, id: string) {
  if (await tx.run`select from organizations where id = ${id}`) return
  failField('organization_id', 'There is no such organization.')
}

/** For the operator's first page. */
export async function desk(tx: PlatformTx, today: string): Promise<DeskNumber[]> {
  const month = today.slice(0, 7)
  const { paid, sum, review } = await tx.one<{ paid: number; sum: string; review: number }>`
    select count(*) filter (where ${paidIn(month)}) as paid,
      coalesce(sum(o.amount) filter (where ${paidIn(month)}), 0) as sum,
      count(*) filter (where o.state = 'review') as review
    from payment_orders o where o.state = 'review' or ${paidIn(month)}`
  const money = { group: 'money' as const, shown: null }
  return [
    {
      ...money,
      key: 'payments',
      label: `Payments of the month (Ksh ${words(centsOf(sum))})`,
      count: paid,
      link: `/payments?state=paid&month=${month}`,
      tone: 'plain',
    },
    {
      ...money,
      key: 'payments in review',
      label: 'Payments in review',
      count: review,
      link: '/payments?state=review',
      tone: 'act',
    },
  ]
}
