// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, expect, it } from 'vitest'
import { buy, type Checkout, newCustomer, openCheckout } from '../../test/checkout.ts'

/** Credit that the operator entered by mistake is taken back, as long as nobody has used it. */

const { billing, notifications } = contract
let shop: Checkout
let operator: Awaited<ReturnType<Checkout['as']>>
beforeAll(async () => {
  shop = await openCheckout()
  operator = await shop.as('super-admin', '')
})

const credit = (organization_id: string, reference: string, amount = 7500) =>
  operator.call(billing.addCredit, {
    body: { organization_id, amount, method: 'Bank', reference, reason: 'By bank' },
  })
const receiptOf = async (reference: string) =>
  (await operator.call(billing.received, { query: { search: reference } })).body[0]
const takeBack = (id: string, by = operator) =>
  by.call(billing.takeBackCredit, { params: { id }, body: { reason: 'Another customer' } })

it('takes the credit off the account, once, and the money can be entered where it belongs', async () => {
  const [wrong, right] = [await newCustomer(shop), await newCustomer(shop)]
  await credit(wrong.organization_id, 'FT2611701')
  const money = await receiptOf('FT2611701')
  expect(money).toMatchObject({ used_for: 'Credit', can_take_back: true })
  const id = money?.id ?? ''
  const replies = await Promise.all([takeBack(id), takeBack(id), takeBack(id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const { body } = await wrong.primary.call(billing.current)
  expect(body.balance).toBe(0)
  // It is never deleted: what was taken back stands beside what was entered.
  expect(body.credits).toMatchObject([
    { amount: -7500, what: 'Taken back: Another customer', receipt: null },
    { amount: 7500, what: 'By bank', reference: 'FT2611701' },
  ])
  expect(await receiptOf('FT2611701')).toMatchObject({
    used_for: 'Credit, taken back',
    can_take_back: false,
  })
  const page = await wrong.primary.call(billing.receipt, { params: { id } })
  expect(page.body.html).toContain('taken back')
  const { body: news } = await wrong.primary.call(notifications.list)
  expect(news.data.map(({ title }) => title)).toContain('Credit taken back')
  expect((await credit(right.organization_id, 'ft 2611701')).status).toBe(201)
  expect((await right.primary.call(billing.current)).body.balance).toBe(7500)
  expect((await credit(wrong.organization_id, 'FT2611701')).body.errors).toHaveProperty('reference')
})

it('is refused once some of it was used', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  await credit(organization_id, 'FT2611702', 9000)
  await buy(shop, primary)
  const { balance } = (await primary.call(billing.current)).body
  expect(balance).toBeLessThan(9000)
  const refused = await takeBack((await receiptOf('FT2611702'))?.id ?? '')
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/^Ksh [\d,]+ of this credit has been used\./),
  ])
  expect((await primary.call(billing.current)).body.balance).toBe(balance)
})

it('is of credit that somebody entered, and of nothing else', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  const id = await buy(shop, primary, { phone: '0712511701' })
  const [paid] = await shop.rows('select id from payment_receipts where order_id = $1', [id])
  expect((await takeBack(paid.id)).body.message).toContain('paid for an order')
  // What M-PESA told of is on its statement.
  const [told] = await shop.rows(
    `with made as (insert into payment_receipts (organization_id, amount, method, reference, applied)
         values ($1, 500, 'M-PESA', 'UKTOLD117', 'credit') returning organization_id, id, amount)
     insert into payment_credits (organization_id, amount, what, receipt_id)
     select organization_id, amount, 'Paid twice', id from made returning receipt_id as id`,
    [organization_id],
  )
  expect((await takeBack(told.id)).body.message).toContain('Only money entered by hand')
  expect((await takeBack(organization_id)).status).toBe(404)
  expect((await takeBack(told.id, primary)).status).toBe(403)
  const nothing = await operator.call(billing.takeBackCredit, {
    params: { id: told.id },
    body: { reason: ' ' },
  })
  expect(nothing.body.errors).toHaveProperty('reason')
})

it('is held by the database: no more than was entered, once, and not of what is used', async () => {
  const { organization_id } = await newCustomer(shop)
  await credit(organization_id, 'FT2611703')
  const [{ id }] = await shop.rows(
    'select id from payment_credits where organization_id = $1 and receipt_id is not null',
    [organization_id],
  )
  const counter = (amount: number) =>
    shop.rows(
      `insert into payment_credits (organization_id, amount, what, takes_back)
       values ($1, $2, 'By a statement', $3)`,
      [organization_id, amount, id],
    )
  const unpaid = { constraint: 'payment_credits_unpaid' }
  await expect(counter(-7000)).rejects.toMatchObject(unpaid)
  await expect(counter(7500)).rejects.toMatchObject(unpaid)
  const marked = shop.rows(
    'update payment_receipts set taken_back_at = now() where organization_id = $1',
    [organization_id],
  )
  await expect(marked).rejects.toMatchObject({ constraint: 'payment_receipts_kept' })
  await counter(-7500)
  await expect(counter(-7500)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
})
