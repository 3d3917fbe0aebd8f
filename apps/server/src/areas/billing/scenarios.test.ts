// @tests long
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Checkout,
  checkOf,
  endsAs,
  newCustomer,
  openCheckout,
  order,
} from '../../test/checkout.ts'

/** Everything that can happen on M-PESA's wire, how it must end, and what people are told. */

let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})

const customer = () => newCustomer(shop)

const planOf = async (organization_id: string) => {
  const reader = await shop.as('primary', organization_id)
  return (await reader.call(contract.subscriptions.current)).body.package.name
}

interface Ending {
  suffix: string
  state: string
  status: 'Pending' | 'Failed' | 'Completed'
  told?: RegExp
  /** Told how to pay without a prompt. */
  byHand?: true
  alarm?: true
}

const endings: Ending[] = [
  { suffix: '9999', state: 'paid', status: 'Completed' },
  { suffix: '0001', state: 'failed', status: 'Failed', told: /not enough money/ },
  { suffix: '0002', state: 'cancelled', status: 'Failed', told: /cancelled on the phone/ },
  {
    suffix: '0003',
    state: 'failed',
    status: 'Failed',
    told: /nobody answered the prompt/,
    byHand: true,
  },
  { suffix: '0004', state: 'failed', status: 'Failed', told: /PIN was wrong/ },
  // The callback is lost; asked, M-PESA says that it was paid.
  { suffix: '0005', state: 'paid', status: 'Completed' },
  { suffix: '0006', state: 'paid', status: 'Completed' },
  { suffix: '0007', state: 'paid', status: 'Completed' },
  // The answer is lost, but not the callback.
  { suffix: '0008', state: 'paid', status: 'Completed' },
  { suffix: '0009', state: 'review', status: 'Failed', told: /no clear answer/, alarm: true },
  {
    suffix: '0010',
    state: 'expired',
    status: 'Failed',
    told: /has no record of a payment/,
    byHand: true,
  },
  {
    suffix: '0011',
    state: 'failed',
    status: 'Failed',
    told: /still open on this phone/,
    byHand: true,
  },
  { suffix: '0012', state: 'review', status: 'Failed', told: /do not pay again/, alarm: true },
  { suffix: '0013', state: 'review', status: 'Failed', told: /no clear answer/, alarm: true },
  { suffix: '0015', state: 'failed', status: 'Failed', told: /not enough money/, alarm: true },
]

it('every scenario ends as it must, within its time', async () => {
  const buyers = await Promise.all(
    endings.map(async ({ suffix }) => ({ ...(await customer()), phone: `071230${suffix}` })),
  )
  const made = await Promise.all(buyers.map(({ primary, phone }) => order(primary, { phone })))
  expect(made.map(({ status }) => status)).toEqual(endings.map(() => 201))
  await shop.settle(400)
  // Sent without an answer: it may have been paid, so that silence is looked into.
  for (const seconds of [50, 50, 100, 130, 400]) {
    shop.pass(seconds)
    await shop.settle()
  }
  const { movements } = await shop.simulator.ledger()
  for (const [at, { suffix, state, status, told, byHand, alarm }] of endings.entries()) {
    const { organization_id, phone } = buyers[at] as (typeof buyers)[number]
    const id = made[at]?.body.id ?? ''
    const reader = await shop.as('primary', organization_id)
    const seen = await checkOf(reader, id)
    expect({ suffix, status: seen.status }).toEqual({ suffix, status })
    if (told) expect(seen.description, suffix).toMatch(told)
    // Where no prompt came, the next one need not come either.
    expect([suffix, seen.by_hand?.number]).toEqual([suffix, byHand ? '600100' : undefined])
    const [row] = await shop.rows(
      `select o.state, p.alarm is not null as alarm, p.applied
       from payment_orders o join payment_pushes p on p.order_id = o.id where o.id = $1`,
      [id],
    )
    expect({ suffix, ...row }).toMatchObject({ suffix, state, alarm: alarm ?? false })
    // Nothing is activated without money, and no money is without its period.
    const paid = movements.filter(
      (one) => one.party === `254${phone.slice(1)}` && one.state === 'paid',
    )
    expect([suffix, await planOf(organization_id)]).toEqual([
      suffix,
      state === 'paid' ? 'Standard' : 'Trial',
    ])
    if (state === 'paid') expect(paid.map(({ amount }) => amount)).toEqual([750_000])
    else if (state !== 'review') expect(paid).toEqual([])
  }
})

