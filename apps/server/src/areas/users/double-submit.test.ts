import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld, password } from '../../test/world.ts'

/** Idempotency keys, told with the calls of users and sign-in (A23). */

const { invite } = contract.users

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)

const newAddress = () => `twice-${randomUUID().slice(0, 8)}@example.test`
const person = (email: string) => ({
  first_name: 'Halima',
  last_name: 'Abdi',
  email,
  phone: '0790604506',
  role: 'user' as const,
})
const submit = (key: string, email: string, caller: Caller = primary) =>
  caller.call(invite, { body: person(email) }, { 'idempotency-key': key })
const storedFor = (key: string) => world.rows('select * from answers where key = $1', [key])

describe('the same key', () => {
  test('with the same body tells the same answer and acts once', async () => {
    const [key, email] = [randomUUID(), newAddress()]
    const first = await submit(key, email)
    const second = await submit(key, email)
    expect(first.status).toBe(201)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(await world.mails(email)).toHaveLength(1)
  })

  test('at once, five times over, acts once, and the others are told to wait', async () => {
    const [key, email] = [randomUUID(), newAddress()]
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(key, email)))
    expect(replies.map(({ status }) => status)).toEqual([201, 409, 409, 409, 409])
    expect(replies[1]).toMatchObject({
      body: { message: 'This request is still being worked on. Please wait a moment.' },
      headers: { 'retry-after': '1' },
    })
    const later = await submit(key, email)
    expect([later.status, later.body]).toEqual([201, replies[0]?.body])
    expect(await world.mails(email)).toHaveLength(1)
  })

  test('with another body, or for another call, is refused', async () => {
    const key = randomUUID()
    await submit(key, newAddress())
    const other = newAddress()
    expect(await submit(key, other)).toMatchObject({
      status: 422,
      body: { message: 'This Idempotency-Key was used for another request.' },
    })
    expect(await world.mails(other)).toEqual([])
    const read = await primary.call(contract.notifications.read, {}, { 'idempotency-key': key })
    expect(read.status).toBe(422)
  })

  test('of another person is that person’s own', async () => {
    const colleague = await world.as('primary', home)
    const [key, mine, theirs] = [randomUUID(), newAddress(), newAddress()]
    const first = await submit(key, mine)
    const second = await submit(key, theirs, colleague)
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
    expect(await storedFor(key)).toHaveLength(2)
  })

  test('of another person, with the same body, does not tell their answer', async () => {
    const abroad = await world.as('primary', await world.addOrganization())
    const [key, email] = [randomUUID(), newAddress()]
    const first = await submit(key, email)
    const second = await submit(key, email, abroad)
    expect(second.body.organization_id).not.toBe(first.body.organization_id)
  })

  test('in another organisation of the same person is another request', async () => {
    const other = await world.addOrganization()
    world.pass(1)
    await world.rows(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'primary')`,
      [other, primary.id],
    )
    world.pass(1)
    const me = await world.signIn(primary.email)
    const [key, email] = [randomUUID(), newAddress()]
    expect((await submit(key, email, me)).status).toBe(201)
    const { token } = (await me.call(contract.auth.switch, { params: { id: other } })).body
    expect((await submit(key, email, world.caller(token))).status).toBe(422)
  })

  test('after a refusal may be used for the corrected form', async () => {
    const [key, email] = [randomUUID(), newAddress()]
    expect((await submit(key, primary.email)).status).toBe(422)
    expect(await storedFor(key)).toEqual([])
    expect((await submit(key, email)).status).toBe(201)
  })

  test('does not answer somebody who has lost the right in the meantime', async () => {
    const clerk = await world.as('admin', home, ['create users'])
    const [key, email] = [randomUUID(), newAddress()]
    expect((await submit(key, email, clerk)).status).toBe(201)
    await world.rows(`update memberships set permissions = '{}' where user_id = $1`, [clerk.id])
    expect((await submit(key, email, clerk)).status).toBe(403)
  })

  test('that is no key is refused', async () => {
    for (const key of ['short', 'x'.repeat(101), "o'clock; drop"]) {
      expect((await submit(key, newAddress())).status).toBe(422)
    }
  })
})

describe('answers that hold secrets are never kept', () => {
  test('of sign-in, password and switching', async () => {
    const me = await world.as('user', home)
    const key = { 'idempotency-key': randomUUID() }
    const fresh = 'a fresh secret 7'
    const nobody = world.caller()
    world.pass(1)
    await nobody.call(contract.auth.login, { body: { email: me.email, password } }, key)
    const otp = await world.codeFor(me.email)
    const done = await nobody.call(contract.auth.verifyOtp, { body: { email: me.email, otp } }, key)
    const session = world.caller(done.body.access_token)
    await session.call(
      contract.auth.changePassword,
      {
        params: { id: me.id },
        body: { password: fresh, password_confirmation: fresh, current_password: password },
      },
      key,
    )
    const moved = await session.call(contract.auth.switch, { params: { id: home } }, key)
    expect(moved.status).toBe(200)
    await world.caller(moved.body.token).call(contract.auth.logout, {}, key)
    expect(await storedFor(key['idempotency-key'])).toEqual([])
  })

  test('and reading keeps none either', async () => {
    const key = randomUUID()
    await primary.call(contract.users.list, {}, { 'idempotency-key': key })
    await primary.call(contract.logs.list, { body: {} }, { 'idempotency-key': key })
    expect(await storedFor(key)).toEqual([])
  })
})
