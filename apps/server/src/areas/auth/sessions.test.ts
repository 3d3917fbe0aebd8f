// @tests story
import { contract, limits, organizationHeader } from '@mshahara/contract'
import { describe, expect, test, vi } from 'vitest'
import { makeWorld, openWorld, password } from '../../test/world.ts'

const { login, verifyOtp, profile, heartbeat, logout, changePassword } = contract.auth
const hours = (n: number) => n * 3600
const fromOurPage = { 'sec-fetch-site': 'same-origin' }

const world = await openWorld()
const home = await world.addOrganization()

const somebody = () => world.as('user', home)
const byCookie = (token: string | undefined) => ({ cookie: `mshahara=${token}`, ...fromOurPage })
const statusOf = async (token: string | undefined) =>
  (await world.caller(token).call(profile)).status
const statusByCookie = async (token: string | undefined) =>
  (await world.caller().call(profile, {}, byCookie(token))).status
const lastSeen = async (user_id: string) =>
  (await world.rows('select last_seen_at from sessions where user_id = $1', [user_id]))[0]
    ?.last_seen_at as string

/** The note that a session is in use is written beside the answer: wait until it is there. */
async function seen(user_id: string) {
  const now = world.parts.clock.now().toISOString()
  await vi.waitFor(async () => expect(await lastSeen(user_id)).toBe(now), 60_000)
}

describe('the end of a session', () => {
  test('comes eight hours after signing in, however busy', async () => {
    const me = await somebody()
    for (let n = 0; n < 7; n += 1) {
      world.pass(hours(1))
      expect(await statusOf(me.token)).toBe(200)
      await seen(me.id)
    }
    world.pass(hours(1) - 1)
    expect(await statusOf(me.token)).toBe(200)
    world.pass(1)
    expect(await statusOf(me.token)).toBe(401)
  })

  test('comes with logging out', async () => {
    const me = await somebody()
    const reply = await world.caller(me.token).call(logout)
    expect(reply).toMatchObject({ status: 200, body: { message: 'Logout Successful' } })
    expect(String(reply.headers['set-cookie'])).toMatch(/^mshahara=;/)
    expect(await statusOf(me.token)).toBe(401)
    expect((await world.caller(me.token).call(logout)).status).toBe(401)
  })

  test('comes with signing in again in the same browser, whoever does', async () => {
    const [before, elsewhere] = [await somebody(), await somebody()]
    const { email } = await world.addPerson({ organization_id: home })
    const browser = byCookie(before.token)
    const begun = await world.caller().call(login, { body: { email, password } }, browser)
    expect(await statusOf(before.token)).toBe(200)
    const otp = await world.codeFor(email)
    const [ticket = ''] = String(begun.headers['set-cookie']).split(';')
    const both = { ...browser, cookie: `${browser.cookie}; ${ticket}` }
    const done = await world.caller().call(verifyOtp, { body: { email, otp } }, both)
    expect(done.status).toBe(200)
    expect(await statusOf(before.token)).toBe(401)
    expect(await statusOf(elsewhere.token)).toBe(200)
  })

  test('of one device leaves the other devices alone', async () => {
    const me = await somebody()
    world.pass(1)
    const other = await world.signIn(me.email)
    await other.call(logout)
    expect(await statusOf(me.token)).toBe(200)
  })

  test('comes at once when the membership is deactivated, and only there', async () => {
    const me = await somebody()
    const elsewhere = await world.as('user', await world.addOrganization())
    const primary = await world.as('primary', home)
    const reply = await primary.call(contract.users.update, {
      params: { id: me.id },
      body: {
        first_name: 'Amani',
        last_name: 'Njoroge',
        email: me.email,
        phone: '0712345678',
        role: 'user',
        status: 'inactive',
      },
    })
    expect(reply.status).toBe(200)
    // The bell's wire, which cannot tell the page why, takes the cookie from nobody.
    const wire = await world.app.inject({ url: '/api/news', headers: byCookie(me.token) })
    expect([wire.statusCode, wire.headers['set-cookie']]).toEqual([401, undefined])
    // Their phone hears that it is for good, and the session is not alive again with the place.
    expect((await me.call(profile)).body).toMatchObject({ code: 'removed' })
    await world.rows(`update memberships set status = 'active' where user_id = $1`, [me.id])
    expect(await statusOf(me.token)).toBe(401)
    expect(await statusOf(elsewhere.token)).toBe(200)
  })

  test('comes at once when the organisation is deactivated, for all but the operator', async () => {
    const shut = await world.addOrganization()
    const me = await world.as('primary', shut)
    const operator = await world.as('super-admin', shut)
    const inside = await operator.call(contract.auth.switch, { params: { id: shut } })
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    expect(await statusOf(me.token)).toBe(401)
    expect(await statusByCookie(me.token)).toBe(401)
    expect(await statusOf(inside.body.token)).toBe(200)
  })
})

