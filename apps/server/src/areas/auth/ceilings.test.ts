// @tests long
import { randomUUID } from 'node:crypto'
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, password, type Reply } from '../../test/world.ts'

/** Limits of an account that a changing address does not pass, and that spare its owner (A29). */

const { login, verifyOtp, resetPassword, signup, requestOtp, profile } = contract.auth

const world = await openWorld()
const home = await world.addOrganization()

const somebody = async () => (await world.addPerson({ organization_id: home, role: 'user' })).email
const anywhere = (n: number) => `10.${n >> 8}.${n & 255}.7`
const guess = (email: string, address: string, secret = 'a guess 1', cookie = '') =>
  world.caller(undefined, address).call(login, { body: { email, password: secret } }, { cookie })
const cookieOf = (reply: Reply<unknown>, name: string) =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] as string)
    .find((pair) => pair.startsWith(`${name}=`) && !pair.endsWith('=')) ?? ''

/** Signs in once from a browser and answers with the cookie by which it is known from then on. */
async function knownDevice(email: string, address = '10.200.0.1') {
  const begun = await guess(email, address, password)
  const otp = await world.codeFor(email)
  const cookie = cookieOf(begun, 'mshahara_signin')
  const done = await world
    .caller(undefined, address)
    .call(verifyOtp, { body: { email, otp } }, { cookie })
  expect(done.status).toBe(200)
  world.pass(60)
  return { device: cookieOf(done, 'mshahara_device'), done }
}

/** Wrong passwords from ever new addresses until they are told to wait. */
async function besiege(email: string) {
  for (let n = 1; n <= 60; n += 1) {
    if ((await guess(email, anywhere(n))).status === 429) return n
  }
  return Number.POSITIVE_INFINITY
}

describe('guesses from ever new addresses', { timeout: 60_000 }, () => {
  test('end at a ceiling, alike for an address nobody has', async () => {
    const email = await somebody()
    const known = await besiege(email)
    expect(known).toBeLessThan(50)
    expect(await besiege(`nobody-${randomUUID()}@example.test`)).toBe(known)
    expect((await guess(email, '10.250.0.1', password)).status).toBe(429)
    world.pass(3600)
    expect((await guess(email, '10.250.0.1', password)).status).toBe(200)
  })

  test('do not lock out the owner at a device that signed in before', async () => {
    const email = await somebody()
    const { device } = await knownDevice(email)
    await besiege(email)
    expect((await guess(email, '10.201.0.1', password)).status).toBe(429)
    expect((await guess(email, '10.201.0.1', password, device)).status).toBe(200)
  })

  test('are not spared by the device of somebody else, or by a made-up one', async () => {
    const email = await somebody()
    const { device } = await knownDevice(await somebody())
    await besiege(email)
    const madeUp = `mshahara_device=${'A'.repeat(43)}`
    for (const cookie of [device, madeUp]) {
      expect((await guess(email, '10.202.0.1', password, cookie)).status).toBe(429)
    }
  })
})

test('a known device has an allowance of its own, and no more than that', async () => {
  const email = await somebody()
  const { device } = await knownDevice(email)
  const told: number[] = []
  for (let n = 0; n < 12; n += 1) {
    told.push((await guess(email, anywhere(300 + n), 'a guess 2', device)).status)
  }
  expect(told).toEqual([...Array(10).fill(401), 429, 429])
})

test('neighbours in one IPv6 block are one place', async () => {
  const email = await somebody()
  const told: number[] = []
  for (let n = 0; n < 11; n += 1) {
    told.push((await guess(email, `2c0f:fe38:2405:1a00::${n.toString(16)}`)).status)
  }
  expect(told).toEqual([...Array(10).fill(401), 429])
  expect((await guess(email, '2c0f:fe38:2405:1a01::1')).status).toBe(401)
})

describe('the cookie of a device', () => {
  test('is HttpOnly, SameSite and long-lived; only its hash is stored; it opens nothing', async () => {
    const email = await somebody()
    const { device, done } = await knownDevice(email)
    const line = [done.headers['set-cookie'] ?? []].flat().map(String)
    expect(line.find((one) => one.startsWith('mshahara_device='))).toMatch(
      /^mshahara_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const token = device.split('=')[1] as string
    const stored = await world.rows('select d::text as words from devices d')
    expect(stored.map(({ words }) => words).join()).not.toContain(token)
    const call = await world.caller().call(profile, {}, { cookie: device })
    expect(call.status).toBe(401)
  })

  test('is kept by the browser for the next person there, who is known by it too', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const { device } = await knownDevice(one)
    const begun = await guess(two, '10.203.0.1', password, device)
    const cookie = `${device}; ${cookieOf(begun, 'mshahara_signin')}`
    const body = { email: two, otp: await world.codeFor(two) }
    const done = await world.caller(undefined, '10.203.0.1').call(verifyOtp, { body }, { cookie })
    expect(cookieOf(done, 'mshahara_device')).toBe(device)
  })

  test('is worth nothing after a new password, but for the browser that chose it', async () => {
    const me = await world.addPerson({ organization_id: home, role: 'user' })
    const { device } = await knownDevice(me.email)
    const { device: other, done } = await knownDevice(me.email, '10.204.0.1')
    const next = 'ndefu-na-mpya-77'
    await world.caller(done.body.access_token).call(
      contract.auth.changePassword,
      {
        params: { id: me.id },
        body: { password: next, password_confirmation: next, current_password: password },
      },
      { cookie: other },
    )
    await besiege(me.email)
    expect((await guess(me.email, '10.204.0.2', next, device)).status).toBe(429)
    expect((await guess(me.email, '10.204.0.2', next, other)).status).toBe(200)
  })
})

