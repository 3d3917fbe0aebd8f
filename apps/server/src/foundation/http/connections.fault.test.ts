// @tests slow
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** The server stays when its database connections break, says 503 meanwhile, and goes on. */

const world = await openWorld({ workers: true })
const primary = await world.as('primary', await world.addOrganization())
const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
const url = new URL(world.databaseUrl)
const database = url.pathname.slice(1)
url.pathname = '/postgres'
const owner = new pg.Client({ connectionString: url.href })
await owner.connect()
afterAll(() => owner.end())

const endAll = () =>
  owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database,
  ])

test('every connection ended, again and again, under work', async () => {
  const statuses = new Map<number, number>()
  const saved: string[] = []
  const until = performance.now() + 6000
  const client = async (number: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const name = `Department ${number}-${turn}`
      const response = await fetch(`${address}/api/department`, {
        method: 'POST',
        headers: { authorization: `Bearer ${primary.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status === 201) saved.push(name)
      if (response.status === 503) expect(response.headers.get('retry-after')).toBeTruthy()
      await response.arrayBuffer()
      await pause(5)
    }
  }
  const work = Promise.all(Array.from({ length: 20 }, (_, number) => client(number)))
  for (let round = 0; round < 10; round += 1) {
    await pause(500)
    await endAll()
  }
  await work
  expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect(statuses.get(201)).toBeGreaterThan(20)
  const { status, body } = await primary.call(contract.departments.list)
  expect(status).toBe(200)
  const names = body.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(saved.filter((name) => !names.includes(name))).toEqual([])
  console.log(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
}, 60_000)

test('readiness tells, and background work goes on afterwards', async () => {
  await owner.query(`alter database ${database} allow_connections false`)
  try {
    await endAll()
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503))
    const reply = await primary.call(contract.departments.list)
    expect(reply).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Service Unavailable') },
    })
  } finally {
    await owner.query(`alter database ${database} allow_connections true`)
  }
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200))
  expect((await primary.call(contract.departments.list)).status).toBe(200)
})

test('a database that stands still for a moment is waited for, and nothing is done twice', async () => {
  const { rows } = await owner.query('select pid from pg_stat_activity where datname = $1', [
    database,
  ])
  const names = Array.from({ length: 12 }, (_, number) => `Patient ${number}`)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  const asked = names.map((name) => primary.call(contract.departments.create, { body: { name } }))
  await pause(1_500).finally(() => signal('SIGCONT'))
  const replies = await Promise.all(asked)
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 201))
  const { body } = await primary.call(contract.departments.list)
  const kept = body.map(({ name }) => name).filter((name) => name.startsWith('Patient'))
  expect(kept.sort()).toEqual([...names].sort())
})
