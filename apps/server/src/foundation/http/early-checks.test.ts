// @tests story
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contract } from '@mshahara/contract'
import { pageHeader } from '@mshahara/contract/limits'
import { describe, expect, test } from 'vitest'
import { makeWorld, openWorld, password, type World } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { openFiles } from '../core/files.ts'

const publicUrl = 'https://pay.example.co.ke'
const metricsToken = 'a-token-of-its-own'
const live = {
  NODE_ENV: 'production',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: 'postgresql://mshahara@database/mshahara',
  SECRET_KEY: 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe',
  SMTP_URL: 'smtp://127.0.0.1:9',
  METRICS_TOKEN: metricsToken,
}
const own = { host: 'pay.example.co.ke' }

const world = await openWorld()
const production = await openWorld({ env: live })

type Headers = Record<string, string>
const ask = (where: World, url: string, headers: Headers = {}, remoteAddress = '10.0.0.9') =>
  where.app.inject({ url, headers, remoteAddress })

describe('the name a request asks for', () => {
  test('is the one of PUBLIC_URL in production', async () => {
    expect((await ask(production, '/api/config', own)).statusCode).toBe(200)
    const hosts = ['evil.example', 'pay.example.co.ke.evil.example', '127.0.0.1', 'localhost:3000']
    for (const host of hosts) {
      const reply = await ask(production, '/api/config', { host })
      expect([host, reply.statusCode]).toEqual([host, 421])
      expect(reply.json().message).toBe(`This server answers at ${publicUrl} only.`)
    }
  })
  test('is a name of this machine elsewhere', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) {
      expect((await ask(world, '/api/config', { host })).statusCode).toBe(200)
    }
    expect((await ask(world, '/api/config', { host: 'rebound.example' })).statusCode).toBe(421)
  })
  test('does not matter to load balancers, which ask by address', async () => {
    for (const url of ['/healthz', '/readyz']) {
      expect((await ask(production, url, { host: '10.1.2.3:3000' })).statusCode).toBe(200)
    }
  })
})

describe('what tells about the server itself', () => {
  const pages = ['/metrics', '/api/openapi.json', '/api/docs/']
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, ...own })
  test.each(pages)('%s is closed in production', async (url) => {
    expect((await ask(production, url, own)).statusCode).toBe(401)
    expect((await ask(production, url, bearer('another-token-as-long'))).statusCode).toBe(401)
  })
  test.each(pages)('%s opens with the token', async (url) => {
    expect((await ask(production, url, bearer(metricsToken))).statusCode).toBe(200)
  })
  test('/metrics counts jobs in every state, also those that none is in', async () => {
    const { body } = await ask(production, '/metrics', bearer(metricsToken))
    for (const state of ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']) {
      expect(body).toMatch(new RegExp(`^\\w*jobs\\{state="${state}"\\} \\d+$`, 'm'))
    }
  })
  test('/metrics tells how long the oldest job of a queue has been due', async () => {
    const { db, jobs } = production.parts
    await db.inPlatform((tx) => jobs.send(tx, 'files.remove', { folder: 'user', name: 'x.webp' }))
    const { body } = await ask(production, '/metrics', bearer(metricsToken))
    expect(body).toMatch(/^queue_oldest_seconds\{queue="files.remove"\} \d/m)
  })
  test('/metrics opens to somebody on the machine, not to whom a proxy there speaks for', async () => {
    const here = { host: '127.0.0.1:3000' }
    expect((await ask(production, '/metrics', here, '127.0.0.1')).statusCode).toBe(200)
    const forwarded = { ...here, 'x-forwarded-for': '127.0.0.1' }
    expect((await ask(production, '/metrics', forwarded, '127.0.0.1')).statusCode).toBe(401)
    expect((await ask(production, '/metrics', own, '127.0.0.1')).statusCode).toBe(401)
    expect((await ask(production, '/metrics', here)).statusCode).toBe(401)
  })
  test.each(pages)('%s is open where only this machine is served', async (url) => {
    expect((await ask(world, url)).statusCode).toBe(200)
  })
})

describe('the outbox', () => {
  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])(
    'is closed to a request with %s',
    async (name) => {
      for (const url of ['/dev/mail', '/dev/mail.json', '/%64ev/mail.json']) {
        expect((await ask(world, url)).statusCode).toBe(200)
        const reply = await ask(world, url, { [name]: '41.90.1.1' })
        expect([reply.statusCode, reply.json().message]).toEqual([
          403,
          'The outbox can be read on this machine only.',
        ])
      }
    },
  )
})

