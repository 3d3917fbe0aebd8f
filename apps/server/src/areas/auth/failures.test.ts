// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'

/** What the log tells of failed sign-ins: enough to notice them, too little to drown in. */

const { login, verifyOtp } = contract.auth

const world = await openWorld()
const home = await world.addOrganization()

const somebody = async () => (await world.addPerson({ organization_id: home, role: 'user' })).email
const anywhere = (n: number) => `10.${n >> 8}.${n & 255}.9`
const tryPassword = (email: string, address: string, secret = 'a guess 1') =>
  world.caller(undefined, address).call(login, { body: { email, password: secret } })
const tryCode = (email: string, address: string, otp = '000000') =>
  world.caller(undefined, address).call(verifyOtp, { body: { email, otp } })

/** What is said beside the address and the reason, for each entry about this person. */
const entries = async (email: string, reason: string) => {
  const rows = await world.rows(
    `select properties from activity_log l join users u on u.id = l.causer_id
     where u.email = $1 and event = 'failed login' and properties ->> 'reason' = $2 order by l.id`,
    [email, reason],
  )
  return rows.map(({ properties }) => properties.times ?? 1)
}

test('codes that nobody was sent leave nothing in the log, from however many places', async () => {
  const email = await somebody()
  for (let n = 0; n < 100; n += 1) expect((await tryCode(email, anywhere(n))).status).toBe(401)
  expect(await entries(email, 'wrong code')).toEqual([])
  // Also while the owner waits for one.
  await tryPassword(email, '10.90.0.1', password)
  for (let n = 0; n < 20; n += 1) await tryCode(email, anywhere(n))
  expect(await entries(email, 'wrong code')).toEqual([])
  const right = await world.codeFor(email)
  const wrong = right === '000000' ? '000001' : '000000'
  await tryCode(email, '10.90.0.1', wrong)
  expect(await entries(email, 'wrong code')).toEqual([1])
  expect((await tryCode(email, '10.90.0.1', right)).status).toBe(200)
})

test('whoever tries a code again and again is noted a few times', async () => {
  const email = await somebody()
  await tryPassword(email, '10.91.0.1', password)
  const wrong = (await world.codeFor(email)) === '000000' ? '000001' : '000000'
  for (let n = 0; n < 25; n += 1) await tryCode(email, '10.91.0.1', wrong)
  expect(await entries(email, 'wrong code')).toEqual([1, 1, 1, 1, 1, 10, 20])
})

test('wrong passwords are noted one by one at first, then at every doubling', async () => {
  const [email, other] = [await somebody(), await somebody()]
  for (let n = 0; n < 30; n += 1) await tryPassword(email, anywhere(300 + n))
  expect(await entries(email, 'wrong password')).toEqual([1, 1, 1, 1, 1, 10, 20])
  await tryPassword(other, anywhere(300))
  expect(await entries(other, 'wrong password')).toEqual([1])
  world.pass(3600)
  await tryPassword(email, anywhere(400))
  expect(await entries(email, 'wrong password')).toHaveLength(8)
})
