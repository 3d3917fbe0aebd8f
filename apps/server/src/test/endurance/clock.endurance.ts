import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { asAdmin } from '../database.ts'
import { diceOf } from '../dice.ts'
import { killable } from '../killable.ts'
import { openPayday } from '../payday.ts'
import { openSmtp } from '../smtp.ts'
import { isTimeLeft, reportFigures, seed } from './figures.ts'
import { beginWork, expectWhole, type Place } from './mixed.ts'

/**
 * The clock of the server, which the database is told with every transaction, is put forward and
 * back by an hour again and again: `STEPS=20`. The machine's own stays, and with it the database's
 * and that of its queues, so that both are an hour apart as well.
 */

const steps = Number(process.env.STEPS ?? 4)
const hour_s = 3600
const dice = diceOf(seed)

const post = await openSmtp(undefined, () => pause(20))
afterAll(post.close)
process.env.SMTP_URL = post.url
const payday = await openPayday({ workers: false })
const server = await killable(payday)
const moved = { ...payday, pass: server.pass, setTime: server.at }
const installation: Place = {
  post,
  address: () => server.address,
  addresses: [server.address],
  within: (work) => work(moved),
  rows: (text) => asAdmin(payday.databaseUrl, async (client) => (await client.query(text)).rows),
  env: { DATABASE_URL: payday.databaseUrl, DATA_DIR: payday.parts.config.dataDir },
}

test(`${steps} steps of the clock by an hour`, async () => {
  const work = await beginWork(installation, { desks: 2, slower: 4, rest_ms: 1_000 })
  let ahead = 0
  const counted = { forward: 0, back: 0 }
  for (let step = 0; step < steps && isTimeLeft(); step += 1) {
    await pause(1_000 + dice.below(4_000))
    const goesBack = ahead > 0 || (ahead === 0 && dice.chance(50))
    ahead += goesBack ? -1 : 1
    counted[goesBack ? 'back' : 'forward'] += 1
    server.pass(goesBack ? -hour_s : hour_s)
    work.expectNoFailure()
  }
  await work.stop()
  // What was put off while the clock was ahead is due once it has gone on for long enough.
  server.pass(2 * hour_s)
  reportFigures({ steps: counted.forward + counted.back, ...counted })
  await expectWhole(installation, work)
})
