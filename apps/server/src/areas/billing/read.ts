import type { contract } from '@mshahara/contract'
import { isLive, type PushState, statusOf } from '@mshahara/contract/payment-states'
import { type Ctx, myOrganization } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { linesOf } from './activate.ts'
import { balanceOf } from './balance.ts'
import { againAt, pushesOf } from './order.ts'
import { type Order, type Push, referenceOf } from './rows.ts'
import { say } from './sentences.ts'

type Billing = typeof contract.billing

const waiting: Partial<Record<PushState, string>> = {
  created: 'The prompt is on its way to your phone.',
  pushing: 'The prompt is on its way to your phone.',
  prompted: 'Enter your M-PESA PIN when prompted on your phone',
  confirming: 'M-PESA is confirming the payment.',
}

/** What to tell whoever waits at the screen. */
function describe(order: Order, pushes: readonly Push[]): string {
  if (order.state === 'paid') return 'The service request is processed successfully.'
  if (order.state !== 'open') return order.reason ?? ''
  const live = pushes.filter(({ state }) => isLive(state))
  const state = live.some((push) => push.state === 'confirming')
    ? 'confirming'
    : (live.at(-1)?.state ?? 'created')
  return waiting[state] ?? ''
}

export const check: Handler<Billing['check']> = async (ctx, { body }) => {
  const order = await ctx.tx.maybe<Order>`select * from payment_orders
    where id = ${body.payment_details_id}`
  if (!order) failField('payment_details_id', say.noPayment)
  const pushes = await pushesOf(ctx, order.id)
  const at = order.state === 'open' ? againAt(pushes) : null
  return {
    status: statusOf(order.state),
    state: order.state,
    description: describe(order, pushes),
    again_at: at?.toISOString() ?? null,
    by_hand: order.state === 'open' || nothingRang(order, pushes) ? byHandFor(ctx, order) : null,
  }
}

/** M-PESA could not send the prompt, or the phone could not be reached. */
const unreached = ['1025', '1037', '9999']

/** Nobody was asked for a PIN, as far as M-PESA says: another prompt may not come either. */
function nothingRang({ state }: Order, pushes: readonly Push[]): boolean {
  if (state === 'expired') return true
  const last = pushes.at(-1)
  if (state !== 'failed' || !last) return false
  return last.checkout_id === null || unreached.includes(last.code ?? '')
}

/** What people type into M-PESA themselves; the operator enters it from the statement. */
function byHandFor({ config: { till } }: Ctx, order: Order) {
  if (!till) return null
  return {
    kind: till.type === 'CustomerPayBillOnline' ? ('paybill' as const) : ('till' as const),
    number: till.receiver,
    account: referenceOf(order),
    amount: centsOf(order.amount),
  }
}

/** An order in review is shown for as long as nobody has decided, unless another was made since. */
export const current: Handler<Billing['current']> = async (ctx) => {
  const organization_id = myOrganization(ctx)
  const { config } = ctx
  const order = await ctx.tx.maybe<Order>`select * from payment_orders
    where state in ('open', 'review') order by number desc limit 1`
  const credits = await ctx.tx.all<CreditRow>`select c.id, c.amount, c.what,
      coalesce(r.reference, c.reference) as reference, r.id as receipt_id, r.receipt_no,
      c.created_at
    from payment_credits c left join payment_receipts r
      on r.organization_id = c.organization_id and r.id = c.receipt_id
    order by c.number desc limit 50`
  return {
    order: order ? await orderToWire(ctx, order) : null,
    balance: await balanceOf(ctx.tx, organization_id),
    credits: credits.map(({ receipt_id: id, receipt_no, ...entry }) => ({
      ...entry,
      amount: centsOf(entry.amount),
      receipt: id && receipt_no ? { id, receipt_no } : null,
    })),
    mpesa: Boolean(config.till && config.providers.daraja),
    card: config.card ?? null,
  }
}
interface CreditRow {
  id: string
  amount: string
  what: string
  reference: string | null
  receipt_id: string | null
  receipt_no: string | null
  created_at: string
}

const orderToWire = async (ctx: Ctx, order: Order) => ({
  ...linesOf(order),
  description: describe(order, await pushesOf(ctx, order.id)),
})

interface Paid {
  /** Of the order that was paid. */
  receipt_id: string
  type: 'renew' | 'upgrade'
  duration: number
  method: string
  reference: string | null
  amount: string
  receipt_no: string
}
type RecordRow = { id: string; created_at: string; package_id: string } & (
  | Paid
  | Record<keyof Paid, null>
)

export const list: Handler<Billing['list']> = async (ctx) => {
  const rows = await ctx.tx.all<RecordRow>`select s.id, s.created_at, s.package_id,
      o.type, o.duration, r.id as receipt_id, r.method, r.reference, r.amount, r.receipt_no
    from subscriptions s left join payment_orders o
      on o.organization_id = s.organization_id and o.id = s.order_id
    left join payment_receipts r on r.organization_id = o.organization_id and r.order_id = o.id
      and r.applied = 'order'
    order by s.number desc`
  return rows.map((row) => ({
    id: row.id,
    created_at: row.created_at,
    payment:
      row.receipt_id === null
        ? null
        : {
            id: row.receipt_id,
            receipt_no: row.receipt_no,
            details: {
              package: row.package_id,
              type: row.type,
              duration: row.duration,
              method: row.method,
              reference: row.reference,
              amount: centsOf(row.amount),
            },
          },
  }))
}
