// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { buy, type Checkout, newCustomer, openCheckout, order } from '../../test/checkout.ts'

/** What nobody else can settle, the operator does; and the price list is theirs. */

const { billing, subscriptions } = contract
let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})
const customer = () => newCustomer(shop)

describe('the operator', () => {
  it('ends what is in review: as credit, with evidence and reason', async () => {
    const { primary } = await customer()
    const operator = await shop.as('super-admin', '')
    const { body } = await order(primary, { phone: '0712360012' })
    await shop.settle()
    const params = { id: body.id }
    const listed = await operator.call(billing.payments, { query: { state: 'review' } })
    expect(listed.body.map(({ id }) => id)).toContain(body.id)
    const { body: story } = await operator.call(billing.story, { params })
    expect(story).toMatchObject({ state: 'review', undecided: expect.any(String) })
    const came = story.pushes[0]?.paid_amount ?? 0
    expect(came).not.toBe(7500)
    const receipt = story.pushes[0]?.receipt ?? ''
    const decision = {
      outcome: 'credit',
      amount: came,
      reference: receipt,
      reason: 'Seen.',
    } as const
    const missing = await operator.call(billing.decide, {
      params,
      body: { ...decision, amount: null },
    })
    expect(missing.body.errors).toEqual({ amount: ['Amount is required.'] })
    expect((await operator.call(billing.decide, { params, body: decision })).status).toBe(200)
    const twice = await operator.call(billing.decide, { params, body: decision })
    expect(twice.status).toBe(422)
    expect((await primary.call(billing.current)).body).toMatchObject({ balance: came, order: null })
    const [logged] = await shop.rows(
      `select description from activity_log where log_name = 'billing' and event = 'created'
       and properties -> 'new' ->> 'outcome' = 'credit'`,
    )
    expect(logged.description).toBe('Amani Njoroge')
  })

  it('enters the receipt of a payment that was never heard of', async () => {
    const { organization_id, primary } = await customer()
    const operator = await shop.as('super-admin', '')
    const { body } = await order(primary, { phone: '0712360009' })
    await shop.settle()
    shop.pass(721)
    await shop.settle()
    const decision = { outcome: 'paid', reference: 'UKX1', reason: 'On the statement.' } as const
    const params = { id: body.id }
    expect((await operator.call(billing.decide, { params, body: decision })).status).toBe(200)
    const reader = await shop.as('primary', organization_id)
    expect((await reader.call(subscriptions.current)).body.package.name).toBe('Standard')
    const { body: records } = await reader.call(billing.list)
    expect(records[0]?.payment?.details).toMatchObject({ method: 'M-PESA', reference: 'UKX1' })
    const other = await customer()
    const second = await order(other.primary, { phone: '0712370009' })
    await shop.settle()
    shop.pass(721)
    await shop.settle()
    const reused = await operator.call(billing.decide, {
      params: { id: second.body.id },
      body: decision,
    })
    expect(reused.body.errors).toEqual({ reference: ['UKX1 belongs to another payment.'] })
    shop.setTime('2026-03-10T09:00:00Z')
  })

  it('adds credit for money that came another way, once', async () => {
    const { organization_id, primary } = await customer()
    const operator = await shop.as('super-admin', '')
    const body = {
      organization_id,
      amount: 7500,
      reference: 'FT26069ABC',
      reason: 'By bank',
      method: 'Bank' as const,
    }
    const add = () => operator.call(billing.addCredit, { body })
    const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 422, 422])
    expect((await primary.call(billing.current)).body.balance).toBe(7500)
    await buy(shop, primary)
    const nowhere = await operator.call(billing.addCredit, {
      body: { ...body, organization_id: operator.id, reference: 'X' },
    })
    expect(nowhere.body.errors).toEqual({ organization_id: ['There is no such organization.'] })
  })

  it('uses one payment once, as credit or for an order, however it is typed', async () => {
    const [one, two] = [await customer(), await customer()]
    const operator = await shop.as('super-admin', '')
    const credit = (organization_id: string, reference: string) =>
      operator.call(billing.addCredit, {
        body: { organization_id, amount: 7500, method: 'Bank', reference, reason: 'By bank' },
      })
    expect((await credit(one.organization_id, 'UKY77AB')).status).toBe(201)
    for (const reference of ['uky77ab', ' UKY 77AB ', 'UKY77AB']) {
      expect((await credit(two.organization_id, reference)).body.errors).toHaveProperty('reference')
    }
    const { body } = await order(two.primary, { phone: '0712380009' })
    await shop.settle()
    shop.pass(721)
    await shop.settle()
    const decide = (reference: string) =>
      operator.call(billing.decide, {
        params: { id: body.id },
        body: { outcome: 'paid', reference, reason: 'On the statement.' },
      })
    expect((await decide('uky77ab')).body.errors).toEqual({
      reference: ['uky77ab belongs to another payment.'],
    })
    expect((await decide('UKY77AC')).status).toBe(200)
    expect((await credit(one.organization_id, 'uky77ac')).body.errors).toHaveProperty('reference')
    shop.setTime('2026-03-10T09:00:00Z')
  })

  it('lists payments page by page, and cannot make a plan free or half-priced', async () => {
    const operator = await shop.as('super-admin', '')
    for (const { primary } of [await customer(), await customer()]) await buy(shop, primary)
    const query = { limit: 2, state: 'paid', month: '2026-03' } as const
    const page = await operator.call(billing.payments, { query })
    expect(page.body).toHaveLength(2)
    expect(Number(page.headers['x-total-count'])).toBeGreaterThan(2)
    const none = await operator.call(billing.payments, { query: { ...query, month: '2025-01' } })
    expect(none.body).toEqual([])
    const body = { price: 2500, employees: 25, casuals: 25 }
    const change = (id: 'basic' | 'free', given: object) =>
      operator.call(subscriptions.changePackage, { params: { id }, body: { ...body, ...given } })
    expect((await change('basic', { price: 0 })).body.errors).toHaveProperty('price')
    expect((await change('basic', { price: 2499.5 })).body.errors).toHaveProperty('price')
    expect((await change('free', { price: 10 })).body.errors).toHaveProperty('price')
    expect((await change('basic', { employees: 0 })).body.errors).toHaveProperty('employees')
  })

  it('changes a price in the platform’s log, whichever organisation is open', async () => {
    const { organization_id } = await customer()
    const operator = await shop.as('super-admin', organization_id)
    const change = (price: number) =>
      operator.call(subscriptions.changePackage, {
        params: { id: 'enterprise' },
        body: { price, employees: 1000, casuals: 1000 },
      })
    expect((await change(21_000)).status).toBe(200)
    expect((await change(20_000)).status).toBe(200)
    const entries = await shop.rows(
      `select organization_id, causer_id from activity_log
       where properties -> 'new' ->> 'package_id' = 'enterprise' order by id desc limit 2`,
    )
    const platforms = { organization_id: null, causer_id: operator.id }
    expect(entries).toEqual([platforms, platforms])
  })
})
