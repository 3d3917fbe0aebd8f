// @tests long
import { contract, limits } from '@mshahara/contract'
import { secondFactorRights } from '@mshahara/contract/second-factor'
import { describe, expect, test } from 'vitest'
import { addApp, addPasskey, makeDevice, totp } from '../../test/second-factor.ts'
import { sessionOf } from '../../test/session.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld, password } from '../../test/world.ts'
import { relyingParty } from './passkeys.ts'

/** Adding, renaming and removing second factors, and being asked for one. */

const { secondFactor, secondSteps, auth } = contract
const { beginTotp, confirmTotp, beginPasskey, confirmPasskey, list } = secondFactor

const world = await openWorld()
const home = await world.addOrganization()
const now = () => world.parts.clock.now()
const site = relyingParty(world.parts.config).origin
const somebody = () => world.as('finance', home)

async function withApp() {
  const me = await somebody()
  const app = await addApp(me, now)
  world.pass(30)
  return { ...me, ...app, code: () => totp(app.secret, now()) }
}
const firstOf = async (me: Awaited<ReturnType<typeof somebody>>) =>
  (await me.call(list)).body.factors[0]?.id ?? ''
const lastMail = async (email: string) => (await world.mails(email))[0]
const lastEntry = async (id: string) =>
  (
    await world.rows(
      `select event, organization_id, properties from activity_log
       where causer_id = $1 order by id desc limit 1`,
      [id],
    )
  )[0]

describe('adding one', () => {
  test('asks for the password, shows a key once, and counts when its code came back', async () => {
    const me = await somebody()
    expect((await me.call(beginTotp, { body: {} })).body.errors).toEqual({
      current_password: ['Please enter your current password.'],
    })
    const wrong = await me.call(beginTotp, { body: { current_password: 'si-yangu-kabisa' } })
    expect(wrong.status).toBe(422)
    const begun = await me.call(beginTotp, { body: { current_password: password } })
    expect(begun.body.address).toContain(`otpauth://totp/Mshahara:${encodeURIComponent(me.email)}`)
    expect(begun.body.picture).toMatch(/^data:image\/png;base64,/)
    const refused = await me.call(confirmTotp, { body: { name: 'Phone', code: '000000' } })
    expect(refused.body.errors).toEqual({ code: ["This is not the app's current code."] })
    expect((await me.call(list)).body.factors).toEqual([])
    const code = totp(begun.body.secret, now())
    const done = await me.call(confirmTotp, { body: { name: 'Phone', code } })
    expect(done.body.recovery_codes).toHaveLength(10)
    expect((await me.call(list)).body).toMatchObject({
      factors: [{ kind: 'totp', name: 'Phone' }],
      recovery_codes_left: 10,
      required: false,
    })
    const again = await me.call(confirmTotp, { body: { name: 'Phone', code } })
    expect(again.status).toBe(409)
  })

  test('is told by mail and logged, and ends sessions that did without', async () => {
    const me = await somebody()
    const other = world.caller(await sessionOf(world.parts, me.id, home))
    await addApp(me, now, 'My phone')
    expect((await other.call(auth.profile)).status).toBe(401)
    expect((await me.call(auth.profile)).status).toBe(200)
    const letter = await lastMail(me.email)
    expect(letter?.subject).toBe('A second factor was added to your sign-in')
    expect(letter?.text).toContain('"My phone" was added')
    expect(await lastEntry(me.id)).toMatchObject({
      event: 'second factor',
      organization_id: home,
      properties: { what: 'added', name: 'My phone' },
    })
  })

  test('another one asks for the first, and both serve', async () => {
    const me = await withApp()
    const byPassword = await me.call(beginPasskey, { body: { current_password: password } })
    expect(byPassword.body.errors).toEqual({ code: ['Please enter a code.'] })
    const begun = await me.call(beginPasskey, { body: { code: me.code() } })
    const device = makeDevice(site)
    const passkey = device.create(begun.body.passkey)
    const done = await me.call(confirmPasskey, { body: { name: 'Laptop', passkey } })
    expect(done).toMatchObject({ status: 200, body: { recovery_codes: [] } })
    expect((await me.call(list)).body.factors.map(({ kind }) => kind)).toEqual(['totp', 'passkey'])
  })

  test('goes on where it was begun, in time, and with what it was begun for', async () => {
    const me = await somebody()
    const other = world.caller(await sessionOf(world.parts, me.id, home))
    const begun = await me.call(beginTotp, { body: { current_password: password } })
    const code = totp(begun.body.secret, now())
    expect((await other.call(confirmTotp, { body: { name: 'X', code } })).status).toBe(409)
    const { passkey } = (await me.call(beginPasskey, { body: { current_password: password } })).body
    expect((await me.call(confirmTotp, { body: { name: 'X', code } })).status).toBe(409)
    world.pass(601)
    const late = makeDevice(site).create(passkey)
    const reply = await me.call(confirmPasskey, { body: { name: 'X', passkey: late } })
    expect(reply.status).toBe(409)
  })

  test('a passkey made on another site, or for another challenge, is none', async () => {
    const me = await somebody()
    const body = { current_password: password }
    const { passkey } = (await me.call(beginPasskey, { body })).body
    const device = makeDevice(site)
    const answers = [
      device.create(passkey, 'https://mshahara.example'),
      device.create({ challenge: 'c29tZXRoaW5nIGVsc2U' }),
      makeDevice('https://mshahara.example').create(passkey, site),
    ]
    for (const answer of answers) {
      const reply = await me.call(confirmPasskey, { body: { name: 'X', passkey: answer } })
      expect(reply.status).toBe(422)
    }
    expect((await me.call(list)).body.factors).toEqual([])
  })

  test('one passkey is one person’s', async () => {
    const device = makeDevice(site)
    await addPasskey(await somebody(), device)
    const other = await somebody()
    await expect(addPasskey(other, device)).rejects.toThrow(/already in use/)
  })
})

