// @tests story
import { randomUUID } from 'node:crypto'
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld, password } from '../../test/world.ts'

/** Name, phone and email are the person's own; a new email proves itself first (A4). */

const { updateProfile, confirmEmail, profile, login, resetPassword, updatePassword } = contract.auth
const names = { first_name: 'Amani', last_name: 'Njoroge', phone: '0712345678' }

const world = await openWorld()
const home = await world.addOrganization()

const newAddress = () => `moved-${randomUUID().slice(0, 8)}@example.test`
const somebody = () => world.as('user', home)
const save = (caller: Caller, email: string, given = names) =>
  caller.call(updateProfile, { body: { ...given, email, current_password: password } })
const confirm = (caller: Caller, otp: string) => caller.call(confirmEmail, { body: { otp } })
const subjects = async (email: string) => (await world.mails(email)).map((mail) => mail.subject)

test('name and phone change at once, and the change is logged with old and new', async () => {
  const me = await somebody()
  const given = { first_name: 'Zawadi', last_name: 'Otieno', phone: '254 733 000111' }
  const { body } = await save(me, me.email, given)
  expect(body).toMatchObject({ first_name: 'Zawadi', phone: '0733000111', pending_email: null })
  const [entry] = await world.rows(
    `select * from activity_log where subject_id = $1 and event = 'updated' order by id desc`,
    [me.id],
  )
  expect(entry).toMatchObject({ causer_id: me.id, organization_id: home, log_name: 'users' })
  expect(entry.properties.old.first_name).toBe('Amani')
  expect(entry.properties.new.first_name).toBe('Zawadi')
})

describe('a new email', () => {
  test('waits for its code; the old address goes on working and is told', async () => {
    const me = await somebody()
    const next = newAddress()
    const { body } = await save(me, next)
    expect(body).toMatchObject({ email: me.email, pending_email: next })
    expect(await subjects(next)).toEqual(['Confirm your new email address'])
    expect(await subjects(me.email)).toContain('Your email address is being changed')
    const [warning] = (await world.mails(me.email)).filter((m) => /being/.test(m.subject))
    expect(warning?.text).not.toContain(next)
    world.pass(1)
    await world.signIn(me.email)
  })

  test('is taken into use with the code, and the old address is told again', async () => {
    const me = await somebody()
    const next = newAddress()
    await save(me, next)
    const reply = await confirm(me, await world.codeFor(next))
    expect(reply).toMatchObject({ status: 200, body: { email: next, pending_email: null } })
    expect(await subjects(me.email)).toContain('Your email address was changed')
    world.pass(1)
    await world.signIn(next)
    const old = await world.caller().call(login, {
      body: { email: me.email, password: 'correct-horse-7' },
    })
    expect(old.status).toBe(401)
  })

  test('is not taken with a wrong code, an old code or after five tries', async () => {
    const me = await somebody()
    const next = newAddress()
    await save(me, next)
    const code = await world.codeFor(next)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 0; n < limits.codeTries; n += 1) {
      expect((await confirm(me, wrong)).status).toBe(422)
    }
    const late = await confirm(me, code)
    expect(late).toMatchObject({
      status: 422,
      body: { errors: { otp: ['The code is not valid or has expired.'] } },
    })
    world.pass(1)
    await save(me, next)
    const second = await world.codeFor(next)
    world.pass(limits.otpMinutes * 60)
    expect((await confirm(me, second)).status).toBe(422)
    expect((await me.call(profile)).body.email).toBe(me.email)
  })

  test('cannot be confirmed by somebody else who also asked for it', async () => {
    const [me, thief] = [await somebody(), await somebody()]
    const next = newAddress()
    await save(me, next)
    const mine = await world.codeFor(next)
    await save(thief, me.email)
    expect((await confirm(thief, mine)).status).toBe(422)
    expect((await confirm(me, mine)).status).toBe(200)
  })

  test('that is somebody else’s is asked for like any other, and refused at the end', async () => {
    const [me, other] = [await somebody(), await somebody()]
    const free = await save(me, newAddress())
    const taken = await save(me, other.email)
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body))
    // Even with the code in hand, which only the owner of the mailbox has.
    const [mail] = (await world.mails(other.email)).filter((m) => /Confirm/.test(m.subject))
    const code = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    const reply = await confirm(me, code)
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { email: ['This email address is already in use.'] } },
    })
    expect((await me.call(profile)).body.email).toBe(me.email)
    expect((await other.call(profile)).body.email).toBe(other.email)
  })

  test('is forgotten when the profile is saved with the old one', async () => {
    const me = await somebody()
    const next = newAddress()
    await save(me, next)
    await save(me, me.email)
    expect((await me.call(profile)).body.pending_email).toBeNull()
    expect((await confirm(me, await world.codeFor(next))).status).toBe(422)
  })

  test('is asked for at most five times an hour', async () => {
    const me = await somebody()
    const told: number[] = []
    for (let n = 0; n < 6; n += 1) told.push((await save(me, newAddress())).status)
    expect(told).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('ends what was mailed to the old address: its reset code opens nothing', async () => {
    const me = await somebody()
    const next = newAddress()
    world.pass(60)
    await world.caller().call(resetPassword, { body: { email: me.email } })
    const reset = await world.codeFor(me.email)
    await world.caller().call(login, { body: { email: me.email, password: 'correct-horse-7' } })
    world.pass(1)
    await save(me, next)
    await confirm(me, await world.codeFor(next))
    const stolen = 'stolen by mailbox'
    const reply = await world.caller().call(updatePassword, {
      body: { email: me.email, password: stolen, password_confirmation: stolen, otp: reset },
    })
    expect(reply.status).toBe(401)
    expect(await world.rows('select from codes where user_id = $1', [me.id])).toEqual([])
    expect((await me.call(profile)).status).toBe(200)
  })
})

test('somebody without an organisation may tend the profile too', async () => {
  const { email } = await world.addPerson()
  const me = await world.signIn(email)
  const reply = await save(me, email, { ...names, first_name: 'Imani' })
  expect(reply).toMatchObject({ status: 200, body: { first_name: 'Imani' } })
})
