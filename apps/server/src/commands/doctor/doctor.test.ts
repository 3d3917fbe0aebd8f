// @tests story
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealWaiting } from '../../areas/logs/index.ts'
import { cloneDatabase, testKey } from '../../test/database.ts'
import { freePort } from '../../test/servers.ts'
import { openWorld } from '../../test/world.ts'
import { type Asked, examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { roomLeft } from './surroundings.ts'

/** An installation that is well, and each part of it spoilt on purpose: what names the fault. */

const world = await openWorld()
let folder = ''
let env: Record<string, string> = {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-doctor-'))
  const backups = join(folder, 'backups')
  await mkdir(backups)
  await writeFile(join(backups, 'mshahara.gz'), '')
  await writeFile(join(backups, 'mshahara.gz.anchor'), '')
  env = {
    MSHAHARA_ENV: '',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.parts.config.dataDir,
    SECRET_KEY: testKey,
    BACKUP_DIR: backups,
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function examined(changed: Record<string, string> = {}, asked: Asked = {}) {
  const found: Finding[] = []
  for await (const one of examine({ env: { ...env, ...changed }, ...asked })) found.push(one)
  return found
}

/** Of disk and mail a machine of ours may be short as well. */
const faultsOf = (found: Finding[]) =>
  found.filter(({ about, state }) => state === 'fault' && about !== 'Disk')

async function onlyFault(changed: Record<string, string>, asked: Asked = {}) {
  const faults = faultsOf(await examined(changed, asked))
  expect(faults).toHaveLength(1)
  return faults[0]
}

test('where all is well each part has a line, and none is a fault', async () => {
  await world.addOrganization()
  await sealWaiting(world.parts.db, world.parts.secrets)
  const found = await examined()
  expect(faultsOf(found)).toEqual([])
  expect(found.map(({ about }) => about)).toEqual(
    [
      'Settings',
      'Database',
      'Tables',
      'Rights',
      'Key',
      'TLS',
      'Connections',
      'Clock',
      'Log',
    ].concat(['Mail', 'Files', 'Disk', 'Backups']),
  )
  const all = found.map(({ text }) => text).join('\n')
  expect(all).toMatch(/\d+ entries verified/)
  expect(all).not.toContain(testKey)
  expect(all).not.toContain(world.databaseUrl)
})

test('a wrong setting is named, all of them at once', async () => {
  const found = await examined({ PORT: 'abc', DATABASE_URL: 'mysql://x' })
  expect(found.map(({ text }) => text)).toEqual([
    'PORT must be a number from 0 to 65535.',
    'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
  ])
})

test('a database that is away: all else is looked at', async () => {
  const away = `postgresql://somebody:hush@127.0.0.1:${await freePort()}/none`
  const found = await examined({ DATABASE_URL: away })
  expect(faultsOf(found)).toEqual([
    {
      about: 'Database',
      state: 'fault',
      text: 'The database of DATABASE_URL cannot be reached (ECONNREFUSED). Is it running, and is its name right?',
    },
  ])
  expect(found.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['Mail', 'Files', 'Disk', 'Backups']),
  )
})

test('a key that is not this database’s', async () => {
  expect(await onlyFault({ SECRET_KEY: 'another key, which fits no login here' })).toMatchObject({
    about: 'Key',
    text: expect.stringContaining('SECRET_KEY is not the key of this database'),
  })
})

test('tables of a later version', async () => {
  await world.byHand(`insert into migrations (name, checksum) values ('9999_later.sql', '')`)
  try {
    expect(await onlyFault({})).toMatchObject({
      about: 'Tables',
      text: expect.stringContaining('9999_later.sql'),
    })
  } finally {
    await world.byHand(`delete from migrations where name = '9999_later.sql'`)
  }
})

test('a pooler that leads to another database', async () => {
  const other = await cloneDatabase()
  try {
    const pooled = { DATABASE_URL: other.url, DATABASE_DIRECT_URL: world.databaseUrl }
    expect(await onlyFault(pooled)).toMatchObject({
      about: 'Pooler',
      text: 'DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases.',
    })
  } finally {
    await other.drop()
  }
})

test('a mail server that is away', async () => {
  const fault = await onlyFault({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  expect(fault).toMatchObject({
    about: 'Mail',
    text: expect.stringContaining('nobody can sign in'),
  })
})

test('a store that does not answer, and a folder that is not there', async () => {
  const store = `s3://KEY:hushhush@127.0.0.1:${await freePort()}/bucket?region=auto&tls=off`
  const [fault] = faultsOf(await examined({ STORAGE_URL: store })).filter(
    ({ about }) => about === 'Files',
  )
  expect(fault?.text).toContain('The store of STORAGE_URL does not answer')
  expect(fault?.text).not.toContain('hushhush')
  const missing = faultsOf(await examined({ DATA_DIR: join(folder, 'gone') }))
  expect(missing).toContainEqual({
    about: 'Files',
    state: 'fault',
    text: 'The folder of DATA_DIR cannot be written (ENOENT).',
  })
})

test('a clock that goes wrong', async () => {
  const now = () => new Date(Date.now() - 90_000)
  expect(await onlyFault({}, { now })).toMatchObject({
    about: 'Clock',
    text: expect.stringMatching(/^The database is (89|90|91) s ahead of this machine/),
  })
})

test('a backup that is too old, cut off, or not there', async () => {
  const week = new Date(Date.now() - 7 * 86_400_000)
  await utimes(join(env.BACKUP_DIR ?? '', 'mshahara.gz'), week, week)
  expect(await onlyFault({})).toMatchObject({ about: 'Backups', text: 'The newest is 7 days old.' })
  await rm(join(env.BACKUP_DIR ?? '', 'mshahara.gz.anchor'))
  expect(await onlyFault({})).toMatchObject({
    about: 'Backups',
    text: 'There is none in the folder that was named.',
  })
  const found = await examined({ BACKUP_DIR: '' })
  expect(found.find(({ about }) => about === 'Backups')?.state).toBe('look')
  expect(await onlyFault({}, { backupFolder: join(folder, 'none') })).toMatchObject({
    text: 'The folder that was named cannot be read (ENOENT).',
  })
})

test('little room on the disk', () => {
  expect(roomLeft(100 * 1024 ** 2)).toEqual({
    about: 'Disk',
    state: 'fault',
    text: '0.1 GB are free where DATA_DIR is.',
  })
  expect(roomLeft(2 * 1024 ** 3).state).toBe('look')
  expect(roomLeft(50 * 1024 ** 3).state).toBe('well')
})

test('a log in which somebody has changed something', async () => {
  await world.addOrganization()
  await sealWaiting(world.parts.db, world.parts.secrets)
  await world.byHand(`begin; set local session_replication_role = replica;
    update activity_log set description = 'nothing happened'
      where id = (select min(id) from activity_log); commit`)
  expect(await onlyFault({})).toMatchObject({
    about: 'Log',
    text: expect.stringMatching(/^It does not verify: .* npm run logs:verify names them\.$/),
  })
})
