// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCasual } from '../../test/casuals.ts'
import {
  buy as buyIn,
  type Checkout,
  checkOf,
  newCustomer,
  openCheckout,
  order,
  receiptsOf,
  type Wish,
} from '../../test/checkout.ts'
import { addMany } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { mailReceipt } from './receipt.ts'

/** Plans, orders and receipts, as people use them; what happens on the wire is in scenarios. */

const { billing, subscriptions } = contract
let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})

const customer = () => newCustomer(shop)
type Buyer = Awaited<ReturnType<typeof customer>>['primary']

const buy = (by: Buyer, wish?: Wish) => buyIn(shop, by, wish)
const receiptOf = async (order_id: string) => (await receiptsOf(shop, order_id))[0].id as string
const quoted = (by: Buyer, wish: Wish = {}) =>
  by.call(billing.quote, {
    body: { package_id: 'standard', type: 'upgrade', duration: 1, ...wish } as never,
  })
describe('a quote', () => {
  it('freezes its lines for half an hour, whatever the price list says then', async () => {
    const { primary } = await customer()
    const operator = await shop.as('super-admin', await shop.addOrganization())
    const { body: quote } = await quoted(primary, { package_id: 'basic', duration: 12 })
    expect(quote).toMatchObject({
      price: 2500,
      subtotal: 30_000,
      discount: 2500,
      amount: 27_500,
      from: '2026-03-10',
      to: '2027-03-10',
      expires_at: '2026-03-10T09:30:00.000Z',
      // The trial of two months began on 1 March.
      free_days: 52,
    })
    const dearer = { price: 3000, employees: 25, casuals: 25 }
    const params = { id: 'basic' as const }
    await operator.call(subscriptions.changePackage, { params, body: dearer })
    const wish = { package_id: 'basic', type: 'upgrade', duration: 12 } as const
    const body = { ...wish, phone: '0712349999', amount: 27_500 }
    const unquoted = await primary.call(billing.init, { body })
    expect([unquoted.status, unquoted.body.errors]).toEqual([
      422,
      { amount: ['The amount is now Ksh 33,000. Please look again.'] },
    ])
    const made = await primary.call(billing.init, { body: { ...body, quote_id: quote.id } })
    expect(made.status).toBe(201)
    await shop.settle()
    expect(await checkOf(primary, made.body.id)).toMatchObject({ status: 'Completed' })
    // The next order has the new price; what was bought keeps its own.
    expect((await primary.call(subscriptions.current)).body).toMatchObject({ price: 2500 })
    const renewal = await quoted(primary, { package_id: 'basic', type: 'renew' })
    expect(renewal.body).toMatchObject({ price: 3000, amount: 3000, free_days: 0 })
    expect(renewal.body).toMatchObject({ from: '2027-03-10', to: '2027-04-10' })
    const { body: history } = await operator.call(subscriptions.packageHistory)
    expect(history.slice(0, 1)).toMatchObject([{ id: 'basic', price: 3000, by: 'Amani Njoroge' }])
    const [logged] = await shop.rows(
      `select description, properties from activity_log where log_name = 'subscriptions'
       and properties -> 'new' ->> 'by_name' <> 'Mshahara' order by id desc limit 1`,
    )
    expect(logged).toMatchObject({
      description: 'Amani Njoroge',
      properties: { new: { price: 3000 } },
    })
    await operator.call(subscriptions.changePackage, { params, body: { ...dearer, price: 2500 } })
  })

  it('ends after half an hour, and when something was bought since', async () => {
    const { organization_id, primary } = await customer()
    const { body: quote } = await quoted(primary)
    const body = {
      package_id: 'standard',
      type: 'upgrade',
      duration: 1,
      phone: '0712349999',
      amount: 7500,
      quote_id: quote.id,
    } as const
    shop.pass(30 * 60)
    const late = await primary.call(billing.init, { body })
    expect([late.status, late.body.message]).toEqual([
      422,
      'This quote has expired. Please look again.',
    ])
    const fresh = await quoted(primary)
    await buy(primary, { package_id: 'enterprise' })
    const overtaken = await primary.call(billing.init, {
      body: { ...body, quote_id: fresh.body.id },
    })
    expect(overtaken.body.message).toContain('quote has expired')
    const stranger = await customer()
    const foreign = await stranger.primary.call(billing.init, { body })
    expect(foreign.body.errors).toHaveProperty('quote_id')
    const elsewhere = await stranger.primary.call(billing.init, {
      body: { ...body, organization_id },
    })
    expect(elsewhere.body.errors).toHaveProperty('organization_id')
    shop.setTime('2026-03-10T09:00:00Z')
  })

  it.each([
    [{ package_id: 'trial' }, 'There is no such plan.'],
    [{ package_id: 'gold' }, 'There is no such plan.'],
    [{ package_id: 'free' }, 'The Free plan costs nothing: please select it.'],
    [{ type: 'renew' }, 'You are on Trial: please upgrade instead.'],
    [{ duration: 2 }, 'You can subscribe for 1, 3, 6, 9 or 12 months.'],
  ])('is refused for %o', async (wish, sentence) => {
    const { primary } = await customer()
    const { status, body } = await quoted(primary, wish as Wish)
    expect([status, Object.values(body.errors ?? {}).flat()]).toEqual([422, [sentence]])
  })

  it('is refused for the plan one has, one too small, and more than M-PESA takes', async () => {
    const { organization_id, primary } = await customer()
    await buy(primary, { package_id: 'enterprise' })
    expect((await quoted(primary, { package_id: 'enterprise' })).body.message).toBe(
      'This is your current plan: please renew it.',
    )
    await addMany(shop, organization_id, 25)
    expect((await quoted(primary, { package_id: 'basic' })).body.message).toBe(
      'Basic allows 25 employees, and you have 25. Please choose a larger plan.',
    )
    await shop.byHand(`update packages set price = 25000 where id = 'enterprise'`)
    const year = { package_id: 'enterprise', type: 'renew', duration: 12 } as const
    expect((await quoted(primary, year)).body.errors).toEqual({
      duration: [
        'This comes to Ksh 275,000, and M-PESA accepts at most Ksh 250,000 at once. ' +
          'Please choose fewer months, or contact us.',
      ],
    })
    await shop.byHand(`update packages set price = 20000 where id = 'enterprise'`)
  })
})

