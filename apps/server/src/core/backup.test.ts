import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { contract } from '@mshahara/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLog } from '../logs/index.ts'
import { cloneDatabase } from '../test/database.ts'
import { employ } from '../test/employed.ts'
import { type Caller, makeWorld, type World } from '../test/world.ts'
import { backup, restore } from './backup.ts'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { openDb } from './db.ts'
import { openFiles } from './files.ts'
import { loginsOf } from './logins.ts'

const key = 'a key for tests, never for anybody else'
let world: World
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-backup-'))
  file = join(folder, 'backup.gz')
  world = await makeWorld()
  const organization = await world.addOrganization('Kept Ltd')
  const primary = await world.as('primary', organization)
  await primary.call(contract.auth.updateProfile, {
    body: {
      first_name: 'Ünïcødé\n"quoted"',
      last_name: 'x',
      phone: '0712345678',
      email: primary.email,
    },
  })
  await payEverybody(primary)
  await world.parts.files.put('user', new Uint8Array([0, 1, 2, 255]), 'webp')
  await world.platform((tx) => world.parts.jobs.send(tx, 'files.remove', { a: 1 }, undefined))
  const place = { databaseUrl: world.databaseUrl, secretKey: key, keyFolder: '/anywhere' }
  await verifyLog(world.parts.db, world.parts.secrets)
  await backup(place, world.parts.files, file)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** A confirmed run, which nothing may be added to, and a draft after it. */
async function payEverybody(primary: Caller) {
  await employ(primary, { email: 'staff@example.test' })
  for (const month of ['January', 'February'] as const) {
    const { body } = await primary.call(contract.payrolls.create, { body: { month, year: 2026 } })
    if (month === 'January') {
      await primary.call(contract.payrolls.confirm, { params: { id: body.id } })
    }
  }
}

/** An empty database and an empty store. */
async function elsewhere() {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(folder, 'other-'))
  const files = await openFiles(readConfig({ DATA_DIR: dataDir }))
  return { databaseUrl: database.url, files, drop: database.drop }
}

async function countUsers(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set role mshahara_platform')
  const { rows } = await client.query('select count(*)::int as n from users')
  await client.end()
  return rows[0].n
}

test('what comes back is what was there: rows, files, waiting jobs, key and sealed log', async () => {
  const other = await elsewhere()
  const result = await restore({ ...other, secretKey: undefined }, other.files, file)
  expect(result).toMatchObject({ key, files: 1 })
  const again = join(folder, 'again.gz')
  await backup({ ...other, secretKey: key, keyFolder: '/anywhere' }, other.files, again)
  expect(gunzipSync(await readFile(again)).toString()).toBe(
    gunzipSync(await readFile(file)).toString(),
  )
  const db = await openDb(loginsOf(other.databaseUrl, key), systemClock)
  expect((await verifyLog(db, world.parts.secrets)).faults).toEqual([])
  await db.close()
  await other.drop()
})

test('a database in use is not overwritten', async () => {
  const place = { databaseUrl: world.databaseUrl, secretKey: undefined }
  await expect(restore(place, world.parts.files, file)).rejects.toThrow(/already holds data/)
})

test('a backup cut short restores nothing', async () => {
  const other = await elsewhere()
  const text = gunzipSync(await readFile(file)).toString()
  const cut = join(folder, 'cut.gz')
  await writeFile(cut, gzipSync(text.slice(0, text.lastIndexOf('{"end"'))))
  const place = { databaseUrl: other.databaseUrl, secretKey: undefined }
  await expect(restore(place, other.files, cut)).rejects.toThrow(/ends too early/)
  expect(await countUsers(other.databaseUrl)).toBe(0)
  await other.drop()
})

test('what is no backup, is newer, or has another key is refused in words', async () => {
  const other = await elsewhere()
  const attempt = async (content: Uint8Array | string, secretKey?: string) => {
    const path = join(folder, 'wrong.gz')
    await writeFile(path, content)
    return restore({ databaseUrl: other.databaseUrl, secretKey }, other.files, path)
  }
  await expect(attempt('plain text')).rejects.toThrow(/damaged/)
  await expect(attempt(gzipSync('{"a":1}\n'))).rejects.toThrow(/not a backup/)
  const newer = { mshahara: 1, migrations: ['9999_later.sql'], key, key_mark: 'x' }
  await expect(attempt(gzipSync(`${JSON.stringify(newer)}\n`))).rejects.toThrow(/newer version/)
  const good = await readFile(file)
  await expect(attempt(good, 'another key of thirty-two letters')).rejects.toThrow(/SECRET_KEY/)
  expect(await countUsers(other.databaseUrl)).toBe(0)
  await other.drop()
})
