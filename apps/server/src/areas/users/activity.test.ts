import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'
import { changeMembership } from '../organizations/index.ts'
import { activationHash } from './index.ts'

/** What the activity log says of people: who did what, old and new, and never a secret (A21). */

const { invite, update, updatePermissions } = contract.users

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)

const newAddress = () => `logged-${randomUUID().slice(0, 8)}@example.test`
const entriesAbout = (id: string) =>
  world.rows(
    `select causer_id, organization_id, description, log_name, event, properties
     from activity_log where subject_id = $1 and log_name <> 'auth' order by id`,
    [id],
  )
const form = (email: string, more: object = {}) => ({
  first_name: 'Halima',
  last_name: 'Abdi',
  email,
  phone: '0790604506',
  role: 'user' as const,
  ...more,
})
const byPrimary = () => ({
  causer_id: primary.id,
  organization_id: home,
  description: 'Amani Njoroge',
  log_name: 'users',
})

describe('who, what, old and new', () => {
  test('an invitation logs the membership it creates, the same for a login that exists', async () => {
    const email = newAddress()
    const { email: known } = await world.addPerson()
    for (const to of [email, known]) {
      const { id } = (await primary.call(invite, { body: form(to) })).body
      const entries = (await entriesAbout(id)).filter(({ causer_id }) => causer_id === primary.id)
      const invited_as = { email: to, first_name: 'Halima' }
      expect(entries).toMatchObject([
        {
          ...byPrimary(),
          event: 'created',
          properties: { new: { role: 'user', status: 'invited', invited_as } },
        },
      ])
      expect(Object.keys(entries[0]?.properties ?? {})).toEqual(['new'])
    }
  })

  test('a login is logged from the day it has an owner', async () => {
    const email = newAddress()
    const { id } = (await primary.call(invite, { body: form(email) })).body
    world.pass(1)
    const me = await world.signIn(email, await world.codeFor(email))
    const chosen = 'of my own choice'
    await me.call(contract.auth.changePassword, {
      params: { id },
      body: { password: chosen, password_confirmation: chosen },
    })
    const entries = await entriesAbout(id)
    const kinds = entries.map(({ properties }) => Object.keys(properties.new ?? {}))
    expect(kinds).toContainEqual(['activated_at', 'password_hash'])
  })

  test('a change logs what changed and nothing that did not', async () => {
    const person = await world.addPerson({ organization_id: home, role: 'user' })
    await primary.call(update, {
      params: { id: person.id },
      body: {
        ...form(person.email, { role: 'admin', status: 'inactive' }),
        first_name: 'Amani',
        last_name: 'Njoroge',
        phone: '0712345678',
      } as never,
    })
    expect((await entriesAbout(person.id)).at(-1)).toEqual({
      ...byPrimary(),
      event: 'updated',
      properties: {
        old: { role: 'user', status: 'active' },
        new: { role: 'admin', status: 'inactive' },
      },
    })
  })

  test('permissions are logged before and after', async () => {
    const person = await world.addPerson({ organization_id: home, role: 'user' })
    await primary.call(updatePermissions, {
      body: { user_id: person.id, added: ['view logs'], removed: [] },
    })
    expect((await entriesAbout(person.id)).at(-1)).toMatchObject({
      ...byPrimary(),
      properties: { old: { permissions: [] }, new: { permissions: ['view logs'] } },
    })
  })

  test('saving without a change logs nothing', async () => {
    const person = await world.addPerson({ organization_id: home, role: 'user' })
    const before = (await entriesAbout(person.id)).length
    await primary.call(updatePermissions, {
      body: { user_id: person.id, added: ['view leaves'], removed: [] },
    })
    expect(await entriesAbout(person.id)).toHaveLength(before)
  })

  test('a refusal logs nothing of what it refused', async () => {
    const admin = await world.as('admin', home)
    const before = await world.rows(
      `select count(*) as n from activity_log where event <> 'refused'`,
    )
    await admin.call(updatePermissions, {
      body: { user_id: primary.id, added: ['view users'], removed: [] },
    })
    expect(
      await world.rows(`select count(*) as n from activity_log where event <> 'refused'`),
    ).toEqual(before)
  })

  test('an invitation accepted bears the name of who accepted, in the organisation joined', async () => {
    const abroad = await world.addOrganization()
    const person = await world.as('user', abroad)
    await primary.call(invite, { body: form(person.email) })
    await person.call(contract.auth.acceptMembership, { params: { id: home } })
    expect((await entriesAbout(person.id)).at(-1)).toMatchObject({
      causer_id: person.id,
      organization_id: home,
      event: 'updated',
      properties: { old: { status: 'invited' }, new: { status: 'active' } },
    })
  })

  test('signing in is no change of the login', async () => {
    const person = await world.as('user', home)
    const kinds = (await entriesAbout(person.id)).map(({ event }) => event)
    expect(kinds).toEqual(['created', 'created'])
  })
})

test('no password, code, hash or token is ever in the log', async () => {
  const person = await world.as('user', home)
  const email = newAddress()
  const { id } = (await primary.call(invite, { body: form(email) })).body
  const oneTime = await world.codeFor(email)
  const activation_hash = activationHash(world.parts.secrets, id, '31245678')
  await world.platform((tx) => changeMembership(tx, home, id, { activation_hash }))
  const fresh = 'never to be logged 8'
  await person.call(contract.auth.changePassword, {
    params: { id: person.id },
    body: { password: fresh, password_confirmation: fresh, current_password: password },
  })
  const { email: known } = await world.addPerson()
  await world.caller().call(contract.auth.resetPassword, { body: { email: known } })
  const reset = await world.codeFor(known)
  await world.caller().call(contract.auth.updatePassword, {
    body: { email: known, password: fresh, password_confirmation: fresh, otp: reset },
  })
  await world.caller().call(contract.auth.login, { body: { email, password: 'a wrong guess 9' } })
  const hashes = await world.rows(
    `select password_hash as word from users where password_hash is not null
     union select encode(activation_hash, 'hex') from memberships where activation_hash is not null
     union select encode(token_hash, 'hex') from sessions
     union select encode(code_hash, 'hex') from codes`,
  )
  const secrets = [
    ...hashes.map(({ word }) => word as string),
    ...[oneTime, reset, fresh, password, 'a wrong guess 9', '31245678', person.token as string],
  ]
  const rows = await world.rows('select l::text as words from activity_log l')
  const words = rows.map((row) => row.words).join('\n')
  expect(secrets.filter((secret) => words.includes(secret))).toEqual([])
  const [entry] = await world.rows(
    `select properties from activity_log where subject_id = $1 and
     properties -> 'new' ? 'password_hash' order by id desc limit 1`,
    [person.id],
  )
  expect(entry.properties.new.password_hash).toBe('(hidden)')
  expect(entry.properties.old.password_hash).toBe('(hidden)')
})
