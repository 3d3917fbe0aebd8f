import type { contract } from '@mshahara/contract'
import { mostAtOnce, promptSeconds, quoteMinutes } from '@mshahara/contract/billing'
import { type Duration, fullIn, type Plan } from '@mshahara/contract/subscriptions'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { daysBetween, secondsLater } from '../../foundation/core/clock.ts'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { refuseUnwanted } from '../../foundation/mail/numbers.ts'
import { type InForce, inForce, packageOf } from '../subscriptions/index.ts'
import { activate, linesOf } from './activate.ts'
import { balanceOf, basisOf, lockName } from './balance.ts'
import { receive } from './money.ts'
import { quote as quoteFor } from './quote.ts'
import { periodsOn, stillHolds } from './remaining.ts'
import type { Order, Push } from './rows.ts'
import { say } from './sentences.ts'

type Billing = typeof contract.billing

/**
 * A quote is worked out and kept; an order takes its lines over and has the phone ring. Only the
 * platform's role may write any of it, so that no request names a price of its own.
 */

interface Wish {
  package_id: string
  type: 'renew' | 'upgrade'
  duration: Duration
}

export const quote: Handler<Billing['quote']> = async (ctx, { body }) => ({
  ...quoteToWire(await makeQuote(ctx, body)),
  free_days: await freeDays(ctx, body),
})

/** What is left of a trial is not credited: nobody has paid for it. */
async function freeDays({ tx, today }: Ctx, { type }: Wish): Promise<number> {
  const { id, to } = await inForce(tx, today)
  return id === 'trial' && type === 'upgrade' ? Math.max(0, daysBetween(today, to)) : 0
}

/** What is not known before it is ordered. */
type Ordered =
  | 'number'
  | 'state'
  | 'reason'
  | 'settled_at'
  | 'phone'
  | 'ordered_name'
  | 'ordered_email'
type QuoteRow = Omit<Order, Ordered> & { expires_at: string }

const quoteToWire = (row: QuoteRow) => ({ ...linesOf(row as unknown as Order), ...onlyTimes(row) })
const onlyTimes = ({ id, expires_at }: QuoteRow) => ({ id, expires_at })

/** What may not be ordered is refused here, so that nobody is shown a price for it. */
async function makeQuote(ctx: Ctx, { package_id, type, duration }: Wish): Promise<QuoteRow> {
  const organization_id = myOrganization(ctx)
  const plan = await wantedPlan(ctx, package_id, type)
  const made = quoteFor({
    type,
    duration,
    price: centsOf(plan.price),
    today: ctx.today,
    periods: await periodsOn(ctx.tx, organization_id, ctx.today),
    balance: await balanceOf(ctx.tx, organization_id),
  })
  if (made.amount > mostAtOnce * 100) {
    failField('duration', say.tooMuch({ amount: made.amount, most: mostAtOnce * 100 }))
  }
  const basis = await basisOf(ctx.tx, organization_id)
  return inPlatform(
    ctx,
    (tx) =>
      tx.one<QuoteRow>`insert into payment_quotes (organization_id, type, package_id, package,
        duration, price, employees, casuals, subtotal, discount, credit, balance_used, amount,
        "from", "to", extra_days, anchor_day, basis, expires_at)
      values (${organization_id}, ${type}, ${plan.id}, ${plan.name}, ${duration}, ${plan.price},
        ${plan.employees}, ${plan.casuals}, ${made.subtotal / 100}, ${made.discount / 100},
        ${made.credit / 100}, ${made.balance_used / 100}, ${made.amount / 100}, ${made.from},
        ${made.to}, ${made.extra_days}, ${made.anchor_day}, ${basis},
        ${secondsLater(ctx.now, quoteMinutes * 60)})
      returning *`,
  )
}

/** Specification 1, section 4: neither the plan one has, nor one with too few places. */
async function wantedPlan(ctx: Ctx, package_id: string, type: Wish['type']) {
  const plan = await packageOf(ctx.tx, package_id)
  if (!plan || plan.id === 'trial') failField('package_id', say.noPlan)
  if (plan.id === 'free') failField('package_id', say.freePlan)
  const now = await inForce(ctx.tx, ctx.today)
  if (type === 'renew') {
    if (plan.id !== now.id) failField('type', say.upgrade({ plan: now.name }))
    return plan
  }
  if (plan.id === now.id) failField('package_id', say.renewIt)
  refuseTooSmall(plan, now)
  return plan
}

export function refuseTooSmall(plan: Omit<Plan, 'price'>, now: InForce) {
  const full = fullIn(plan, now)
  if (full) failField('package_id', say.tooSmall({ plan: plan.name, ...full }))
}

/** However often somebody clicks: nobody's phone rings all day. */
const calls: Limit[] = [{ name: 'prompts asked for', seconds: 3600, organization: 60, account: 60 }]
const mostPrompts = 10

async function refuseMore(ctx: Ctx, phone: string) {
  await refuseUnwanted(ctx.tx, phone, 'prompt', 'phone')
  const { count } = await ctx.tx.one<{ count: number }>`select count(*) as count
    from payment_pushes where created_at > ${secondsLater(ctx.now, -3600)}`
  if (count < mostPrompts) return
  fail(429, say.manyPrompts)
}

