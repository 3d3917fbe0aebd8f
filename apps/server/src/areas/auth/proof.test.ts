import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addApp, addPasskey, makeDevice, totp } from '../../test/second-factor.ts'
import { type Caller, openWorld, password } from '../../test/world.ts'
import { relyingParty } from '../second-factor/passkeys.ts'

/** An open session alone changes neither password nor email, and other sessions end. */

const { changePassword, updateProfile, confirmEmail, profile, login } = contract.auth
const next = 'ndefu-na-mpya-77'
const names = { first_name: 'Amani', last_name: 'Njoroge', phone: '0712345678' }

let me: Caller & { id: string; email: string }

const world = await openWorld()
const home = await world.addOrganization()

const newAddress = () => `moved-${randomUUID().slice(0, 8)}@example.test`
const change = (current_password?: string) =>
  me.call(changePassword, {
    params: { id: me.id },
    body: {
      password: next,
      password_confirmation: next,
      ...(current_password && { current_password }),
    },
  })
const move = (email: string, current_password?: string, factor: object = {}) =>
  me.call(updateProfile, {
    body: { ...names, email, ...(current_password && { current_password }), ...factor },
  })
const works = async (secret: string) =>
  (await world.caller().call(login, { body: { email: me.email, password: secret } })).status === 200

const refusals: [string, string | undefined, string][] = [
  ['without the current password', undefined, 'Please enter your current password.'],
  ['with a wrong one', 'not the one 1', 'This is not your current password.'],
]

describe('a new password', () => {
  test.each(refusals)('%s is refused', async (_, given, sentence) => {
    me = await world.as('user', home)
    expect(await change(given)).toMatchObject({
      status: 422,
      body: { errors: { current_password: [sentence] } },
    })
    world.pass(60)
    expect(await works(password)).toBe(true)
  })

  test('cannot be had by trying from the open session', async () => {
    me = await world.as('user', home)
    const told: number[] = []
    for (let n = 0; n < 12; n += 1) told.push((await change(`guess number ${n}`)).status)
    expect(told).toEqual([...Array(10).fill(422), 429, 429])
    expect((await change(password)).status).toBe(429)
    world.pass(15 * 60)
    expect((await change(password)).status).toBe(200)
  })
})

describe('a new email', () => {
  test.each(refusals)('%s is refused, and nobody is written to', async (_, given, sentence) => {
    me = await world.as('user', home)
    const email = newAddress()
    expect(await move(email, given)).toMatchObject({
      status: 422,
      body: { errors: { current_password: [sentence] } },
    })
    expect(await world.mails(email)).toEqual([])
    expect((await me.call(profile)).body.pending_email).toBeNull()
  })

  test('ends every other session of the person, and spares this one', async () => {
    me = await world.as('user', home)
    world.pass(60)
    const other = await world.signIn(me.email)
    const email = newAddress()
    expect((await move(email, password)).status).toBe(200)
    expect((await other.call(profile)).status).toBe(200)
    const otp = await world.codeFor(email)
    expect((await me.call(confirmEmail, { body: { otp } })).status).toBe(200)
    expect((await other.call(profile)).status).toBe(401)
    expect((await me.call(profile)).body.email).toBe(email)
  })
})

describe('a new email of somebody with a second factor', () => {
  const pending = async () => (await me.call(profile)).body.pending_email
  const now = () => world.parts.clock.now()

  test('asks for password and factor, and the factor serves once', async () => {
    me = await world.as('user', home)
    const { secret, recovery } = await addApp(me, now)
    world.pass(30)
    const code = totp(secret, now())
    const email = newAddress()
    expect((await move(email, password)).body.errors).toEqual({ code: ['Please enter a code.'] })
    expect((await move(email, password, { code: '000000' })).body.errors).toEqual({
      code: ['This code is not valid, or was used before.'],
    })
    expect((await move(email, undefined, { code })).body.errors?.current_password).toBeDefined()
    expect([await pending(), await world.mails(email)]).toEqual([null, []])
    expect((await move(email, password, { code })).status).toBe(200)
    expect(await pending()).toBe(email)
    expect((await move(newAddress(), password, { code })).status).toBe(422)
    expect((await move(newAddress(), password, { code: recovery[0] })).status).toBe(200)
    expect((await move(newAddress(), password, { code: recovery[0] })).status).toBe(422)
  })

  test('takes a passkey as well, which signs what it was asked to', async () => {
    me = await world.as('user', home)
    const device = makeDevice(relyingParty(world.parts.config).origin)
    await addPasskey(me, device)
    const foreign = device.get({ challenge: 'c29tZXRoaW5nIGVsc2U' })
    expect((await move(newAddress(), password, { passkey: foreign })).status).toBe(422)
    const asked = (await me.call(contract.secondFactor.challenge)).body.passkey ?? {}
    const passkey = device.get(asked)
    expect((await move(newAddress(), password, { passkey })).status).toBe(200)
    expect((await move(newAddress(), password, { passkey })).status).toBe(422)
  })
})

test('names and phone need no password', async () => {
  me = await world.as('user', home)
  expect((await move(me.email)).status).toBe(200)
})

test('somebody who came by the accounts service chooses a password by mail first', async () => {
  me = await world.as('user', home)
  await world.rows('update users set password_hash = null where id = $1', [me.id])
  expect(await change('anything at all')).toMatchObject({
    status: 422,
    body: { errors: { current_password: [expect.stringContaining('"Forgot Password?"')] } },
  })
})
