// @tests slow first
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { verifyLog } from '../../areas/logs/index.ts'
import { runScript } from '../../test/commands.ts'
import { testKey } from '../../test/database.ts'
import { reportFigures } from '../../test/endurance/figures.ts'
import { asking, keepWorking, payOffice, peopleOffice } from '../../test/mixed-work.ts'
import { openOffice } from '../../test/office.ts'
import { rowsIn, secondInstallation } from '../../test/second-installation.ts'
import { serverOn } from '../../test/servers.ts'
import { openSmtp } from '../../test/smtp.ts'
import { openWorld } from '../../test/world.ts'
import { systemClock } from '../core/clock.ts'
import { openDb } from '../core/db.ts'
import { secretsFrom } from '../core/secrets.ts'
import { filesInUse } from './files-in-use.ts'
import { loginsOf } from './logins.ts'
import { restore } from './restore.ts'

/**
 * `npm run backup`, again and again beside a server that mails, imports, exports and confirms.
 * With `BACKUPS=20` one more when all is quiet, which is compared row by row.
 */

const times = Number(process.env.BACKUPS ?? 2)
const folder = await mkdtemp(join(tmpdir(), 'mshahara-backups-'))
const post = await openSmtp(undefined, () => pause(10))
afterAll(async () => {
  await post.close()
  await rm(folder, { recursive: true, force: true })
})
const world = await openWorld()
world.setTime(new Date().toISOString())
const env = {
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.parts.config.dataDir,
  SMTP_URL: post.url,
}
const server = serverOn(world, env)
await server.start()

/** Whole, consistent, and its log unbroken. */
async function checkBackup(path: string) {
  const other = await secondInstallation()
  await restore({ databaseUrl: other.databaseUrl, secretKey: testKey }, other.files, path)
  const db = await openDb(loginsOf(other.databaseUrl, testKey), systemClock)
  const findings = await verifyLog(db, secretsFrom(testKey))
  expect(findings.faults).toEqual([])
  const needed = await db.inPlatform((tx) => filesInUse(tx.$client))
  for (const key of needed) expect((await other.files.read(key)).length).toBeGreaterThan(0)
  await db.close()
  const [odd] = await other.rows(
    `select count(*) filter (where status = 'confirmed' and slips <> frozen)::int as thawed,
       count(*) filter (where slips <> 40)::int as partial from (
       select p.status, count(s.id) as slips, count(s.id) filter (where s.frozen) as frozen
       from payrolls p left join payslips s on s.payroll_id = p.id group by p.id, p.status) runs`,
  )
  expect(odd).toEqual({ thawed: 0, partial: 0 })
  const behind = await other.asOwner(
    `select 1 where (select last_value from activity_log_id_seq)
       < (select max(id) from activity_log)`,
  )
  expect(behind).toEqual([])
  await other.drop()
  return { entries: findings.entries, files: needed.size }
}

/** What nothing but the work of people changes; a restored server may end sessions and letters. */
const tables = ['organizations', 'employees', 'payrolls', 'payslips', 'byproducts', 'activity_log']
const digests = tables.map(
  (name) => `select '${name}' as name, count(*)::int as rows,
    md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} t`,
)

async function compareAtRest() {
  const path = join(folder, 'rest.gz')
  await server.kill()
  expect(await runScript('backup.ts', [path], env)).toMatchObject({ code: 0 })
  const other = await secondInstallation()
  await restore({ databaseUrl: other.databaseUrl, secretKey: testKey }, other.files, path)
  const sql = digests.join(' union all ')
  const compared = await rowsIn(world.databaseUrl, sql)
  expect(await other.rows(sql)).toEqual(compared)
  await other.drop()
  reportFigures({ compared: Object.fromEntries(compared.map(({ name, rows }) => [name, rows])) })
}

const patient = { timeout: 3_600_000 }
test('every backup beside a busy server succeeds and restores whole', patient, async () => {
  const faults: string[] = []
  const ask = async (name: string) =>
    asking(() => server.address, (await openOffice(world.parts, name)).token, faults)
  const people = peopleOffice(await ask('People Ltd'))
  const few = payOffice(await ask('Few Ltd'), { staff: 40, addresses: 40, domain: 'few.test' })
  await few.hire()
  const work = keepWorking([...people.work, ...few.work])
  for (let count = 1; count <= times; count += 1) {
    const path = join(folder, `${count}.gz`)
    expect(await runScript('backup.ts', [path], env)).toMatchObject({ code: 0 })
    expect(work.faults).toEqual([])
  }
  await expect.poll(() => post.received.length).toBeGreaterThan(2 * times)
  await work.stop()
  let last = { entries: 0, files: 0 }
  for (let count = 1; count <= times; count += 1) {
    const found = await checkBackup(join(folder, `${count}.gz`))
    expect(found.entries).toBeGreaterThan(last.entries)
    last = found
  }
  if (process.env.BACKUPS) await compareAtRest()
  reportFigures({ backups: times, of_the_last: last, letters_meanwhile: post.received.length })
})