describe('an order', () => {
  it('wants a Kenyan phone and the quoted amount', async () => {
    const { primary } = await customer()
    const body = { package_id: 'standard', type: 'upgrade', duration: 1, amount: 7500 } as const
    const faults: [string, string][] = [
      ['', 'Phone number is required'],
      ['25471234567', 'Please enter a valid Kenyan phone number'],
      ['071234567', 'Please enter a valid Kenyan phone number'],
      ['abc', 'Please enter a valid Kenyan phone number'],
      ['07l2345678o1', 'Please enter a valid Kenyan phone number'],
    ]
    for (const [phone, sentence] of faults) {
      const { status, body: told } = await primary.call(billing.init, { body: { ...body, phone } })
      expect([status, told.errors]).toEqual([422, { phone: [sentence] }])
    }
    const cheap = await primary.call(billing.init, {
      body: { ...body, phone: '0712 349 999', amount: 1 },
    })
    expect(cheap.body.errors).toHaveProperty('amount')
    const nobody = await primary.call(billing.init, { body })
    expect(nobody.body.errors).toEqual({ phone: ['Phone number is required'] })
  })

  it('takes a number as people write it, and tells how to pay without the prompt', async () => {
    for (const phone of ['254712349996', '+254 712 349 996', '+254 (0)712-349-996']) {
      const { primary } = await customer()
      const made = await order(primary, { package_id: 'basic', phone })
      expect(made.status).toBe(201)
      const { body: now } = await primary.call(billing.current)
      expect(now.order?.phone).toBe('0712349996')
      const { by_hand } = await checkOf(primary, made.body.id)
      expect(by_hand).toEqual({
        kind: 'paybill',
        number: '600100',
        account: expect.stringMatching(/^SUB\d{7}$/),
        amount: 2500,
      })
      await shop.settle()
      expect((await checkOf(primary, made.body.id)).by_hand).toBeNull()
    }
  })

  it('needs no phone where credit pays it all', async () => {
    const { organization_id, primary } = await customer()
    const operator = await shop.as('super-admin', organization_id)
    const money = { amount: 2500, method: 'Bank', reference: 'FTCOVERED1', reason: 'x' } as const
    await operator.call(billing.addCredit, { body: { organization_id, ...money } })
    const wish = { package_id: 'basic', type: 'upgrade', duration: 1 } as const
    const made = await primary.call(billing.init, { body: { ...wish, amount: 0 } })
    expect(made.status).toBe(201)
    expect(await checkOf(primary, made.body.id)).toMatchObject({ status: 'Completed' })
  })

  it('is the only one open: another wish waits, and the free plan too', async () => {
    const { primary } = await customer()
    const first = await order(primary, { phone: '0712340010' })
    await shop.settle()
    const other = await order(primary, { package_id: 'enterprise' })
    expect([other.status, other.body.message]).toEqual([
      422,
      'A payment of Ksh 7,500 for Standard is under way on 0712340010. ' +
        'Please finish it, or wait until it has ended.',
    ])
    expect((await primary.call(billing.free)).status).toBe(422)
    const { body } = await primary.call(billing.current)
    expect(body.order).toMatchObject({ id: first.body.id, state: 'open', phone: '0712340010' })
  })

  it('is for the primary user; others see neither prices to pay nor the billing', async () => {
    const { organization_id, primary } = await customer()
    const id = await buy(primary)
    const receipt = { params: { id: await receiptOf(id) } }
    const wish = { package_id: 'standard', type: 'renew', duration: 1 } as const
    for (const role of ['admin', 'finance', 'user', 'employee'] as const) {
      const person = await shop.as(role, organization_id)
      const replies = await Promise.all([
        person.call(billing.quote, { body: wish }),
        person.call(billing.init, { body: { ...wish, amount: 7500, phone: '0712349999' } }),
        person.call(billing.check, { body: { payment_details_id: id } }),
        person.call(billing.current),
        person.call(billing.free),
        person.call(billing.list),
        person.call(billing.receipt, receipt),
      ])
      expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(403))
    }
    const clerk = await shop.as('finance', organization_id, ['view billing'])
    expect((await clerk.call(billing.list)).body.filter(({ payment }) => payment)).toHaveLength(1)
    expect((await clerk.call(billing.receipt, receipt)).status).toBe(200)
    const stranger = await customer()
    const theirs = await stranger.primary.call(billing.check, { body: { payment_details_id: id } })
    expect([theirs.status, theirs.body.errors]).toEqual([
      422,
      { payment_details_id: ['There is no such payment.'] },
    ])
  })

  it('is paid for in the database or not at all', async () => {
    const { organization_id, primary } = await customer()
    const { body } = await order(primary, { phone: '0712340001' })
    await shop.settle()
    const change = (text: string) => shop.rows(text, [body.id])
    await expect(change(`update payment_orders set state = 'paid' where id = $1`)).rejects.toThrow(
      /nobody has paid/,
    )
    await expect(change('update payment_orders set amount = 1 where id = $1')).rejects.toThrow(
      /never changes/,
    )
    await expect(change('delete from payment_orders where id = $1')).rejects.toThrow()
    const asApp = shop.parts.db.inOrg(
      { organization_id },
      (tx) =>
        tx.run`insert into subscriptions (package_id, price, employees, "from", "to")
        values ('enterprise', 0, 1000, '2026-03-10', '2036-03-10')`,
    )
    await expect(asApp).rejects.toThrow(/permission denied/)
    const paid = await customer()
    await buy(paid.primary)
    await expect(
      shop.rows(
        `update subscriptions set "to" = '2040-01-01' where organization_id = $1
        and order_id is not null`,
        [paid.organization_id],
      ),
    ).rejects.toThrow(/never changes/)
  })
})