describe('idle', () => {
  test('for 330 seconds ends a session in a browser', async () => {
    const me = await somebody()
    world.pass(limits.idleServer_s - 1)
    expect(await statusByCookie(me.token)).toBe(200)
    await seen(me.id)
    world.pass(limits.idleServer_s)
    const reply = await world.caller().call(profile, {}, byCookie(me.token))
    expect(reply.status).toBe(401)
    expect(String(reply.headers['set-cookie'])).toMatch(/^mshahara=;/)
  })

  test('does not end the session of an API client', async () => {
    const me = await somebody()
    world.pass(hours(7))
    expect(await statusOf(me.token)).toBe(200)
  })

  test('is what a heartbeat prevents', async () => {
    const me = await somebody()
    for (let n = 0; n < 4; n += 1) {
      world.pass(300)
      const beat = await world.caller().call(heartbeat, {}, byCookie(me.token))
      expect(beat.status).toBe(200)
      await seen(me.id)
    }
    expect(await statusByCookie(me.token)).toBe(200)
  })

  test('a heartbeat tells when the session ends, and does not put it off', async () => {
    const me = await somebody()
    const first = await me.call(heartbeat)
    world.pass(300)
    const second = await me.call(heartbeat)
    expect(second.body).toEqual(first.body)
  })

  test('use is noted at most every twenty seconds', async () => {
    const me = await somebody()
    const begun = await lastSeen(me.id)
    world.pass(19)
    await me.call(profile)
    await me.call(profile)
    expect(await lastSeen(me.id)).toBe(begun)
    world.pass(1)
    await me.call(profile)
    await seen(me.id)
  })
})

describe('the token', () => {
  test('is random, given once and kept as a hash only', async () => {
    const me = await somebody()
    expect(me.token).toMatch(/^[\w-]{43}$/)
    const rows = await world.rows('select s::text as words from sessions s where user_id = $1', [
      me.id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].words).not.toContain(me.token)
  })

  test('is set as a cookie that no script reads and no other site sends', async () => {
    const { email } = await somebody()
    world.pass(1)
    const nobody = world.caller()
    await nobody.call(login, { body: { email, password } })
    const otp = await world.codeFor(email)
    const done = await nobody.call(verifyOtp, { body: { email, otp } })
    const line = [done.headers['set-cookie']].flat().find((l) => /^mshahara=/.test(String(l)))
    expect(line).toBe(
      `mshahara=${done.body.access_token}; Max-Age=28800; Path=/; HttpOnly; SameSite=Strict`,
    )
  })

  test('has the __Host- prefix and Secure where the address is https', async () => {
    const secure = await makeWorld({ settings: { publicUrl: 'https://pay.example.co.ke' } })
    try {
      const { email } = await secure.addPerson()
      const nobody = secure.caller()
      await nobody.call(login, { body: { email, password } })
      const otp = await secure.codeFor(email)
      const done = await nobody.call(verifyOtp, { body: { email, otp } })
      const lines = [done.headers['set-cookie']].flat().map(String)
      const line = lines.find((each) => each.startsWith('__Host-mshahara=')) ?? ''
      expect(line).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Strict$/)
      const bare = { cookie: `mshahara=${done.body.access_token}` }
      expect((await nobody.call(profile, {}, bare)).status).toBe(401)
    } finally {
      await secure.close()
    }
  })

  test('in the Authorization header wins over the cookie, also when it is nonsense', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const both = await one.call(profile, {}, byCookie(two.token))
    expect(both.body.id).toBe(one.id)
    for (const authorization of ['Bearer nonsense', 'Basic eDp5', 'Bearer']) {
      const headers = { ...byCookie(two.token), authorization }
      expect((await world.caller().call(profile, {}, headers)).status).toBe(401)
    }
  })

  test('in the cookie, with an effect, works from our own pages only', async () => {
    const me = await somebody()
    const cookie = `mshahara=${me.token}`
    const send = async (headers: Record<string, string>) =>
      (await world.caller().call(contract.notifications.read, {}, { cookie, ...headers })).status
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await send({ origin: world.parts.config.publicUrl })).toBe(200)
    expect(await send({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'none' })).toBe(403)
    expect(await send({ origin: 'null' })).toBe(403)
    expect(await send({ origin: `${world.parts.config.publicUrl}.evil.example` })).toBe(403)
  })

  test('of a session that acts elsewhere is refused when the page names its organisation', async () => {
    const me = await somebody()
    const other = await world.addOrganization()
    const named = (id: string) => me.call(profile, {}, { [organizationHeader]: id })
    expect((await named(home)).status).toBe(200)
    expect(await named(other)).toMatchObject({
      status: 409,
      body: { message: 'You have switched to another organization in another window.' },
    })
  })

  test('cannot be planted: a sign-in from a foreign page is refused', async () => {
    const { email } = await somebody()
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const reply = await world.caller().call(login, { body: { email, password } }, headers)
    expect(reply.status).toBe(403)
  })
})

test('a session that was ended cannot be saved by a call already under way', async () => {
  const victim = await somebody()
  world.pass(1)
  const thief = await world.signIn(victim.email)
  const acts = [
    victim.call(changePassword, {
      params: { id: victim.id },
      body: {
        password: 'a fresh start 9',
        password_confirmation: 'a fresh start 9',
        current_password: password,
      },
    }),
    ...Array.from({ length: 8 }, () => thief.call(contract.auth.switch, { params: { id: home } })),
  ]
  const [changed, ...switches] = await Promise.all(acts)
  expect(changed?.status).toBe(200)
  expect(switches.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { body } of switches) {
    const { token } = body as { token?: string }
    // Whoever switched before the change is ended by it; nobody switches after.
    if (token) expect(await statusOf(token)).toBe(401)
  }
})
