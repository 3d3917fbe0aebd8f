// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { beside, enough } from '../test/beside.ts'
import { addMany, employeeBody } from '../test/office.ts'
import { serverOn } from '../test/servers.ts'
import { type Caller, openWorld } from '../test/world.ts'

/** One customer who asks for all there is, and another beside it who does not notice. */

const world = await openWorld()
const noisyHome = await world.addOrganization('Noisy Ltd')
const noisy = await world.as('primary', noisyHome)
const quiet = await world.as('primary', await world.addOrganization('Quiet Ltd'))
await addMany(world, noisyHome, 1500)
const server = serverOn(world)
await server.start()

async function ask(caller: Caller, path: string, body?: object) {
  const began = performance.now()
  const response = await fetch(`${server.address}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${caller.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

/** `clients` ask one after the other until told to stop. */
function crowd(clients: number, once: () => Promise<{ status: number }>) {
  const statuses = new Map<number, number>()
  let stopped = false
  const all = Promise.all(
    Array.from({ length: clients }, async () => {
      while (!stopped) {
        const { status } = await once()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  return async () => {
    stopped = true
    await all
    return Object.fromEntries(statuses) as Record<number, number>
  }
}

async function quietly() {
  const times: number[] = []
  for (let index = 0; index < 30; index += 1) {
    const { status, ms } = await ask(quiet, 'departments')
    expect(status).toBe(200)
    times.push(ms)
    await pause(30)
  }
  return times
}

const allowed = (statuses: Record<number, number>, ...fine: number[]) =>
  Object.keys(statuses).filter((status) => !fine.includes(Number(status)))

describe('the quiet one answers within half a second at p95', () => {
  test('while a hundred clients of the noisy one ask for its whole staff', async () => {
    const heard = await beside(quietly, async () => crowd(100, () => ask(noisy, 'employees')))
    console.log(`${heard.told}; noisy: ${JSON.stringify(heard.crowd)}`)
    expect(allowed(heard.crowd, 200, 503)).toEqual([])
    expect(heard.waited).toBeLessThan(enough(heard.alone))
  }, 120_000)

  test('while all the noisy one asks for waits for a lock', async () => {
    const heard = await beside(quietly, async () => {
      const holder = new pg.Client({ connectionString: world.databaseUrl })
      await holder.connect()
      await holder.query('begin')
      await holder.query('select from numbers where organization_id = $1 for update', [noisyHome])
      await holder.query('select from organizations where id = $1 for update', [noisyHome])
      const stop = crowd(40, () => ask(noisy, 'employee', employeeBody()))
      return async () => {
        await holder.query('rollback')
        await holder.end()
        return stop()
      }
    })
    console.log(`${heard.told}; noisy: ${JSON.stringify(heard.crowd)}`)
    expect(allowed(heard.crowd, 201, 409, 503)).toEqual([])
    expect(heard.waited).toBeLessThan(enough(heard.alone))
  }, 120_000)

  test('while the noisy one sends sheets that cannot be read, under one key and under many', async () => {
    const file = `data:text/csv;base64,${Buffer.from('x'.repeat(2000)).toString('base64')}`
    const send = () => ask(noisy, 'employee/upload?dry=1', { file })
    const heard = await beside(quietly, async () => crowd(24, send))
    console.log(`${heard.told}; noisy: ${JSON.stringify(heard.crowd)}`)
    expect(allowed(heard.crowd, 409, 422, 503)).toEqual([])
    expect(heard.waited).toBeLessThan(enough(heard.alone))
  }, 120_000)
})

test('overload is told early, with a time to come back', async () => {
  const replies = await Promise.all(Array.from({ length: 200 }, () => ask(noisy, 'employees')))
  const statuses = new Set(replies.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(30_000)
  expect((await world.caller(noisy.token).call(contract.departments.list)).status).toBe(200)
}, 60_000)
