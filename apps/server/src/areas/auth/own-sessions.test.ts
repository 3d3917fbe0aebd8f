import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addApp, totp } from '../../test/second-factor.ts'
import { sessionOf } from '../../test/session.ts'
import { openWorld, password } from '../../test/world.ts'
import { deviceOf } from './user-agent.ts'

const { sessions, endSession, endOtherSessions, profile } = contract.auth

const world = await openWorld()
const home = await world.addOrganization()
const elsewhere = await world.addOrganization()

const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/140.0.0.0 Mobile Safari/537.36',
  samsung:
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 ' +
    '(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  edge:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  program: 'curl/8.5.0',
}

/** Somebody with a second session, begun later. */
async function twice() {
  const me = await world.as('user', home)
  world.pass(60)
  const other = world.caller(await sessionOf(world.parts, me.id, home))
  return { me, other }
}

describe('what a browser says of itself', () => {
  test.each([
    ['phone', 'Chrome', 'Android'],
    ['samsung', 'Samsung Internet', 'Android'],
    ['iphone', 'Safari', 'iPhone'],
    ['edge', 'Edge', 'Windows'],
    ['firefox', 'Firefox', 'Linux'],
    ['program', null, null],
  ] as const)('%s', (agent, browser, system) => {
    expect(deviceOf(agents[agent])).toEqual({ browser, system })
  })
  test('nothing at all', () => {
    expect(deviceOf(null)).toEqual({ browser: null, system: null })
  })
})

describe('one’s own sessions', () => {
  test('are listed, the newest first and the one at hand marked', async () => {
    const { me, other } = await twice()
    await world.rows('update sessions set user_agent = $2 where user_id = $1', [
      me.id,
      agents.phone,
    ])
    const { body } = await other.call(sessions)
    expect(body).toMatchObject([
      { browser: 'Chrome', system: 'Android', address: '10.0.0.1', current: true },
      { browser: 'Chrome', system: 'Android', current: false },
    ])
    expect(Date.parse(body[0]?.created_at ?? '')).toBeGreaterThan(
      Date.parse(body[1]?.created_at ?? ''),
    )
  })

  test('are those that still open something', async () => {
    const { me, other } = await twice()
    await world.rows(
      `update sessions set by_cookie = true, last_seen_at = last_seen_at - $2 * interval '1 second'
       where user_id = $1 and created_at = (select min(created_at) from sessions where user_id = $1)`,
      [me.id, limits.idleServer_s],
    )
    expect((await other.call(sessions)).body).toHaveLength(1)
  })

  test('end one by one, at once and for good', async () => {
    const { me, other } = await twice()
    const { body } = await other.call(sessions)
    const first = body.find(({ current }) => !current)?.id ?? ''
    const done = await other.call(endSession, { params: { id: first } })
    expect(done).toMatchObject({ status: 200, body: { message: 'The session has ended' } })
    expect((await me.call(profile)).status).toBe(401)
    expect((await other.call(profile)).status).toBe(200)
    const again = await other.call(endSession, { params: { id: first } })
    expect(again).toMatchObject({
      status: 404,
      body: { message: 'This session has already ended.' },
    })
    const [entry] = await world.rows(
      `select event, properties from activity_log where causer_id = $1 order by id desc limit 1`,
      [me.id],
    )
    expect(entry).toMatchObject({ event: 'logout', properties: { other_sessions: 1 } })
  })

  test('end all at once but the one at hand', async () => {
    const { me, other } = await twice()
    const third = world.caller(await sessionOf(world.parts, me.id, null))
    expect((await other.call(endOtherSessions)).status).toBe(200)
    for (const gone of [me, third]) expect((await gone.call(profile)).status).toBe(401)
    expect((await other.call(sessions)).body).toHaveLength(1)
    expect((await other.call(endOtherSessions)).status).toBe(200)
  })

  test('are ended by one of two who ask at the same time', async () => {
    const { other } = await twice()
    const { body } = await other.call(sessions)
    const id = body.find(({ current }) => !current)?.id ?? ''
    const both = await Promise.all([1, 2].map(() => other.call(endSession, { params: { id } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('ask for a proof again once the sign-in is a while ago', async () => {
    const me = await world.as('user', home)
    const other = world.caller(await sessionOf(world.parts, me.id, home))
    const { body: list } = await other.call(sessions)
    const fresh = async () => (await other.call(contract.secondFactor.list)).body.fresh
    expect(await fresh()).toBe(true)
    const id = list.find(({ current }) => !current)?.id ?? ''
    world.pass(limits.freshMinutes * 60)
    expect(await fresh()).toBe(false)
    const end = (body = {}) => other.call(endSession, { params: { id }, body })
    const endAll = (body = {}) => other.call(endOtherSessions, { body })
    for (const each of [end, endAll]) {
      expect((await each()).body.errors?.current_password).toEqual([
        'Please enter your current password.',
      ])
      expect((await each({ current_password: 'another-one-1' })).status).toBe(422)
    }
    expect((await other.call(endOtherSessions)).status).toBe(422)
    expect((await me.call(profile)).status).toBe(200)
    expect((await end({ current_password: password })).status).toBe(200)
    expect((await me.call(profile)).status).toBe(401)
    // Whoever has a second factor shows that instead, once.
    const app = await addApp(other, world.parts.clock.now)
    world.pass(30)
    const third = world.caller(await sessionOf(world.parts, me.id, home))
    expect((await endAll({ current_password: password })).body.errors?.code).toBeDefined()
    const code = { code: totp(app.secret, world.parts.clock.now()) }
    expect((await endAll(code)).status).toBe(200)
    expect((await third.call(profile)).status).toBe(401)
    expect((await endAll(code)).status).toBe(422)
  })

  test('are nobody else’s, and the one at hand is left by logging out', async () => {
    const { me, other } = await twice()
    const stranger = await world.as('primary', elsewhere)
    const boss = await world.as('primary', home)
    const { body } = await other.call(sessions)
    for (const { id } of body) {
      for (const caller of [stranger, boss]) {
        expect((await caller.call(endSession, { params: { id } })).status).toBe(404)
      }
    }
    expect((await me.call(profile)).status).toBe(200)
    const own = body.find(({ current }) => current)?.id ?? ''
    const refused = await other.call(endSession, { params: { id: own } })
    expect(refused).toMatchObject({
      status: 422,
      body: { message: 'This is your current session. Please log out instead.' },
    })
  })
})
