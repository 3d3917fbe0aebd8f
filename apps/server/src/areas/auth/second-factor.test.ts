// @tests story
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addApp, addPasskey, makeDevice, totp } from '../../test/second-factor.ts'
import { openWorld, password } from '../../test/world.ts'
import { relyingParty } from '../second-factor/passkeys.ts'

/** Signing in with a second factor. */

const verifyFactor = contract.secondSteps.verify
const { login, verifyOtp, profile, updatePassword, resetPassword } = contract.auth

const world = await openWorld()
const home = await world.addOrganization()
const now = () => world.parts.clock.now()
const site = relyingParty(world.parts.config).origin
const later = () => world.pass(30)

/** Somebody with an app, and what the first step of their sign-in needs. */
async function withApp() {
  const me = await world.as('finance', home)
  const app = await addApp(me, now)
  later()
  return { ...me, ...app }
}
async function withPasskey() {
  const me = await world.as('finance', home)
  const device = makeDevice(site)
  return { ...me, device, recovery: await addPasskey(me, device) }
}

/** The ticket that the browser of each got with its password. */
const tickets = new Map<string, string>()
async function begin(email: string) {
  const reply = await world.caller().call(login, { body: { email, password } })
  const [pair = ''] = String(reply.headers['set-cookie']).split(';')
  tickets.set(email, pair)
  return reply
}
const prove = (email: string, given: object, cookie = tickets.get(email) ?? '') =>
  world.caller().call(verifyFactor, { body: { email, ...given } as never }, { cookie })
async function signIn(email: string, given: object) {
  await begin(email)
  return prove(email, given)
}
const refused = { status: 401, body: { message: 'This code is not valid, or was used before.' } }
const tooLate = {
  status: 401,
  body: { message: 'This sign-in took too long. Please enter your email and password again.' },
}

describe('with an app', () => {
  test('the password is followed by its code, and no mail goes out', async () => {
    const me = await withApp()
    const before = (await world.mails(me.email)).length
    const begun = await begin(me.email)
    expect(begun).toMatchObject({
      status: 200,
      body: { second_step: { email: me.email, kinds: ['totp'], passkey: null } },
    })
    expect((await world.mails(me.email)).length).toBe(before)
    const done = await prove(me.email, { code: totp(me.secret, now()) })
    expect(done.status).toBe(200)
    const inside = world.caller(done.body.access_token)
    expect((await inside.call(profile)).body).toMatchObject({ must_add_factor: false })
  })

  test('a code of the minute before or after counts, an older one does not', async () => {
    const me = await withApp()
    for (const shift of [-1, 1]) {
      world.pass(120)
      const { status } = await signIn(me.email, { code: totp(me.secret, now(), shift) })
      expect([shift, status]).toEqual([shift, 200])
    }
    world.pass(300)
    for (const shift of [-2, 2]) {
      expect(await signIn(me.email, { code: totp(me.secret, now(), shift) })).toMatchObject(refused)
    }
  })

  test('a wrong one is refused and logged, and the fifth ends the sign-in', async () => {
    const me = await withApp()
    await begin(me.email)
    const right = totp(me.secret, now())
    const wrong = right === '000000' ? '000001' : '000000'
    for (let n = 0; n < limits.codeTries; n += 1) {
      expect(await prove(me.email, { code: wrong })).toMatchObject(refused)
    }
    expect(await prove(me.email, { code: right })).toMatchObject(tooLate)
    const [entry] = await world.rows(
      `select properties from activity_log where event = 'failed login' order by id desc limit 1`,
    )
    expect(entry.properties).toMatchObject({ reason: 'wrong second factor' })
  })

  test('tries are counted over many sign-ins', async () => {
    const me = await withApp()
    let status = 0
    for (let n = 0; n < 11; n += 1) {
      if (n % 4 === 0) await begin(me.email)
      status = (await prove(me.email, { code: '000000' })).status
    }
    expect(status).toBe(429)
  })

  test('a code serves once, also when two come at the same time', async () => {
    const me = await withApp()
    const code = totp(me.secret, now())
    expect((await signIn(me.email, { code })).status).toBe(200)
    expect(await signIn(me.email, { code })).toMatchObject(refused)
    later()
    await begin(me.email)
    const next = totp(me.secret, now())
    const both = await Promise.all([1, 2, 3].map(() => prove(me.email, { code: next })))
    // Refused as used, or, where both were looked at before either was used, as changed meanwhile.
    const [first, ...others] = both.map(({ status }) => status).sort()
    expect(first).toBe(200)
    for (const status of others) expect([401, 409]).toContain(status)
    const back = world.platform((tx) => tx.run`update second_factors set last_step = last_step`)
    await expect(back).rejects.toThrow(/this code was used/)
  })

  test('a code of somebody else is nothing', async () => {
    const me = await withApp()
    const other = await withApp()
    expect(await signIn(me.email, { code: totp(other.secret, now()) })).toMatchObject(refused)
    expect(await signIn(me.email, { code: other.recovery[0] })).toMatchObject(refused)
  })

  test('the code is of use only where the password was given, and not for long', async () => {
    const me = await withApp()
    const code = totp(me.secret, now())
    expect(await prove(me.email, { code })).toMatchObject(tooLate)
    await begin(me.email)
    const other = await withApp()
    await begin(other.email)
    // Behind the same address, without the ticket or with that of another browser.
    expect(await prove(me.email, { code }, '')).toMatchObject(tooLate)
    expect(await prove(me.email, { code }, tickets.get(other.email))).toMatchObject(tooLate)
    world.pass(limits.otpMinutes * 60)
    expect(await prove(me.email, { code: totp(me.secret, now()) })).toMatchObject(tooLate)
  })

  test('a sealed key opens for its owner alone', async () => {
    const me = await withApp()
    const other = await withApp()
    await world.rows(
      `update second_factors set sealed = (select sealed from second_factors where user_id = $2)
       where user_id = $1`,
      [me.id, other.id],
    )
    expect((await signIn(me.email, { code: totp(other.secret, now()) })).status).toBe(500)
  })
})

