// @tests story
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test, vi } from 'vitest'
import { s3Server } from '../../test/s3.ts'
import { freePort } from '../../test/servers.ts'
import { makeWorld, type World } from '../../test/world.ts'

/** A store that is away is named at the start, and the server starts nevertheless. */

const opened: World[] = []
afterAll(() => Promise.all(opened.map((world) => world.close())))

async function withStore(port: number, query = '?tls=off') {
  const lines: string[] = []
  const world = await makeWorld({
    workers: true,
    env: {
      STORAGE_URL: `s3://key:very-secret@127.0.0.1:${port}/bucket${query}`,
      LOG_LEVEL: 'error',
    },
    log: { stream: { write: (line) => lines.push(line) } },
  })
  opened.push(world)
  const ask = async (path: string) =>
    (await world.app.inject({ url: path, remoteAddress: '127.0.0.1' })).payload
  const state = async () => JSON.parse(await ask('/readyz'))
  return { ask, state, log: () => lines.join('') }
}

const listening = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const told = /the store of STORAGE_URL does not answer: no file is kept or found/

test('where nobody listens', async () => {
  const { ask, state, log } = await withStore(await freePort())
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ ok: true, storage: 'failing' }),
    30_000,
  )
  expect(log()).toMatch(told)
  expect(log()).toMatch(/ECONNREFUSED/)
  expect(log()).not.toContain('very-secret')
  expect(await ask('/metrics')).toMatch(/^storage_failing 1$/m)
})

test('where somebody listens and never answers', async () => {
  const silent = createServer(() => {})
  const { state, log } = await withStore(await listening(silent))
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ ok: true, storage: 'failing' }),
    30_000,
  )
  expect(log()).toMatch(/It took too long/)
  silent.closeAllConnections()
  silent.close()
})

test('where the bucket is not ours', async () => {
  const refusing = createServer((_, response) =>
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
  )
  const { state, log } = await withStore(await listening(refusing))
  await vi.waitFor(async () => expect((await state()).storage).toBe('failing'), 30_000)
  expect(log()).toMatch(/AccessDenied/)
  refusing.close()
})

test('where the certificate is signed by nobody we trust, and nothing is sent', async () => {
  // Of a server that speaks TLS no more is needed than its greeting.
  const received: unknown[] = []
  const other = new SMTPServer({
    secure: true,
    onConnect: (session, answer) => {
      received.push(session)
      answer()
    },
  })
  other.on('error', () => {})
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { state, log } = await withStore((other.server.address() as AddressInfo).port, '')
  await vi.waitFor(async () => expect((await state()).storage).toBe('failing'), 30_000)
  expect(log()).toMatch(/certificate/)
  expect(received).toEqual([])
  await new Promise<void>((done) => other.close(done))
})

test('and one that answers is well', async () => {
  const { server } = s3Server()
  const { ask, state, log } = await withStore(await listening(server))
  await vi.waitFor(async () => expect((await state()).storage).toBe('ok'), 30_000)
  expect(await ask('/metrics')).toMatch(/^storage_failing 0$/m)
  expect(log()).not.toMatch(told)
  server.close()
})
