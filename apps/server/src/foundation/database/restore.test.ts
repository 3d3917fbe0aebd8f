// @tests long
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { contract } from '@mshahara/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testKey } from '../../test/database.ts'
import { rowsIn, secondInstallation } from '../../test/second-installation.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { backup } from './backup.ts'
import { markOf } from './backup-file.ts'
import { migrationFiles } from './migrate.ts'
import { restore } from './restore.ts'

let world: World
let folder: string
let file: string
let lines: string[]
let other: Awaited<ReturnType<typeof secondInstallation>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-restore-'))
  file = join(folder, 'backup.gz')
  world = await makeWorld()
  const primary = await world.as('primary', await world.addOrganization('Kept Ltd'))
  for (const name of ['Sales', 'Stores', 'Workshop']) {
    await primary.call(contract.departments.create, { body: { name } as never })
  }
  await world.parts.files.put('user', new Uint8Array(3000).fill(7), 'webp')
  await unevenNumbers()
  const place = { databaseUrl: world.databaseUrl, secretKey: testKey, keyFolder: '/anywhere' }
  await backup(place, world.parts.files, file)
  lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  other = await secondInstallation()
})
afterEach(() => other.drop())

/** More rows than one portion, whose last ones in the table have the smallest numbers. */
const unevenNumbers = () =>
  world.platform(async (tx) => {
    await tx.$client.query(`insert into mails (id, recipient, subject, state)
      select gen_random_uuid(), 'a@example.test', 'x', 'sent' from generate_series(1, 1500)`)
    await tx.$client.query(`update mails set error = 'moved' where number <= 200`)
    await tx.$client.query('delete from mails where number > 1490')
  })

const into = (path: string, more: object = {}) =>
  restore(
    { databaseUrl: other.databaseUrl, secretKey: undefined, keyFolder: other.dataDir, ...more },
    other.files,
    path,
  )

async function attempt(content: Uint8Array | string, more: object = {}) {
  const path = join(folder, 'wrong.gz')
  await writeFile(path, content)
  return into(path, more)
}
const packed = (given: string[]) => gzipSync(given.join('\n'))

async function expectNothing() {
  expect(await other.rows('select id from users')).toEqual([])
  expect(await other.left()).toEqual([])
}

test('a database in use is not overwritten', async () => {
  const place = { databaseUrl: world.databaseUrl, secretKey: undefined }
  await expect(restore(place, world.parts.files, file)).rejects.toThrow(/already holds data/)
  await expect(restore(place, world.parts.files, file)).rejects.toThrow(/--overwrite/)
  const beforeOverwriting = async () => {}
  await expect(restore({ ...place, beforeOverwriting }, world.parts.files, file)).rejects.toThrow(
    /at work/,
  )
})

test('a backup cut short restores nothing, wherever the cut is', async () => {
  const whole = lines.join('\n')
  const attachment = whole.indexOf('{"file"')
  const cuts = [
    whole.lastIndexOf('{"end"'),
    attachment + 1500,
    attachment,
    20_000,
    whole.length - 9,
  ]
  for (const cut of cuts) {
    await expect(attempt(gzipSync(whole.slice(0, cut)))).rejects.toThrow(/too early|damaged/)
  }
  const bytes = await readFile(file)
  for (const length of [bytes.length - 1, bytes.length - 30, bytes.length >> 1, 10, 0]) {
    await expect(attempt(bytes.subarray(0, length))).rejects.toThrow(/damaged|too early/)
  }
  await expectNothing()
})

