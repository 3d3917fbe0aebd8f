import { randomUUID } from 'node:crypto'
import { contract, limits, organizationHeader } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { endSessionsAt } from '../../foundation/http/session.ts'
import { asAdmin, somebodyWaits } from '../../test/database.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const {
  switch: switchTo,
  memberships,
  profile,
  acceptMembership,
  declineMembership,
} = contract.auth

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const second = await world.addOrganization('Second Ltd')
const foreign = await world.addOrganization('Foreign Ltd')

type Status = 'active' | 'inactive' | 'invited'
const join = (user_id: string, organization_id: string, role = 'user', status: Status = 'active') =>
  world.rows(
    'insert into memberships (organization_id, user_id, role, status) values ($1, $2, $3, $4)',
    [organization_id, user_id, role, status],
  )
const goTo = (caller: Caller, id: string) => caller.call(switchTo, { params: { id } })
const statusOf = async (token: string | undefined) =>
  (await world.caller(token).call(profile)).status

async function personOfTwo(role = 'user') {
  const me = await world.as('user', home)
  await join(me.id, second, role)
  return me
}

describe('switching', () => {
  test('gives a new token for the other organisation and ends the old one', async () => {
    const me = await personOfTwo('primary')
    const reply = await goTo(me, second)
    expect(reply.status).toBe(200)
    expect(String(reply.headers['set-cookie'])).toContain(`mshahara=${reply.body.token}`)
    expect(await statusOf(me.token)).toBe(401)
    const there = world.caller(reply.body.token)
    const { body } = await there.call(profile)
    expect(body).toMatchObject({ id: me.id, organization_id: second, role: 'primary' })
    expect((await there.call(contract.organizations.get)).body.name).toBe('Second Ltd')
  })

  test('is refused once the session was ended, by a call already under way too', async () => {
    const me = await personOfTwo()
    const reply = await asAdmin(world.databaseUrl, async (client) => {
      await client.query(`begin; select from users where id = '${me.id}' for update`)
      const switching = goTo(me, second)
      await somebodyWaits(client)
      await world.platform((tx) => endSessionsAt(tx, { user_id: me.id, organization_id: home }))
      await client.query('rollback')
      return switching
    })
    expect(reply.status).toBe(401)
  })

  test('to a foreign, an unknown or a nonsense organisation is not found, and ends nothing', async () => {
    const me = await personOfTwo()
    for (const id of [foreign, randomUUID(), 'nonsense']) {
      expect((await goTo(me, id)).status).toBe(404)
    }
    expect(await statusOf(me.token)).toBe(200)
  })

  test('is refused where the membership is only offered or has ended', async () => {
    const me = await personOfTwo()
    await join(me.id, foreign, 'primary', 'invited')
    expect((await goTo(me, foreign)).status).toBe(404)
    await world.rows(
      `update memberships set status = 'inactive' where user_id = $1 and
      organization_id = $2`,
      [me.id, second],
    )
    expect((await goTo(me, second)).status).toBe(404)
  })

  test('is refused where the organisation is deactivated', async () => {
    const shut = await world.addOrganization()
    const me = await world.as('user', home)
    await join(me.id, shut)
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    expect((await goTo(me, shut)).status).toBe(404)
    expect((await me.call(memberships)).body).toHaveLength(1)
  })

  test('does not put off the end of the session', async () => {
    const me = await personOfTwo()
    world.pass((limits.sessionHours - 1) * 3600)
    const { body } = await goTo(me, second)
    expect(await statusOf(body.token)).toBe(200)
    world.pass(3600)
    expect(await statusOf(body.token)).toBe(401)
  })

  test('twice at once leaves one session', async () => {
    const me = await personOfTwo()
    const both = await Promise.all([goTo(me, second), goTo(me, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await world.rows('select from sessions where user_id = $1', [me.id])).toHaveLength(1)
  })

  test('makes a page of the old organisation notice', async () => {
    const me = await personOfTwo()
    const { token } = (await goTo(me, second)).body
    const stale = await world
      .caller(token)
      .call(contract.users.list, {}, { [organizationHeader]: home })
    expect(stale.status).toBe(409)
  })

  test('brings the rights of the other membership and none of this one', async () => {
    const me = await world.as('primary', home)
    await join(me.id, second, 'user')
    const there = world.caller((await goTo(me, second)).body.token)
    expect((await there.call(contract.users.list)).status).toBe(403)
    expect((await there.call(profile)).body.permissionNames).not.toContain('view users')
  })

  test('is written into the log of the organisation that is entered', async () => {
    const me = await personOfTwo()
    await goTo(me, second)
    const rows = await world.rows(
      `select event, organization_id, description from activity_log
       where causer_id = $1 and log_name = 'auth' order by id desc limit 1`,
      [me.id],
    )
    expect(rows).toEqual([
      { event: 'login', organization_id: second, description: 'Amani Njoroge' },
    ])
  })
})

describe('the list of organisations', () => {
  test("names one's own, marks the current one, and hides those that have ended", async () => {
    const me = await personOfTwo()
    await join(me.id, foreign, 'admin', 'inactive')
    const { body } = await me.call(memberships)
    const shown = body.map(({ name, role, status, current }) => ({ name, role, status, current }))
    expect(shown).toEqual([
      { name: 'Home Ltd', role: 'user', status: 'active', current: true },
      { name: 'Second Ltd', role: 'user', status: 'active', current: false },
    ])
  })

  test('shows an invitation, without the logo, until it is answered', async () => {
    await world.rows(`update organizations set logo = 'secret.webp' where id = $1`, [foreign])
    const me = await world.as('user', home)
    await join(me.id, foreign, 'admin', 'invited')
    const offered = (await me.call(memberships)).body.find((m) => m.organization_id === foreign)
    expect(offered).toMatchObject({ status: 'invited', role: 'admin', logo: null })
    const reply = await me.call(declineMembership, { params: { id: foreign } })
    expect(reply.body.message).toBe('Invitation declined')
    expect((await me.call(memberships)).body).toHaveLength(1)
    expect((await me.call(acceptMembership, { params: { id: foreign } })).status).toBe(404)
  })
})

describe('accepting', () => {
  test('joins, and switching works from then on', async () => {
    const me = await world.as('user', home)
    await join(me.id, foreign, 'admin', 'invited')
    const reply = await me.call(acceptMembership, { params: { id: foreign } })
    expect(reply).toMatchObject({ status: 200, body: { message: 'Invitation accepted' } })
    expect((await me.call(profile)).body.organization_id).toBe(home)
    expect((await goTo(me, foreign)).status).toBe(200)
  })

  test('by somebody without an organisation starts right there', async () => {
    const { email, id } = await world.addPerson()
    await join(id, foreign, 'user', 'invited')
    const me = await world.signIn(email)
    expect((await me.call(profile)).body.organization_id).toBeNull()
    await me.call(acceptMembership, { params: { id: foreign } })
    expect((await me.call(profile)).body.organization_id).toBe(foreign)
  })

  test('what was offered to somebody else, or has ended, is not found', async () => {
    const [me, other] = [await world.as('user', home), await world.as('user', home)]
    await join(other.id, foreign, 'primary', 'invited')
    await join(me.id, second, 'user', 'inactive')
    for (const id of [foreign, second, randomUUID()]) {
      expect((await me.call(acceptMembership, { params: { id } })).status).toBe(404)
      expect((await me.call(declineMembership, { params: { id } })).status).toBe(404)
    }
    const rows = await world.rows('select status from memberships where user_id = $1', [other.id])
    expect(rows.map(({ status }) => status).sort()).toEqual(['active', 'invited'])
  })

  test('an invitation of an organisation that was deactivated is not found', async () => {
    const shut = await world.addOrganization()
    const { email, id } = await world.addPerson()
    await join(id, shut, 'user', 'invited')
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    const me = await world.signIn(email)
    expect((await me.call(acceptMembership, { params: { id: shut } })).status).toBe(404)
    expect(await statusOf(me.token)).toBe(200)
  })

  test('one’s own organisation cannot be declined away', async () => {
    const me = await world.as('primary', await world.addOrganization())
    const { body } = await me.call(profile)
    const id = body.organization_id as string
    expect((await me.call(declineMembership, { params: { id } })).status).toBe(404)
    expect(await statusOf(me.token)).toBe(200)
  })
})

describe('the platform operator', () => {
  test('lands nowhere, lists all organisations and needs no membership', async () => {
    const operator = await world.as('super-admin', home)
    const { body } = await operator.call(profile)
    expect(body).toMatchObject({ role: 'super-admin', organization_id: null })
    const { body: all } = await operator.call(contract.organizations.list)
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Home Ltd', 'Second Ltd', 'Foreign Ltd']),
    )
    expect(Object.keys(all[0] ?? {})).not.toContain('account_no')
  })

  test('switches into any organisation, and what is done there bears their name', async () => {
    const operator = await world.as('super-admin', home)
    const person = await world.addPerson({ organization_id: foreign, role: 'user' })
    await world.as('primary', foreign)
    const there = world.caller((await goTo(operator, foreign)).body.token)
    const body = { user_id: person.id, added: ['view logs' as const], removed: [] }
    const done = await there.call(contract.users.updatePermissions, { body })
    expect(done.status).toBe(200)
    const rows = await world.rows(
      `select event, log_name from activity_log where causer_id = $1 and organization_id = $2
       order by id`,
      [operator.id, foreign],
    )
    expect(rows).toEqual([
      { event: 'login', log_name: 'auth' },
      { event: 'updated', log_name: 'users' },
    ])
  })

  test('leaves again, which the organisation can see too; nobody else has such a way', async () => {
    const operator = await world.as('super-admin', home)
    const there = world.caller((await goTo(operator, foreign)).body.token)
    const { status, body } = await there.call(contract.auth.switchBack)
    expect(status).toBe(200)
    expect((await there.call(profile)).status).toBe(401)
    const out = world.caller(body.token)
    expect((await out.call(profile)).body.organization_id).toBeNull()
    const rows = await world.rows(
      `select event from activity_log where causer_id = $1 and organization_id = $2 order by id`,
      [operator.id, foreign],
    )
    expect(rows.map(({ event }) => event)).toEqual(['login', 'logout'])
    const primary = await world.as('primary', home)
    expect((await primary.call(contract.auth.switchBack)).status).toBe(403)
  })

  test('is inside one organisation at a time', async () => {
    const operator = await world.as('super-admin', home)
    const there = world.caller((await goTo(operator, foreign)).body.token)
    const { id } = await world.addPerson({ organization_id: home, role: 'user' })
    expect((await there.call(contract.users.get, { params: { id } })).status).toBe(404)
  })

  test('into an organisation that does not exist does not switch', async () => {
    const operator = await world.as('super-admin', home)
    expect((await goTo(operator, randomUUID())).status).toBe(404)
    expect(await statusOf(operator.token)).toBe(200)
  })

  test('is nobody else: a primary user does not see the list', async () => {
    const primary = await world.as('primary', home)
    expect((await primary.call(contract.organizations.list)).status).toBe(403)
  })
})
