// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld, password } from '../../test/world.ts'

/** No employer and no colleague takes over another person's login (A4). */

const { invite, reinvite, update, get, list, updatePermissions } = contract.users
const { profile, acceptMembership } = contract.auth
type Role = 'primary' | 'admin' | 'finance' | 'user'

const world = await openWorld()
const orgA = await world.addOrganization('A Ltd')
const orgB = await world.addOrganization('B Ltd')
const primaryA = await world.as('primary', orgA)
const primaryB = await world.as('primary', orgB)

const newAddress = () => `person-${randomUUID().slice(0, 8)}@example.test`
const as = (email: string, role: Role = 'user') => ({
  first_name: 'Written',
  last_name: 'Byinviter',
  email,
  phone: '0700111222',
  role,
})
const form = (email: string, more: { role?: Role; status?: 'active' | 'inactive' } = {}) => ({
  first_name: 'Amani',
  last_name: 'Njoroge',
  email,
  phone: '0712345678',
  role: 'user' as Role,
  status: 'active' as const,
  ...more,
})
const inviting = (caller: Caller, email: string, role?: Role) =>
  caller.call(invite, { body: as(email, role) })
const editing = (caller: Caller, id: string, body: ReturnType<typeof form> | object) =>
  caller.call(update, { params: { id }, body: body as ReturnType<typeof form> })
const loginOf = async (id: string) =>
  (await world.rows('select * from users where id = $1', [id]))[0]
const membershipOf = async (id: string, organization_id: string) =>
  (
    await world.rows('select * from memberships where user_id = $1 and organization_id = $2', [
      id,
      organization_id,
    ])
  )[0]

describe('inviting a login that belongs to somebody', () => {
  test('changes nothing of it: password, name, sessions, rights, landing', async () => {
    const victim = await world.as('finance', orgA)
    const before = await loginOf(victim.id)
    expect((await inviting(primaryB, victim.email, 'primary')).status).toBe(201)
    expect(await loginOf(victim.id)).toEqual(before)
    const me = (await victim.call(profile)).body
    expect(me).toMatchObject({ organization_id: orgA, role: 'finance' })
    world.pass(1)
    const again = await world.signIn(victim.email)
    expect((await again.call(profile)).body.organization_id).toBe(orgA)
  })

  test('shows the inviter only what the inviter wrote, until the person accepts', async () => {
    const victim = await world.as('user', orgA)
    const { body: told } = await inviting(primaryB, victim.email)
    const written = { first_name: 'Written', last_name: 'Byinviter', phone: '0700111222' }
    expect(told).toMatchObject({ ...written, status: 'invited', avatar: null, updated_at: null })
    const shown = (await primaryB.call(list)).body.find(({ id }) => id === victim.id)
    expect(shown).toEqual(told)
    const details = (await primaryB.call(get, { params: { id: victim.id } })).body
    // An invitation is the inviter's own to correct, whoever it is to.
    expect(details).toMatchObject({ ...written, may: { rename: true, readdress: true } })
    await victim.call(acceptMembership, { params: { id: orgB } })
    const after = (await primaryB.call(list)).body.find(({ id }) => id === victim.id)
    expect(after).toMatchObject({ first_name: 'Amani', phone: '0712345678', status: 'active' })
  })

  test('is answered like inviting an address nobody has', async () => {
    const known = await world.addPerson({ organization_id: orgA, role: 'user' })
    const [one, two] = [
      await inviting(primaryB, known.email),
      await inviting(primaryB, newAddress()),
    ]
    const alike = ({ id: _, email: _e, created_at: _c, ...rest }: (typeof one)['body']) => rest
    expect(alike(one.body)).toEqual(alike(two.body))
  })

  test('does not let them in before they accept, by whatever road the inviter takes', async () => {
    const victim = await world.as('user', orgA)
    await inviting(primaryB, victim.email)
    for (const status of ['active', 'inactive', 'active'] as const) {
      const { body: seen } = await primaryB.call(get, { params: { id: victim.id } })
      await editing(primaryB, victim.id, { ...as(victim.email), ...seen, role: 'user', status })
    }
    const membership = await membershipOf(victim.id, orgB)
    expect(['invited', undefined]).toContain(membership?.status)
    const shown = (await primaryB.call(list)).body.find(({ id }) => id === victim.id)
    if (shown) expect(shown).toMatchObject({ first_name: 'Written', status: 'invited' })
    const there = await victim.call(contract.auth.switch, { params: { id: orgB } })
    expect(there.status).toBe(404)
  })

  test('set to inactive takes the invitation back', async () => {
    const victim = await world.as('user', orgA)
    await inviting(primaryB, victim.email)
    const reply = await editing(primaryB, victim.id, { ...as(victim.email), status: 'inactive' })
    expect(reply).toMatchObject({ status: 200, body: { status: 'inactive' } })
    expect(await membershipOf(victim.id, orgB)).toBeUndefined()
    const accepting = await victim.call(acceptMembership, { params: { id: orgB } })
    expect(accepting.status).toBe(404)
    expect((await inviting(primaryB, victim.email)).status).toBe(201)
  })

  test('lets the inviter correct the invitation, never the login', async () => {
    const victim = await world.as('user', orgA)
    const before = await loginOf(victim.id)
    await inviting(primaryB, victim.email)
    const thief = newAddress()
    for (const change of [{ first_name: 'Other' }, { phone: '0799999999' }, { email: thief }]) {
      const body = { ...as(victim.email), status: 'active', ...change }
      const reply = await editing(primaryB, victim.id, body)
      expect(reply).toMatchObject({ status: 200, body: { status: 'invited', ...change } })
    }
    expect(await loginOf(victim.id)).toEqual(before)
    expect(await membershipOf(victim.id, orgB)).toBeUndefined()
  })

  test('twice is refused', async () => {
    const victim = await world.addPerson({ organization_id: orgA, role: 'user' })
    await inviting(primaryB, victim.email)
    expect(await inviting(primaryB, victim.email)).toMatchObject({
      status: 422,
      body: { errors: { email: ['This person already belongs to the organization.'] } },
    })
  })
})

