import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../test/world.ts'

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
const employee = await world.as('employee', home)
await world.app.listen({ port: 0, host: '127.0.0.1' })
const port = (world.app.server.address() as AddressInfo).port

/** Announces a body, sends only its beginning, and tells what comes back. */
function announce(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers })
    socket.write(
      `POST /api/${path} HTTP/1.1\r\ncontent-type: application/json\r\n${lines
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${headers['transfer-encoding'] ? '9\r\n{"file":"\r\n' : '{"file":"'}`,
    )
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
    setTimeout(() => socket.destroy(), 3000).unref()
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
  test('beside too many others of the same organisation is told to come back', async () => {
    const announced = { ...bearer(primary), 'content-length': '13000000' }
    const slow = [1, 2].map(() => announce('employee/upload', announced))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const heard = await announce('employee/upload', announced)
    expect(heard).toMatch(/^\S+ 503 /)
    expect(heard).toMatch(/retry-after: 2/i)
    await Promise.all(slow)
    const { status } = await primary.call(contract.employees.upload, {
      body: { file: `data:text/csv;base64,${'A'.repeat(40_000)}` },
      query: { dry: '1' },
    })
    expect(status).toBe(422)
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
      expect(performance.now() - began).toBeLessThan(1000)
    }
  })
  test('of strangers takes nothing from customers', async () => {
    const silent = Array.from({ length: 40 }, () =>
      announce('login', { 'content-length': '65000' }),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await announce('login', { 'content-length': '65000' })).toMatch(/^\S+ 503 /)
    const { status } = await primary.call(contract.employees.upload, {
      body: { file: `data:text/csv;base64,${'A'.repeat(40_000)}` },
      query: { dry: '1' },
    })
    expect(status).toBe(422)
    await Promise.all(silent)
  })
})
