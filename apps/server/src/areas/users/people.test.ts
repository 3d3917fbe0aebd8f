import { contract, grants, permissionNames } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

/** Role, status and permissions of colleagues, as the screens change them. */

const { update, get, list, updatePermissions, roles, permissions } = contract.users
const { profile } = contract.auth
type Role = 'primary' | 'admin' | 'finance' | 'user'
type Names = (typeof permissionNames)[number][]

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
world.pass(1)
const admin = await world.as('admin', home)
world.pass(1)

const colleague = (role: Role | 'employee' = 'user', extra: Names = [], organization_id = home) =>
  world.addPerson({ organization_id, role, extra })
const save = (
  caller: Caller,
  person: { id: string; email: string },
  change: {
    role?: Role
    status?: 'active' | 'inactive'
    permissions?: { added: Names; removed: Names }
  } = {},
) =>
  caller.call(update, {
    params: { id: person.id },
    body: {
      first_name: 'Amani',
      last_name: 'Njoroge',
      email: person.email,
      phone: '0712345678',
      role: 'user',
      status: 'active',
      ...change,
    },
  })
const grant = (caller: Caller, user_id: string, added: Names, removed: Names = []) =>
  caller.call(updatePermissions, { body: { user_id, added, removed } })
const membershipOf = async ({ id }: { id: string }) =>
  (
    await world.rows('select role, status, permissions from memberships where user_id = $1', [id])
  )[0]

describe('the screens', () => {
  test('list everybody of the organisation in the order they came', async () => {
    const { body } = await primary.call(list)
    expect(body.map(({ id }) => id).slice(0, 2)).toEqual([primary.id, admin.id])
    expect(body[0]).toMatchObject({ role: 'primary', status: 'active', organization_id: home })
    expect(Object.keys(body[0] ?? {})).not.toContain('password_hash')
  })

  test('show one person with role and extra permissions together', async () => {
    const { id } = await colleague('user', ['view logs'])
    const { body } = await primary.call(get, { params: { id } })
    expect(new Set(body.permissionNames)).toEqual(new Set([...grants.user, 'view logs']))
    expect(body.may).toEqual({ edit: true, rename: true, readdress: false })
  })

  test('tell an admin beforehand whom they may not edit', async () => {
    const { id } = await colleague('finance')
    const { body } = await admin.call(get, { params: { id } })
    expect(body.may).toEqual({ edit: false, rename: false, readdress: false })
    const own = await admin.call(get, { params: { id: admin.id } })
    expect(own.body.may.edit).toBe(false)
  })

  test('offer the staff roles with their grants, and every permission once', async () => {
    const offered = (await primary.call(roles)).body
    expect(offered.map(({ name }) => name)).toEqual(['primary', 'admin', 'finance', 'user'])
    for (const { name, permissions: held } of offered) {
      expect(new Set(held)).toEqual(grants[name])
    }
    const names = (await primary.call(permissions)).body.map(({ name }) => name)
    expect(names).toEqual(permissionNames)
  })
})