describe('a login that nobody has used yet', () => {
  test('may be re-pointed by its only organisation; the old one-time password dies', async () => {
    const [wrong, right] = [newAddress(), newAddress()]
    const { body: person } = await inviting(primaryA, wrong)
    const oneTime = await world.codeFor(wrong)
    const reply = await editing(primaryA, person.id, { ...as(right), status: 'active' })
    expect(reply).toMatchObject({ status: 200, body: { email: right, status: 'invited' } })
    for (const email of [wrong, right]) {
      const begun = await world.caller().call(contract.auth.login, {
        body: { email, password: oneTime },
      })
      expect(begun.status).toBe(401)
    }
    await primaryA.call(reinvite, { params: { id: reply.body.id } })
    const fresh = await world.codeFor(right)
    world.pass(1)
    await world.signIn(right, fresh)
  })

  test('once re-pointed is closed to whoever had signed in from the old address', async () => {
    const [wrong, right] = [newAddress(), newAddress()]
    const { body: person } = await inviting(primaryA, wrong)
    world.pass(1)
    const stranger = await world.signIn(wrong, await world.codeFor(wrong))
    await editing(primaryA, person.id, { ...as(right), status: 'active' })
    const taking = await stranger.call(contract.auth.changePassword, {
      params: { id: person.id },
      body: { password, password_confirmation: password },
    })
    expect(taking.status).toBe(401)
    expect((await loginOf(person.id)).activated_at).toBeNull()
  })

  test('takes one invitation along when re-pointed, and no other organisation’s', async () => {
    const email = newAddress()
    const { body: person } = await inviting(primaryA, email)
    await inviting(primaryB, email, 'primary')
    const thief = newAddress()
    const { body: moved } = await editing(primaryA, person.id, { ...as(thief), status: 'active' })
    expect((await loginOf(person.id)).email).toBe(email)
    expect(await membershipOf(person.id, orgA)).toBeUndefined()
    expect(await membershipOf(person.id, orgB)).toMatchObject({ role: 'primary' })
    expect(await membershipOf(moved.id, orgB)).toBeUndefined()
    expect(await membershipOf(moved.id, orgA)).toMatchObject({ status: 'invited' })
  })

  test('nor while the other invites it at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [email, thief] = [newAddress(), newAddress()]
      const { body: person } = await inviting(primaryA, email)
      const [moved, invited] = await Promise.all([
        editing(primaryA, person.id, { ...as(thief), status: 'active' }),
        inviting(primaryB, email, 'primary'),
      ])
      expect([moved.status, invited.status]).toEqual([200, 201])
      expect((await loginOf(invited.body.id)).email).toBe(email)
      expect(await membershipOf(moved.body.id, orgB)).toBeUndefined()
    }
  })

  test('is not re-pointed while its owner activates it at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [email, thief] = [newAddress(), newAddress()]
      const { body: person } = await inviting(primaryA, email)
      world.pass(1)
      const owner = await world.signIn(email, await world.codeFor(email))
      const [moved, chosen] = await Promise.all([
        editing(primaryA, person.id, { ...as(thief), status: 'active' }),
        owner.call(contract.auth.changePassword, {
          params: { id: person.id },
          body: { password, password_confirmation: password },
        }),
      ])
      const login = await loginOf(person.id)
      const taken = (await membershipOf(person.id, orgA)) === undefined
      // Either the owner has it, or it was taken before anybody owned it: never both.
      expect({ stolen: taken && login.activated_at !== null }).toEqual({ stolen: false })
      expect(login.email).toBe(email)
      expect([moved.status, chosen.status]).toEqual(taken ? [200, 401] : [422, 200])
    }
  })

  test('is re-pointed to an address that somebody has as to any other', async () => {
    const { body: person } = await inviting(primaryA, newAddress())
    const victim = await world.as('user', orgB)
    const before = await loginOf(victim.id)
    const reply = await editing(primaryA, person.id, { ...as(victim.email), status: 'active' })
    expect(reply).toMatchObject({ status: 200, body: { first_name: 'Written', status: 'invited' } })
    expect(await loginOf(victim.id)).toEqual(before)
    expect((await victim.call(profile)).body.organization_id).toBe(orgB)
  })
})

