import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { sessionOf } from '../../test/session.ts'
import { openWorld } from '../../test/world.ts'

/** Whose share a request uses: an organisation's own, or its address's while it is new. */

const world = await openWorld()
const { seats } = world.parts
const began = '2026-03-09T12:00:00Z'

async function seen(organization: string, address = '10.0.0.1') {
  const person = await world.as('primary', organization)
  const caller = world.caller(person.token, address)
  const look = async () => {
    await caller.call(contract.departments.list)
    return seats.of(person.token, address)
  }
  return { look, token: person.token as string }
}

test('new organisations of one address count together, until they are a day old', async () => {
  const [one, two, elsewhere] = await Promise.all(
    ['10.0.0.7', '10.0.0.7', '10.0.0.8'].map(async (address) =>
      seen(await world.addOrganization(undefined, began), address),
    ),
  )
  expect(seats.of(one?.token, '10.0.0.7')).toBe('address 10.0.0.7')
  expect(await one?.look()).toBe('young 10.0.0.7')
  expect(await two?.look()).toBe('young 10.0.0.7')
  expect(await elsewhere?.look()).toBe('young 10.0.0.8')
})

test('a day later it has a share of its own', async () => {
  const organization = await world.addOrganization(undefined, began)
  const { look } = await seen(organization)
  expect(await look()).toBe('young 10.0.0.1')
  world.setTime('2026-03-10T12:00:01Z')
  expect(await look()).toBe(organization)
  world.setTime('2026-03-10T09:00:00Z')
})

test('so it has from its first payment on, but not from an order that cost nothing', async () => {
  const organization = await world.addOrganization(undefined, began)
  const { look } = await seen(organization)
  const receive = (amount: number, method: string) =>
    world.rows(
      `insert into payment_receipts (organization_id, amount, method, reference, applied)
       values ($1, $2, $3, $4, 'credit')`,
      [organization, amount, method, `PAID${amount}`],
    )
  await receive(0, 'Credit')
  expect(await look()).toBe('young 10.0.0.1')
  await receive(1200, 'M-PESA')
  expect(await look()).toBe(organization)
})

test('somebody without an organisation counts by the address, the operator never', async () => {
  const person = await world.addPerson()
  const token = await sessionOf(world.parts, person.id, null)
  await world.caller(token, '10.0.0.9').call(contract.auth.profile)
  expect(seats.of(token, '10.0.0.9')).toBe('young 10.0.0.9')
  const operator = await world.as('super-admin', await world.addOrganization())
  await operator.call(contract.auth.profile)
  expect(seats.of(operator.token, '10.0.0.9')).toBe(operator.id)
})