test('nothing of the API is kept by a browser or a proxy', async () => {
  const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
  const { call } = await world.signIn(email)
  const { profile, login } = contract.auth
  for (const reply of [
    await call(profile),
    await world.caller().call(profile),
    await call(login, { body: { email, password: 'wrong' } }),
    await call(contract.payrolls.list),
  ]) {
    expect(reply.headers['cache-control']).toBe('no-store')
  }
  expect((await ask(world, '/api/nowhere')).headers['cache-control']).toBe('no-store')
})

describe('the page of the application', () => {
  const { login, verifyOtp } = contract.auth
  const signInWith = async (headers: Headers) => {
    const organization_id = await world.addOrganization()
    const { email } = await world.addPerson({ organization_id, role: 'primary' })
    const nobody = world.caller()
    const begun = await nobody.call(login, { body: { email, password } }, headers)
    const [ticket = ''] = String(begun.headers['set-cookie']).split(';')
    const body = { email, otp: await world.codeFor(email) }
    const reply = await nobody.call(verifyOtp, { body }, { ...headers, cookie: ticket })
    const cookies = [reply.headers['set-cookie']].flat().map(String)
    const cookie =
      cookies
        .filter((one) => /^mshahara=./.test(one))
        .at(-1)
        ?.split(';')[0] ?? ''
    return { reply, cookie, organization_id }
  }
  const pages: Headers[] = [{ 'sec-fetch-site': 'same-origin' }, { [pageHeader]: '1' }]
  test.each(pages)('gets the cookie and no token: %j', async (headers) => {
    const page = { origin: world.parts.config.publicUrl, ...headers }
    const { reply, cookie, organization_id } = await signInWith(page)
    expect([reply.status, reply.body]).toEqual([200, {}])
    expect(cookie).toMatch(/^mshahara=[\w-]{43}$/)
    const params = { id: organization_id }
    const call = { ...page, cookie }
    const switched = await world.caller().call(contract.auth.switch, { params }, call)
    expect([switched.status, switched.body]).toEqual([200, {}])
  })
  test('while an API client is told the token', async () => {
    const { reply } = await signInWith({})
    expect(reply.body.access_token).toMatch(/^[\w-]{43}$/)
  })
})

test('a page of another name on this machine is not ours, whatever Host it asks for', async () => {
  const { token } = await world.signIn((await world.addPerson()).email)
  const cookie = `mshahara=${token}`
  const send = async (headers: Headers) =>
    (await world.caller().call(contract.auth.logout, {}, { cookie, ...headers })).status
  expect(await send({ origin: 'http://localhost:8080', host: 'localhost:8080' })).toBe(403)
  expect(await send({ origin: world.parts.config.publicUrl })).toBe(200)
})

describe('the ticket of a sign-in', () => {
  const ticketIn = (headers: Awaited<ReturnType<typeof ask>>['headers']) =>
    /mshahara_signin=([\w-]*)/.exec(String(headers['set-cookie']))?.[1]
  test('is fresh each time, never one the browser brought along', async () => {
    const { email } = await world.addPerson({ organization_id: await world.addOrganization() })
    const planted = 'planted-by-somebody-else-planted-by-somebod'
    const headers = { cookie: `mshahara_signin=${planted}` }
    const body = { email, password }
    const reply = await world.caller().call(contract.auth.login, { body }, headers)
    expect(ticketIn(reply.headers as never)).toMatch(/^[\w-]{43}$/)
    expect(ticketIn(reply.headers as never)).not.toBe(planted)
    const otp = await world.codeFor(email)
    const thief = await world
      .caller()
      .call(contract.auth.verifyOtp, { body: { email, otp } }, headers)
    expect(thief.status).toBe(401)
  })
  test('has the __Host- prefix where the address is https', async () => {
    const secure = await makeWorld({ settings: { publicUrl } })
    try {
      const { email } = await secure.addPerson({ organization_id: await secure.addOrganization() })
      const reply = await secure.caller().call(contract.auth.login, { body: { email, password } })
      expect(String(reply.headers['set-cookie'])).toMatch(
        /^__Host-mshahara_signin=[\w-]{43};.* Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
    } finally {
      await secure.close()
    }
  })
})

test('stored files are for the server alone', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mshahara-modes-'))
  const files = await openFiles(readConfig({ DATA_DIR }))
  const name = await files.put('employee', new Uint8Array([1]), 'pdf')
  await files.write('byproducts/all-1.csv', new Uint8Array([1]))
  const mode = async (path: string) => (await stat(path)).mode & 0o777
  for (const path of [`employee/${name}`, 'byproducts/all-1.csv']) {
    const full = join(DATA_DIR, 'files', path)
    expect(await mode(full)).toBe(0o600)
    expect(await mode(dirname(full))).toBe(0o700)
  }
  expect(await mode(join(DATA_DIR, 'files'))).toBe(0o700)
  await rm(DATA_DIR, { recursive: true })
})
