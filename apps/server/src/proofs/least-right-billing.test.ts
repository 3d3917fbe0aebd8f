import { describe, expect, test } from 'vitest'
import { buy, newCustomer, openCheckout } from '../test/checkout.ts'
import { statementsIn } from '../test/statements.ts'

/** Plans and what is paid for them, for somebody who got statements of their own into a request. */

const shop = await openCheckout()
const { organization_id, primary } = await newCustomer(shop)
const employee = await shop.as('employee', organization_id)
const { refused } = statementsIn(shop, primary)
const denied = { code: '42501' }

interface Terms {
  credit?: number
  balance_used?: number
  amount?: number
  state?: string
  price?: number
}
const columns = `type, package_id, package, duration, price, employees, casuals, subtotal, discount,
  credit, balance_used, amount, "from", "to", extra_days, anchor_day, basis`
const values = ({ credit = 0, balance_used = 0, amount = 20_000, price = 20_000 }: Terms) =>
  `'upgrade', 'enterprise', 'Enterprise', 1, ${price}, 1000, 1000, 20000, 0, ${credit},
  ${balance_used}, ${amount}, '2026-03-10', '2026-04-10', 0, 10, ''`
const addOrder = (terms: Terms) =>
  `insert into payment_orders (organization_id, ${columns}, state, ordered_name)
   values ($1, ${values(terms)}, '${terms.state ?? 'open'}', 'x') returning id`
const addPeriod = (order: string, more: { paid?: number; employees?: number; to?: string } = {}) =>
  `insert into subscriptions (organization_id, order_id, package_id, price, employees, casuals, paid,
     "from", "to") values ($1, ${order}, 'enterprise', 20000, ${more.employees ?? 1000}, 1000,
     ${more.paid ?? 20_000}, '2026-03-10', '${more.to ?? '2026-04-10'}')`

describe('a plan', () => {
  test('is neither priced, ordered, paid nor given by a request, whoever makes it', async () => {
    await buy(shop, primary)
    const statements = [
      `insert into payment_quotes (organization_id, ${columns}, expires_at)
       values ($1, ${values({ amount: 0 })}, app_now() + interval '1 day')`,
      addOrder({ credit: 20_000, amount: 0 }),
      addOrder({}),
      `insert into payment_receipts (organization_id, amount, method, applied, order_id)
       select $1, 0, 'Credit', 'order', id from payment_orders`,
      `insert into payment_credits (organization_id, amount, what) values ($1, 20000, 'x')`,
      `insert into payment_pushes (organization_id, order_id, phone, amount)
       select $1, id, '0712345678', 1 from payment_orders`,
      addPeriod('(select id from payment_orders)'),
      addPeriod('null', { paid: 0 }),
    ]
    for (const who of [employee, primary]) {
      for (const statement of statements) {
        expect([statement, await refused(statement, [organization_id], who)]).toEqual([
          statement,
          denied,
        ])
      }
      for (const statement of [
        `update payment_orders set state = 'failed'`,
        'update subscriptions set ended_on = app_now()::date',
        'delete from payment_quotes',
      ]) {
        expect(await refused(statement, [], who)).toEqual(denied)
      }
    }
  })
})

describe('by whichever road', async () => {
  const { organization_id: other } = await newCustomer(shop)
  const told = (statement: string) =>
    shop.rows(statement, [other]).then(
      (rows) => rows,
      (error) => error.constraint as string,
    )
  test('an order begins unpaid, and is for what its lines come to', async () => {
    for (const terms of [
      { amount: 0 },
      { amount: 1 },
      { credit: 20_000, amount: 20_000 },
      { balance_used: 20_000, amount: 20_000 },
      { price: 1 },
      { state: 'paid' },
    ]) {
      expect([terms, await told(addOrder(terms))]).toEqual([terms, 'payment_orders_sum'])
    }
  })
  test('no more credit is used than there is', async () => {
    const use = `insert into payment_credits (organization_id, amount, what) values ($1, -1, 'x')`
    expect(await told(use)).toBe('payment_credits_overdrawn')
  })
  test('a plan is the one that was ordered, once it is paid', async () => {
    const [order] = (await told(addOrder({}))) as { id: string }[]
    const id = `'${order?.id}'`
    expect(await told(addPeriod(id))).toBe('subscriptions_unpaid')
    expect(
      await told(`update payment_orders set state = 'paid' where id = ${id}
      and organization_id = $1`),
    ).toBe('payment_orders_unpaid')
    await told(`insert into payment_receipts (organization_id, amount, method, reference, applied,
      order_id, by_name) values ($1, 20000, 'Bank', 'FT1', 'order', ${id}, 'x')`)
    await told(`update payment_orders set state = 'paid' where id = ${id} and organization_id = $1`)
    for (const more of [{ paid: 90_000 }, { employees: 5000 }, { to: '2036-04-10' }]) {
      expect([more, await told(addPeriod(id, more))]).toEqual([more, 'subscriptions_unpaid'])
    }
    expect(await told(addPeriod(id))).toEqual([])
  })
})

test('a number of a receipt is taken by the receipt alone', async () => {
  for (const who of [employee, primary]) {
    expect(await refused('select next_receipt()', [], who)).toEqual(denied)
  }
})
