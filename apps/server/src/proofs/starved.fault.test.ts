// @tests slow
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { beside, enough } from '../test/beside.ts'
import { employeeBody } from '../test/office.ts'
import { serverOn } from '../test/servers.ts'
import { xlsx } from '../test/spreadsheets.ts'
import type { StrangersOptions } from '../test/strangers.ts'
import { openWorld, password } from '../test/world.ts'

/** New organisations that ask for all there is, and one beside them that does not notice. */

const world = await openWorld()
const now = world.parts.clock.now().toISOString()
const quiet = await world.as('primary', await world.addOrganization('Quiet Ltd'))
const noisy = await Promise.all(
  Array.from({ length: 40 }, async (_, n) => {
    const organization = await world.addOrganization(`New ${n} Ltd`, now)
    const { token } = await world.as('primary', organization)
    return { organization, token: token as string, at: `127.0.1.${n + 1}` }
  }),
)
type Noisy = (typeof noisy)[number]
const server = serverOn(world)
await server.start()
const { port } = new URL(server.address)

interface Asked {
  path: string
  method?: string
  token?: string | undefined
  body?: string | undefined
  /** The address it comes from: all of 127.0.0.0/8 is this machine. */
  at?: string
  type?: string
}
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

function ask({ path, method = 'GET', token, body, at = '127.0.0.1', type }: Asked) {
  const began = performance.now()
  return new Promise<{ status: number; ms: number }>((resolve) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': type ?? 'application/json' }),
    }
    const done = (status: number) => resolve({ status, ms: performance.now() - began })
    const options = { agent, host: '127.0.0.1', port, path, method, headers, localAddress: at }
    const call = request(options, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0))
    })
    call.on('error', () => done(0))
    call.end(body)
  })
}

/** Each asks again soon after it is answered, until told to stop. */
function crowd(clients: (() => Promise<unknown>)[], pause_ms = 25) {
  let stopped = false
  const all = clients.map(async (once) => {
    while (!stopped) {
      await once()
      await pause(pause_ms)
    }
  })
  return async () => {
    stopped = true
    await Promise.all(all)
  }
}

/** Uploads that are announced, begun and never sent. */
function announced(by: Noisy[], each: number): Socket[] {
  return by.flatMap(({ token, at }) =>
    Array.from({ length: each }, () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: at })
      socket.on('error', () => {})
      socket.write(
        `POST /api/employee/upload HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 14000000\r\n` +
          `content-type: application/json\r\nauthorization: Bearer ${token}\r\n\r\n` +
          `{"file":"${'A'.repeat(2700)}`,
      )
      return socket
    }),
  )
}

const noise = { width: 100, height: 100, channels: 3 } as const
const picture = await sharp(randomBytes(30_000), { raw: noise }).png().toBuffer()
const photo = JSON.stringify({ file: `data:image/png;base64,${picture.toString('base64')}` })

/** `calls` one after the other, none of them refused. */
async function inTurn(calls: number, wanted: number, one: (n: number) => Asked) {
  const times: number[] = []
  for (let n = 0; n < calls; n += 1) {
    const { status, ms } = await ask(one(n))
    expect(status).toBe(wanted)
    times.push(ms)
    await pause(20)
  }
  return times
}

/** Looks at its departments, and every third time sends a picture. */
const quietly = () =>
  inTurn(30, 200, (n) =>
    n % 3 === 0
      ? { path: '/api/profile/avatar', method: 'PATCH', token: quiet.token, body: photo }
      : { path: '/api/departments', token: quiet.token },
  )

/** Quickly sent, and read to its end before it is found to lack the columns that it should have. */
const sheetOf = (rows: number) => {
  const bytes = xlsx(Array.from({ length: rows }, () => ['Somebody', 'Nairobi', 'Monday']))
  return JSON.stringify({ file: `data:text/csv;base64,${Buffer.from(bytes).toString('base64')}` })
}
const [small, large] = [sheetOf(20), sheetOf(15_000)]
const sends = ({ token, at }: Pick<Asked, 'token' | 'at'>, body: string): Asked => ({
  ...{ path: '/api/employee/upload?dry=1', method: 'POST', token, at, body },
})

beforeAll(async () => {
  for (const one of noisy) await ask({ path: '/api/departments', token: one.token, at: one.at })
  await quietly()
})

describe.each([
  ['four new organisations of one address', 4, '127.0.1.1'],
  ['forty new organisations of forty addresses', 40, undefined],
] as const)('beside %s', (_, count, address) => {
  const some = noisy.slice(0, count).map((one) => ({ ...one, at: address ?? one.at }))

  test('that announce files and let every call wait for a lock', async () => {
    const hire = ({ token, at }: Noisy) => {
      const body = () => JSON.stringify(employeeBody())
      return () => ask({ path: '/api/employee', method: 'POST', token, at, body: body() })
    }
    const heard = await beside(quietly, async () => {
      const holder = new pg.Client({ connectionString: world.databaseUrl })
      await holder.connect()
      await holder.query('begin')
      const ids = some.map(({ organization }) => organization)
      await holder.query('select from organizations where id = any($1) for update', [ids])
      const sockets = announced(some, Math.ceil(12 / count))
      const stop = crowd(some.flatMap((one) => Array.from({ length: 4 }, () => hire(one))))
      await pause(400)
      return async () => {
        for (const socket of sockets) socket.destroy()
        await holder.query('rollback')
        await holder.end()
        await stop()
      }
    })
    console.log(`${count} noisy: ${heard.told}`)
    expect(heard.waited).toBeLessThan(enough(heard.alone))
  }, 120_000)

  test.each([
    ['looks and pictures', quietly],
    ['sheets', () => inTurn(10, 422, () => sends({ ...quiet, at: '127.0.0.1' }, small))],
  ])(
    'that have large sheets read: %s',
    async (what, own) => {
      const send = (one: Noisy) => () => ask(sends(one, large))
      const each = count === 4 ? 2 : 1
      const heard = await beside(own, async () => {
        const stop = crowd(
          some.flatMap((one) => Array.from({ length: each }, () => send(one))),
          100,
        )
        await pause(400)
        return stop
      })
      console.log(`${count} noisy with sheets, ${what}: ${heard.told}`)
      expect(heard.waited).toBeLessThan(enough(heard.alone))
    },
    300_000,
  )
})

/** Addresses that no session opens, each with something that nobody has. */
const aside: StrangersOptions['asked'] = [
  { path: '/' },
  { path: `/calendar/${'a'.repeat(43)}.ics` },
  { path: '/readyz' },
  {
    path: `/unsubscribe/${'b'.repeat(43)}`,
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    type: 'application/x-www-form-urlencoded',
  },
  { path: `/hooks/r/${'c'.repeat(32)}`, method: 'POST', body: '{"Result":{}}' },
]

async function strangers(clients: number) {
  const given: StrangersOptions = { port: Number(port), clients, asked: aside }
  const child = fork(new URL('../test/strangers.ts', import.meta.url), [JSON.stringify(given)])
  await once(child, 'message')
  await pause(300)
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

test('beside four hundred who ask for the first page, calendars and the like, people sign in', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, () => world.addPerson()))
  const signIns = () =>
    inTurn(20, 200, () => {
      const body = JSON.stringify({ email: people.pop()?.email, password })
      // Each from home.
      return { path: '/api/login', method: 'POST', body, at: `127.0.3.${people.length}` }
    })
  const heard = await beside(signIns, () => strangers(400))
  agent.destroy()
  console.log(`a sign-in beside 400 strangers: ${heard.told}`)
  expect(heard.waited).toBeLessThan(enough(heard.alone))
}, 120_000)
