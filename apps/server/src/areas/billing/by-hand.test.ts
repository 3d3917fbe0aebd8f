// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Checkout, checkOf, newCustomer, openCheckout, order } from '../../test/checkout.ts'

/** What the operator enters by hand and what M-PESA tells, in either order, is one payment. */

const { billing, subscriptions } = contract
let shop: Checkout
let operator: Awaited<ReturnType<Checkout['as']>>
beforeAll(async () => {
  shop = await openCheckout()
  operator = await shop.as('super-admin', '')
})

/** Somebody whose Basic is paid on the phone, and whose callback is lost. */
async function paidUnheard(phone: string) {
  const { organization_id, primary } = await newCustomer(shop)
  const { body } = await order(primary, { package_id: 'basic', phone })
  await shop.settle()
  const { movements } = await shop.simulator.ledger()
  const receipt = movements.find(({ party }) => party === `254${phone.slice(1)}`)?.receipt ?? ''
  expect(receipt).not.toBe('')
  return { organization_id, primary, id: body.id, receipt }
}

const enter = (
  organization_id: string,
  given: {
    reference: string
    order_id?: string | null
    nameless_id?: string | null
    amount?: number
    method?: 'M-PESA' | 'Bank'
  },
) =>
  operator.call(billing.addCredit, {
    body: {
      organization_id,
      amount: 2500,
      method: 'M-PESA',
      reason: 'Seen',
      nameless_id: null,
      ...given,
    },
  })

/** M-PESA is asked, and answers. */
async function asked() {
  shop.pass(50)
  await shop.settle()
}

const accountOf = async (organization_id: string) => {
  const reader = await shop.as('primary', organization_id)
  const { balance } = (await reader.call(billing.current)).body
  return { balance, plan: (await reader.call(subscriptions.current)).body.package.name }
}

const check = async (organization_id: string, id: string) =>
  checkOf(await shop.as('primary', organization_id), id)

const receiptsFor = (organization_id: string) =>
  shop.rows('select * from payment_receipts where organization_id = $1 order by number', [
    organization_id,
  ])

