// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A membership counts once its person has accepted it; before that it is an offer (A28). */

const { auth, employees, organizations, users } = contract
const own = 'a secret of my own 5'
const person = { first_name: 'Zuhura', last_name: 'Salim', phone: '0722104501' }

let stranger: Caller
let strange: string

const world = await openWorld()
beforeEach(async () => {
  strange = await world.addOrganization('Stranger Ltd')
  stranger = await world.as('primary', strange)
  world.pass(60)
})

const newAddress = () => `owner-${randomUUID().slice(0, 8)}@example.test`
const wrongly = { first_name: 'Written', last_name: 'Bystranger' }
const invite = (by: Caller, email: string) =>
  by.call(users.invite, { body: { ...wrongly, email, phone: '0700111222', role: 'admin' } })

async function signUp(email: string): Promise<Caller> {
  const nobody = world.caller()
  const begun = await nobody.call(auth.signup, { body: { ...person, email, password: own } })
  expect(begun.status).toBe(200)
  const body = { email, otp: await world.codeFor(email) }
  const done = await nobody.call(auth.verifyOtp, { body })
  expect(done.status).toBe(200)
  return world.caller(done.body.access_token)
}

const company = (name: string) => ({
  name,
  address: 'Moi Avenue, Nairobi',
  phone: '0712345678',
  email: 'office@example.test',
  website: '',
  pin_no: 'P051234567A',
})
const begin = (email: string, secret: string) =>
  world.caller().call(auth.login, { body: { email, password: secret } })

/** With the ID number, then the mailed one-time password; their own is still to be chosen. */
async function firstSignIn(email: string, idNumber: string): Promise<Caller> {
  expect((await begin(email, idNumber)).status).toBe(201)
  const first = await world.codeFor(email)
  world.pass(1)
  return world.signIn(email, first)
}

describe.each([
  ['an employee', (email: string) => employ(stranger, { ...wrongly, email })],
  ['a user', (email: string) => invite(stranger, email)],
])('an address that a stranger entered as %s', (_, enter) => {
  test('is free for its owner to sign up, under their own name', async () => {
    const email = newAddress()
    await enter(email)
    world.pass(60)
    const me = await signUp(email)
    expect((await me.call(auth.profile)).body).toMatchObject({
      ...person,
      email,
      organization_id: null,
      must_change_password: false,
    })
    world.pass(1)
    await world.signIn(email, own)
  })

  test('bars its owner from nothing: an organisation of their own is registered', async () => {
    const email = newAddress()
    await enter(email)
    world.pass(60)
    const me = await signUp(email)
    const made = await me.call(organizations.register, { body: company('Own Ltd') })
    expect(made.status).toBe(201)
    expect((await me.call(auth.profile)).body).toMatchObject({
      role: 'primary',
      organization_id: made.body.id,
    })
  })

  test('is an invitation that its owner accepts or declines', async () => {
    const email = newAddress()
    await enter(email)
    world.pass(60)
    const me = await signUp(email)
    const { body } = await me.call(auth.memberships)
    expect(body).toMatchObject([{ organization_id: strange, status: 'invited', logo: null }])
    const declined = await me.call(auth.declineMembership, { params: { id: strange } })
    expect(declined.status).toBe(200)
    expect((await me.call(auth.memberships)).body).toEqual([])
  })

  test('shows the stranger nothing of its owner, and lets them do nothing', async () => {
    const email = newAddress()
    await enter(email)
    world.pass(60)
    const me = await signUp(email)
    const { id } = (await me.call(auth.profile)).body
    const shown = (await stranger.call(users.list)).body.find((one) => one.id === id)
    expect(shown).toMatchObject({ ...wrongly, status: 'invited', updated_at: null })
    const [login] = await world.rows('select first_name, email from users where id = $1', [id])
    expect(login).toEqual({ first_name: 'Zuhura', email })
  })
})

test('suspending somebody who never accepted touches nothing but the offer', async () => {
  const email = newAddress()
  const { id } = await employ(stranger, { email })
  world.pass(60)
  const me = await signUp(email)
  const status = { params: { id }, body: { status: 'suspended' as const } }
  expect((await stranger.call(employees.status, status)).status).toBe(200)
  expect((await me.call(auth.profile)).status).toBe(200)
  expect((await me.call(auth.memberships)).body).toEqual([])
  world.pass(60)
  await world.signIn(email, own)
})

