// @tests story
import { randomUUID } from 'node:crypto'
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

const { invite, reinvite, list } = contract.users
type Role = 'primary' | 'admin' | 'finance' | 'user'

const world = await openWorld()
const home = await world.addOrganization('Baraka Foods Ltd')
const primary = await world.as('primary', home)

const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.test`
const body = (email: string, role: Role = 'user') => ({
  first_name: 'Halima',
  last_name: 'Abdi',
  email,
  phone: '+254790604506',
  role,
})
const inviting = (email: string, role?: Role, caller: Caller = primary) =>
  caller.call(invite, { body: body(email, role) })
const again = (id: string) => primary.call(reinvite, { params: { id } })

describe('a new person', () => {
  test('gets a login, a membership and a letter with a one-time password', async () => {
    const email = newAddress()
    const reply = await inviting(email, 'finance')
    expect(reply).toMatchObject({
      status: 201,
      body: { email, role: 'finance', status: 'invited', phone: '0790604506' },
    })
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe(
      'Baraka Foods Ltd invites you to Mshahara · Baraka Foods Ltd inakualika kwenye Mshahara',
    )
    expect(letter?.text).toContain('Hello / Habari Halima,')
    expect(letter?.text).toContain('Baraka Foods Ltd has opened a sign-in for you.')
    expect(letter?.text).toContain('Baraka Foods Ltd imekufungulia akaunti.')
    expect(await world.codeFor(email)).toMatch(/^[B-Z2-9]{12}$/)
  })

  test('becomes active by signing in and choosing a password', async () => {
    const email = newAddress()
    const { id } = (await inviting(email)).body
    const oneTime = await world.codeFor(email)
    world.pass(1)
    const me = await world.signIn(email, oneTime)
    const password = 'of my own choice'
    await me.call(contract.auth.changePassword, {
      params: { id },
      body: { password, password_confirmation: password },
    })
    const shown = (await primary.call(list)).body.find((user) => user.id === id)
    expect(shown?.status).toBe('active')
  })

  test('invited by two organisations at once gets one login and both invitations', async () => {
    const abroad = await world.as('primary', await world.addOrganization())
    const email = newAddress()
    const replies = await Promise.all([inviting(email), inviting(email, 'user', abroad)])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    const states = await world.rows(
      `select m.status from memberships m join users u on u.id = m.user_id
       where u.email = $1 order by 1`,
      [email],
    )
    expect(states.map(({ status }) => status)).toEqual(['invited', 'invited'])
  })

  test('invited twice at once by one organisation is there once', async () => {
    const email = newAddress()
    const replies = await Promise.all([inviting(email), inviting(email)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('who may invite whom', () => {
  test('an admin lacks the right', async () => {
    const admin = await world.as('admin', home)
    expect((await inviting(newAddress(), 'user', admin)).status).toBe(403)
  })

  test('an admin who was given the right makes nobody primary or finance', async () => {
    const admin = await world.as('admin', home, ['create users'])
    for (const role of ['primary', 'finance'] as const) {
      const email = newAddress()
      const reply = await inviting(email, role, admin)
      expect(reply).toMatchObject({ status: 422, body: { errors: { role: expect.anything() } } })
      expect(await world.rows('select from users where email = $1', [email])).toEqual([])
    }
    expect((await inviting(newAddress(), 'user', admin)).status).toBe(201)
  })

  test.each([
    ['email', 'no address'],
    ['phone', '123'],
    ['first_name', ''],
    ['role', 'super-admin'],
    ['role', 'employee'],
  ])('%s %o is refused at its field', async (field, value) => {
    const reply = await primary.call(invite, {
      body: { ...body(newAddress()), [field]: value },
    })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })

  test('somebody who belongs already is refused, the inviter included', async () => {
    const colleague = await world.addPerson({ organization_id: home, role: 'user' })
    for (const email of [colleague.email, primary.email]) {
      expect((await inviting(email)).body.errors).toEqual({
        email: ['This person already belongs to the organization.'],
      })
    }
  })

  test('a hundred an hour, then a wait', async () => {
    const busy = await world.as('primary', await world.addOrganization())
    const taken = body(busy.email)
    for (let n = 0; n < 100; n += 1) await busy.call(invite, { body: taken })
    expect((await busy.call(invite, { body: body(newAddress()) })).status).toBe(429)
    expect((await inviting(newAddress())).status).toBe(201)
  })
})

describe('an existing login', () => {
  test('gets a letter without a name and without a password', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    await inviting(email)
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe('Baraka Foods Ltd invites you to join')
    expect(letter?.text).toContain('Nothing happens until you accept.')
    expect(letter?.text).not.toMatch(/Halima|Amani|^ {4}\S/m)
  })

  test('that reads Swahili is invited in it', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    await world.rows(`update users set language = 'sw' where email = $1`, [email])
    await inviting(email)
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe('Baraka Foods Ltd inakualika ujiunge')
    expect(letter?.text).toContain('Hakuna kitakachobadilika hadi ukubali.')
    expect(letter?.text).not.toMatch(/\b(hello|invites|your|sign in)\b/i)
  })
})

describe('the invitation once more', () => {
  test('brings a new one-time password and ends the old one', async () => {
    const email = newAddress()
    const { id } = (await inviting(email)).body
    const first = await world.codeFor(email)
    world.pass(1)
    expect((await again(id)).body.message).toBe('Invitation sent')
    const second = await world.codeFor(email)
    expect(second).not.toBe(first)
    const old = await world.caller().call(contract.auth.login, {
      body: { email, password: first },
    })
    expect(old.status).toBe(401)
    world.pass(1)
    await world.signIn(email, second)
  })

  test('goes out once a minute and five times an hour', async () => {
    const email = newAddress()
    const { id } = (await inviting(email)).body
    expect((await again(id)).status).toBe(200)
    expect((await again(id)).status).toBe(429)
    const told: number[] = []
    for (let n = 0; n < limits.codesPerHour; n += 1) {
      world.pass(60)
      told.push((await again(id)).status)
    }
    expect(told).toEqual([200, 200, 200, 200, 429])
    expect(await world.mails(email)).toHaveLength(6)
  })

  test('is not needed by somebody who has signed in, nor sent to somebody inactive', async () => {
    const active = await world.addPerson({ organization_id: home, role: 'user' })
    expect((await again(active.id)).status).toBe(422)
    const gone = { organization_id: home, role: 'user', status: 'inactive' } as const
    const { id, email } = await world.addPerson(gone)
    expect((await again(id)).status).toBe(422)
    expect(await world.mails(email)).toHaveLength(0)
  })

  test('to an existing login changes nothing of it', async () => {
    const person = await world.addPerson({ organization_id: await world.addOrganization() })
    await inviting(person.email)
    const before = await world.rows('select * from users where id = $1', [person.id])
    expect((await again(person.id)).status).toBe(200)
    expect(await world.rows('select * from users where id = $1', [person.id])).toEqual(before)
  })
})