describe('mail alone', () => {
  test('opens nothing any more: neither a code sent before nor a new password', async () => {
    const me = await world.as('finance', home)
    await begin(me.email)
    const otp = await world.codeFor(me.email)
    await addApp(me, now)
    const old = await world.caller().call(verifyOtp, { body: { email: me.email, otp } })
    expect(old.status).toBe(401)
    world.pass(60)
    await world.caller().call(resetPassword, { body: { email: me.email } })
    const next = 'mpya-kabisa-2026x'
    const body = { email: me.email, otp: await world.codeFor(me.email) }
    const changed = await world.caller().call(updatePassword, {
      body: { ...body, password: next, password_confirmation: next },
    })
    expect(changed.status).toBe(200)
    const begun = await world.caller().call(login, { body: { email: me.email, password: next } })
    expect(begun.body.second_step?.kinds).toEqual(['totp'])
  })
})

describe('a recovery code', () => {
  test('stands in once, however it is written, and its owner is told', async () => {
    const me = await withApp()
    expect(me.recovery).toHaveLength(10)
    // 28 letters: 24 of them are more than 112 bits.
    expect(new Set(me.recovery.map((code) => code.replaceAll('-', '').length))).toEqual(
      new Set([24]),
    )
    const [first = '', second = ''] = me.recovery
    expect((await signIn(me.email, { code: ` ${first.toLowerCase()} ` })).status).toBe(200)
    const [letter] = await world.mails(me.email)
    expect(letter).toMatchObject({ subject: 'A recovery code was used' })
    expect(letter?.text).toContain('9 are left')
    await world.rows(`update users set language = 'sw' where email = $1`, [me.email])
    const third = { code: me.recovery[2] }
    expect((await signIn(me.email, third)).status).toBe(200)
    const told = (await world.mails(me.email)).find(({ subject }) => /dharura/.test(subject))
    expect(told?.text).toContain('Imebaki misimbo 8.')
    expect(await signIn(me.email, { code: first })).toMatchObject(refused)
    await begin(me.email)
    const both = await Promise.all([1, 2].map(() => prove(me.email, { code: second })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is kept as a digest only', async () => {
    const me = await withApp()
    const rows = await world.rows('select code_hash from recovery_codes where user_id = $1', [
      me.id,
    ])
    expect(rows).toHaveLength(10)
    for (const code of me.recovery) {
      const plain = code.replaceAll('-', '')
      expect(rows.some((row) => row.code_hash.toString('latin1').includes(plain))).toBe(false)
    }
  })
})

describe('with a passkey', () => {
  const options = async (email: string) => (await begin(email)).body.second_step?.passkey ?? {}

  test('the device signs what the sign-in asks, once', async () => {
    const { email, device } = await withPasskey()
    const asked = await options(email)
    expect(asked).toMatchObject({ rpId: 'localhost' })
    const answer = device.get(asked)
    expect((await prove(email, { passkey: answer })).status).toBe(200)
    expect(await prove(email, { passkey: answer })).toMatchObject(tooLate)
    await options(email)
    expect(await prove(email, { passkey: answer })).toMatchObject(refused)
  })

  test('an answer from another site, for another one or of another device is refused', async () => {
    const { email, device } = await withPasskey()
    const other = await withPasskey()
    const asked = await options(email)
    const phished = device.get(asked, 'https://mshahara.example')
    const elsewhere = device.get(asked, site, 'mshahara.example')
    const foreign = other.device.get(asked)
    const mixed = { ...foreign, id: device.get(asked).id, rawId: device.get(asked).rawId }
    for (const passkey of [phished, elsewhere, foreign, mixed]) {
      expect(await prove(email, { passkey })).toMatchObject(refused)
    }
  })

  test('a copy of the device shows by its counter', async () => {
    const { email, device, id } = await withPasskey()
    await world.rows('update second_factors set counter = 1000 where user_id = $1', [id])
    expect(await prove(email, { passkey: device.get(await options(email)) })).toMatchObject(refused)
  })

  test('an expired challenge is refused', async () => {
    const { email, device } = await withPasskey()
    const answer = device.get(await options(email))
    world.pass(limits.otpMinutes * 60)
    expect(await prove(email, { passkey: answer })).toMatchObject(tooLate)
  })
})