describe('two organisations that entered one address with different ID numbers', () => {
  async function entered() {
    const home = await world.addOrganization('Home Ltd')
    const primary = await world.as('primary', home)
    const email = newAddress()
    await employ(stranger, { ...wrongly, email, id_number: '99999999' })
    await employ(primary, { ...person, email, id_number: '31245678' })
    return { home, primary, email }
  }

  test('the number names the organisation, and accepts that one only', async () => {
    const { home, email } = await entered()
    const me = await firstSignIn(email, '31245678')
    expect((await me.call(auth.profile)).body).toMatchObject({
      ...person,
      organization_id: home,
      must_change_password: true,
    })
    const [letter] = (await world.mails(email)).filter(({ subject }) => /first/.test(subject))
    expect(letter?.text).toContain('Home Ltd')
    expect(letter?.text).toContain('Hello Zuhura,')
    const states = await world.rows(
      `select organization_id, status from memberships m join users u on u.id = m.user_id
       where u.email = $1`,
      [email],
    )
    expect(new Map(states.map((row) => [row.organization_id, row.status]))).toEqual(
      new Map([
        [home, 'active'],
        [strange, 'invited'],
      ]),
    )
  })

  test('a one-time password fetched for one outlives that of the other', async () => {
    const { home, email } = await entered()
    expect((await begin(email, '31245678')).status).toBe(201)
    const mine = await world.codeFor(email)
    world.pass(60)
    expect((await begin(email, '99999999')).status).toBe(201)
    expect(await world.codeFor(email)).not.toBe(mine)
    world.pass(1)
    const me = await world.signIn(email, mine)
    expect((await me.call(auth.profile)).body.organization_id).toBe(home)
  })

  test('a third number is nobody’s', async () => {
    const { email } = await entered()
    expect((await begin(email, '12345678')).status).toBe(401)
  })

  test('an offer that was taken back no longer opens, by number or by password', async () => {
    const { home, primary, email } = await entered()
    expect((await begin(email, '31245678')).status).toBe(201)
    const mine = await world.codeFor(email)
    const [row] = await world.rows('select id from employees where organization_id = $1', [home])
    const status = { params: { id: row.id }, body: { status: 'inactive' as const } }
    await primary.call(employees.status, status)
    expect((await begin(email, mine)).status).toBe(401)
    expect((await begin(email, '31245678')).status).toBe(401)
  })
})

describe('moving one’s email to an address that a stranger entered', () => {
  test('works, and what the address was offered goes along', async () => {
    const me = await world.as('user', await world.addOrganization())
    const email = newAddress()
    await employ(stranger, { email })
    const body = { ...person, email, current_password: 'correct-horse-7' }
    expect((await me.call(auth.updateProfile, { body })).status).toBe(200)
    const otp = await world.codeFor(email)
    const done = await me.call(auth.confirmEmail, { body: { otp } })
    expect(done).toMatchObject({ status: 200, body: { id: me.id, email } })
    const offered = (await me.call(auth.memberships)).body
    expect(offered.map(({ status }) => status).sort()).toEqual(['active', 'invited'])
    expect(await world.rows('select from users where email = $1', [email])).toHaveLength(1)
  })
})

