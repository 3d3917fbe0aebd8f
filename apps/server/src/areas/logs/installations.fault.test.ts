// @tests slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../../demo/demo.ts'
import { runScript } from '../../test/commands.ts'
import { blankDatabase, testKey } from '../../test/database.ts'
import { makeWorld } from '../../test/world.ts'

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

test('the demo, and a backup of it restored elsewhere', { timeout: 300_000 }, async () => {
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

test('one that `npm run operator` has begun', { timeout: 300_000 }, () =>
  withBlank(async (url) => {
    const { said } = await run('operator.ts', url, ['operator@example.test'])
    expect(said).toMatch(/is now a platform operator/)
    await expectWhole(url)
  }),
)
