import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract, limits } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()
const organization = await world.addOrganization()

const registration = {
  name: 'Pwani Fresh Ltd',
  address: 'Nyali Road, Mombasa',
  phone: '0712345678',
  email: 'office@pwani.test',
  pin_no: 'P051234567A',
}

describe('characters that no text can hold', () => {
  test.each(['a\u0000b', 'a\u0007b', 'line\nbreak', '\ud800'])(
    '%j is refused in words',
    async (bad) => {
      const primary = await world.as('primary', organization)
      const body = { first_name: bad, last_name: 'x', phone: '0712345678', email: primary.email }
      const reply = await primary.call(contract.auth.updateProfile, { body })
      expect(reply.status).toBe(422)
      expect(reply.body.errors?.first_name?.[0]).toMatch(/characters that are not allowed/)
    },
  )
  test('in an address lead nowhere', async () => {
    const primary = await world.as('primary', organization)
    const headers = { authorization: `Bearer ${primary.token}` }
    for (const name of ['a%00b.webp', '..%2f..%2fsecret.key', '%ff.webp']) {
      const { statusCode } = await world.app.inject({ url: `/storage/user/${name}`, headers })
      expect([400, 404]).toContain(statusCode)
    }
  })
})

describe('a session that a browser has used', () => {
  test('ends when idle, also for somebody who took its token along', async () => {
    const primary = await world.as('primary', organization)
    const cookie = `mshahara=${primary.token}`
    const byCookie = () => world.app.inject({ url: '/api/profile', headers: { cookie } })
    expect((await byCookie()).statusCode).toBe(200)
    world.pass(limits.idleServer_s + 1)
    const lapsed = await byCookie()
    // A phone keeps what it has: nobody has taken the person's place away.
    expect([lapsed.statusCode, lapsed.json().code]).toEqual([401, 'errors.unauthorized'])
    expect((await primary.call(contract.auth.profile)).status).toBe(401)
  })
  test('while one that only an API client used goes on', async () => {
    const primary = await world.as('primary', organization)
    world.pass(limits.idleServer_s + 1)
    expect((await primary.call(contract.auth.profile)).status).toBe(200)
  })
})

test('registering twice with one key is told the same answer, though the session has moved', async () => {
  const person = await world.addPerson()
  const { call } = await world.signIn(person.email)
  const key = { 'idempotency-key': randomUUID() }
  const first = await call(contract.organizations.register, { body: registration }, key)
  const again = await call(contract.organizations.register, { body: registration }, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
})

test('the database itself lets nobody be made a member without accepting', async () => {
  const invited = await world.addPerson({ organization_id: organization, status: 'invited' })
  const { id: user_id } = await world.as('primary', organization)
  const force = world.parts.db.inOrg({ organization_id: organization, user_id }, (tx) =>
    tx.$client.query(`update memberships set status = 'active' where user_id = $1`, [invited.id]),
  )
  await expect(force).rejects.toMatchObject({ constraint: 'memberships_invited' })
})

test('404 comes before 422: a record that is not there is not told what is wrong with the body', async () => {
  const primary = await world.as('primary', organization)
  const params = { id: randomUUID() }
  const reply = await primary.call(contract.users.update, { params, body: {} as never })
  expect(reply.status).toBe(404)
})

test('every answer carries a request id, and nothing may be framed', async () => {
  const { headers } = await world.app.inject('/api/config')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('what is not JSON, or too large, is refused before it is read', async () => {
  const send = (payload: string, type: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/login',
      payload,
      headers: { 'content-type': type },
    })
  expect((await send('{"email":', 'application/json')).statusCode).toBe(400)
  expect((await send('<a/>', 'application/xml')).statusCode).toBe(400)
  const large = await send(JSON.stringify({ email: 'x'.repeat(5_000_000) }), 'application/json')
  expect(large.statusCode).toBe(422)
  expect(large.json().message).toMatch(/too large/)
})

test('no body reaches for the prototype of all objects', async () => {
  for (const payload of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/login',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(400)
  }
})

test('a value given twice is not a value', async () => {
  const { token } = await world.as('primary', organization)
  const ask = (query: string) =>
    world.app.inject({
      method: 'POST',
      url: `/api/logs?${query}`,
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await ask('page=1')).statusCode).toBe(200)
  expect((await ask('page=1&page=2')).statusCode).toBe(422)
})

test('a request of two lengths is not read', async () => {
  await world.app.listen({ port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(
    'POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n',
  )
  expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400'])
})
