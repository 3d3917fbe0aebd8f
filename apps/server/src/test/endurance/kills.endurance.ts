import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { diceOf } from '../dice.ts'
import { startSimulator } from '../providers.ts'
import { isTimeLeft, reportFigures, seed } from './figures.ts'
import { openInstallation } from './installation.ts'
import { beginWork, expectWhole } from './mixed.ts'

/**
 * Servers and database killed again and again under the work of all areas: `KILLS=500 SERVERS=2`.
 * A server that has lost its database keeps running; one that was killed is started again.
 */

const wanted = Number(process.env.KILLS ?? 10)
const servers = process.env.SERVERS === '2' ? 2 : 1
const dice = diceOf(seed)
const killed = { servers: 0, databases: 0 }

const simulator = await startSimulator()
await simulator.rules({ delays: { result: 20, later: 150, late: 400 } })
const installation = await openInstallation({ servers, simulator })
afterAll(installation.close)

async function killServer(at: number) {
  await installation.killServer(at)
  killed.servers += 1
}

async function killDatabase() {
  await installation.killDatabase()
  killed.databases += 1
}

const acts = ['server', 'server', 'database', 'both', 'database first'] as const

/** How long it took until everything ran again. */
async function kill(): Promise<number> {
  const act = dice.one(acts)
  const victims = servers === 2 && dice.chance(30) ? [0, 1] : [dice.below(servers)]
  if (act === 'database first') await killDatabase()
  if (act !== 'database') for (const at of victims) await killServer(at)
  if (act === 'database' || act === 'both') await killDatabase()
  const begun = performance.now()
  if (act !== 'server') await installation.database.revive()
  if (act !== 'database') await Promise.all(victims.map((at) => installation.startServer(at)))
  return performance.now() - begun
}

test(`${wanted} kills of ${servers} servers and their database`, async () => {
  const long = wanted > 100
  const work = await beginWork(installation, {
    ...{ desks: long ? 6 : 2, slower: long ? 40 : 4 },
    rest_ms: Math.max(500, wanted * 130),
  })
  // Where a start takes long, so does an answer: some come between any two kills.
  let last_ms = 0
  while (killed.servers + killed.databases < wanted && isTimeLeft()) {
    await pause((500 + dice.below(4000)) * Math.max(1, last_ms / 5000))
    work.expectNoFailure()
    last_ms = await kill()
    reportFigures({ kills: killed.servers + killed.databases, ...killed })
  }
  await expectWhole(installation, work)
})
