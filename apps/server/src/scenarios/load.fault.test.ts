import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff } from '../demo-staff.ts'
import type { CrowdOptions, CrowdResult } from '../test/crowd.ts'
import { openOffice } from '../test/mixed-work.ts'
import { forkServer, type Running } from '../test/servers.ts'
import { makeWorld, type World } from '../test/world.ts'

/** The short form of `npm run bench:load`. */

let world: World
let server: Running
const tokens: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  world.setTime(new Date().toISOString())
  const { db, secrets, config } = world.parts
  for (const name of ['One Ltd', 'Two Ltd', 'Three Ltd', 'Four Ltd']) {
    tokens.push(await openOffice(world.parts, name))
    const [{ id }] = await world.rows('select id from organizations where name = $1', [name])
    const adding = { organization_id: id, today: '2026-03-10', secrets }
    await db.inOrg({ organization_id: id }, (tx) => addStaff(tx, adding, 50))
  }
  server = await forkServer({ DATABASE_URL: world.databaseUrl, DATA_DIR: config.dataDir })
})
afterAll(async () => {
  await server?.kill()
  await world.close()
})

async function crowd(options: Partial<CrowdOptions>): Promise<CrowdResult> {
  const given = { address: server.address, tokens, clients: 200, seconds: 60, ...options }
  const child = fork(new URL('../test/crowd.ts', import.meta.url), [JSON.stringify(given)])
  const [result] = await once(child, 'message')
  return result as CrowdResult
}

async function memory(): Promise<{ rss: number; heap: number }> {
  server.child.send('memory')
  const [held] = await once(server.child, 'message')
  return held as { rss: number; heap: number }
}

test('200 clients for 5 s: everybody is answered, nobody with a fault', async () => {
  const result = await crowd({ seconds: 5 })
  console.log('200 clients:', result)
  expect(Object.keys(result.statuses).sort()).toEqual(['200', '201'])
  expect(result.p99_ms).toBeLessThan(8000)
})

test('what 2,000 requests needed is given back', async () => {
  await crowd({ clients: 50, requests: 1000 })
  const before = await memory()
  await crowd({ clients: 50, requests: 2000 })
  const after = await memory()
  console.log('memory:', { before, after })
  expect(after.heap - before.heap).toBeLessThan(8)
  expect(after.rss - before.rss).toBeLessThan(60)
})