describe('leaving', () => {
  const leave = (caller: Caller, id: string) =>
    caller.call(auth.leaveMembership, { params: { id } })

  test('ends the membership and every session there; the employee’s record stays', async () => {
    const email = newAddress()
    const { id, id_number } = await employ(stranger, { email })
    const me = await firstSignIn(email, id_number)
    const { id: user } = (await me.call(auth.profile)).body
    const chosen = { password: own, password_confirmation: own }
    await me.call(auth.changePassword, { params: { id: user }, body: chosen })
    world.pass(60)
    const second = await world.signIn(email, own)
    expect(await leave(me, strange)).toMatchObject({
      status: 200,
      body: { message: 'You have left the organization' },
    })
    expect((await me.call(auth.profile)).body.organization_id).toBeNull()
    expect((await second.call(auth.profile)).status).toBe(401)
    const { body: record } = await stranger.call(employees.get, { params: { id } })
    expect(record).toMatchObject({ status: 'active', sign_in: null })
    expect((await me.call(organizations.register, { body: company('Next Ltd') })).status).toBe(201)
  })

  test('leads to the other organisation where there is one', async () => {
    const home = await world.addOrganization()
    const me = await world.as('user', home)
    await invite(stranger, me.email)
    await me.call(auth.acceptMembership, { params: { id: strange } })
    expect((await leave(me, home)).status).toBe(200)
    expect((await me.call(auth.profile)).body.organization_id).toBe(strange)
  })

  test('takes unread news along, and is in the log under the person’s name', async () => {
    const me = await world.as('admin', strange)
    await world.rows(
      `insert into notifications (organization_id, user_id, title, text) values ($1, $2, 'a', 'b')`,
      [strange, me.id],
    )
    expect((await leave(me, strange)).status).toBe(200)
    const [entry] = await world.rows(
      `select event, causer_id from activity_log where organization_id = $1 order by id desc limit 1`,
      [strange],
    )
    expect(entry).toEqual({ event: 'deleted', causer_id: me.id })
  })

  test('is refused to the last primary user, and where one does not belong', async () => {
    expect(await leave(stranger, strange)).toMatchObject({
      status: 422,
      body: { message: 'This is the last active primary user. Make another user primary first.' },
    })
    expect((await stranger.call(auth.profile)).body.organization_id).toBe(strange)
    expect((await leave(stranger, await world.addOrganization())).status).toBe(404)
    const me = await world.as('user', await world.addOrganization())
    await invite(stranger, me.email)
    expect((await leave(me, strange)).status).toBe(404)
  })

  test('cannot be undone by the organisation: only by accepting again', async () => {
    const me = await world.as('user', strange)
    await leave(me, strange)
    const edit = { ...wrongly, email: me.email, phone: '0700111222', role: 'user' } as const
    const back = await stranger.call(users.update, {
      params: { id: me.id },
      body: { ...edit, status: 'active' },
    })
    expect(back.status).toBe(404)
    expect((await invite(stranger, me.email)).body.status).toBe('invited')
    expect((await me.call(auth.profile)).body.organization_id).toBeNull()
  })
})

describe('a sign-in that somebody switched off', () => {
  async function switchedOff() {
    const me = await world.as('user', strange)
    const { id } = await employ(stranger, { email: me.email })
    const form = { first_name: 'Amani', last_name: 'Njoroge', phone: '0712345678' }
    const body = { ...form, email: me.email, role: 'user', status: 'inactive' } as const
    expect((await stranger.call(users.update, { params: { id: me.id }, body })).status).toBe(200)
    const finance = await world.as('finance', strange)
    const stateOf = async () =>
      (await world.rows('select status from memberships where user_id = $1', [me.id]))[0].status
    const set = (by: Caller, status: string, termination_date?: string) =>
      by.call(employees.status, {
        params: { id },
        body: { status: status as 'active', ...(termination_date ? { termination_date } : {}) },
      })
    return { finance, stateOf, set }
  }

  test('stays off through the employee’s status, for whoever may not edit users', async () => {
    const { finance, stateOf, set } = await switchedOff()
    for (const status of ['suspended', 'active', 'inactive', 'active']) {
      expect((await set(finance, status)).status).toBe(200)
      expect([status, await stateOf()]).toEqual([status, 'inactive'])
    }
    expect((await set(finance, 'terminated', '2026-03-01')).status).toBe(200)
    expect((await set(finance, 'active')).status).toBe(200)
    expect(await stateOf()).toBe('inactive')
  })

  test('comes back through the status by whoever may', async () => {
    const { stateOf, set } = await switchedOff()
    await set(stranger, 'suspended')
    await set(stranger, 'active')
    expect(await stateOf()).toBe('active')
  })

  test('while one that the status ended comes back with it', async () => {
    const me = await world.as('user', strange)
    const { id } = await employ(stranger, { email: me.email })
    const finance = await world.as('finance', strange)
    for (const status of ['suspended', 'active'] as const) {
      await finance.call(employees.status, { params: { id }, body: { status } })
    }
    const [row] = await world.rows('select status from memberships where user_id = $1', [me.id])
    expect(row.status).toBe('active')
  })
})