describe('entered before our own question', () => {
  it('for another organisation: a person decides before it is given twice', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0711470005')
    const wrong = await newCustomer(shop)
    expect((await enter(wrong.organization_id, { reference: receipt })).status).toBe(201)
    await asked()
    expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Trial' })
    const [push] = await shop.rows('select state, alarm from payment_pushes where order_id = $1', [
      id,
    ])
    expect(push).toEqual({
      state: 'review',
      alarm: expect.stringContaining(`Ksh 2,500 (${receipt}) was entered by hand for Company`),
    })
  })

  it('for its order: the plan is given, once', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0711330005')
    const made = await enter(organization_id, { reference: receipt, order_id: id })
    expect(made.status).toBe(201)
    await asked()
    expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Basic' })
  })

  it('for none: what M-PESA says then is looked at, and nothing is given twice', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0711340005')
    const made = await enter(organization_id, { reference: receipt, order_id: null })
    expect(made.status).toBe(201)
    await asked()
    expect(await accountOf(organization_id)).toEqual({ balance: 2500, plan: 'Trial' })
    const { body: story } = await operator.call(billing.story, { params: { id } })
    expect(story.state).toBe('review')
    expect(story.pushes[0]?.alarm).toContain(`(${receipt}) was entered by hand`)
    // Another payment cannot have its number; the same one gets no more for it.
    const decide = (outcome: 'paid' | 'entered', reference: string) =>
      operator.call(billing.decide, {
        params: { id },
        body: { outcome, reference, reason: 'On the statement.' },
      })
    expect((await decide('paid', receipt.toLowerCase())).body.errors).toHaveProperty('reference')
    expect((await decide('entered', 'UKNEVER1')).body.errors).toHaveProperty('reference')
    expect((await decide('entered', receipt)).status).toBe(200)
    expect(await accountOf(organization_id)).toEqual({ balance: 2500, plan: 'Trial' })
    expect(await check(organization_id, id)).toEqual({
      status: 'Completed',
      state: 'credited',
      description:
        `We have received Ksh 2,500 (${receipt}). It is credit on your account: ` +
        'choose a plan to use it.',
      again_at: null,
      by_hand: null,
    })
    expect(await receiptsFor(organization_id)).toMatchObject([
      { amount: '2500.00', method: 'M-PESA', reference: receipt, applied: 'credit' },
    ])
  })

  it('has to say for which order, where one waits', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0711350005')
    const silent = await enter(organization_id, { reference: receipt })
    expect(silent.body.errors).toEqual({
      order_id: ['Please choose the order it is for, or none of them.'],
    })
    const query = { organization_id }
    expect((await operator.call(billing.candidates, { query })).body).toMatchObject({
      orders: [{ id, package: 'Basic', amount: 2500, state: 'open', phone: '0711350005' }],
      nameless: [],
    })
    const elsewhere = await newCustomer(shop)
    const foreign = await enter(elsewhere.organization_id, { reference: receipt, order_id: id })
    expect(foreign.body.errors).toHaveProperty('order_id')
    const less = await enter(organization_id, { reference: receipt, order_id: id, amount: 2000 })
    expect([less.status, less.body.message]).toEqual([
      201,
      'It does not pay for the order as agreed, so it is kept as credit',
    ])
    await asked()
    expect(await accountOf(organization_id)).toEqual({ balance: 2000, plan: 'Trial' })
  })

  it('and told by a callback that is late, it is the same payment: nothing is to decide', async () => {
    const { organization_id, primary } = await newCustomer(shop)
    const { body } = await order(primary, { package_id: 'basic', phone: '0712390014' })
    await shop.pollers[0]?.next().then((work) => work?.())
    const { movements } = await shop.simulator.ledger()
    const receipt = movements.find(({ party }) => party === '254712390014')?.receipt ?? ''
    const made = await enter(organization_id, { reference: receipt.toLowerCase(), order_id: null })
    expect(made.status).toBe(201)
    await shop.settle(800)
    expect(await accountOf(organization_id)).toEqual({ balance: 2500, plan: 'Trial' })
    expect(await check(organization_id, body.id)).toMatchObject({ state: 'credited' })
    expect(await receiptsFor(organization_id)).toHaveLength(1)
  })
})

describe('entered after our own question', () => {
  it('is the number that was missing, and never more money', async () => {
    const { organization_id, receipt } = await paidUnheard('0711360005')
    await asked()
    expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Basic' })
    const [money] = await receiptsFor(organization_id)
    const missing = async () => {
      const query = { open: 'reference' } as const
      const { body } = await operator.call(billing.received, { query })
      return body.filter(({ reference }) => reference === null).length
    }
    shop.pass(16 * 60)
    expect(await missing()).toBeGreaterThan(0)
    const before = await missing()
    const given = { reference: receipt, nameless_id: money.id }
    const passedOver = await enter(organization_id, { reference: receipt })
    expect(passedOver.body.errors?.nameless_id?.[0]).toContain('Please choose that payment')
    const wrong = await enter(organization_id, { ...given, amount: 2400 })
    expect(wrong.body.errors).toEqual({ amount: ['M-PESA has already reported Ksh 2,500.'] })
    const named = await enter(organization_id, given)
    expect([named.status, named.body.message]).toEqual([
      201,
      expect.stringContaining('its number was saved'),
    ])
    expect(await missing()).toBe(before - 1)
    expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Basic' })
    const again = await enter(organization_id, { reference: receipt, order_id: null })
    expect(again.body.errors).toHaveProperty('reference')
    const reader = await shop.as('primary', organization_id)
    const { body: records } = await reader.call(billing.list)
    expect(records[0]?.payment?.details.reference).toBe(receipt)
  })

  it('on the list of what was received, once and for one payment', async () => {
    const [one, two] = [await paidUnheard('0711370005'), await paidUnheard('0711380005')]
    await asked()
    const [money] = await receiptsFor(one.organization_id)
    const [other] = await receiptsFor(two.organization_id)
    const name = (id: string, reference: string) =>
      operator.call(billing.nameReceipt, { params: { id }, body: { reference } })
    expect((await name(money.id, one.receipt)).status).toBe(200)
    expect((await name(money.id, 'UKOTHER1')).status).toBe(422)
    expect((await name(other.id, one.receipt.toLowerCase())).body.errors).toEqual({
      reference: [`${one.receipt.toLowerCase()} belongs to another payment.`],
    })
  })
})

