// @tests slow
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { findPostmaster } from '../../foundation/database/cluster.ts'
import { runningEmbedded } from '../../foundation/database/embedded-postgres.ts'
import { expectedPlace, removeCluster } from '../../test/embedded.ts'
import { killable } from '../../test/killable.ts'
import { outageOf } from '../../test/outage.ts'
import { openPayday, openPayer } from '../../test/payday.ts'
import { freePort, startWhole } from '../../test/servers.ts'
import { hookHash, newHookToken } from './addresses.ts'

/** What providers tell while the database is away is there when it is back, once. */

const secret = 'c2VjcmV0LWNyZWRlbnRpYWw='

/** Results of M-PESA's two kinds, a queue timeout, and both banks. */
const told = [
  { letter: 'r', provider: 'M-PESA', subject: 'payouts', body: { Result: { ResultCode: 0 } } },
  { letter: 'r', provider: 'M-PESA', subject: 'billing', body: { Body: { stkCallback: {} } } },
  { letter: 't', provider: 'M-PESA', subject: 'payouts', body: { SecurityCredential: secret } },
  { letter: 'q', provider: 'M-PESA', subject: 'payouts', body: { Result: { ResultCode: 0 } } },
  { letter: 'r', provider: 'KCB', subject: 'payouts', body: { transactionStatus: 'SUCCESS' } },
  { letter: 'r', provider: 'Co-operative Bank', subject: 'payouts', body: { MessageCode: '0' } },
]

type Query = (text: string, values: unknown[]) => Promise<unknown>

async function expectAll(query: Query) {
  const expected = told.map((one) => ({ ...one, token: newHookToken(), subject_id: randomUUID() }))
  for (const { letter, token, subject, subject_id, provider } of expected) {
    await query(
      `insert into provider_hooks (token_hash, subject, subject_id, provider, kind)
       values ($1, $2, $3, $4, $5)`,
      [hookHash(token), subject, subject_id, provider, letter === 'q' ? 'answer' : 'result'],
    )
  }
  return expected
}

const post = (address: string, path: string, body: object) =>
  fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(body) })

describe('while the database is away', () => {
  it('callbacks of every provider are kept, survive a kill, and count once', async () => {
    const payday = await openPayday({ workers: false })
    const server = await killable(payday)
    // KCB knows one address for all payments of an organisation.
    const { organization_id } = await openPayer(payday, 'kcb', server.address)
    const known = newHookToken()
    await payday.byHand(
      `update integrations set hook_hash = $1 where organization_id = $2 and provider = 'KCB'`,
      [hookHash(known), organization_id],
    )
    const expected = await expectAll(payday.rows)
    const outage = await outageOf(payday)
    await outage.begin()
    const answers = await Promise.all(
      expected.map(({ letter, token, body }) =>
        post(server.address, `/hooks/${letter}/${token}`, body),
      ),
    )
    answers.push(await post(server.address, `/hooks/k/${known}`, { transactionStatus: 'SUCCESS' }))
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
    // Nobody can tell yet that this is none of ours.
    const stranger = await post(server.address, `/hooks/r/${newHookToken()}`, { noise: true })
    expect(stranger.status).toBe(200)
    const folder = join(payday.parts.config.dataDir, 'callbacks')
    const files = await readdir(folder)
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) {
      expect((await readFile(join(folder, name))).toString('latin1')).not.toContain(secret)
    }
    // As if it had been killed between storing them and removing the files.
    const copies = await mkdtemp(join(tmpdir(), 'mshahara-copies-'))
    for (const name of files) await copyFile(join(folder, name), join(copies, name))
    await server.kill()
    await outage.end()
    await server.start()
    const stored = () => payday.rows('select subject_id, body::text as body from provider_events')
    await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(7)
    await expect.poll(() => readdir(folder)).toEqual([])
    for (const name of files) await copyFile(join(copies, name), join(folder, name))
    await expect.poll(() => readdir(folder), { timeout: 60_000 }).toEqual([])
    await rm(copies, { recursive: true })
    const rows = await stored()
    expect(rows).toHaveLength(7)
    expect(new Set(rows.map(({ subject_id }) => subject_id)).size).toBe(7)
    expect(rows.some(({ body }) => body.includes(secret))).toBe(false)
    // Each is heard by its area.
    const unheard = () => payday.rows('select from provider_events where applied_at is null')
    await expect.poll(async () => (await unheard()).length, { timeout: 60_000 }).toBe(0)
  })
})

describe('while PostgreSQL itself is killed', () => {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) {
      await removeCluster(expectedPlace(folder))
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('no callback that was answered is lost, and none is there twice', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-away-'))
    folders.push(dataDir)
    const server = await startWhole(await freePort(), { DATA_DIR: dataDir })
    const query = async (text: string, values: unknown[] = []) => {
      const embedded = await runningEmbedded(dataDir)
      const client = new pg.Client({ connectionString: embedded?.url })
      await client.connect()
      try {
        await client.query('begin; set local role mshahara_platform')
        const { rows } = await client.query(text, values)
        await client.query('commit')
        return rows
      } finally {
        await client.end()
      }
    }
    const [hook] = await expectAll(query)
    const before = await findPostmaster(expectedPlace(dataDir))
    let sent = 0
    let isAway = true
    const killed = (async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      process.kill(before?.pid as number, 'SIGKILL')
      const ready = () => fetch(`${server.address}/readyz`).then(({ status }) => status)
      await expect.poll(ready, { timeout: 60_000, interval: 10 }).toBe(503)
      await expect.poll(ready, { timeout: 60_000 }).toBe(200)
      isAway = false
    })()
    // A bank's address takes any number; this one takes fifty.
    while (sent < 45 && (isAway || sent < 10)) {
      const { status } = await post(server.address, `/hooks/r/${hook?.token}`, { number: sent })
      expect(status).toBe(200)
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    await killed
    const numbers = async () =>
      (await query(`select (body ->> 'number')::int as n from provider_events order by 1`)).map(
        ({ n }) => n,
      )
    const all = Array.from({ length: sent }, (_, number) => number)
    await expect.poll(numbers, { timeout: 60_000 }).toEqual(all)
    await server.kill()
  })
})