describe('late', () => {
  it('a success after the order has expired still activates', async () => {
    await shop.simulator.rules({ delays: { late: 60_000 } })
    const { organization_id, primary } = await customer()
    const { body } = await order(primary, { phone: '0712330014' })
    await shop.settle()
    for (const seconds of [50, 50, 100, 130, 400]) {
      shop.pass(seconds)
      await shop.settle(100)
    }
    const reader = await shop.as('primary', organization_id)
    expect(await checkOf(reader, body.id)).toMatchObject({ status: 'Failed' })
    await shop.simulator.advance(61_000)
    expect(await endsAs(shop, reader, body.id, 'Completed')).toBe('Completed')
    expect(await planOf(organization_id)).toBe('Standard')
    await shop.simulator.rules({ delays: { late: 300 } })
  })

  it('and becomes credit where the plan was paid meanwhile', async () => {
    await shop.simulator.rules({ delays: { late: 60_000 } })
    const { organization_id, primary } = await customer()
    await order(primary, { phone: '0712340014' })
    await shop.settle()
    shop.pass(700)
    await shop.settle()
    const reader = await shop.as('primary', organization_id)
    const second = await order(reader, { phone: '0712349998' })
    await shop.settle()
    expect(await checkOf(reader, second.body.id)).toMatchObject({ status: 'Completed' })
    await shop.simulator.advance(61_000)
    await expect
      .poll(
        async () => {
          await shop.settle()
          return (await reader.call(contract.billing.current)).body.balance
        },
        { timeout: 60_000 },
      )
      .toBe(7500)
    const { body } = await reader.call(contract.billing.current)
    expect(body).toMatchObject({ balance: 7500, order: null, credits: [{ amount: 7500 }] })
    // What is on the account pays the next time, without a prompt.
    const renewed = await order(reader, { type: 'renew' })
    expect(await checkOf(reader, renewed.body.id)).toMatchObject({ status: 'Completed' })
    expect((await reader.call(contract.billing.current)).body.balance).toBe(0)
    const { body: records } = await reader.call(contract.billing.list)
    const paid = records.flatMap(({ payment }) => payment?.details ?? [])
    expect(paid).toMatchObject([
      { type: 'renew', method: 'Credit', amount: 0 },
      { type: 'upgrade', method: 'M-PESA', amount: 7500, package: 'standard', duration: 1 },
    ])
    await shop.simulator.rules({ delays: { late: 300 } })
  })
})

it('of two prompts that are both paid, the second becomes credit', async () => {
  const { organization_id, primary } = await customer()
  // The first answer is lost, and its callback comes late; the person asks for another prompt.
  await shop.simulator.rules({ delays: { result: 60_000 } })
  const { body } = await order(primary, { phone: '0712350008' })
  await shop.settle()
  const again = { payment_details_id: body.id, phone: '0712359999' }
  const soon = await primary.call(contract.billing.again, { body: again })
  expect([soon.status, soon.body.message]).toEqual([
    422,
    'Please wait until 60 seconds have passed since the last prompt.',
  ])
  shop.pass(61)
  expect((await primary.call(contract.billing.again, { body: again })).status).toBe(201)
  await shop.settle()
  await shop.simulator.advance(61_000)
  await shop.settle()
  await shop.simulator.rules({ delays: { result: 20 } })
  const { movements } = await shop.simulator.ledger()
  const paid = movements.filter(
    ({ party, state }) => /71235(0008|9999)$/.test(party) && state === 'paid',
  )
  expect(paid).toHaveLength(2)
  const { body: now } = await primary.call(contract.billing.current)
  expect(now).toMatchObject({ balance: 7500, order: null })
  const { body: records } = await primary.call(contract.billing.list)
  expect(records.filter(({ payment }) => payment)).toHaveLength(1)
  const told = await shop.rows(
    'select title from notifications where organization_id = $1 order by created_at, title',
    [organization_id],
  )
  expect(told.map(({ title }) => title)).toEqual(['Payment kept as credit', 'Payment received'])
})

