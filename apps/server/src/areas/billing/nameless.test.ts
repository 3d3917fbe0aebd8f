// @tests story
import { contract } from '@mshahara/contract'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Checkout, newCustomer, openCheckout, order } from '../../test/checkout.ts'

/**
 * M-PESA's answer to our own question has no number. The number on the statement may be of a
 * payment that was given already, to whichever organisation: it is not given twice without a word.
 */

const { billing, desk, subscriptions } = contract
let shop: Checkout
let operator: Awaited<ReturnType<Checkout['as']>>
beforeAll(async () => {
  shop = await openCheckout()
  await shop.simulator.rules({ delays: { result: 20, late: 60_000 } })
  operator = await shop.as('super-admin', '')
})
/** What one test leaves behind is no business of the next. */
afterEach(async () => {
  shop.pass(60)
  await shop.rows(
    `update payment_receipts set reference = 'UKDONE' || number where reference is null`,
  )
})

/** A Basic that is paid on the phone. Of numbers that end in 0016 M-PESA tells when `told`. */
async function paidUnheard(phone: string) {
  const customer = await newCustomer(shop)
  const { body } = await order(customer.primary, { package_id: 'basic', phone })
  await shop.settle()
  const { movements } = await shop.simulator.ledger()
  const receipt = movements.find(({ party }) => party === `254${phone.slice(1)}`)?.receipt ?? ''
  expect(receipt).not.toBe('')
  return { ...customer, id: body.id, receipt }
}

/** M-PESA is asked, and answers. */
async function asked() {
  shop.pass(50)
  await shop.settle()
}

async function told() {
  await shop.simulator.advance(61_000)
  await shop.settle(300)
}

/** A Basic that our own question found. */
async function foundByAsking(phone: string) {
  const paid = await paidUnheard(phone)
  await asked()
  const [money] = await receiptsFor(paid.organization_id)
  expect(money).toMatchObject({ reference: null, by_name: null })
  expect(await planOf(paid.organization_id)).toBe('Basic')
  return { ...paid, money }
}

const receiptsFor = (organization_id: string) =>
  shop.rows('select * from payment_receipts where organization_id = $1 order by number', [
    organization_id,
  ])

const nameOf = async (organization_id: string) =>
  (await shop.rows('select name from organizations where id = $1', [organization_id]))[0].name

interface Entry {
  reference: string
  order_id?: string | null
  nameless_id?: string | null
  method?: 'M-PESA' | 'Bank'
}
const enter = (organization_id: string, given: Entry) =>
  operator.call(billing.addCredit, {
    body: { organization_id, amount: 2500, method: 'M-PESA', reason: 'Seen', ...given },
  })

const balanceOf = async (organization_id: string) => {
  const reader = await shop.as('primary', organization_id)
  return (await reader.call(billing.current)).body.balance
}
const planOf = async (organization_id: string) => {
  const reader = await shop.as('primary', organization_id)
  return (await reader.call(subscriptions.current)).body.package.name
}

/** What the operator's list says of these organisations, in that order. */
const twice = async (...organizations: string[]) => {
  const query = { open: 'twice', limit: 100 } as const
  const { body } = await operator.call(billing.received, { query })
  return Promise.all(
    organizations.map(async (id) => {
      const name = await nameOf(id)
      return body.find(({ organization }) => organization === name)?.doubt ?? null
    }),
  )
}
const onDesk = async () => {
  const { body } = await operator.call(desk.numbers)
  return body.find(({ key }) => key === 'money given twice')?.count
}

describe('the number of a payment that our own question found', () => {
  it.each(['M-PESA', 'Bank'] as const)(
    'is not entered for another as %s without a word',
    async (method) => {
      const phone = method === 'Bank' ? '0713010005' : '0713020005'
      const paid = await foundByAsking(phone)
      const { organization_id: wrong } = await newCustomer(shop)
      const silent = await enter(wrong, { reference: paid.receipt, method })
      expect(silent.body.errors).toEqual({
        nameless_id: ['Please say whether it is one of these payments.'],
      })
      const query = { organization_id: wrong, amount: 2500 }
      const { body } = await operator.call(billing.candidates, { query })
      const name = await nameOf(paid.organization_id)
      expect(body.nameless).toContainEqual(
        expect.objectContaining({ id: paid.money.id, organization: name, phone, amount: 2500 }),
      )
      const named = await enter(wrong, {
        reference: paid.receipt,
        nameless_id: paid.money.id,
        method,
      })
      expect([named.status, named.body.message]).toEqual([
        201,
        `This is the payment of ${name}: its number was saved`,
      ])
      expect(await receiptsFor(paid.organization_id)).toMatchObject([{ reference: paid.receipt }])
      expect([await balanceOf(wrong), await receiptsFor(wrong)]).toEqual([0, []])
    },
  )

  it('nor for a prompt of another that somebody decides about', async () => {
    const paid = await foundByAsking('0713030005')
    const { organization_id: wrong, primary } = await newCustomer(shop)
    const { body } = await order(primary, { package_id: 'basic', phone: '0713040001' })
    await shop.settle()
    const decide = (nameless_id?: string | null) =>
      operator.call(billing.decide, {
        params: { id: body.id },
        body: { outcome: 'paid', reference: paid.receipt, reason: 'Seen', nameless_id },
      })
    expect((await decide()).body.errors).toHaveProperty('nameless_id')
    expect((await decide(paid.money.id)).status).toBe(200)
    expect(await receiptsFor(paid.organization_id)).toMatchObject([{ reference: paid.receipt }])
    expect([await planOf(wrong), await receiptsFor(wrong)]).toEqual(['Trial', []])
  })

  it('whatever else is entered at the same moment', async () => {
    const phones = ['0713050005', '0713060005', '0713070005', '0713080005']
    const paid = await Promise.all(phones.map(paidUnheard))
    const wrong = await Promise.all(phones.map(() => newCustomer(shop)))
    const enterAll = wrong.map(({ organization_id }, at) =>
      enter(organization_id, { reference: paid[at]?.receipt ?? '' }),
    )
    await Promise.all([asked(), ...enterAll])
    for (const [at, { organization_id, id }] of paid.entries()) {
      const given = (await receiptsFor(organization_id)).length
      const also = (await receiptsFor(wrong[at]?.organization_id ?? '')).length
      const [push] = await shop.rows('select state from payment_pushes where order_id = $1', [id])
      // Given to one of them, and then the other is a person's to decide, or was refused.
      expect({ given: given + also, state: push.state }).toEqual({
        given: 1,
        state: given === 1 ? 'paid' : 'review',
      })
    }
  })
})

