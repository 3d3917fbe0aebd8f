import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { CrowdOptions, CrowdResult } from '../test/crowd.ts'
import { addMany } from '../test/office.ts'
import { serverOn } from '../test/servers.ts'
import { openWorld } from '../test/world.ts'

/** The short form of `npm run bench:load`. */

const world = await openWorld()
world.setTime(new Date().toISOString())
const tokens: string[] = []
for (const name of ['One Ltd', 'Two Ltd', 'Three Ltd', 'Four Ltd']) {
  const home = await world.addOrganization(name)
  tokens.push((await world.as('primary', home)).token ?? '')
  await addMany(world, home, 50)
}
const server = serverOn(world)
await server.start()

async function crowd(options: Partial<CrowdOptions>): Promise<CrowdResult> {
  const given = { address: server.address, tokens, clients: 200, seconds: 60, ...options }
  const child = fork(new URL('../test/crowd.ts', import.meta.url), [JSON.stringify(given)])
  const [result] = await once(child, 'message')
  return result as CrowdResult
}

test('200 clients for 5 s: everybody is answered, nobody with a fault', async () => {
  const result = await crowd({ seconds: 5 })
  console.log('200 clients:', result)
  expect(Object.keys(result.statuses).sort()).toEqual(['200', '201'])
  expect(result.p99_ms).toBeLessThan(30_000)
})

test('what 2,000 requests needed is given back', async () => {
  await crowd({ clients: 50, requests: 1000 })
  const before = await server.memory()
  await crowd({ clients: 50, requests: 2000 })
  const after = await server.memory()
  console.log('memory:', { before, after })
  expect(after.heap - before.heap).toBeLessThan(8)
  expect(after.rss - before.rss).toBeLessThan(60)
})