describe('many at once', () => {
  it('20 orders are one, with one prompt and one period', async () => {
    const { organization_id, primary } = await customer()
    const body = {
      package_id: 'standard',
      type: 'upgrade',
      duration: 12,
      amount: 82_500,
      phone: '0712369999',
    } as const
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => primary.call(contract.billing.init, { body })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    await shop.settle()
    const [count] = await shop.rows(
      `select (select count(*) from payment_orders where organization_id = $1)::int as orders,
         (select count(*) from payment_pushes where organization_id = $1)::int as pushes,
         (select count(*) from subscriptions where organization_id = $1
           and order_id is not null)::int as periods`,
      [organization_id],
    )
    expect(count).toEqual({ orders: 1, pushes: 1, periods: 1 })
  })

  /** Posts the callback that M-PESA has lost, or that somebody has made up. */
  async function callback(phone: string, times: number) {
    const { organization_id, primary } = await customer()
    const since = (await shop.simulator.log()).at(-1)?.id ?? 0
    await order(primary, { phone })
    await shop.settle()
    const pushed = (await shop.simulator.log(since)).find(({ url }) => url?.includes('stkpush/'))
    const { CallBackURL = '' } = (pushed?.body ?? {}) as Record<string, string>
    const { MerchantRequestID, CheckoutRequestID } = (pushed?.answer ?? {}) as Record<
      string,
      string
    >
    const Item = [
      { Name: 'Amount', Value: 7500 },
      { Name: 'MpesaReceiptNumber', Value: `UK${phone}` },
    ]
    const stkCallback = {
      MerchantRequestID,
      CheckoutRequestID,
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: { Item },
    }
    const post = () =>
      fetch(CallBackURL, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Body: { stkCallback } }),
      })
    const answers = await Promise.all(Array.from({ length: times }, post))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all([shop.settle(), shop.settle(), shop.settle()])
    return organization_id
  }

  it('20 callbacks are one activation and one receipt', async () => {
    const organization_id = await callback('0712370005', 20)
    const rows = await shop.rows(
      `select o.state, r.reference, r.receipt_no, s."to"::text as "to" from payment_orders o
       join subscriptions s on s.order_id = o.id
       join payment_receipts r on r.order_id = o.id where o.organization_id = $1`,
      [organization_id],
    )
    expect(rows).toEqual([
      {
        state: 'paid',
        reference: 'UK0712370005',
        receipt_no: expect.stringMatching(/^RCP-\d{6}$/),
        to: '2026-04-10',
      },
    ])
    const [credit] = await shop.rows(
      'select count(*)::int as n from payment_credits where organization_id = $1',
      [organization_id],
    )
    expect(credit.n).toBe(0)
  })

  it('what M-PESA does not confirm is not given, however often it is said', async () => {
    const organization_id = await callback('0712380010', 20)
    expect(await planOf(organization_id)).toBe('Trial')
    shop.pass(31 * 60)
    await shop.settle()
    const [row] = await shop.rows('select state from payment_orders where organization_id = $1', [
      organization_id,
    ])
    expect(row.state).toBe('review')
    expect(await planOf(organization_id)).toBe('Trial')
  })
})

describe('a server that is gone in the middle', () => {
  const stateOf = async (id: string) =>
    (await shop.rows('select p.state from payment_pushes p where p.order_id = $1', [id]))[0]?.state

  it('before the first byte: nothing was sent, nothing is sent again, and it is looked into', async () => {
    const { organization_id, primary } = await customer()
    const { body } = await order(primary, { phone: '0712391001' })
    // Taken and committed, and then the server is no more.
    await shop.pollers[0]?.next()
    expect(await stateOf(body.id)).toBe('pushing')
    await shop.settle()
    shop.pass(721)
    await shop.settle()
    expect(await stateOf(body.id)).toBe('review')
    const { movements } = await shop.simulator.ledger()
    expect(movements.filter(({ party }) => party === '254712391001')).toEqual([])
    const reader = await shop.as('primary', organization_id)
    const again = await order(reader, { phone: '0712391001' })
    await shop.settle()
    expect(await checkOf(reader, again.body.id)).toMatchObject({ status: 'Completed' })
  })

  it('with the callback kept, and with what it says unconfirmed', async () => {
    const { primary } = await customer()
    const { body } = await order(primary, { phone: '0712391002' })
    const [sender, listener] = shop.pollers
    await (await sender?.next())?.()
    const kept = async () =>
      (
        await shop.rows(
          `select count(*)::int as n from provider_events e join payment_pushes p
             on p.id = e.subject_id where p.order_id = $1 and applied_at is null`,
          [body.id],
        )
      )[0].n
    await expect.poll(kept).toBe(1)
    expect(await stateOf(body.id)).toBe('prompted')
    expect(await checkOf(primary, body.id)).toMatchObject({ status: 'Pending' })
    await listener?.next()
    expect(await stateOf(body.id)).toBe('confirming')
    expect(await checkOf(primary, body.id)).toMatchObject({ status: 'Pending' })
    await shop.settle()
    expect(await checkOf(primary, body.id)).toMatchObject({ status: 'Completed' })
  })
})