it('a prompt that was paid under another receipt as well is looked at, and becomes credit', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  const { body } = await order(primary, { package_id: 'basic', phone: '0712400014' })
  await shop.pollers[0]?.next().then((work) => work?.())
  // Paid to the till as well, and that is what the operator found first.
  await enter(organization_id, { reference: 'UKTILL001', order_id: body.id })
  expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Basic' })
  await shop.settle(800)
  const params = { id: body.id }
  const listed = await operator.call(billing.payments, { query: { state: 'review' } })
  expect(listed.body.map(({ id }) => id)).toContain(body.id)
  const { body: story } = await operator.call(billing.story, { params })
  const second = story.pushes.find(({ state }) => state === 'review')
  expect(second).toMatchObject({ paid_amount: 2500 })
  const decided = await operator.call(billing.decide, {
    params,
    body: {
      outcome: 'credit',
      amount: 2500,
      reference: second?.receipt ?? '',
      reason: 'Twice',
      nameless_id: null,
    },
  })
  expect(decided.status).toBe(200)
  expect(await accountOf(organization_id)).toEqual({ balance: 2500, plan: 'Basic' })
})

it('entered while a callback waits for its confirmation, it is the prompt that was named', async () => {
  await shop.simulator.rules({ delays: { result: 60_000 } })
  const { organization_id, primary } = await newCustomer(shop)
  const { body } = await order(primary, { package_id: 'basic', phone: '0712420008' })
  await shop.settle(100)
  shop.pass(61)
  const again = { payment_details_id: body.id, phone: '0712430010' }
  await primary.call(billing.again, { body: again })
  await shop.simulator.advance(61_000)
  await shop.simulator.rules({ delays: { result: 20 } })
  // The first prompt is told as paid, and M-PESA is not asked yet; the second rings.
  const [sender, listener] = shop.pollers
  await (await sender?.next())?.()
  await expect.poll(async () => Boolean(await listener?.next())).toBe(true)
  const { movements } = await shop.simulator.ledger()
  const receipt = movements.find(({ party }) => party === '254712420008')?.receipt ?? ''
  const made = await enter(organization_id, { reference: receipt, order_id: body.id })
  expect([made.status, made.body.message]).toEqual([201, 'Basic is paid for'])
  const { body: story } = await operator.call(billing.story, { params: { id: body.id } })
  expect(story.pushes.map(({ state }) => state)).toEqual(['paid', 'prompted'])
  await asked()
  expect(await accountOf(organization_id)).toEqual({ balance: 0, plan: 'Basic' })
})

