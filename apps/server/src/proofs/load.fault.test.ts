// @tests slow
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { CrowdOptions, CrowdResult } from '../test/crowd.ts'
import { reportFigures } from '../test/endurance/figures.ts'
import { asking, payOffice, peopleOffice } from '../test/mixed-work.ts'
import { addMany, openOffice } from '../test/office.ts'
import { serverOn } from '../test/servers.ts'
import { openWorld } from '../test/world.ts'

/** The short form of `npm run bench:load`; `REQUESTS=20000 ROUNDS=10` is a long one. */

const requests = Number(process.env.REQUESTS ?? 1000)
const rounds = Number(process.env.ROUNDS ?? 1)
const isLong = rounds > 1

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
  const given = { address: server.address, tokens, clients: 200, seconds: 1200, ...options }
  const child = fork(new URL('../test/crowd.ts', import.meta.url), [JSON.stringify(given)])
  const [result] = await once(child, 'message')
  return result as CrowdResult
}

test('200 clients for 5 s: everybody is answered, nobody with a fault', async () => {
  const result = await crowd({ seconds: 5 })
  reportFigures({ crowd: result.answered, p99_ms: result.p99_ms })
  expect(Object.keys(result.statuses).sort()).toEqual(['200', '201'])
  expect(result.p99_ms).toBeLessThan(30_000)
})

const isGivenBack = (before: Held, after: Held) => {
  expect(after.heap - before.heap).toBeLessThan(8)
  expect(after.rss - before.rss).toBeLessThan(60)
}
type Held = Awaited<ReturnType<typeof server.memory>>

test(`what ${requests} requests needed is given back`, async () => {
  // A process grows to its size under load once: five times as many later it had not grown further.
  await crowd({ clients: 50, requests })
  const before = await server.memory()
  const { answered, statuses } = await crowd({ clients: 50, requests })
  const after = await server.memory()
  reportFigures({
    requests: answered,
    heap_before_and_after_MB: `${before.heap} and ${after.heap}`,
  })
  reportFigures({ resident_before_and_after_MB: `${before.rss} and ${after.rss}` })
  expect(Object.keys(statuses).sort()).toEqual(['200', '201'])
  isGivenBack(before, after)
})

/** Sheets of 20, 20 and 230 people and a month of 310 with its files; once, 20 and 40 of them. */
test(`what ${rounds} rounds of imports and exports needed is given back`, async () => {
  const faults: string[] = []
  const office = async (name: string) =>
    asking(() => server.address, (await openOffice(world.parts, name)).token, faults)
  const people = peopleOffice(await office('Import Ltd'))
  const staff = { staff: isLong ? 310 : 40, addresses: 0, domain: 'export.test' }
  const pay = payOffice(await office('Export Ltd'), staff)
  await pay.hire()
  const [, importSheet] = people.work
  const round = async () => {
    for (let sheet = 0; sheet < (isLong ? 3 : 1); sheet += 1) await importSheet?.()
    await pay.work[0]?.()
  }
  // The first one fills what is kept for good.
  await round()
  const before = await server.memory()
  for (let count = 0; count < rounds; count += 1) await round()
  const after = await server.memory()
  reportFigures({ rounds, heap_around_rounds_MB: `${before.heap} and ${after.heap}` })
  reportFigures({ resident_around_rounds_MB: `${before.rss} and ${after.rss}` })
  expect(faults).toEqual([])
  isGivenBack(before, after)
})
