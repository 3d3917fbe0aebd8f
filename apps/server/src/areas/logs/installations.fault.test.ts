// @tests slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@mshahara/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../../demo/demo.ts'
import { systemClock } from '../../foundation/core/clock.ts'
import { runScript } from '../../test/commands.ts'
import { blankDatabase, testKey } from '../../test/database.ts'
import { makeWorld, password, type World } from '../../test/world.ts'

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

/** To whom no mail comes, the command shows the code that the server takes. */
async function expectCodeShown(world: World) {
  const { email } = await world.as('super-admin', '')
  const browser = world.caller()
  await browser.call(contract.auth.login, { body: { email, password } })
  const { said } = await run('operator.ts', world.databaseUrl, ['--code', email])
  const [, otp = ''] = /waits for it: (\S+) \(10 minutes\)/.exec(said) ?? []
  expect(await browser.call(contract.auth.verifyOtp, { body: { email, otp } })).toMatchObject({
    status: 200,
  })
}

test('the demo, and a backup of it restored elsewhere', { timeout: 300_000 }, async () => {
  const world = await makeWorld({ clock: systemClock })
  await seedDemo(world.parts)
  await expectCodeShown(world)
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
    expect(await run('operator.ts', url, ['--code', 'operator@example.test'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^No sign-in waits for a code\./),
    })
    await expectWhole(url)
  }),
)
