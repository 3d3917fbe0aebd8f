// @tests slow first
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../foundation/config/config.ts'
import { findPostmaster } from '../foundation/database/cluster.ts'
import { runningEmbedded } from '../foundation/database/embedded-postgres.ts'
import { runScript } from '../test/commands.ts'
import { testKey } from '../test/database.ts'
import { diceOf } from '../test/dice.ts'
import { expectedPlace, removeCluster } from '../test/embedded.ts'
import {
  asking,
  expectNoneTwice,
  keepWorking,
  payOffice,
  peopleOffice,
} from '../test/mixed-work.ts'
import { openOffice } from '../test/office.ts'
import { freePort, type Running, startWhole } from '../test/servers.ts'
import { openSmtp, type Post } from '../test/smtp.ts'

/**
 * The whole server at work, killed at random moments, every third time together with its database.
 * In the end everything that was answered is there once, and nothing is left without an end.
 */

const rounds = Number(process.env.KILLS ?? 4)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
let dataDir: string
let post: Post
let port: number
let server: Running
let tokens: { people: string; few: string; many: string }

const env = () => ({ DATA_DIR: dataDir, SMTP_URL: post.url, SECRET_KEY: testKey })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mshahara-kills-'))
  post = await openSmtp(undefined, () => pause(20))
  port = await freePort()
  server = await startWhole(port, env())
  const databaseUrl = (await runningEmbedded(dataDir))?.url ?? ''
  const config = readConfig({ ...env(), LOG_LEVEL: 'silent', DEMO: 'off' })
  const { app, parts } = await buildApp({ config, databaseUrl, secretKey: testKey, workers: false })
  tokens = {
    people: (await openOffice(parts, 'People Ltd')).token,
    few: (await openOffice(parts, 'Few Ltd')).token,
    many: (await openOffice(parts, 'Many Ltd')).token,
  }
  await app.close()
})
afterAll(async () => {
  await server?.kill()
  await removeCluster(expectedPlace(dataDir))
  await rm(dataDir, { recursive: true, force: true })
  await post.close()
})

async function killDatabase() {
  const found = await findPostmaster(expectedPlace(dataDir))
  if (found) process.kill(found.pid, 'SIGKILL')
}

async function unendedWork() {
  const client = new pg.Client({ connectionString: (await runningEmbedded(dataDir))?.url })
  await client.connect()
  const { rows } = await client.query(
    `select 'job ' || name || ' ' || state as what from jobs where state in ('queued', 'running')
     union all
     select 'letter ' || state from mails where state in ('queued', 'sending')`,
  )
  await client.end()
  return rows.map(({ what }) => what as string)
}

const dice = diceOf(seed)

async function killAndStart(withDatabase: boolean) {
  const databaseFirst = dice.chance(50)
  if (withDatabase && databaseFirst) await killDatabase()
  await server.kill()
  if (withDatabase && !databaseFirst) await killDatabase()
  const begun = performance.now()
  server = await startWhole(port, env())
  return performance.now() - begun
}

const patient = { timeout: 1_200_000 }
test('killed again and again, nothing is lost, doubled or half done', patient, async () => {
  console.log(`kills: ${rounds} rounds, SEED=${seed}`)
  const faults: string[] = []
  const ask = (token: string) => asking(() => server.address, token, faults)
  const people = peopleOffice(ask(tokens.people))
  const few = payOffice(ask(tokens.few), { staff: 40, addresses: 12, domain: 'few.test' })
  const many = payOffice(ask(tokens.many), { staff: 310, addresses: 12, domain: 'many.test' })
  await few.hire()
  await many.hire()
  const work = keepWorking([...people.work, ...few.work, ...many.work])
  // Where a start takes long, so does an answer: some come between any two kills.
  let lastStart_ms = 0
  for (let round = 1; round <= rounds; round += 1) {
    await pause((500 + dice.below(4000)) * Math.max(1, lastStart_ms / 5000))
    expect(work.faults).toEqual([])
    lastStart_ms = await killAndStart(round % 3 === 0)
  }
  await work.stop()
  const count = await people.check()
  for (const [token, office] of [
    [tokens.few, few],
    [tokens.many, many],
  ] as const) {
    await office.settled()
    const headers = { authorization: `Bearer ${token}` }
    const done = await office.check((path) => fetch(new URL(path, server.address), { headers }))
    console.log(`kills: ${done.months} months, ${done.files} files`)
  }
  await expect.poll(unendedWork, { timeout: 120_000, interval: 1000 }).toEqual([])
  console.log(`kills: ${count} people, ${post.received.length} letters`)
  expectNoneTwice(post)
  expect(faults).toEqual([])
  const { said } = await runScript('logs-verify.ts', [], { ...env(), DEMO: 'off' })
  expect(said).toMatch(/ 0 faults found/)
})
