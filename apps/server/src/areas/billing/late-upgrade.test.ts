// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, expect, it } from 'vitest'
import { buy, type Checkout, newCustomer, openCheckout, order } from '../../test/checkout.ts'

/** An upgrade credits the days that are left. Once some of them were used, its price is another. */

const { billing, subscriptions } = contract
let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})

/** Basic is bought on 2 March, and Standard ordered by a phone that does not pay. */
async function upgradeUnpaid(phone: string) {
  shop.setTime('2026-03-02T09:00:00Z')
  const { organization_id, primary } = await newCustomer(shop)
  await buy(shop, primary, { package_id: 'basic' })
  const made = await order(primary, { package_id: 'standard', phone })
  await shop.settle()
  return { organization_id, order_id: made.body.id }
}

let banked = 0
async function enter({ organization_id, order_id }: { organization_id: string; order_id: string }) {
  banked += 1
  const operator = await shop.as('super-admin', '')
  const given = { amount: 5000, method: 'Bank', reason: 'Seen', nameless_id: null } as const
  const { body } = await operator.call(billing.addCredit, {
    body: { ...given, organization_id, order_id, reference: `FT26090${banked}` },
  })
  return body.message
}

async function accountOf(organization_id: string) {
  const reader = await shop.as('primary', organization_id)
  const { balance } = (await reader.call(billing.current)).body
  return { balance, plan: (await reader.call(subscriptions.current)).body.package.name }
}

const asCredit = 'It does not pay for the order as agreed, so it is kept as credit'

it('paid by hand on the same day, it is given as agreed', async () => {
  const unpaid = await upgradeUnpaid('0711330001')
  expect(await enter(unpaid)).toBe('Standard is paid for')
  expect(await accountOf(unpaid.organization_id)).toEqual({ balance: 0, plan: 'Standard' })
})

it.each(['2026-03-03', '2026-03-31'])('paid by hand on %s, the money is credit', async (day) => {
  const unpaid = await upgradeUnpaid('0711340001')
  shop.setTime(`${day}T09:00:00Z`)
  expect(await enter(unpaid)).toBe(asCredit)
  expect(await accountOf(unpaid.organization_id)).toEqual({ balance: 5000, plan: 'Basic' })
})

it('used days are not credited to whoever takes the Free plan then', async () => {
  const unpaid = await upgradeUnpaid('0711350001')
  shop.setTime('2026-03-31T09:00:00Z')
  await enter(unpaid)
  await (await shop.as('primary', unpaid.organization_id)).call(billing.free)
  // 7,500 came in, and 29 of 31 days of Basic were used.
  expect((await accountOf(unpaid.organization_id)).balance).toBe(5161)
})

it('a prompt that rang before midnight is paid as agreed after it', async () => {
  shop.setTime('2026-03-02T20:58:00Z')
  const { organization_id, primary } = await newCustomer(shop)
  await buy(shop, primary, { package_id: 'basic' })
  const { body } = await order(primary, { package_id: 'standard', phone: '0712390014' })
  await shop.pollers[0]?.next().then((work) => work?.())
  shop.pass(180)
  await shop.settle(800)
  const reader = await shop.as('primary', organization_id)
  const check = await reader.call(billing.check, { body: { payment_details_id: body.id } })
  expect(check.body.status).toBe('Completed')
  expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Standard' })
})

it('a prompt of yesterday is not sent again', async () => {
  shop.setTime('2026-03-02T20:58:00Z')
  const { organization_id, primary } = await newCustomer(shop)
  await buy(shop, primary, { package_id: 'basic' })
  const { body } = await order(primary, { package_id: 'standard', phone: '0712380014' })
  shop.pass(180)
  const later = await shop.as('primary', organization_id)
  const again = { payment_details_id: body.id, phone: '0712370001' }
  expect((await later.call(billing.again, { body: again })).body.message).toBe(
    'This payment has ended. Please start a new one.',
  )
})

it('a price of yesterday is not ordered today', async () => {
  shop.setTime('2026-03-02T20:58:00Z')
  const { organization_id, primary } = await newCustomer(shop)
  await buy(shop, primary, { package_id: 'basic' })
  const wanted = { package_id: 'standard', type: 'upgrade', duration: 1 } as const
  const { body } = await primary.call(billing.quote, { body: wanted })
  shop.pass(180)
  const later = await shop.as('primary', organization_id)
  const price = { amount: body.amount, quote_id: body.id, phone: '0711360001' }
  const made = await later.call(billing.init, { body: { ...wanted, ...price } })
  expect(made.body.errors).toEqual({
    quote_id: ['This quote has expired. Please look again.'],
  })
})

it('the database gives no plan for days that were used', async () => {
  const { organization_id, order_id } = await upgradeUnpaid('0711370001')
  shop.setTime('2026-03-31T09:00:00Z')
  const paid = shop.parts.db.inPlatform(async (tx) => {
    await tx.run`insert into payment_receipts (organization_id, amount, method, reference, applied,
        order_id) values (${organization_id}, 5000, 'Bank', 'FT2609099', 'order', ${order_id})`
    await tx.run`update payment_orders set state = 'paid' where id = ${order_id}`
  })
  await expect(paid).rejects.toThrow(/less is left/)
})