describe('changing them', () => {
  test('a name is changed and told, another person’s is not found', async () => {
    const me = await withApp()
    const id = await firstOf(me)
    const body = { name: 'Old Nokia' }
    expect((await me.call(secondFactor.rename, { params: { id }, body })).status).toBe(200)
    expect((await lastMail(me.email))?.text).toContain('"My phone" is now called "Old Nokia"')
    const stranger = await withApp()
    expect((await stranger.call(secondFactor.rename, { params: { id }, body })).status).toBe(404)
    const given = { code: stranger.code() }
    const removing = await stranger.call(secondFactor.remove, { params: { id }, body: given })
    expect(removing.status).toBe(404)
  })

  test('removing asks for it again; the last takes the recovery codes with it', async () => {
    const me = await withApp()
    const params = { id: await firstOf(me) }
    const removed = (body: object) => me.call(secondFactor.remove, { params, body })
    expect((await removed({})).status).toBe(422)
    expect((await removed({ current_password: password })).status).toBe(422)
    expect((await removed({ code: '000000' })).status).toBe(422)
    const code = me.code()
    const both = await Promise.all([1, 2].map(() => removed({ code })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.filter(({ status }) => status === 404 || status === 422)).toHaveLength(1)
    expect((await me.call(list)).body).toMatchObject({ factors: [], recovery_codes_left: 0 })
    expect((await lastMail(me.email))?.text).toContain('you sign in with an emailed code again')
    await world.signIn(me.email)
  })

  test('a removed factor opens nothing', async () => {
    const me = await somebody()
    const { secret, recovery } = await addApp(me, now)
    const device = makeDevice(site)
    const begun = await me.call(beginPasskey, { body: { code: recovery[0] } })
    const passkey = device.create(begun.body.passkey)
    await me.call(confirmPasskey, { body: { name: 'Laptop', passkey } })
    world.pass(30)
    const { factors } = (await me.call(list)).body
    const params = { id: factors.find(({ kind }) => kind === 'totp')?.id ?? '' }
    await me.call(secondFactor.remove, { params, body: { code: totp(secret, now()) } })
    world.pass(30)
    const again = await world.caller().call(auth.login, { body: { email: me.email, password } })
    const [cookie = ''] = String(again.headers['set-cookie']).split(';')
    const body = { email: me.email, code: totp(secret, now()) }
    const reply = await world.caller().call(secondSteps.verify, { body }, { cookie })
    expect(reply.status).toBe(401)
  })

  test('a passkey proves once for a change, and only with the challenge asked for', async () => {
    const me = await somebody()
    const device = makeDevice(site)
    await addPasskey(me, device)
    const { passkey } = (await me.call(secondFactor.challenge)).body
    const body = { passkey: device.get(passkey ?? {}) }
    expect((await me.call(secondFactor.renewRecoveryCodes, { body })).status).toBe(200)
    await world.rows('update second_factors set counter = 0 where user_id = $1', [me.id])
    expect((await me.call(secondFactor.renewRecoveryCodes, { body })).status).toBe(422)
  })

  test('new recovery codes end the old ones', async () => {
    const me = await withApp()
    const body = { code: me.recovery[3] }
    const renewed = await me.call(secondFactor.renewRecoveryCodes, { body })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect((await lastMail(me.email))?.subject).toBe('You have new recovery codes')
    const old = { code: me.recovery[4] }
    expect((await me.call(secondFactor.renewRecoveryCodes, { body: old })).status).toBe(422)
    const without = await somebody()
    const none = await without.call(secondFactor.renewRecoveryCodes, { body: {} })
    expect(none.body.message).toContain('Please add one first')
  })
})

describe('the organisation’s choice', () => {
  test('is the primary user’s, who has one already', async () => {
    const here = await world.addOrganization()
    const body = { required: true }
    for (const role of ['admin', 'finance', 'user', 'employee'] as const) {
      const person = await world.as(role, here)
      expect((await person.call(secondFactor.setRule, { body })).status).toBe(403)
    }
    const primary = await world.as('primary', here)
    expect((await primary.call(secondFactor.setRule, { body })).status).toBe(422)
    await addApp(primary, now)
    const set = await primary.call(secondFactor.setRule, { body })
    expect(set.body).toMatchObject({ required: true, lacking: ['Amani Njoroge', 'Amani Njoroge'] })
    expect(await lastEntry(primary.id)).toMatchObject({ organization_id: here, event: 'updated' })
  })

  test('asks whoever signed in a while ago for a factor again, or the password', async () => {
    const here = await world.addOrganization()
    const primary = await world.as('primary', here)
    const set = (required: boolean, proof = {}) =>
      primary.call(secondFactor.setRule, { body: { required, ...proof } })
    world.pass(limits.freshMinutes * 60)
    expect((await set(false)).body.errors?.current_password).toBeDefined()
    expect((await set(false, { current_password: 'si-yangu-kabisa' })).status).toBe(422)
    expect((await set(false, { current_password: password })).status).toBe(200)
    const app = await addApp(primary, now)
    world.pass(30)
    const code = totp(app.secret, now())
    expect((await set(true, { current_password: password })).body.errors?.code).toBeDefined()
    expect((await primary.call(secondFactor.rule)).body.required).toBe(false)
    expect((await set(true, { code })).body.required).toBe(true)
    expect((await set(false, { code })).status).toBe(422)
    expect((await set(false, { code: app.recovery[0] })).body.required).toBe(false)
  })

  test('leaves whoever holds such a right nothing else to do, until they have one', async () => {
    const here = await world.addOrganization()
    const finance = await world.as('finance', here)
    const extra = await world.as('user', here, ['pay payrolls'])
    const user = await world.as('user', here)
    await world.rows(
      'update second_factor_settings set required = true where organization_id = $1',
      [here],
    )
    for (const person of [finance, extra]) {
      const reply = await person.call(contract.payrolls.list)
      expect(reply).toMatchObject({ status: 403, body: { code: 'second-factor' } })
      expect((await person.call(auth.memberships)).status).toBe(403)
      expect((await person.call(auth.profile)).body.must_add_factor).toBe(true)
    }
    expect((await user.call(auth.memberships)).status).toBe(200)
    // The wire of news and stored files are no way around it.
    for (const url of ['/api/news', '/storage/organization/x.webp']) {
      const headers = { authorization: `Bearer ${finance.token}` }
      expect([url, (await world.app.inject({ url, headers })).statusCode]).toEqual([url, 403])
    }
    await addApp(finance, now)
    expect((await finance.call(contract.payrolls.list)).status).toBe(200)
  })

  test('holds in the database too', async () => {
    const here = await world.addOrganization()
    const finance = await world.as('finance', here)
    const may = async (permission: string) => {
      const { inside } = statementsIn(world, finance)
      const { rows } = await inside((client) =>
        client.query('select bound_may($1) as may', [permission]),
      )
      return rows[0].may
    }
    expect(await may('pay payrolls')).toBe(true)
    await world.rows(
      'update second_factor_settings set required = true where organization_id = $1',
      [here],
    )
    expect([await may('pay payrolls'), await may('create leaves')]).toEqual([false, true])
    const { refused } = statementsIn(world, finance)
    const lifted = await refused('update second_factor_settings set required = false')
    expect(lifted).toEqual({ code: '42501' })
    const rows = await world.rows(
      `select g.permission from role_grants g where g.role = 'primary'
       and asks_second_factor(g.permission) order by 1`,
    )
    expect(rows.map(({ permission }) => permission)).toEqual([...secondFactorRights].sort())
  })
})

describe('somebody who has lost theirs', () => {
  test('is helped by the primary user, told, logged, and signed out', async () => {
    const here = await world.addOrganization()
    const primary = await world.as('primary', here)
    const member = await world.as('finance', here)
    const params = { id: member.id }
    const none = await primary.call(secondFactor.reset, { params })
    expect(none.body.message).toBe('This person has no second factor.')
    await addApp(member, now)
    const admin = await world.as('admin', here)
    expect((await admin.call(secondFactor.reset, { params })).status).toBe(403)
    expect((await primary.call(secondFactor.reset, { params })).status).toBe(200)
    expect((await member.call(auth.profile)).status).toBe(401)
    expect((await lastMail(member.email))?.subject).toBe('Your second factors were removed')
    expect(await lastEntry(primary.id)).toMatchObject({
      organization_id: here,
      properties: { what: 'reset', user_id: member.id },
    })
    await world.signIn(member.email)
  })

  test('by somebody who signed in a while ago only with a proof', async () => {
    const here = await world.addOrganization()
    const primary = await world.as('primary', here)
    const member = await world.as('finance', here)
    await addApp(member, now)
    world.pass(limits.freshMinutes * 60)
    const params = { id: member.id }
    const reset = (body = {}) => primary.call(secondFactor.reset, { params, body })
    expect((await primary.call(secondFactor.reset, { params })).status).toBe(422)
    expect((await reset()).body.errors?.current_password).toBeDefined()
    expect((await reset({ current_password: 'si-yangu-kabisa' })).status).toBe(422)
    const app = await addApp(primary, now)
    world.pass(30)
    const code = totp(app.secret, now())
    expect((await reset({ current_password: password })).body.errors?.code).toBeDefined()
    expect((await reset({ code: '000000' })).status).toBe(422)
    expect((await member.call(auth.profile)).status).toBe(200)
    expect((await reset({ code })).status).toBe(200)
    expect((await member.call(auth.profile)).status).toBe(401)
  })

  test('two who reset each other at once do not lock each other up', async () => {
    const here = await world.addOrganization()
    const both = await Promise.all([world.as('primary', here), world.as('primary', here)])
    const apps = await Promise.all(both.map((one) => addApp(one, now)))
    world.pass(limits.freshMinutes * 60)
    const replies = await Promise.all(
      both.map((one, n) =>
        one.call(secondFactor.reset, {
          params: { id: (both[1 - n] as typeof one).id },
          body: { code: totp(apps[n]?.secret ?? '', now()) },
        }),
      ),
    )
    // Whoever came second has no session any more or, a moment earlier, no factor to prove with.
    const [first, second] = replies.map(({ status }) => status).sort()
    expect(first).toBe(200)
    expect([401, 422]).toContain(second)
    const left = await world.rows('select user_id from second_factors where user_id = any($1)', [
      both.map(({ id }) => id),
    ])
    expect(left).toHaveLength(1)
  })

  test('but nobody by themselves, from elsewhere, or by one of two employers', async () => {
    const here = await world.addOrganization()
    const primary = await world.as('primary', here)
    const member = await world.as('finance', here)
    await addApp(primary, now)
    // Capitals are another text, not another person.
    for (const id of [primary.id, primary.id.toUpperCase()]) {
      const own = await primary.call(secondFactor.reset, { params: { id } })
      expect(own).toMatchObject({
        status: 403,
        body: { message: 'You cannot reset your own second factors.' },
      })
    }
    const stranger = await world.as('primary', home)
    await addApp(member, now)
    const params = { id: member.id }
    expect((await stranger.call(secondFactor.reset, { params })).status).toBe(404)
    await world.rows(
      `insert into memberships (organization_id, user_id, role, status)
       values ($1, $2, 'user', 'active')`,
      [home, member.id],
    )
    expect((await primary.call(secondFactor.reset, { params })).status).toBe(403)
    const operator = await world.as('super-admin', here)
    const inside = await operator.call(auth.switch, { params: { id: here } })
    const there = world.caller(inside.body.token)
    expect((await there.call(secondFactor.reset, { params })).status).toBe(200)
  })
})
