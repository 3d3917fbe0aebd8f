// @tests slow
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@mshahara/contract'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { backup } from '../../foundation/database/backup.ts'
import { restore } from '../../foundation/database/restore.ts'
import { letStoriesSayTheTime, testKey } from '../../test/database.ts'
import { confirmedRun, openPayday, openPayer, payAlone, pollersOf } from '../../test/payday.ts'
import { secondInstallation } from '../../test/second-installation.ts'

const payday = await openPayday({ workers: false })
const open: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

it('a restored server pays nobody again, asks what became of it, and waits for a word', async () => {
  const payer = await openPayer(payday)
  await payAlone(payday, payer.organization_id)
  const { id } = await confirmedRun(payday, payer.primary, [
    { phone: '0712009911' },
    { phone: '0712009912' },
  ])
  await payer.finance.call(contract.payouts.make, { params: { id } })
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-paid-'))
  open.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup.gz')
  const from = { databaseUrl: payday.databaseUrl, secretKey: testKey, keyFolder: '/anywhere' }
  await backup(from, payday.parts.files, file)
  // Paid after the backup was made.
  await pollersOf(payday)()
  const other = await secondInstallation()
  open.push(() => other.drop())
  const into = { databaseUrl: other.databaseUrl, secretKey: testKey, keyFolder: other.dataDir }
  await restore(into, other.files, file)
  await letStoriesSayTheTime(other.databaseUrl)
  const { app, parts } = await buildApp({
    config: readConfig({ ...payday.simulator.env, LOG_LEVEL: 'silent', DATA_DIR: other.dataDir }),
    clock: { now: () => new Date(payday.parts.clock.now().getTime() + 60_000), set: true },
    databaseUrl: other.databaseUrl,
    secretKey: testKey,
    workers: false,
  })
  open.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  parts.config.publicUrl = `http://127.0.0.1:${port}`
  await other.rows(`update payout_attempts set ask_at = '2026-03-01' where state = 'unknown'`)
  await pollersOf({ ...payday, parts })()
  expect(await other.rows('select state from payout_attempts')).toEqual([
    { state: 'paid' },
    { state: 'paid' },
  ])
  const [lane] = await other.rows('select paused_reason from payment_lanes limit 1')
  expect(lane?.paused_reason).toContain('restored from a backup')
  const sent = (await payday.simulator.log()).filter(({ url }) => url?.includes('paymentrequest'))
  expect(sent).toHaveLength(2)
})