describe('codes asked for from ever new addresses', () => {
  test.each(['known', 'unknown'])('a reset of an %s account ends at a ceiling', async (kind) => {
    const email = kind === 'known' ? await somebody() : `x-${randomUUID()}@example.test`
    const told: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const caller = world.caller(undefined, anywhere(500 + n))
      told.push((await caller.call(resetPassword, { body: { email } })).status)
      world.pass(60)
    }
    expect(told).toEqual([...Array(2 * limits.codesPerHour).fill(200), 429, 429])
    expect((await world.mails(email)).length).toBeLessThanOrEqual(2 * limits.codesPerHour)
  })

  test('a reset is still to be had from a device that signed in before', async () => {
    const email = await somebody()
    const { device } = await knownDevice(email)
    for (let n = 0; n < 12; n += 1) {
      await world.caller(undefined, anywhere(600 + n)).call(resetPassword, { body: { email } })
    }
    world.pass(60)
    const before = (await world.mails(email)).length
    const mine = world.caller(undefined, '10.205.0.1')
    const reply = await mine.call(resetPassword, { body: { email } }, { cookie: device })
    expect(reply.status).toBe(200)
    expect(await world.mails(email)).toHaveLength(before + 1)
  })

  test('sign-in codes, for somebody who has the password, end at a ceiling too', async () => {
    const email = await somebody()
    const told: number[] = []
    for (let n = 0; n < 12; n += 1) {
      told.push((await guess(email, anywhere(700 + n), password)).status)
      world.pass(60)
    }
    expect(told).toEqual([...Array(2 * limits.codesPerHour).fill(200), 429, 429])
  })
})

describe('sign-up', () => {
  const person = { first_name: 'Wanjiku', last_name: 'Kamau', phone: '0722104501' }
  const begin = (email: string, secret = 'plain-needle-77', cookie = '') =>
    world.caller().call(signup, { body: { ...person, email, password: secret } }, { cookie })

  test.each(['known', 'unknown'])('mails an %s address once a minute', async (kind) => {
    const email = kind === 'known' ? await somebody() : `x-${randomUUID()}@example.test`
    for (let n = 0; n < 3; n += 1) expect((await begin(email)).status).toBe(200)
    expect(await world.mails(email)).toHaveLength(1)
    world.pass(60)
    await begin(email)
    // That there is an account already is said once a day.
    expect(await world.mails(email)).toHaveLength(kind === 'known' ? 1 : 2)
    world.pass(86_400)
    await begin(email)
    expect(await world.mails(email)).toHaveLength(kind === 'known' ? 2 : 3)
  })

  test('corrected within the minute counts as corrected, in the same browser only', async () => {
    const email = `x-${randomUUID()}@example.test`
    const cookie = cookieOf(await begin(email, 'the first one 1'), 'mshahara_signin')
    await begin(email, 'the second one 2', cookie)
    await begin(email, 'of somebody else 3')
    const body = { email, otp: await world.codeFor(email) }
    expect((await world.caller().call(verifyOtp, { body }, { cookie })).status).toBe(200)
    world.pass(60)
    expect((await guess(email, '10.0.0.1', 'the first one 1')).status).toBe(401)
    expect((await guess(email, '10.0.0.1', 'of somebody else 3')).status).toBe(401)
    expect((await guess(email, '10.0.0.1', 'the second one 2')).status).toBe(200)
  })
})

test('the same right code ten times at once opens one session, and holds nobody up', async () => {
  const email = await somebody()
  await guess(email, '10.0.0.1', password)
  const body = { email, otp: await world.codeFor(email) }
  const begun = performance.now()
  const ten = Array.from({ length: 10 }, () => world.caller().call(verifyOtp, { body }))
  const others = Array.from({ length: 5 }, () => world.caller().call(requestOtp, { body }))
  const replies = await Promise.all(ten)
  await Promise.all(others)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(performance.now() - begun).toBeLessThan(20_000)
})