describe('the free plan', () => {
  it('keeps what was paid for later days as credit', async () => {
    const { primary } = await customer()
    await buy(primary, { duration: 12 })
    const taken = await primary.call(billing.free)
    expect([taken.status, taken.body.message]).toEqual([
      200,
      'You are on the Free plan now. Ksh 82,500 is kept as credit.',
    ])
    expect((await primary.call(subscriptions.current)).body.package.name).toBe('Free')
    expect((await primary.call(billing.free)).body.message).toBe('This is your current plan.')
    // Credit covers it all: no prompt, no phone.
    const id = await buy(primary, { package_id: 'basic', duration: 12 })
    expect((await primary.call(billing.current)).body).toMatchObject({ balance: 55_000 })
    const { body } = await primary.call(billing.receipt, { params: { id: await receiptOf(id) } })
    for (const words of ['Credit from your account', 'Paid from your credit', 'Ksh 0.00']) {
      expect(body.html).toContain(words)
    }
  })

  it('is refused where there are more people than it allows', async () => {
    const { organization_id, primary } = await customer()
    await addMany(shop, organization_id, 5)
    const { status, body } = await primary.call(billing.free)
    expect([status, body.message]).toEqual([
      422,
      'Free allows 5 employees, and you have 5. Please choose a larger plan.',
    ])
  })

  it('is refused where there are more casuals than it allows', async () => {
    const { primary } = await customer()
    for (let i = 0; i < 5; i += 1) await addCasual(primary)
    const { status, body } = await primary.call(billing.free)
    expect([status, body.message]).toEqual([
      422,
      'Free allows 5 casuals, and you have 5. Please choose a larger plan.',
    ])
  })
})

