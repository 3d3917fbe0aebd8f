// @tests slow
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostmaster } from '../../foundation/database/cluster.ts'
import { runningEmbedded } from '../../foundation/database/embedded-postgres.ts'
import { runScript, startScript } from '../../test/commands.ts'
import { cloneDatabase, testKey } from '../../test/database.ts'
import { expectedPlace, removeCluster } from '../../test/embedded.ts'
import { makeWorld, type World } from '../../test/world.ts'

/** The commands as an operator types them. */

let world: World
let folder: string

beforeEach(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'mshahara-commands-'))
  await world.as('primary', await world.addOrganization())
})
afterEach(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (script: string, words: string[] = [], env: Record<string, string> = {}) =>
  runScript(script, words, { DATABASE_URL: world.databaseUrl, DATA_DIR: folder, ...env })

test('a backup anchors the log inside and beside it; a restore of it is told by verify', async () => {
  expect((await run('logs-verify.ts')).said).toMatch(/There is no anchor yet[\s\S]* 0 faults/)
  const path = join(folder, 'backup.gz')
  expect(await run('backup.ts', [path])).toMatchObject({ code: 0 })
  expect((await stat(`${path}.anchor`)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'anchors'))).toEqual(['00000001.anchor'])
  const sound = await run('logs-verify.ts', ['--anchor', `${path}.anchor`])
  expect(sound).toMatchObject({
    code: 0,
    said: expect.stringMatching(/1 anchor checked, 0 faults/),
  })
  const { email } = await world.addPerson()
  await world.caller().call(contract.auth.login, { body: { email, password: 'wrong' } })
  await run('backup.ts', [join(folder, 'later.gz')])
  const database = await cloneDatabase()
  const there = { DATABASE_URL: database.url }
  expect(await run('restore.ts', [path], there)).toMatchObject({ code: 0 })
  const told = await run('logs-verify.ts', [], there)
  expect(told.said).toMatch(/A backup of anchor 1 was restored .* as anchor 3 says/)
  expect(told).toMatchObject({
    code: 0,
    said: expect.stringMatching(/3 anchors checked, 0 faults/),
  })
  await database.drop()
})

test('an erased log is told, with exit status 1', async () => {
  await run('backup.ts', [join(folder, 'backup.gz')])
  await world.byHand('truncate activity_log, activity_unsealed, activity_seals, activity_heads')
  const found = await run('logs-verify.ts')
  expect(found.code).toBe(1)
  expect(found.said).toMatch(/The log of the platform is missing altogether/)
  expect(found.said).toMatch(/ends at place 0, before anchor 1/)
})

test('without a database nothing is made only to be checked or kept', async () => {
  const nothing = { DATABASE_URL: '', DATA_DIR: join(folder, 'empty') }
  for (const [script, ...words] of [['logs-verify.ts'], ['backup.ts', join(folder, 'b.gz')]]) {
    const { code, said } = await run(script as string, words, nothing)
    expect(code).toBe(1)
    expect(said).toMatch(
      /^There is no database: DATABASE_URL is not set, and DATA_DIR, .* has none/,
    )
  }
})

/** Whether a command works on the database that it has started. */
async function isAtWork(dataDir: string) {
  const running = await runningEmbedded(dataDir)
  if (!running) return false
  const client = new pg.Client({ connectionString: running.url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`)
    return rows.length > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

test.each([
  ['SIGINT', 130, 'is starting'],
  ['SIGTERM', 143, 'works on'],
] as const)(
  '%s ends a command with %i, and the database that it %s',
  { timeout: 120_000 },
  async (signal, code, when) => {
    const own = join(folder, 'own')
    const place = expectedPlace(own)
    const { child, ended } = startScript('seed.ts', [], { DATA_DIR: own })
    const isTime = () => (when === 'works on' ? isAtWork(own) : findPostmaster(place))
    try {
      while (!(await isTime())) await pause(50)
      child.kill(signal)
      expect(await ended).toBe(code)
      expect(await findPostmaster(place)).toBeUndefined()
    } finally {
      await removeCluster(place)
    }
  },
)

test('a settings file is read by commands, as cron starts them', async () => {
  const path = join(folder, 'settings.env')
  await writeFile(path, `DATABASE_URL="${world.databaseUrl}"\nSECRET_KEY="${testKey}"\n`)
  const none = { DATABASE_URL: '', SECRET_KEY: '' }
  const { said } = await run('logs-verify.ts', [], { ...none, MSHAHARA_ENV: path })
  expect(said).toMatch(/, 0 faults found/)
})

test('one fault is one fault', async () => {
  await run('logs-verify.ts')
  await world.byHand(`update activity_log set description = 'Somebody else'
    where id = (select min(id) from activity_log)`)
  expect((await run('logs-verify.ts')).said).toMatch(/, 1 fault found\./)
})

test('a new key is taken into use by one command', async () => {
  const key = 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'
  await run('backup.ts', [join(folder, 'backup.gz')])
  const running = await run('rotate-key.ts', [], { SECRET_KEY: key, SECRET_KEY_OLD: testKey })
  expect(running).toMatchObject({ code: 1, said: expect.stringMatching(/stop every server/) })
  await world.app.close()
  expect((await run('rotate-key.ts')).said).toMatch(/Set SECRET_KEY_OLD/)
  const done = await run('rotate-key.ts', [], { SECRET_KEY: key, SECRET_KEY_OLD: testKey })
  expect(done).toMatchObject({ code: 0, said: expect.stringMatching(/Sessions stay/) })
  expect((await run('logs-verify.ts', [], { SECRET_KEY: key })).code).toBe(0)
  expect((await run('logs-verify.ts')).code).toBe(1)
  // The backup from before does not replace what the old key cannot keep; restored into an empty
  // database, the log is verified with the old key beside anchors of the new one.
  const restored = [join(folder, 'backup.gz'), '--overwrite']
  expect((await run('restore.ts', restored)).said).toMatch(/could not be kept/)
  const database = await cloneDatabase()
  const there = { DATABASE_URL: database.url }
  expect(await run('restore.ts', restored, there)).toMatchObject({ code: 0 })
  expect(await run('logs-verify.ts', [], there)).toMatchObject({ code: 0 })
  await database.drop()
})