describe('role and status', () => {
  test('are saved in one with what was ticked, or not at all', async () => {
    const person = await colleague('user', ['view logs'])
    const ticked = { added: ['view billing'] as Names, removed: ['view logs'] as Names }
    expect((await save(primary, person, { permissions: ticked })).status).toBe(200)
    expect(await membershipOf(person)).toMatchObject({ permissions: ['view billing'] })
    const added: Names = ['view users']
    const change = { role: 'finance' as const, permissions: { added, removed: [] } }
    expect((await save(primary, person, change)).status).toBe(200)
    expect(await membershipOf(person)).toMatchObject({ role: 'finance', permissions: added })
    const other = await colleague('user')
    const lacking: Names = ['approve payrolls']
    const asked = { role: 'admin' as const, permissions: { added: lacking, removed: [] } }
    const refused = await save(admin, other, asked)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: 'You do not hold the permission "approve payrolls" yourself.' },
    ])
    expect(await membershipOf(other)).toMatchObject({ role: 'user', permissions: [] })
  })

  test('what one may not give is told beforehand', async () => {
    const given = (await admin.call(roles)).body.filter(({ grantable }) => grantable)
    expect(given.map(({ name }) => name)).toEqual(['admin', 'user'])
    const { body } = await admin.call(permissions)
    const lacking = body.filter(({ grantable }) => !grantable).map(({ name }) => name)
    expect(lacking).toEqual(permissionNames.filter((name) => !grants.admin.has(name)))
  })

  test('a new role brings its grants and takes the extra permissions', async () => {
    const person = await colleague('user', ['view logs'])
    const reply = await save(primary, person, { role: 'finance' })
    expect(reply).toMatchObject({ status: 200, body: { role: 'finance', status: 'active' } })
    expect(await membershipOf(person)).toMatchObject({ role: 'finance', permissions: [] })
  })

  test('the same role keeps the extra permissions', async () => {
    const person = await colleague('user', ['view logs'])
    await save(primary, person)
    expect(await membershipOf(person)).toMatchObject({ permissions: ['view logs'] })
  })

  test('somebody deactivated can be taken back', async () => {
    const person = await colleague()
    expect((await save(primary, person, { status: 'inactive' })).body.status).toBe('inactive')
    expect((await save(primary, person)).body.status).toBe('active')
    await world.signIn(person.email)
  })

  test('an employee is not edited here', async () => {
    const person = await colleague('employee')
    expect((await save(primary, person, { role: 'user' })).status).toBe(403)
    expect((await grant(primary, person.id, ['view logs'])).status).toBe(403)
  })

  test.each(['super-admin', 'employee', 'owner', ''])(
    'the role %o cannot be given',
    async (role) => {
      const person = await colleague()
      const reply = await save(primary, person, { role: role as Role })
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, ['role']])
    },
  )
})

describe('nobody rises by their own hand', () => {
  test.each(['primary', 'admin', 'user'] as const)('%s as role of oneself', async (role) => {
    expect((await save(admin, admin, { role })).status).toBe(403)
    expect(await membershipOf(admin)).toMatchObject({ role: 'admin' })
  })

  test('permissions and status of oneself', async () => {
    expect((await grant(admin, admin.id, ['edit users'])).status).toBe(403)
    expect((await grant(primary, primary.id, [], ['view logs'])).status).toBe(403)
    expect((await save(primary, primary, { role: 'primary', status: 'inactive' })).status).toBe(403)
  })

  test('somebody with the right to edit users, and nothing else, gains nothing by it', async () => {
    const clerk = await world.as('user', home, ['edit users', 'view users'])
    const friend = await colleague()
    for (const name of permissionNames) {
      const held = grants.user.has(name) || ['edit users', 'view users'].includes(name)
      const reply = await grant(clerk, friend.id, [name])
      expect([name, reply.status]).toEqual([name, held ? 200 : 403])
    }
    for (const role of ['primary', 'admin', 'finance'] as const) {
      expect((await save(clerk, friend, { role })).status).toBe(422)
    }
    expect(await membershipOf(friend)).toMatchObject({
      role: 'user',
      permissions: ['edit users', 'view users'],
    })
  })
})

describe('an admin', () => {
  test('makes users and admins, and nobody primary or finance', async () => {
    const person = await colleague()
    for (const role of ['primary', 'finance'] as const) {
      const reply = await save(admin, person, { role })
      expect(reply).toMatchObject({ status: 422, body: { errors: { role: expect.anything() } } })
    }
    expect((await save(admin, person, { role: 'admin' })).status).toBe(200)
    expect((await save(admin, person, { role: 'user' })).status).toBe(200)
  })

  test('does not touch primary users or finance', async () => {
    for (const role of ['primary', 'finance'] as const) {
      const person = await colleague(role)
      for (const change of [{ role: 'user' }, { role, status: 'inactive' }] as const) {
        expect((await save(admin, person, change)).status).toBe(403)
      }
      expect((await grant(admin, person.id, ['view users'])).status).toBe(403)
      expect(await membershipOf(person)).toMatchObject({ role, status: 'active' })
    }
  })

  test('neither gives nor takes what an admin lacks', async () => {
    const person = await colleague()
    const reply = await grant(admin, person.id, ['view users', 'approve payrolls'])
    expect(reply).toMatchObject({
      status: 403,
      body: { message: 'You do not hold the permission "approve payrolls" yourself.' },
    })
    expect(await membershipOf(person)).toMatchObject({ permissions: [] })
    const richer = await colleague('user', ['approve payrolls'])
    expect((await grant(admin, richer.id, [], ['approve payrolls'])).status).toBe(403)
    expect((await save(admin, richer, { status: 'inactive' })).status).toBe(403)
  })
})

