// @tests slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRoles } from '../database/logins.ts'
import { migrate, runMigrations } from '../database/migrate.ts'
import { seedDemo } from '../demo.ts'
import { runScript } from '../test/commands.ts'
import { asAdmin, blankDatabase, testKey } from '../test/database.ts'
import { makeWorld } from '../test/world.ts'

/** Every way to an installation: its log is whole, and its key can be changed. */

const newKey = 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-installations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Each database has a data folder of its own, as on a machine of its own. */
const run = (script: string, url: string, words: string[] = [], env = {}) =>
  runScript(script, words, {
    DATABASE_URL: url,
    DATA_DIR: join(folder, new URL(url).pathname),
    ...env,
  })

async function expectWhole(url: string) {
  const before = await run('logs-verify.ts', url)
  expect(before.said).toMatch(/checked, 0 faults found/)
  const keys = { SECRET_KEY: newKey, SECRET_KEY_OLD: testKey }
  expect(await run('rotate-key.ts', url, [], keys)).toMatchObject({ code: 0 })
  const after = await run('logs-verify.ts', url, [], { SECRET_KEY: newKey })
  expect(after.said).toMatch(/checked, 0 faults found/)
}

async function withBlank(work: (url: string) => Promise<void>) {
  const { url, drop } = await blankDatabase()
  await work(url).finally(drop)
}

test('the demo, and a backup of it restored elsewhere', { timeout: 120_000 }, async () => {
  const world = await makeWorld()
  await seedDemo(world.parts)
  await world.app.close()
  const backup = join(folder, 'backup.gz')
  expect(await run('backup.ts', world.databaseUrl, [backup])).toMatchObject({ code: 0 })
  await withBlank(async (url) => {
    expect(await run('restore.ts', url, [backup])).toMatchObject({ code: 0 })
    await expectWhole(url)
  })
  await expectWhole(world.databaseUrl)
  await world.close()
})

test('one that `npm run operator` has begun', { timeout: 120_000 }, () =>
  withBlank(async (url) => {
    const { said } = await run('operator.ts', url, ['operator@example.test'])
    expect(said).toMatch(/is now a platform operator/)
    await expectWhole(url)
  }),
)

test('one from before the log said which records it has', { timeout: 120_000 }, () =>
  withBlank(async (url) => {
    await asAdmin(url, workedBefore)
    await migrate(url, testKey)
    await expectWhole(url)
  }),
)

/** An operator, and a person who came by an invitation: their entries tell a change only. */
async function workedBefore(client: pg.Client) {
  await createRoles(client)
  await client.query('begin')
  await runMigrations(client, '0032_cancelled_and_claimed.sql')
  await client.query(`set local role mshahara_platform;
    insert into organizations (name, employee_prefix) values ('Neema Ltd', 'NL');
    insert into users (email, first_name, last_name)
      values ('operator@example.test', 'Platform', 'Operator'),
        ('invited@example.test', 'Amani', 'Njoroge'), ('never@example.test', 'Zawadi', 'Otieno');
    update users set super_admin = true where email like 'operator%';
    update users set activated_at = now() where email like 'invited%'`)
  const { rows } = await client.query(
    `select event, count(*)::int from activity_log where log_name = 'users' group by 1`,
  )
  expect(rows).toEqual([{ event: 'updated', count: 2 }])
  await client.query('commit')
}
