// @tests story
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contract } from '@mshahara/contract'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLog } from '../../areas/logs/index.ts'
import { employ } from '../../test/office.ts'
import { filesWith, secondInstallation } from '../../test/second-installation.ts'
import { openSmtp } from '../../test/smtp.ts'
import { type Caller, makeWorld, type World } from '../../test/world.ts'
import { systemClock } from '../core/clock.ts'
import { openDb } from '../core/db.ts'
import { backup } from './backup.ts'
import { loginsOf } from './logins.ts'
import { restore } from './restore.ts'

const key = 'a key for tests, never for anybody else'
let world: World
let primary: Caller & { id: string; email: string }
let folder: string
let file: string

const place = () => ({ databaseUrl: world.databaseUrl, secretKey: key, keyFolder: '/anywhere' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mshahara-backup-'))
  file = join(folder, 'backup.gz')
  world = await makeWorld({ workers: true })
  primary = await world.as('primary', await world.addOrganization('Kept Ltd'))
  await primary.call(contract.auth.updateProfile, {
    body: {
      first_name: 'Ünïcødé\n"quoted"',
      // Signs that some programs take for the end of a line.
      last_name: 'x\u2028y\u2029z\u0085',
      phone: '0712345678',
      email: primary.email,
    },
  })
  await payEverybody(primary)
  await world.parts.files.put('user', new Uint8Array([0, 1, 2, 255]), 'webp')
  await world.platform((tx) =>
    tx.$client.query(`insert into pgboss.job (name, data, start_after)
      values ('files.remove', '{"a": 1}', now() + interval '1 day')`),
  )
  await verifyLog(world.parts.db, world.parts.secrets)
  await backup(place(), world.parts.files, file)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** A confirmed run, which nothing may be added to, and a draft after it. */
async function payEverybody(by: Caller) {
  await employ(by, { email: 'staff@example.test', email_payslip: false })
  for (const month of ['January', 'February'] as const) {
    const { body } = await by.call(contract.payrolls.create, { body: { month, year: 2026 } })
    if (month === 'January') await by.call(contract.payrolls.confirm, { params: { id: body.id } })
  }
  // What is being mailed does not come back as it was.
  const busy = `select from jobs where state in ('queued', 'running')`
  await vi.waitFor(async () => expect(await world.rows(busy)).toEqual([]), 60_000)
}

async function changeAvatar(color: string): Promise<string> {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: color } })
    .png()
    .toBuffer()
  const { status } = await primary.call(contract.auth.updateAvatar, {
    body: { file: `data:image/png;base64,${png.toString('base64')}` },
  })
  expect(status).toBe(200)
  const [row] = await world.rows('select avatar from users where id = $1', [primary.id])
  return row.avatar
}

test('what comes back is what was there: rows, files, waiting jobs, key and sealed log', async () => {
  const other = await secondInstallation()
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

test('a backup is for the eyes of its owner only', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('an attachment whose letter goes out meanwhile does not fail the backup', async () => {
  const name = await world.parts.files.put('mail', new Uint8Array([1]), 'pdf')
  const files = filesWith(world.parts.files, async (each) => {
    if (each === `mail/${name}`) await world.parts.files.remove('mail', name)
  })
  const done = await backup(place(), files, join(folder, 'sent.gz'))
  expect(done).toMatchObject({ passed: 1, missing: [] })
})

test('a picture replaced meanwhile stays until the backup has it', async () => {
  const before = await changeAvatar('red')
  let after = ''
  const there = () => world.parts.files.get('user', before)
  const files = filesWith(world.parts.files, async (each) => {
    if (each !== `user/${before}`) return
    after = await changeAvatar('blue')
    await new Promise((passed) => setTimeout(passed, 1500))
    expect(await there()).toBeDefined()
  })
  const path = join(folder, 'replaced.gz')
  expect(await backup(place(), files, path)).toMatchObject({ passed: 0, missing: [] })
  expect(after).not.toBe(before)
  await vi.waitFor(async () => expect(await there()).toBeUndefined(), 60_000)
  const other = await secondInstallation()
  await restore({ ...other, secretKey: undefined }, other.files, path)
  const [row] = await other.rows(`select avatar from users where avatar is not null`)
  expect(row.avatar).toBe(before)
  expect(await other.files.get('user', before)).toBeDefined()
  await other.drop()
})

test('a file that a record needs and nobody has is named, and the backup fails', async () => {
  const avatar = await changeAvatar('green')
  await world.parts.files.remove('user', avatar)
  const path = join(folder, 'missing.gz')
  await expect(backup(place(), world.parts.files, path)).rejects.toThrow(`user/${avatar}`)
  await expect(stat(path)).rejects.toThrow('ENOENT')
  const done = await backup(place(), world.parts.files, path, { despiteMissing: true })
  expect(done.missing).toEqual([`user/${avatar}`])
  await changeAvatar('white')
})

test('while files are read, tables are free: a migration does not wait', async () => {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  let altered = false
  const files = filesWith(world.parts.files, async () => {
    if (altered) return
    await client.query(`set lock_timeout = '1s'; select pg_advisory_lock(
      hashtext('mshahara migrate')); alter table users add column later text;
      alter table users drop column later`)
    altered = true
  })
  await backup(place(), files, join(folder, 'beside.gz'))
  await client.end()
  expect(altered).toBe(true)
})

test('a connection that breaks on the way fails the backup and leaves nothing', async () => {
  const path = join(folder, 'broken.gz')
  const files = filesWith(world.parts.files, async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl })
    await client.connect()
    await client.query(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = ${0x6261636b}`)
    await client.end()
  })
  await expect(backup(place(), files, path)).rejects.toThrow(/terminat|connection/i)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('a letter whose attachment did not come along ends in words', async () => {
  const post = await openSmtp()
  const mailing = await makeWorld({ workers: true, env: { SMTP_URL: post.url } })
  const attachments = [{ filename: 'Payslip.pdf', folder: 'mail', name: 'gone.pdf' }]
  const letter = { to: 'a@example.test', subject: 'Payslip', paragraphs: ['x'], attachments }
  await mailing.platform((tx) => mailing.parts.mail.send(tx, null, letter))
  await vi.waitFor(async () => {
    const [mail] = await mailing.rows('select state, error from mails')
    expect(mail).toMatchObject({ state: 'failed', error: expect.stringMatching(/attachment/) })
  }, 60_000)
  expect(post.received).toEqual([])
  await mailing.close()
  await post.close()
})
