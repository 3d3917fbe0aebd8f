// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { expect, it } from 'vitest'
import { checkOf, newCustomer, openCheckout, order, receiptsOf } from '../../test/checkout.ts'
import { outageOf } from '../../test/outage.ts'
import { slowProxy } from '../../test/slow-proxy.ts'

/** The database is away for the moment in which M-PESA answers and reports: nothing is lost. */

let gate: Awaited<ReturnType<typeof slowProxy>>
const shop = await openCheckout({
  through: async (address) => {
    gate = await slowProxy(address)
    return gate
  },
})
const outage = await outageOf(shop)

/** Orders; once M-PESA has taken the request, the database is away until told otherwise. */
async function orderedInto(phone: string) {
  const customer = await newCustomer(shop)
  const { body } = await order(customer.primary, { package_id: 'basic', phone })
  gate.afterAnswerOf('stkpush/v1/processrequest', outage.begin)
  const work = await shop.pollers[0]?.next()
  const sending = work?.()
  // The callback comes meanwhile.
  await pause(1_500)
  return { ...customer, id: body.id, sending }
}

const stateOf = async (id: string) =>
  (await shop.rows('select state, checkout_id from payment_pushes where order_id = $1', [id]))[0]

it('answer and callback both come while it is away: the payment is there', async () => {
  const { organization_id, id, sending } = await orderedInto('0711410001')
  await outage.end()
  await sending
  expect((await stateOf(id)).checkout_id).toMatch(/^ws_CO_/)
  await shop.settle(300)
  const reader = await shop.as('primary', organization_id)
  expect(await checkOf(reader, id)).toMatchObject({ status: 'Failed' })
  const paid = await orderedInto('0711419999')
  await outage.end()
  await paid.sending
  await shop.settle(300)
  const buyer = await shop.as('primary', paid.organization_id)
  expect(await checkOf(buyer, paid.id)).toMatchObject({ status: 'Completed' })
  const { movements } = await shop.simulator.ledger()
  const receipt = movements.find(({ party }) => party === '254711419999')?.receipt
  expect(await receiptsOf(shop, paid.id)).toMatchObject([{ reference: receipt }])
})

it('the answer alone, where the callback is lost: M-PESA is asked', async () => {
  const { organization_id, id, sending } = await orderedInto('0711420005')
  await outage.end()
  await sending
  shop.pass(50)
  await shop.settle()
  const reader = await shop.as('primary', organization_id)
  expect(await checkOf(reader, id)).toMatchObject({ status: 'Completed' })
})

it('a server that is gone with the answer leaves it to the callback, or to the operator', async () => {
  const customer = await newCustomer(shop)
  const { body } = await order(customer.primary, { package_id: 'basic', phone: '0711430009' })
  await (await shop.pollers[0]?.next())?.()
  shop.pass(721)
  await shop.settle()
  expect((await stateOf(body.id)).state).toBe('review')
  const operator = await shop.as('super-admin', '')
  const { body: listed } = await operator.call(contract.billing.payments, {
    query: { state: 'review' },
  })
  expect(listed.map(({ id }) => id)).toContain(body.id)
})