export const init: Handler<Billing['init']> = async (ctx, { body }) => {
  const organization_id = myOrganization(ctx)
  const { phone, amount } = body
  if ((body.organization_id ?? organization_id) !== organization_id) {
    failField('organization_id', say.otherOrganization)
  }
  await allow(ctx, calls, { organization: organization_id, account: phone ?? organization_id })
  await advisoryLock(ctx.tx, lockName(organization_id))
  const open = await openOrder(ctx)
  if (open) return sameOrder(open, body)
  const row = await quotedOr(ctx, body)
  if (body.package !== undefined && body.package.toLowerCase() !== row.package.toLowerCase()) {
    failField('package', say.planName({ plan: row.package }))
  }
  if (centsOf(row.amount) !== amount) {
    failField('amount', say.amountNow({ amount: centsOf(row.amount) }))
  }
  const payer = centsOf(row.amount) > 0 ? await payerOf(ctx, phone) : null
  return inPlatform(ctx, async (tx) => {
    const order = await addOrder(ctx, tx, row, payer)
    if (payer) await ring(ctx, tx, order, payer)
    else await payFromCredit(ctx, tx, order)
    return { id: order.id }
  })
}

/** Where there is something to pay: the phone that will be asked for it. */
async function payerOf(ctx: Ctx, phone: string | undefined): Promise<string> {
  refuseWithoutTill(ctx)
  if (phone === undefined) failField('phone', say.noPhone)
  await refuseMore(ctx, phone)
  return phone
}

/** No money comes in, and the receipt says so. */
async function payFromCredit({ jobs, today }: Ctx, tx: PlatformTx, order: Order) {
  await receive(tx, jobs, {
    organization_id: order.organization_id,
    amount: 0,
    method: 'Credit',
    reference: 'Paid from your credit',
    applied: 'order',
    order_id: order.id,
    push_id: null,
    by_name: null,
  })
  await activate(tx, order, today)
}

const openOrder = (ctx: Ctx) =>
  ctx.tx.maybe<Order>`select * from payment_orders where state = 'open'`

/** Asked twice, it is ordered once; another wish has to wait. */
function sameOrder(open: Order, wish: Wish & { amount: number; phone?: string | undefined }) {
  const isSame =
    open.package_id === wish.package_id &&
    open.type === wish.type &&
    open.duration === wish.duration &&
    centsOf(open.amount) === wish.amount &&
    open.phone === wish.phone
  if (isSame) return { id: open.id }
  fail(
    422,
    say.otherUnderWay({ amount: centsOf(open.amount), plan: open.package, phone: open.phone }),
  )
}

/** As it was shown; where nobody asked for a quote, as it is now. */
async function quotedOr(ctx: Ctx, wish: Wish & { quote_id?: string | undefined }) {
  if (!wish.quote_id) return makeQuote(ctx, wish)
  const { package_id, type, duration } = wish
  const row = await ctx.tx.maybe<QuoteRow>`select * from payment_quotes
    where id = ${wish.quote_id} and package_id = ${package_id} and type = ${type}
      and duration = ${duration}`
  if (!row) failField('quote_id', say.otherQuote)
  const holds = new Date(row.expires_at) > ctx.now && (await stillHolds(ctx.tx, row, ctx.today))
  if (!holds) failField('quote_id', say.quoteOver)
  // People may have joined since.
  await wantedPlan(ctx, package_id, type)
  return row
}

function refuseWithoutTill({ config }: Ctx) {
  if (config.till && config.providers.daraja) return
  fail(422, say.noMpesa)
}

const addOrder = (ctx: Ctx, tx: PlatformTx, quoted: QuoteRow, phone: string | null) =>
  tx.one<Order>`insert into payment_orders (organization_id, type, package_id, package, duration,
      price, employees, casuals, subtotal, discount, credit, balance_used, amount, "from", "to",
      extra_days, anchor_day, basis, phone, ordered_by, ordered_name, ordered_email)
    select q.organization_id, q.type, q.package_id, q.package, q.duration, q.price, q.employees,
      q.casuals, q.subtotal, q.discount, q.credit, q.balance_used, q.amount, q."from", q."to",
      q.extra_days, q.anchor_day, q.basis, ${phone}, u.id, ${me(ctx).name}, u.email
    from payment_quotes q, users u where q.organization_id = ${quoted.organization_id}
      and q.id = ${quoted.id} and u.id = ${me(ctx).id} returning *`

async function ring(ctx: Ctx, tx: PlatformTx, order: Order, phone: string) {
  await tx.run`insert into payment_pushes (organization_id, order_id, phone, amount)
    values (${order.organization_id}, ${order.id}, ${phone}, ${order.amount})`
  ctx.jobs.wake('billing.push')
}

/** Nobody may be charged twice unawares: not while the first may be answered at any moment. */
export const again: Handler<Billing['again']> = async (ctx, { body }) => {
  const organization_id = myOrganization(ctx)
  await allow(ctx, calls, { organization: organization_id, account: body.phone })
  await advisoryLock(ctx.tx, lockName(organization_id))
  const order = await ctx.tx.maybe<Order>`select * from payment_orders
    where id = ${body.payment_details_id}`
  if (!order) failField('payment_details_id', say.noPayment)
  if (order.state !== 'open' || !(await stillHolds(ctx.tx, order, ctx.today))) {
    fail(422, say.ended)
  }
  const at = againAt(await pushesOf(ctx, order.id))
  if (at === null) fail(422, say.beingConfirmed)
  if (at > ctx.now) {
    fail(422, say.waitForPrompt({ seconds: promptSeconds }))
  }
  await refuseMore(ctx, body.phone)
  await inPlatform(ctx, (tx) => ring(ctx, tx, order, body.phone))
  return { id: order.id }
}

export const pushesOf = (ctx: Ctx, order_id: string) =>
  ctx.tx.all<Push>`select * from payment_pushes where order_id = ${order_id} order by number`

/** From when on the prompt can be sent again; null where it must not. */
export function againAt(pushes: readonly Push[]): Date | null {
  const last = pushes.at(-1)
  if (!last || pushes.some(({ state }) => state === 'confirming')) return null
  return secondsLater(new Date(last.created_at), promptSeconds)
}
