// @tests story
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'

const { login, resetPassword, updatePassword, profile } = contract.auth
const fresh = 'an entirely new 1'

const world = await openWorld()
const home = await world.addOrganization()

const somebody = () => world.addPerson({ organization_id: home, role: 'user' })
const ask = (email: string, address?: string) =>
  world.caller(undefined, address).call(resetPassword, { body: { email } })
const update = (email: string, otp: string, address?: string, secret = fresh) =>
  world.caller(undefined, address).call(updatePassword, {
    body: { email, password: secret, password_confirmation: secret, otp },
  })
const signInStatus = async (email: string, secret: string) =>
  (await world.caller().call(login, { body: { email, password: secret } })).status
const resetMails = async (email: string) =>
  (await world.mails(email)).filter(({ subject }) => subject === 'Reset your password')

async function codeOf(email: string, address?: string) {
  world.pass(60)
  await ask(email, address)
  return world.codeFor(email)
}

describe('asking', () => {
  test('mails a code of ten characters with a link to the screen', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    expect(code).toMatch(/^[B-Z2-9]{10}$/)
    const [mail] = await resetMails(email)
    expect(mail?.text).toContain(`/update-password/${email}`)
  })

  test('is answered alike whether or not anybody has the address', async () => {
    const { email } = await somebody()
    const known = await ask(email)
    const unknown = await ask('nobody@example.test')
    expect(known).toMatchObject({
      status: 200,
      body: { message: 'Password reset successful. Please check your email.' },
    })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
    expect(await world.mails('nobody@example.test')).toEqual([])
  })

  test('again and again is answered alike too, and mails once a minute', async () => {
    const { email } = await somebody()
    const ten = async (address: string) => {
      const told: number[] = []
      for (let n = 0; n < 7; n += 1) told.push((await ask(address)).status)
      return told
    }
    const known = await ten(email)
    expect(known).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await ten('nobody-else@example.test')).toEqual(known)
    expect(await resetMails(email)).toHaveLength(1)
  })

  test('with a double click mails one code', async () => {
    const { email } = await somebody()
    await Promise.all([ask(email), ask(email), ask(email)])
    expect(await resetMails(email)).toHaveLength(1)
  })

  test('changes nothing: the old password works on', async () => {
    const { email } = await somebody()
    await ask(email)
    expect(await signInStatus(email, password)).toBe(200)
  })
})

describe('the code', () => {
  test('sets the new password; the old one is dead, and the owner is told', async () => {
    const { email } = await somebody()
    const reply = await update(email, await codeOf(email))
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Password successfully updated. Please login.' },
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await signInStatus(email, password)).toBe(401)
    expect(await signInStatus(email, fresh)).toBe(200)
    const subjects = (await world.mails(email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('may be typed in small letters and with spaces around', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    expect((await update(email, `  ${code.toLowerCase()} `)).status).toBe(200)
  })

  test('ends every session of the person', async () => {
    const me = await world.as('user', home)
    world.pass(1)
    const second = await world.signIn(me.email)
    await update(me.email, await codeOf(me.email))
    expect((await me.call(profile)).status).toBe(401)
    expect((await second.call(profile)).status).toBe(401)
  })

  test('works from another address than it was asked from', async () => {
    const { email } = await somebody()
    expect((await update(email, await codeOf(email), '10.5.0.1')).status).toBe(200)
  })

  test('wrong five times is refused from that address, and not for its owner elsewhere', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    const [stranger, owner] = ['10.5.0.2', '10.5.0.3']
    for (let n = 0; n < limits.codeTries; n += 1) {
      expect((await update(email, 'BBBBBBBBBB', stranger)).status).toBe(401)
    }
    expect(await update(email, code, stranger)).toMatchObject({
      status: 401,
      body: { message: 'The code is not valid or has expired.' },
    })
    expect((await update(email, code, owner)).status).toBe(200)
  })

  test('tried by a crowd at once gets five tries in all', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    const address = '10.5.0.4'
    await Promise.all(Array.from({ length: 12 }, () => update(email, 'CCCCCCCCCC', address)))
    expect((await update(email, code, address)).status).toBe(401)
  })

  test('works once, also when used twice at once', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    const both = await Promise.all([update(email, code), update(email, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await update(email, code)).status).toBe(401)
  })

  test('is dead after thirty minutes, and when a new one was asked for', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    world.pass(limits.resetMinutes * 60)
    expect((await update(email, code)).status).toBe(401)
    const first = await codeOf(email)
    const second = await codeOf(email)
    expect((await update(email, first)).status).toBe(401)
    expect((await update(email, second)).status).toBe(200)
  })

  test('is not good for somebody else, nor as a sign-in code', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const code = await codeOf(one.email)
    expect((await update(two.email, code)).status).toBe(401)
    const body = { email: one.email, otp: code }
    expect((await world.caller().call(contract.auth.verifyOtp, { body })).status).toBe(401)
  })

  test('dies when the password is changed in the meantime', async () => {
    const me = await world.as('user', home)
    const code = await codeOf(me.email)
    const changed = await me.call(contract.auth.changePassword, {
      params: { id: me.id },
      body: {
        password: 'chosen at the desk',
        password_confirmation: 'chosen at the desk',
        current_password: password,
      },
    })
    expect(changed.status).toBe(200)
    expect((await update(me.email, code)).status).toBe(401)
    expect(await signInStatus(me.email, 'chosen at the desk')).toBe(200)
  })

  test('with an unsuitable password is refused and not used up', async () => {
    const { email } = await somebody()
    const code = await codeOf(email)
    expect((await update(email, code, undefined, 'short')).status).toBe(422)
    expect((await update(email, code)).status).toBe(200)
  })
})

describe('what a reset also does', () => {
  test('activates somebody who never signed in, whose one-time password dies', async () => {
    const primary = await world.as('primary', home)
    const email = 'halima@example.test'
    await primary.call(contract.users.invite, {
      body: { first_name: 'Halima', last_name: 'Abdi', email, phone: '0790604506', role: 'user' },
    })
    const oneTime = await world.codeFor(email)
    await update(email, await codeOf(email))
    expect(await signInStatus(email, oneTime)).toBe(401)
    world.pass(1)
    const me = await world.signIn(email, fresh)
    const { body } = await me.call(profile)
    expect(body).toMatchObject({ must_change_password: false, organization_id: null })
    const offered = await me.call(contract.auth.memberships)
    expect(offered.body).toMatchObject([{ organization_id: home, status: 'invited' }])
  })

  test('ends sign-ins that were begun with the old password', async () => {
    const { email } = await somebody()
    expect(await signInStatus(email, password)).toBe(200)
    const otp = await world.codeFor(email)
    await update(email, await codeOf(email))
    const reply = await world.caller().call(contract.auth.verifyOtp, { body: { email, otp } })
    expect(reply.status).toBe(401)
  })

  test('stops a move to another email that somebody had begun', async () => {
    const me = await world.as('user', home)
    const names = { first_name: 'Amani', last_name: 'Njoroge', phone: '0712345678' }
    await me.call(contract.auth.updateProfile, {
      body: { ...names, email: 'thief@example.test', current_password: password },
    })
    await update(me.email, await codeOf(me.email))
    world.pass(1)
    const again = await world.signIn(me.email, fresh)
    expect((await again.call(profile)).body.pending_email).toBeNull()
    const otp = await world.codeFor('thief@example.test')
    const reply = await again.call(contract.auth.confirmEmail, { body: { otp } })
    expect(reply.status).toBe(422)
  })
})
