// @tests slow
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAnchors } from '../../areas/logs/index.ts'
import { rotateKey } from '../../commands/rotate-key.ts'
import { testKey } from '../../test/database.ts'
import { secondInstallation } from '../../test/second-installation.ts'
import { makeWorld, type World } from '../../test/world.ts'

/** The two commands as an operator gives them. */

let world: World
let folder: string
let other: Awaited<ReturnType<typeof secondInstallation>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-commands-'))
  world = await makeWorld()
  await world.as('primary', await world.addOrganization('Kept Ltd'))
  other = await secondInstallation()
})
afterAll(async () => {
  await world.close()
  await other.drop()
  await rm(folder, { recursive: true, force: true })
})

async function command(name: 'backup' | 'restore', url: string, dataDir: string, words: string[]) {
  const file = fileURLToPath(new URL(`../../../../../scripts/${name}.ts`, import.meta.url))
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: testKey }
  return promisify(execFile)(process.execPath, [file, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code: code as number, said: stderr as string }),
  )
}

test('nobody there to ask: data is replaced only by name, and kept before', async () => {
  const path = join(folder, 'kept.gz')
  const { dataDir } = world.parts.config
  expect(await command('backup', world.databaseUrl, dataDir, [path])).toMatchObject({ code: 0 })
  const restore = (...words: string[]) =>
    command('restore', other.databaseUrl, other.dataDir, [path, ...words])
  expect(await restore()).toMatchObject({ code: 0, said: expect.stringContaining('Restored') })
  await other.rows(`update users set first_name = 'Newer'`)
  const refused = await restore()
  expect(refused.code).toBe(1)
  expect(refused.said.trim()).toMatch(
    /^This database already holds data\..*--overwrite.*replaced\.$/,
  )
  expect(await other.rows('select first_name from users')).toEqual([{ first_name: 'Newer' }])
  expect(await readdir(other.dataDir)).toEqual(['anchors'])
  expect(await restore('--overwrite')).toMatchObject({ code: 0 })
  expect(await other.rows('select first_name from users')).toEqual([{ first_name: 'Amani' }])
  const [before] = (await readdir(other.dataDir)).filter((name) => name.startsWith('before-'))
  const kept = join(other.dataDir, before ?? '')
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  const back = await command('restore', other.databaseUrl, other.dataDir, [kept, '--overwrite'])
  expect(back.code).toBe(0)
  expect(await other.rows('select first_name from users')).toEqual([{ first_name: 'Newer' }])
})

test('what is under another key could not be kept, and is not replaced', async () => {
  const path = join(folder, 'older.gz')
  const { config, files, clock } = world.parts
  const { databaseUrl, dataDir } = other
  const restore = () => command('restore', databaseUrl, dataDir, [path, '--overwrite'])
  await command('backup', world.databaseUrl, config.dataDir, [path])
  expect(await restore()).toMatchObject({ code: 0 })
  const before = await readdir(dataDir)
  const newKey = 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'
  const store = openAnchors({ ...config, dataDir }, files)
  await rotateKey({ databaseUrl, oldKey: testKey, newKey, store, clock })
  const { code, said } = await restore()
  expect(said).toMatch(/^SECRET_KEY is the key of the backup, and not of the database .* Nothing /)
  expect([code, await readdir(dataDir)]).toEqual([1, before])
})

test('without a file both say how they are used', async () => {
  for (const name of ['backup', 'restore'] as const) {
    const { code, said } = await command(name, other.databaseUrl, other.dataDir, [])
    expect({ code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining('Usage: npm run'),
    })
  }
})