test('a backup in which anything was changed restores nothing', async () => {
  const changes: [string, (all: string[]) => string[]][] = [
    ['rows swapped', (all) => swapped(all, 'departments', 1, 2)],
    ['tables swapped', (all) => swapped(all, 'departments', 0, 2)],
    ['row twice', (all) => [...all.slice(0, 9), ...all.slice(8)]],
    ['a name changed', (all) => all.map((line) => line.replace('Workshop', 'Workshed'))],
    ['a file changed', (all) => all.map((line) => line.replace('"data":"Bwc', '"data":"Cwc'))],
    ['something after the end', (all) => [...all, '{"more":1}']],
    ['no line', (all) => all.filter((line) => !line.includes('Workshop'))],
  ]
  for (const [what, change] of changes) {
    const text = change([...lines])
    expect(text.join('\n'), what).not.toBe(lines.join('\n'))
    await expect(attempt(packed(text)), what).rejects.toThrow(/was changed|damaged/)
  }
  const bytes = Buffer.from(await readFile(file))
  for (const at of [bytes.length - 5, bytes.length >> 1]) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 0x10
    await expect(attempt(flipped)).rejects.toThrow(/damaged|was changed/)
  }
  await expectNothing()
})

function swapped(all: string[], table: string, a: number, b: number): string[] {
  const at = all.findIndex((line) => line.startsWith(`{"table":"${table}"`))
  ;[all[at + a], all[at + b]] = [all[at + b] ?? '', all[at + a] ?? '']
  return all
}

test('what is no backup, is newer, or has another key is refused in words', async () => {
  await expect(attempt('plain text')).rejects.toThrow(/damaged/)
  await expect(attempt(gzipSync('{"a":1}\n'))).rejects.toThrow(/not a backup/)
  await expect(attempt(gzipSync('null\n'))).rejects.toThrow(/not a backup/)
  const newer = { mshahara: 1, migrations: ['9999_later.sql'], key: testKey, key_mark: 'x' }
  const first = (header: object) => packed([JSON.stringify(header), ...lines.slice(1)])
  await expect(attempt(first(newer))).rejects.toThrow(/newer version/)
  const form = { ...JSON.parse(lines[0] ?? ''), mshahara: 3 }
  await expect(attempt(first(form))).rejects.toThrow(/newer version/)
  const unreleased = { ...newer, migrations: ['0001_foundation.sql', '0010_in_ones_own_name.sql'] }
  await expect(attempt(first(unreleased))).rejects.toThrow(/before the first release/)
  const unfinished = { ...newer, migrations: ['0001_platform.sql', '0002_people.sql'] }
  await expect(attempt(first(unfinished))).rejects.toThrow(
    'This backup stands at 0002_people.sql, and this version takes over from ' +
      '0064_written_as_done.sql only: restore it and back it up with the version that ends there.',
  )
  const secretKey = 'another key of thirty-two letters'
  await expect(attempt(await readFile(file), { secretKey })).rejects.toThrow(/SECRET_KEY/)
  await expect(into(join(folder, 'nowhere.gz'))).rejects.toThrow(/There is no file/)
  await expectNothing()
})

test('every sequence goes on above the highest number in use, and above where it was', async () => {
  await into(file)
  const counted = `select schemaname || '.' || sequencename as name, last_value::int as value
    from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null order by 1`
  const before = await rowsIn(world.databaseUrl, counted, 'none')
  const after = await other.asOwner(counted)
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.find(({ name }) => name === 'public.mails_number_seq')?.value).toBe(1500)
})

test('a sequence that the backup says nothing about goes above the highest row', async () => {
  const header = { ...JSON.parse(lines[0] ?? ''), mshahara: 1 }
  const end = JSON.parse(lines.at(-2) ?? '').end
  const { rows, files } = end
  const body = lines.slice(1, -2).filter((line) => !line.startsWith('{"sequences"'))
  const text = [JSON.stringify(header), ...body, JSON.stringify({ end: { rows, files } }), '']
  await attempt(packed(text))
  expect(await other.rows('select max(number)::int as top from mails')).toEqual([{ top: 1490 }])
  const next = await other.asOwner(`select nextval('mails_number_seq')::int as next`)
  expect(next).toEqual([{ next: 1491 }])
})

