import { type Duration, priceFor } from '@mshahara/contract/subscriptions'
import { dayOfMonth, daysLater, monthsLater } from '../foundation/core/clock.ts'
import type { PlatformTx } from '../foundation/core/db.ts'

/** Plans that the demo's organisations have paid for, as if they had done so by phone. */

export interface Bought {
  package_id: string
  type: 'renew' | 'upgrade'
  duration: Duration
  /** When it ends, from today. */
  ended: { months: number; days?: number }
}

interface Payer {
  organization_id: string
  today: string
  by: { name: string; email: string; phone: string | undefined }
}

export async function addPaidPlans(tx: PlatformTx, payer: Payer, plans: Bought[]) {
  for (const [at, plan] of plans.entries()) await addPaid(tx, payer, plan, at)
}

async function addPaid(tx: PlatformTx, payer: Payer, bought: Bought, at: number) {
  const { organization_id, today, by } = payer
  const { package_id, type, duration, ended } = bought
  const to = daysLater(monthsLater(today, ended.months), ended.days ?? 0)
  const from = monthsLater(to, -duration)
  const paid_at = `${from}T09:1${at}:00+03:00`
  const list = await tx.one<{ price: string; name: string; employees: number; casuals: number }>`
    select * from packages where id = ${package_id}`
  const price = Number(list.price)
  const amount = priceFor(price, duration)
  const receipt = `U${organization_id.slice(0, 4)}${at}X${dayOfMonth(from)}K`.toUpperCase()
  const { id } = await tx.one<{ id: string }>`insert into payment_orders (organization_id, type,
      package_id, package, duration, price, employees, casuals, subtotal, discount, credit,
      balance_used, amount, "from", "to", extra_days, anchor_day, basis, phone, ordered_name,
      ordered_email, created_at)
    values (${organization_id}, ${type}, ${package_id}, ${list.name}, ${duration}, ${price},
      ${list.employees}, ${list.casuals}, ${price * duration}, ${price * duration - amount}, 0, 0,
      ${amount}, ${from}, ${to}, 0, ${dayOfMonth(from)}, '', ${by.phone ?? null}, ${by.name},
      ${by.email}, ${paid_at}) returning id`
  const { id: push_id } = await tx.one<{
    id: string
  }>`insert into payment_pushes (organization_id, order_id, phone, amount, state, receipt,
      paid_amount, applied, settled_at, created_at)
    values (${organization_id}, ${id}, ${by.phone ?? ''}, ${amount}, 'paid', ${receipt}, ${amount},
      'order', ${paid_at}, ${paid_at}) returning id`
  await tx.run`insert into payment_receipts (organization_id, amount, method, reference, applied,
      order_id, push_id, received_at, sent_at)
    values (${organization_id}, ${amount}, 'M-PESA', ${receipt}, 'order', ${id}, ${push_id},
      ${paid_at}, ${paid_at})`
  await tx.run`update payment_orders set state = 'paid', settled_at = ${paid_at}
    where id = ${id}`
  await tx.run`insert into subscriptions (organization_id, order_id, package_id, price, employees,
      casuals, paid, "from", "to", anchor_day, created_at)
    values (${organization_id}, ${id}, ${package_id}, ${price}, ${list.employees}, ${list.casuals},
      ${amount}, ${from}, ${to}, ${dayOfMonth(from)}, ${paid_at})`
}