describe('entered for another all the same', () => {
  const enterWrongly = async (reference: string) => {
    const { organization_id } = await newCustomer(shop)
    const made = await enter(organization_id, { reference, nameless_id: null })
    expect([made.status, await balanceOf(organization_id)]).toEqual([201, 2500])
    return organization_id
  }

  it('is on the operator’s list with both names when M-PESA tells the number', async () => {
    const { organization_id, receipt } = await foundByAsking('0713090016')
    const wrong = await enterWrongly(receipt)
    const before = (await onDesk()) ?? 0
    expect(await twice(organization_id, wrong)).toEqual([null, null])
    await told()
    expect(await twice(organization_id, wrong)).toEqual([
      expect.stringMatching(`number seems to be ${receipt}, .* for ${await nameOf(wrong)}`),
      expect.stringContaining(`to be the payment of ${await nameOf(organization_id)}`),
    ])
    expect(await onDesk()).toBe(before + 1)
    // Taken back there, it is named here by itself.
    const [credit] = await receiptsFor(wrong)
    const body = { reason: 'It is of another' }
    const back = await operator.call(billing.takeBackCredit, { params: { id: credit.id }, body })
    expect(back.status).toBe(200)
    expect(await receiptsFor(organization_id)).toMatchObject([{ reference: receipt }])
    expect(await twice(organization_id, wrong)).toEqual([null, null])
    expect(await onDesk()).toBe(before)
  })

  it('or when somebody enters the number where it belongs', async () => {
    const { organization_id, money, receipt } = await foundByAsking('0713100005')
    const wrong = await enterWrongly(receipt)
    const name = (reference: string) =>
      operator.call(billing.nameReceipt, { params: { id: money.id }, body: { reference } })
    const named = await name(receipt.toLowerCase())
    expect([named.status, named.body]).toEqual([
      200,
      { message: expect.stringContaining(await nameOf(wrong)), twice: true },
    ])
    expect((await twice(organization_id, wrong)).map(Boolean)).toEqual([true, true])
    // A slip: its own number ends it.
    expect((await name('UKOTHER77')).body).toMatchObject({ twice: false })
    expect(await twice(organization_id, wrong)).toEqual([null, null])
  })

  it('for a prompt of theirs: what M-PESA then says of the true one is looked at', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0713110016')
    const wrong = await newCustomer(shop)
    const rings = await order(wrong.primary, { package_id: 'basic', phone: '0713120010' })
    await shop.settle(100)
    const made = await enter(wrong.organization_id, {
      reference: receipt,
      order_id: rings.body.id,
      nameless_id: null,
    })
    expect([made.status, await planOf(wrong.organization_id)]).toEqual([201, 'Basic'])
    await asked()
    const push = async () =>
      (await shop.rows('select state, alarm from payment_pushes where order_id = $1', [id]))[0]
    const inReview = {
      state: 'review',
      alarm: expect.stringContaining(`for ${await nameOf(wrong.organization_id)}`),
    }
    expect(await push()).toEqual(inReview)
    await told()
    expect(await push()).toEqual(inReview)
    expect([await planOf(organization_id), await receiptsFor(organization_id)]).toEqual([
      'Trial',
      [],
    ])
  })

  it('for a prompt of theirs: a callback that names the true one is looked at', async () => {
    const { organization_id, id, receipt } = await paidUnheard('0713130016')
    const wrong = await newCustomer(shop)
    const rings = await order(wrong.primary, { package_id: 'basic', phone: '0713140010' })
    await shop.settle(100)
    const given = { reference: receipt, order_id: rings.body.id, nameless_id: null }
    expect((await enter(wrong.organization_id, given)).status).toBe(201)
    await told()
    const { body: story } = await operator.call(billing.story, { params: { id } })
    expect(story).toMatchObject({ state: 'review', pushes: [{ state: 'review', receipt: null }] })
    expect(story.pushes[0]?.alarm).toContain(`for ${await nameOf(wrong.organization_id)}`)
    expect(await receiptsFor(organization_id)).toEqual([])
  })
})