test('into a database in which nothing was ever made', async () => {
  const blank = await secondInstallation({ blank: true })
  const place = { databaseUrl: blank.databaseUrl, secretKey: undefined, keyFolder: blank.dataDir }
  await restore(place, blank.files, file)
  expect(await blank.rows('select name from organizations')).toEqual([{ name: 'Kept Ltd' }])
  expect(await readFile(join(blank.dataDir, 'secret.key'), 'utf8')).toBe(testKey)
  await blank.drop()
})

test('a backup of an earlier version is brought to this one', async () => {
  // No version stood there, but it is one from which everything else is still to come.
  const migrations = migrationFiles().slice(0, 4)
  const header = { mshahara: 1, migrations, key: testKey, key_mark: markOf(testKey) }
  const at = '2026-01-01T00:00:00Z'
  const id = '00000000-0000-4000-8000-000000000001'
  const user = { id, first_name: 'Amani', last_name: 'Njoroge', email: 'a@example.test' }
  const row = { ...user, phone: '', super_admin: false, created_at: at }
  const office = { id, name: 'Old Ltd', employee_prefix: 'OL', status: 'active', created_at: at }
  const text = [
    JSON.stringify(header),
    JSON.stringify({ table: 'users', columns: Object.keys(row) }),
    JSON.stringify(row),
    JSON.stringify({ table: 'organizations', columns: Object.keys(office) }),
    JSON.stringify(office),
    JSON.stringify({ end: { rows: 2, files: 0 } }),
    '',
  ]
  await attempt(packed(text))
  expect(await other.rows('select email from users')).toEqual([{ email: 'a@example.test' }])
  const names = (await other.asOwner('select name from migrations order by 1')).map((m) => m.name)
  expect(names).toEqual(migrationFiles())
  expect(await other.rows(`select count(*)::int as n from binding_keys`)).toEqual([{ n: 1 }])
  // What came later counts for the organisations that were there already.
  expect(await other.rows('select organization_id, shif_rounding from payroll_settings')).toEqual([
    { organization_id: id, shif_rounding: 'cent' },
  ])
})

test('newer data gives way only after it was asked about, and with all its files', async () => {
  await into(file)
  const mine = await other.files.put('user', new Uint8Array([9]), 'webp')
  const newer = join(folder, 'newer.gz')
  await rowsIn(other.databaseUrl, `update users set avatar = '${mine}', first_name = 'Newer'`)
  const kept = { databaseUrl: other.databaseUrl, secretKey: testKey, keyFolder: other.dataDir }
  const beforeOverwriting = async () => {
    await backup(kept, other.files, newer)
  }
  const keep = async () => {
    throw new Error('Nothing was restored.')
  }
  await expect(into(file, { beforeOverwriting: keep })).rejects.toThrow('Nothing was restored.')
  expect(await other.rows('select first_name from users')).toEqual([{ first_name: 'Newer' }])
  await into(file, { beforeOverwriting })
  expect(await other.rows('select first_name, avatar from users')).toEqual([
    { first_name: 'Amani', avatar: null },
  ])
  expect(await other.files.get('user', mine)).toBeUndefined()
  await into(newer, { beforeOverwriting: async () => {} })
  expect(await other.rows('select first_name from users')).toEqual([{ first_name: 'Newer' }])
  expect(await other.files.get('user', mine)).toEqual(new Uint8Array([9]))
})

test('a restore that fails on the way leaves what was there, and nothing of the backup', async () => {
  const secret = join(other.dataDir, 'secret.key')
  await writeFile(secret, 'the key that was there before all this')
  const write = other.files.write
  other.files.write = async (key, bytes) => {
    await write(key, bytes)
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  await expect(into(file)).rejects.toThrow(/no room left on the disk. Nothing was restored/)
  expect(await other.rows('select id from users')).toEqual([])
  expect(await other.left()).toEqual(['secret.key'])
  expect(await readFile(secret, 'utf8')).toBe('the key that was there before all this')
})
