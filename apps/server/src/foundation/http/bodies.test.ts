// @tests story
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'
import { openUploads } from './uploads.ts'

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
const employee = await world.as('employee', home)
await world.app.listen({ port: 0, host: '127.0.0.1' })
const port = (world.app.server.address() as AddressInfo).port

const kB = 1024
const shared = { kept: 0, small: 0 }
const room = { all: 600 * kB, one: 400 * kB, ...shared }
const rules = { settled: room, young: room, strangers: { all: 100 * kB, one: 50 * kB, ...shared } }
const { uploads } = world.parts
afterEach(() => {
  Object.assign(world.parts, { uploads })
})
/** With less room than usual: a second's worth of bytes fills it. */
const withLittleRoom = (least = 0, window_ms = 60_000) =>
  Object.assign(world.parts, { uploads: openUploads({ ...rules, least, window_ms }) })

/** Announces a body, sends only its beginning, and tells what comes back. */
function announce(path: string, headers: Record<string, string>, sent = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    socket.write(
      `POST /api/${path} HTTP/1.1\r\ncontent-type: application/json\r\n${lines
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${headers['transfer-encoding'] ? '9\r\n{"file":"\r\n' : '{"file":"'}`,
    )
    socket.write('A'.repeat(sent))
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
    setTimeout(() => socket.destroy(), 2000).unref()
  })
}
const bearer = (caller: Caller) => ({ authorization: `Bearer ${caller.token}` })
const large = { 'content-length': '10000000' }

describe('a large body', () => {
  test('of somebody without a session is not read', async () => {
    const heard = await announce('employee/upload', large)
    expect(heard).toMatch(/^HTTP\/1\.1 401 /)
    expect(heard).toMatch(/connection: close/i)
  })
  test('of somebody without the right is not read', async () => {
    expect(await announce('employee/upload', { ...large, ...bearer(employee) })).toMatch(
      /^\S+ 403 /,
    )
  })
  test('in pieces of unknown length is not read either before its sender is known', async () => {
    const heard = await announce('employee/upload', { 'transfer-encoding': 'chunked' })
    expect(heard).toMatch(/^\S+ 401 /)
  })
  test('of a stranger is refused from 64 kB on', async () => {
    const heard = await announce('login', { 'content-length': '65537' })
    expect(heard).toMatch(/^\S+ 422 /)
    const fits = await world.caller().call(contract.auth.login, {
      body: { email: 'a@example.test', password: 'x'.repeat(60_000) },
    })
    expect(fits.status).toBe(422)
  })
  test('beyond what the call takes is refused before it is read', async () => {
    const heard = await announce('employee/upload', {
      'content-length': '40000000',
      ...bearer(primary),
    })
    expect(heard).toMatch(/^\S+ 422 /)
    expect(heard).toContain('What you sent is too large.')
  })
  test('announced and not sent keeps nobody else from sending', async () => {
    withLittleRoom()
    const silent = Array.from({ length: 40 }, () =>
      announce('employee/upload', { ...bearer(primary), 'content-length': '14000000' }, 2700),
    )
    await pause(300)
    expect((await uploadAs(primary, 200 * kB)).status).toBe(422)
    await Promise.all(silent)
  })
  test('beside too much else of the same organisation is told to come back', async () => {
    withLittleRoom()
    const announced = { ...bearer(primary), 'content-length': '13000000' }
    const slow = [1, 2].map(() => announce('employee/upload', announced, 190 * kB))
    await pause(500)
    const heard = await announce('employee/upload', announced, 60 * kB)
    expect(heard).toMatch(/^\S+ 503 /)
    expect(heard).toMatch(/retry-after: 2/i)
    expect(heard).toMatch(/connection: close/i)
    await Promise.all(slow)
    expect((await uploadAs(primary, 40 * kB)).status).toBe(422)
  })
  test('that dawdles is cut off with an answer', async () => {
    withLittleRoom(32 * kB, 300)
    const heard = await announce('employee/upload', { ...large, ...bearer(primary) }, 2700)
    expect(heard).toMatch(/^\S+ 408 /)
    expect(heard).toMatch(/connection: close/i)
    expect(heard).toContain('This arrived too slowly and was cancelled.')
  })
  test('of somebody who hangs up leaves nothing behind', async () => {
    withLittleRoom()
    for (let n = 0; n < 4; n += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /api/employee/upload HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 13000000\r\n` +
          `content-type: application/json\r\nauthorization: Bearer ${primary.token}\r\n\r\n`,
      )
      await pause(200)
      socket.write('A'.repeat(350 * kB))
      await pause(100)
      socket.destroy()
      await pause(50)
    }
    expect((await uploadAs(primary, 350 * kB)).status).toBe(422)
  })

  test('that comes packed is refused unread, with a session and without', async () => {
    for (const who of [{}, bearer(primary)]) {
      const headers = { 'content-length': '14000', 'content-encoding': 'gzip', ...who }
      expect(await announce('employee/upload', headers)).toMatch(/^\S+ 415 /)
    }
  })
  test('for an address that leads nowhere is not read', async () => {
    expect(await announce('nothing', large)).toMatch(/^\S+ 404 /)
  })
  test('of brackets is refused before it is parsed', async () => {
    for (const payload of [`{"b":[${'[],'.repeat(2_000_000)}[]]}`, '['.repeat(200_000)]) {
      const began = performance.now()
      const { statusCode } = await world.app.inject({
        method: 'POST',
        url: '/api/employee/upload',
        headers: { ...bearer(primary), 'content-type': 'application/json' },
        payload,
      })
      expect(statusCode).toBe(400)
      expect(performance.now() - began).toBeLessThan(10_000)
    }
  })
  test('of strangers takes nothing from customers', async () => {
    withLittleRoom()
    const silent = Array.from({ length: 40 }, () =>
      announce('login', { 'content-length': '65000' }, 30 * kB),
    )
    await pause(300)
    expect((await Promise.all(silent)).filter((heard) => / 503 /.test(heard)).length).toBe(39)
    expect((await uploadAs(primary, 40 * kB)).status).toBe(422)
  })
})

const uploadAs = (caller: Caller, bytes: number) =>
  caller.call(contract.employees.upload, {
    body: { file: `data:text/csv;base64,${'A'.repeat(bytes)}` },
    query: { dry: '1' },
  })