describe('a permission', () => {
  test('given works on the very next call, and taken is gone on the next', async () => {
    const person = await world.as('user', home)
    expect((await person.call(list)).status).toBe(403)
    expect((await grant(primary, person.id, ['view users'])).status).toBe(200)
    expect((await person.call(list)).status).toBe(200)
    expect((await person.call(profile)).body.permissionNames).toContain('view users')
    expect((await grant(primary, person.id, [], ['view users'])).status).toBe(200)
    expect((await person.call(list)).status).toBe(403)
  })

  test('taken from an admin by a new role is gone on the next call', async () => {
    const person = await world.as('admin', home)
    expect((await person.call(list)).status).toBe(200)
    await save(primary, person, { role: 'user' })
    expect((await person.call(list)).status).toBe(403)
  })

  test('changes the mark by which the browser notices', async () => {
    const person = await world.as('user', home)
    const before = (await person.call(profile)).headers['x-access']
    await grant(primary, person.id, ['view logs'])
    const after = (await person.call(profile)).headers['x-access']
    expect(before).toBeTruthy()
    expect(after).not.toBe(before)
  })

  test('of the role is locked, and one that does not exist is refused', async () => {
    const person = await colleague()
    expect((await grant(primary, person.id, [], ['view leaves'])).status).toBe(403)
    const made = ['be king'] as unknown as Names
    expect((await grant(primary, person.id, made)).status).toBe(422)
  })
})

describe('the last primary user', () => {
  const sentence = 'This is the last active primary user. Make another user primary first.'
  const lonely = async () => {
    const organization_id = await world.addOrganization()
    const operator = await world.as('super-admin', organization_id)
    const { body } = await operator.call(contract.auth.switch, { params: { id: organization_id } })
    const last = await colleague('primary', [], organization_id)
    return { organization_id, last, operator: world.caller(body.token) }
  }

  test('can be neither demoted nor deactivated, by anybody', async () => {
    const { last, operator } = await lonely()
    for (const change of [{ role: 'admin' }, { role: 'primary', status: 'inactive' }] as const) {
      expect(await save(operator, last, change)).toMatchObject({
        status: 422,
        body: { message: sentence },
      })
    }
    expect(await membershipOf(last)).toMatchObject({ role: 'primary', status: 'active' })
  })

  test('an inactive or merely invited one does not count', async () => {
    const { last, operator, organization_id } = await lonely()
    await world.addPerson({ organization_id, role: 'primary', status: 'inactive' })
    await world.addPerson({ organization_id, role: 'primary', status: 'invited' })
    expect((await save(operator, last, { role: 'user' })).status).toBe(422)
    await colleague('primary', [], organization_id)
    expect((await save(operator, last, { role: 'user' })).status).toBe(200)
  })

  test('two who demote each other at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const organization_id = await world.addOrganization()
      const [one, two] = [
        await world.as('primary', organization_id),
        await world.as('primary', organization_id),
      ]
      const replies = await Promise.all([save(one, two), save(two, one)])
      const left = await world.rows(
        `select from memberships where organization_id = $1 and role = 'primary'
         and status = 'active'`,
        [organization_id],
      )
      expect(left).toHaveLength(1)
      // The later one is refused as the last primary user, or has already lost the right.
      const [done, refused] = replies.map(({ status }) => status).sort()
      expect([done, [403, 422].includes(refused as number)]).toEqual([200, true])
    }
  })
})