it('an upgrade replaces the period and its renewals, and credits both', async () => {
  const { primary } = await customer()
  await buy(primary, { package_id: 'basic' })
  await buy(primary, { package_id: 'basic', type: 'renew' })
  const before = (await primary.call(subscriptions.current)).body
  expect([before.from, before.to]).toEqual(['2026-03-10', '2026-05-10'])
  const { body: quote } = await quoted(primary)
  expect(quote).toMatchObject({ credit: 5000, amount: 2500, to: '2026-04-10' })
  await buy(primary)
  const after = (await primary.call(subscriptions.current)).body
  expect([after.package.name, after.from, after.to]).toEqual([
    'Standard',
    '2026-03-10',
    '2026-04-10',
  ])
})

describe('the receipt', () => {
  it('is a page, a PDF and an email to whoever paid, once', async () => {
    const { organization_id, primary } = await customer()
    const order_id = await buy(primary, { duration: 12 })
    const receipt_id = await receiptOf(order_id)
    const params = { params: { id: receipt_id } }
    const { body: page } = await primary.call(billing.receipt, params)
    expect(page.receipt_no).toMatch(/^RCP-\d{6}$/)
    for (const words of ['Payment Receipt', 'Standard', '12 months', 'M-PESA', '82,500.00']) {
      expect(page.html).toContain(words)
    }
    // The same day as everywhere else.
    const { to } = (await primary.call(subscriptions.current)).body
    expect(to).toBe('2027-03-10')
    expect(page.html).toContain('10 March, 2026 to 10 March, 2027')
    expect(page.html).toContain('Thank you for your business!')
    const { body: file } = await primary.call(billing.receiptFile, params)
    expect(file.name).toBe(`Receipt-${page.receipt_no}.pdf`)
    const pdf = Buffer.from(file.file.split(',')[1] ?? '', 'base64')
    const printed = wordsOf(pdf).join(' ')
    expect(printed).toContain(page.receipt_no)
    expect(printed).toContain('Thank you for your business!')
    const data = { organization_id, receipt_id }
    await Promise.all([shop.work(mailReceipt, data), shop.work(mailReceipt, data)])
    await shop.work(mailReceipt, data)
    const letters = await shop.mails(primary.email)
    expect(letters.map(({ subject }) => subject)).toEqual(['Your payment receipt'])
    expect(letters[0]?.text).toContain('Ksh 82,500')
  })

  it('is numbered without gaps, and one of an unpaid order does not exist', async () => {
    const [one, two] = [await customer(), await customer()]
    await Promise.all([order(one.primary), order(two.primary, { phone: '0712349997' })])
    const failed = await customer()
    const { body } = await order(failed.primary, { phone: '0712350001' })
    await shop.settle()
    expect(await receiptsOf(shop, body.id)).toEqual([])
    expect((await failed.primary.call(billing.receipt, { params: { id: body.id } })).status).toBe(
      404,
    )
    const rows = await shop.rows(
      'select right(receipt_no, 6)::int as n from payment_receipts order by 1',
    )
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1))
  })
})
