// @tests story
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@mshahara/contract'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { addApp, totp } from '../../test/second-factor.ts'
import { makeWorld, openWorld, type Reply } from '../../test/world.ts'

/** Hand-over from the accounts service, which a small real one plays here (A8). */

const { sso, profile } = contract.auth
const audience = 'mshahara'

const keys = await generateKeyPair('ES256', { extractable: true })
const strangersKeys = await generateKeyPair('ES256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const world = await openWorld({ env: { ACCOUNTS_URL: issuer } })
const home = await world.addOrganization('Home Ltd')

const seconds = () => Math.floor(world.parts.clock.now().getTime() / 1000)
const newAddress = () => `sso-${randomUUID().slice(0, 8)}@example.test`

function claimsFor(email: unknown, more: JWTPayload = {}): JWTPayload {
  const iat = seconds()
  const times = { iat, exp: iat + 60 }
  const who = { sub: `person ${email}`, email, email_verified: true, given_name: 'Njeri' }
  return { iss: issuer, aud: audience, jti: randomUUID(), ...times, ...who, ...more }
}
const sign = (claims: JWTPayload, key = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key)
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const handOver = (token: string, given: { confirm?: boolean; cookie?: string } = {}) =>
  world
    .caller()
    .call(
      sso,
      { body: { token, ...(given.confirm === undefined ? {} : { confirm: given.confirm }) } },
      given.cookie ? { cookie: given.cookie } : {},
    )
const confirmed = (token: string) => handOver(token, { confirm: true })
const meOf = async (reply: Reply<{ access_token: string | null }>) =>
  (await world.caller(reply.body.access_token ?? undefined).call(profile)).body

/** Begins at our own door, as the browser does. */
async function start(next?: string) {
  const url = `/api/sso/start${next ? `?next=${encodeURIComponent(next)}` : ''}`
  const response = await world.app.inject({ method: 'GET', url })
  const location = new URL(String(response.headers.location))
  const cookie = String(response.headers['set-cookie']).split(';')[0] as string
  return { response, location, cookie, nonce: location.searchParams.get('nonce') as string }
}

describe('begun here', () => {
  test('the browser is sent to the accounts service with a nonce it also keeps', async () => {
    const { response, location, cookie, nonce } = await start('/employees')
    expect(response.statusCode).toBe(303)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(`${location.origin}${location.pathname}`).toBe(`${issuer}/login`)
    expect(location.searchParams.get('service')).toBe('payroll')
    const back = new URL(location.searchParams.get('next') as string)
    expect([back.origin, back.pathname]).toEqual([world.parts.config.publicUrl, '/auth'])
    expect(back.searchParams.get('next')).toBe('/employees')
    expect(cookie).toBe(`mshahara_signin=${nonce}`)
  })

  test('a token with that nonce signs in without a question', async () => {
    const { email, id } = await world.addPerson({ organization_id: home, role: 'user' })
    const { cookie, nonce } = await start()
    const reply = await handOver(await sign(claimsFor(email, { nonce })), { cookie })
    expect(reply).toMatchObject({ status: 200, body: { continue_as: null } })
    expect(await meOf(reply)).toMatchObject({ id, organization_id: home })
    expect([reply.headers['set-cookie']].flat().join()).toContain('mshahara=')
  })

  test('a token with the nonce of another browser asks first', async () => {
    const email = newAddress()
    const [mine, theirs] = [await start(), await start()]
    const token = await sign(claimsFor(email, { nonce: theirs.nonce }))
    const reply = await handOver(token, { cookie: mine.cookie })
    expect(reply.body).toEqual({ access_token: null, continue_as: email })
    const odd = await sign(claimsFor(email, { nonce: 'é'.repeat(mine.nonce.length) }))
    expect((await handOver(odd, { cookie: mine.cookie })).body.continue_as).toBe(email)
  })
})

test('somebody with a second factor is asked for it all the same', async () => {
  const me = await world.as('finance', home)
  const { secret } = await addApp(me, world.parts.clock.now)
  world.pass(30)
  const { cookie, nonce } = await start()
  const reply = await handOver(await sign(claimsFor(me.email, { nonce })), { cookie })
  expect(reply.body).toMatchObject({ access_token: null, second_step: { kinds: ['totp'] } })
  expect([reply.headers['set-cookie']].flat().join()).not.toContain('mshahara=')
  const body = { email: me.email, code: totp(secret, world.parts.clock.now()) }
  const [ticket = ''] = String(reply.headers['set-cookie']).split(';')
  const done = await world.caller().call(contract.secondSteps.verify, { body }, { cookie: ticket })
  expect(done.status).toBe(200)
})

describe('not begun here', () => {
  test('the person is asked, and nobody is signed in before they answer', async () => {
    const { email, id } = await world.addPerson({ organization_id: home, role: 'user' })
    const token = await sign(claimsFor(email))
    const asked = await handOver(token)
    expect(asked).toMatchObject({ status: 200, body: { access_token: null, continue_as: email } })
    expect(asked.headers['set-cookie']).toBeUndefined()
    expect(await world.rows('select from sessions where user_id = $1', [id])).toEqual([])
    expect(await meOf(await confirmed(token))).toMatchObject({ id })
  })

  test('a foreign page cannot answer for them', async () => {
    const token = await sign(claimsFor(newAddress()))
    const headers = { origin: 'https://evil.example' }
    const reply = await world.caller().call(sso, { body: { token, confirm: true } }, headers)
    expect(reply.status).toBe(403)
  })
})

describe('a token is refused', () => {
  const refused = async (token: string) => {
    const reply = await confirmed(token)
    expect([reply.status, reply.body.message]).toEqual([
      401,
      "We couldn't authenticate you. Please try again.",
    ])
  }

  test('the second time, also when both come at once', async () => {
    const token = await sign(claimsFor(newAddress()))
    expect((await confirmed(token)).status).toBe(200)
    await refused(token)
    const [entry] = await world.rows('select * from activity_log order by id desc limit 1')
    expect(entry).toMatchObject({ event: 'failed login' })
    expect(entry.properties.reason).toBe('hand-over token used twice')
    const twice = await sign(claimsFor(newAddress()))
    const both = await Promise.all([confirmed(twice), confirmed(twice)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  const wrong: [string, (now: number) => JWTPayload][] = [
    ['for another application', () => ({ aud: 'another' })],
    ['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
    ['that has expired', (now) => ({ iat: now - 150, exp: now - 90 })],
    ['that lives longer than a minute', (now) => ({ exp: now + 3600 })],
    ['that is dated ahead', (now) => ({ iat: now + 7200, exp: now + 7260 })],
    ['not valid yet', (now) => ({ nbf: now + 600 })],
    ['without an id of its own', () => ({ jti: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['without an end', () => ({ exp: undefined })],
    ['whose email is not verified', () => ({ email_verified: false })],
    ['whose email is not said to be verified', () => ({ email_verified: undefined })],
    ['whose email is verified in a manner of speaking', () => ({ email_verified: 'false' })],
    ['whose email is not text', () => ({ email: ['a@example.test'] })],
    ['whose email is no address', () => ({ email: 'nobody' })],
    ['whose id is not text', () => ({ jti: { a: 1 } as unknown as string })],
  ]
  test.each(wrong)('%s', async (_name, change) => {
    await refused(await sign(claimsFor(newAddress(), change(seconds()))))
  })

  test('signed by somebody else', async () => {
    await refused(await sign(claimsFor(newAddress()), strangersKeys.privateKey))
  })

  test('not signed at all', async () => {
    const claims = claimsFor(newAddress())
    await refused(`${encoded({ alg: 'none' })}.${encoded(claims)}.`)
    await refused(`${encoded({ alg: 'none', kid: 'one' })}.${encoded(claims)}.`)
  })

  test('signed with the public key as if it were a password', async () => {
    const pem = new TextEncoder().encode(await exportSPKI(keys.publicKey))
    const jwk = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)))
    for (const secret of [pem, jwk]) {
      const header = { alg: 'HS256', kid: 'one' }
      await refused(
        await new SignJWT(claimsFor(newAddress())).setProtectedHeader(header).sign(secret),
      )
    }
  })

  test('that brings its own key along', async () => {
    const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)
    const header = { alg: 'ES256', kid: 'two', jwk, jku: 'http://127.0.0.1:1/keys' }
    const claims = claimsFor(newAddress())
    await refused(
      await new SignJWT(claims).setProtectedHeader(header).sign(strangersKeys.privateKey),
    )
  })

  test('that is changed on the way, or none', async () => {
    const [head, , tail] = (await sign(claimsFor(newAddress()))).split('.')
    await refused(`${head}.${encoded(claimsFor('primary@example.test'))}.${tail}`)
    await refused('nonsense')
    await refused('a.b.c')
  })
})

describe('whose login it is', () => {
  test('an unknown person gets one, without an organisation and without rights', async () => {
    const email = newAddress()
    const me = await meOf(await confirmed(await sign(claimsFor(email.toUpperCase()))))
    expect(me).toMatchObject({
      email,
      first_name: 'Njeri',
      organization_id: null,
      permissionNames: [],
      must_change_password: false,
    })
  })

  test('it is found by subject from then on, whatever email either side has', async () => {
    const { email, id } = await world.addPerson({ organization_id: home, role: 'user' })
    const sub = `subject of ${id}`
    await confirmed(await sign(claimsFor(email, { sub })))
    const moved = await confirmed(await sign(claimsFor(newAddress(), { sub })))
    expect((await meOf(moved)).id).toBe(id)
    await world.rows('update users set email = $2 where id = $1', [id, newAddress()])
    expect((await meOf(await confirmed(await sign(claimsFor(email, { sub }))))).id).toBe(id)
  })

  test('an address that passed to somebody else there does not open the login here', async () => {
    const { email } = await world.addPerson({ organization_id: home, role: 'primary' })
    await confirmed(await sign(claimsFor(email, { sub: 'the first owner' })))
    const second = await confirmed(await sign(claimsFor(email, { sub: 'the next owner' })))
    expect(second.status).toBe(401)
  })

  test('two first sign-ins at once make one login', async () => {
    const email = newAddress()
    const tokens = await Promise.all([sign(claimsFor(email)), sign(claimsFor(email))])
    const replies = await Promise.all(tokens.map(confirmed))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.rows('select from users where email = $1', [email])).toHaveLength(1)
  })

  test('somebody the organisation entered is activated by it, and no longer re-pointed', async () => {
    const primary = await world.as('primary', home)
    const email = newAddress()
    const person = { first_name: 'Halima', last_name: 'Abdi', phone: '0790604506' }
    const invited = await primary.call(contract.users.invite, {
      body: { ...person, email, role: 'user' },
    })
    const me = await meOf(await confirmed(await sign(claimsFor(email))))
    expect(me).toMatchObject({ id: invited.body.id, must_change_password: false })
    expect(me.organization_id).toBeNull()
    await world.rows(`update memberships set status = 'active' where user_id = $1`, [me.id])
    const moved = await primary.call(contract.users.update, {
      params: { id: me.id },
      body: { ...person, email: newAddress(), role: 'user', status: 'active' },
    })
    expect(moved).toMatchObject({ status: 422, body: { errors: { email: expect.anything() } } })
  })

  test('somebody whose every membership has ended lands nowhere', async () => {
    const { email } = await world.addPerson({
      organization_id: home,
      role: 'user',
      status: 'inactive',
    })
    const me = await meOf(await confirmed(await sign(claimsFor(email))))
    expect(me).toMatchObject({ organization_id: null, permissionNames: [] })
  })
})

test('while the accounts service is slow no connection and no place is held', async () => {
  const asked: ServerResponse[] = []
  const slow = createServer((_request, response) => asked.push(response))
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const waiting = await makeWorld({ env: { ACCOUNTS_URL: url } })
  try {
    const token = await sign(claimsFor(newAddress(), { iss: url }))
    const replies = [1, 2, 3].map(() => waiting.caller().call(sso, { body: { token } }))
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await vi.waitFor(async () => {
      const [held] = await waiting.rows(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      )
      expect(held.n).toBe(0)
    }, 5_000)
    asked[0]?.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
    const told = (await Promise.all(replies)).map(({ status }) => status)
    expect(told).toEqual([200, 200, 200])
  } finally {
    await waiting.close()
    slow.close()
  }
})

test('without an accounts service there is no such road', async () => {
  const plain = await makeWorld()
  try {
    const token = await sign(claimsFor(newAddress()))
    const reply = await plain.caller().call(sso, { body: { token, confirm: true } })
    expect(reply.status).toBe(404)
    const started = await plain.app.inject({ method: 'GET', url: '/api/sso/start' })
    expect(started.statusCode).toBe(404)
  } finally {
    await plain.close()
  }
})

test('with an accounts service nobody signs up here', async () => {
  const body = {
    first_name: 'A',
    last_name: 'B',
    email: newAddress(),
    phone: '0712345678',
    password: 'long enough 1',
  }
  expect((await world.caller().call(contract.auth.signup, { body })).status).toBe(422)
})
