import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Clock } from '../core/clock.ts'
import { callWithToken, openTokens } from './tokens.ts'
import { type Answer, openWire } from './wire.ts'

/** Real servers that behave badly. */

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const addressOf = async (server: Pick<Server, 'listen' | 'address' | 'close'>) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const serve = (listener: RequestListener) => addressOf(createServer(listener))
const send = openWire(globalThis.fetch, 300)
const post = { method: 'POST', headers: {}, body: '{}' } as const

describe('a call', () => {
  test('is answered in JSON, in something else, or with nothing', async () => {
    const url = await serve(({ url: path }, response) => {
      response.statusCode = 400
      response.end(path === '/json' ? '{"a":1}' : path === '/html' ? '<html>' : '')
    })
    const answer = (body: unknown, strange: boolean) => ({
      outcome: 'answered',
      status: 400,
      body,
      strange,
    })
    expect(await send(`${url}json`, post)).toEqual(answer({ a: 1 }, false))
    expect(await send(`${url}html`, post)).toEqual(answer(undefined, true))
    expect(await send(url, post)).toEqual(answer(undefined, false))
  })
  test('is not sent where nobody listens, or to a name that does not exist', async () => {
    const url = await serve(() => {})
    open.pop()?.close()
    expect((await send(url, post)).outcome).toBe('not_sent')
    expect((await send('http://nowhere.invalid/', post)).outcome).toBe('not_sent')
  })
  test('may have arrived when nothing comes, when it breaks off, or breaks off half way', async () => {
    const silent = await serve(() => {})
    const late = { outcome: 'lost', reason: 'The provider did not answer in time.' }
    expect(await send(silent, post)).toEqual(late)
    const rude = await addressOf(
      createSocket((socket) => socket.on('data', () => socket.destroy())) as never,
    )
    expect((await send(rude, post)).outcome).toBe('lost')
    const half = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"ResponseCode":"0"')
      setTimeout(() => response.destroy(), 20)
    })
    expect((await send(half, post)).outcome).toBe('lost')
  })
  test('takes no endless answer and follows nobody elsewhere', async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/on') {
        response.writeHead(307, { location: '/elsewhere' }).end()
      } else response.end(`"${'x'.repeat(300_000)}"`)
    })
    expect(await send(url, post)).toMatchObject({ outcome: 'answered', strange: true })
    expect(await send(`${url}on`, post)).toMatchObject({ outcome: 'answered', status: 307 })
  })
})

describe('a token', () => {
  const time = { now: new Date('2026-11-15T06:00:00Z') }
  const clock: Clock = { now: () => time.now, set: true }
  const granted = (token: string, expires_in: number | string): Answer => ({
    outcome: 'answered',
    status: 200,
    body: { access_token: token, expires_in },
    strange: false,
  })

  test('is asked for once by however many, and again a minute before it ends', async () => {
    const tokens = openTokens(clock)
    let asked = 0
    const ask = async () => {
      asked += 1
      await new Promise((done) => setTimeout(done, 10))
      return granted(`token ${asked}`, '3599')
    }
    const many = await Promise.all(Array.from({ length: 20 }, () => tokens.take('a', ask)))
    expect(new Set(many.map((one) => JSON.stringify(one)))).toHaveProperty('size', 1)
    expect(asked).toBe(1)
    time.now = new Date(time.now.getTime() + 3_538_000)
    await tokens.take('a', ask)
    expect(asked).toBe(1)
    time.now = new Date(time.now.getTime() + 2_000)
    expect(await tokens.take('a', ask)).toEqual({ outcome: 'given', token: 'token 2' })
    await tokens.take('b', ask)
    expect(asked).toBe(3)
  })

  test('that is not taken any more is replaced, never again and again', async () => {
    const tokens = openTokens(clock)
    let given = 0
    const used: (string | undefined)[] = []
    const call = (good: string) =>
      callWithToken(
        {
          tokens,
          name: 'a',
          ask: async () => granted(`token ${++given}`, 3600),
          send: async (_, { headers }) => {
            used.push(headers.authorization)
            const status = headers.authorization === `Bearer ${good}` ? 200 : 401
            return { outcome: 'answered', status, body: {}, strange: false }
          },
          isStale: (answer) => answer.outcome === 'answered' && answer.status === 401,
        },
        'http://x',
        { method: 'POST', headers: {} },
      )
    expect(await call('token 2')).toMatchObject({ status: 200 })
    expect(used).toEqual(['Bearer token 1', 'Bearer token 2'])
    // The second was ended by a question that a killed server had asked before.
    expect(await call('token 4')).toMatchObject({ status: 200 })
    expect(used).toHaveLength(5)
    expect(await call('none')).toMatchObject({ status: 401 })
    expect(used).toHaveLength(8)
  })

  test.each([
    [{ outcome: 'answered', status: 400, body: undefined, strange: false }, 'refused'],
    [
      { outcome: 'answered', status: 401, body: { fault: { code: 900901 } }, strange: false },
      'refused',
    ],
    [{ outcome: 'answered', status: 403, body: undefined, strange: true }, 'not_sent'],
    [{ outcome: 'answered', status: 200, body: { access_token: '' }, strange: false }, 'not_sent'],
    [{ outcome: 'answered', status: 503, body: undefined, strange: true }, 'not_sent'],
    [{ outcome: 'lost', reason: 'x' }, 'not_sent'],
    [{ outcome: 'not_sent', reason: 'x' }, 'not_sent'],
  ] as [Answer, string][])('not given, %o: %s', async (answer, outcome) => {
    expect((await openTokens(clock).take('a', async () => answer)).outcome).toBe(outcome)
  })
})