describe('a login that somebody uses', () => {
  test('keeps its email, whoever edits the membership', async () => {
    const person = await world.addPerson({ organization_id: orgA, role: 'user' })
    const reply = await editing(primaryA, person.id, form(newAddress()))
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { email: ['This person manages their own email address.'] } },
    })
    expect((await loginOf(person.id)).email).toBe(person.email)
  })

  test('of two organisations keeps its name and phone too', async () => {
    const victim = await world.as('user', orgA)
    await inviting(primaryB, victim.email)
    await victim.call(acceptMembership, { params: { id: orgB } })
    const renamed = { ...form(victim.email), first_name: 'Changed' }
    for (const caller of [primaryA, primaryB]) {
      expect((await editing(caller, victim.id, renamed)).status).toBe(422)
    }
    expect((await editing(primaryB, victim.id, form(victim.email))).status).toBe(200)
  })

  test('of another organisation does not exist here', async () => {
    const victim = await world.addPerson({ organization_id: orgA, role: 'user' })
    const before = JSON.stringify([await loginOf(victim.id), await membershipOf(victim.id, orgA)])
    const replies = [
      await primaryB.call(get, { params: { id: victim.id } }),
      await primaryB.call(reinvite, { params: { id: victim.id } }),
      await editing(primaryB, victim.id, form(victim.email, { role: 'primary' })),
      await primaryB.call(updatePermissions, {
        body: { user_id: victim.id, added: ['view users'], removed: [] },
      }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await primaryB.call(list)).body.map(({ id }) => id)).not.toContain(victim.id)
    const after = JSON.stringify([await loginOf(victim.id), await membershipOf(victim.id, orgA)])
    expect(after).toBe(before)
  })

  test('deactivated in one organisation goes on in the other', async () => {
    const victim = await world.as('user', orgA)
    await inviting(primaryB, victim.email)
    await victim.call(acceptMembership, { params: { id: orgB } })
    await editing(primaryB, victim.id, form(victim.email, { status: 'inactive' }))
    expect((await victim.call(profile)).status).toBe(200)
  })
})
