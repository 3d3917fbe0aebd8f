// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'
import { hashInTurn } from '../users/passwords.ts'

/** Whoever tries many passwords waits for themselves. The order is looked at, not the time. */

const world = await openWorld()
const home = await world.addOrganization()
const signIn = (email: string, address: string) =>
  world.caller(undefined, address).call(contract.auth.login, { body: { email, password } })

test('a password from another address is hashed next to the first of a crowd', async () => {
  const done: string[] = []
  const hashed = (address: string) =>
    hashInTurn({ address }, password).then(() => done.push(address))
  const crowd = Array.from({ length: 12 }, () => hashed('10.1.0.1'))
  await Promise.all([...crowd, hashed('10.1.0.2')])
  // In a line with the others it would be the last; a busy machine may end some of them before it.
  expect(done.indexOf('10.1.0.2')).toBeLessThan(7)
})

test('a flood of sign-ins from one address lets another in, and holds no connection', async () => {
  const { email } = await world.addPerson({ organization_id: home, role: 'user' })
  const done: string[] = []
  const flood = Array.from({ length: 24 }, (_, n) =>
    signIn(`nobody-${n}@example.test`, '10.2.0.1').then(({ status }) => done.push(`${status}`)),
  )
  await Promise.race(flood)
  expect((await signIn(email, '10.2.0.2')).status).toBe(200)
  // In a line with the others it comes after all of them; who is refused at once is not before it.
  expect(done.filter((status) => status === '401').length).toBeLessThan(flood.length)
  await Promise.all(flood)
  expect(done.filter((status) => !['401', '503'].includes(status))).toEqual([])
})