describe('entered as money by bank', () => {
  /** M-PESA's own number, or one that only the bank knows. */
  const cases = (['order', 'account'] as const).flatMap((used) =>
    (['its number', 'another'] as const).map((number) => ({ used, number })),
  )
  let made = 0
  const enterAsBank = async (
    paid: { organization_id: string; id: string; receipt: string },
    { used, number }: (typeof cases)[number],
  ) => {
    made += 1
    const reference = number === 'another' ? `FT26070${made}` : paid.receipt
    const order_id = used === 'order' ? paid.id : null
    const reply = await enter(paid.organization_id, { reference, order_id, method: 'Bank' })
    expect(reply.status).toBe(201)
  }
  const given = ({ used }: (typeof cases)[number]) =>
    used === 'order' ? { balance: 0, plan: 'Basic' } : { balance: 2500, plan: 'Trial' }

  it.each(cases)('for the $used under $number, our question gives nothing more', async (how) => {
    const paid = await paidUnheard(`07114${made}0005`)
    await enterAsBank(paid, how)
    await asked()
    expect(await accountOf(paid.organization_id)).toEqual(given(how))
    expect(await receiptsFor(paid.organization_id)).toHaveLength(1)
    const { body: story } = await operator.call(billing.story, { params: { id: paid.id } })
    expect(story.pushes[0]).toMatchObject({ state: 'review' })
    expect(story.pushes[0]?.alarm).toContain('was entered by hand')
  })

  it.each(cases.filter(({ number }) => number === 'its number'))(
    'for the $used under $number, a callback gives nothing more',
    async (how) => {
      const phone = `07114${made}0014`
      const { organization_id, primary } = await newCustomer(shop)
      const { body } = await order(primary, { package_id: 'basic', phone })
      await shop.pollers[0]?.next().then((work) => work?.())
      const { movements } = await shop.simulator.ledger()
      const party = `254${phone.slice(1)}`
      const receipt = movements.find((one) => one.party === party)?.receipt ?? ''
      await enterAsBank({ organization_id, id: body.id, receipt }, how)
      await shop.settle(800)
      expect(await accountOf(organization_id)).toEqual(given(how))
      expect(await receiptsFor(organization_id)).toHaveLength(1)
      const { body: story } = await operator.call(billing.story, { params: { id: body.id } })
      expect(story.pushes[0]?.state).toBe(how.used === 'order' ? 'review' : 'paid')
    },
  )
})

it('money by bank pays the order, and what the phone pays as well is credit', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  const { body } = await order(primary, { package_id: 'basic', phone: '0712410014' })
  await shop.pollers[0]?.next().then((work) => work?.())
  const given = { order_id: body.id, method: 'Bank', reference: 'FT2606901' } as const
  const made = await enter(organization_id, given)
  expect(made.body.message).toBe('Basic is paid for')
  await shop.settle(800)
  expect(await accountOf(organization_id)).toEqual({ balance: 2500, plan: 'Basic' })
  const receipts = await receiptsFor(organization_id)
  expect(receipts.map(({ method, applied }) => [method, applied])).toEqual([
    ['Bank', 'order'],
    ['M-PESA', 'credit'],
  ])
})

it('the database itself refuses a second use, however it is typed', async () => {
  const { organization_id } = await newCustomer(shop)
  await enter(organization_id, { reference: 'UKDB00001', order_id: null })
  const insert = (reference: string) =>
    shop.rows(
      `insert into payment_receipts (organization_id, amount, method, reference, applied)
       values ($1, 2500, 'M-PESA', $2, 'credit')`,
      [organization_id, reference],
    )
  await expect(insert(' ukdb 00001')).rejects.toThrow(/payment_receipts_once/)
  const [money] = await receiptsFor(organization_id)
  const credit = (amount: number) =>
    shop.rows(
      `insert into payment_credits (organization_id, amount, what, receipt_id)
       values ($1, $2, 'Again', $3)`,
      [organization_id, amount, money.id],
    )
  await expect(credit(2500)).rejects.toThrow(/payment_credits_money/)
  await expect(credit(9000)).rejects.toThrow(/no such money/)
  await expect(
    shop.rows('update payment_receipts set amount = 1 where id = $1', [money.id]),
  ).rejects.toThrow(/never changes/)
  const asRequest = shop.parts.db.inOrg(
    { organization_id },
    (tx) => tx.run`insert into payment_receipts (amount, method, reference, applied)
      values (2500, 'M-PESA', 'UKMADEUP1', 'credit')`,
  )
  await expect(asRequest).rejects.toThrow(/permission denied/)
})

it('a slip of the hand is refused: nobody pays a thousand million', async () => {
  const organization_id = await shop.addOrganization()
  const reply = await enter(organization_id, { reference: 'UKHUGE0001', amount: 1_000_000_000 })
  expect(reply.status).toBe(422)
  expect(reply.body.errors).toEqual({ amount: ['Amount can be at most 1,000,000 at a time.'] })
  expect(await receiptsFor(organization_id)).toEqual([])
})
