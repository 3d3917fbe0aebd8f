import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../providers.ts'
import { isTimeLeft, reportFigures } from './figures.ts'
import { openInstallation } from './installation.ts'
import { beginWork, expectWhole } from './mixed.ts'
import { signalDatabase } from './processes.ts'

/**
 * Every process of the database is stopped for half a minute and goes on: `FREEZES=3 SECONDS=30`.
 * Meanwhile nobody waits without end, and afterwards everything goes on.
 */

const freezes = Number(process.env.FREEZES ?? 1)
const seconds = Number(process.env.SECONDS ?? 5)
/** A statement has 40 s, and its connection five more. */
const longest_ms = 60_000

const simulator = await startSimulator()
await simulator.rules({ delays: { result: 20, later: 150, late: 400 } })
const installation = await openInstallation({ servers: 1, simulator })
afterAll(installation.close)
const { place } = installation.database

/** How long the server took to say whether it is ready, and what it said. */
async function readiness() {
  const begun = performance.now()
  const { status } = await fetch(`${installation.address()}/readyz`)
  return { status, took_ms: performance.now() - begun }
}

test(`${freezes} times ${seconds} s without a word from the database`, async () => {
  const work = await beginWork(installation, { desks: 2, slower: 4, rest_ms: 1_000 })
  let longest = 0
  let count = 0
  for (; count < freezes && isTimeLeft(); count += 1) {
    await pause(4_000)
    await signalDatabase(place, 'SIGSTOP')
    const asked = readiness()
    await pause(seconds * 1000).finally(() => signalDatabase(place, 'SIGCONT'))
    longest = Math.max(longest, (await asked).took_ms)
    await expect.poll(async () => (await readiness()).status, { timeout: longest_ms }).toBe(200)
    work.expectNoFailure()
  }
  expect(longest).toBeLessThan(longest_ms)
  reportFigures({ freezes: count, longest_readyz_s: longest / 1000 })
  await expectWhole(installation, work)
})
