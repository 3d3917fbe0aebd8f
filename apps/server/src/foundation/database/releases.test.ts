// @tests story
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { runScript } from '../../test/commands.ts'
import { letStoriesSayTheTime, testKey } from '../../test/database.ts'
import { secondInstallation } from '../../test/second-installation.ts'
import { sessionOf } from '../../test/session.ts'
import { callerOf } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { productVersion } from '../config/settings.ts'
import type { Services } from '../http/services.ts'
import { migrationFiles } from './migrate.ts'

/**
 * Each release left behind the checksums of its migrations and a backup of its demo. What ran on
 * somebody's machine never changes, and what they had then is there, unchanged, in this version.
 */

const releases = new URL('./releases/', import.meta.url)
const migrations = new URL('./migrations/', import.meta.url)
const namesOf = (ending: string) =>
  readdirSync(releases)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.replace(ending, ''))
const released = namesOf('.sha256').sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
const recordOf = (release: string) =>
  readFileSync(new URL(`${release}.sha256`, releases), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ').reverse())
/** Its migrations are written anew in the baseline (docs/decisions/044). */
const replaced = '0.2.0'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

type Row = Record<string, unknown>
/** What was there then, by table; a row is a line of the backup. */
function rowsOf(release: string): Map<string, Row[]> {
  const tables = new Map<string, Row[]>()
  let rows: Row[] = []
  const text = gunzipSync(readFileSync(new URL(`${release}.gz`, releases))).toString()
  for (const line of text.split('\n').slice(1)) {
    if (!line) continue
    const row = JSON.parse(line) as Row
    if (!('columns' in row)) rows.push(row)
    else {
      rows = []
      tables.set(row.table as string, rows)
    }
  }
  return tables
}

test.each(released.filter((name) => name !== replaced))(
  'no migration of %s has changed',
  (release) => {
    for (const [name = '', checksum] of recordOf(release)) {
      const text = readFileSync(new URL(name, migrations))
      expect(createHash('sha256').update(text).digest('hex'), name).toBe(checksum)
    }
  },
)

test('nothing has come before what a release ended with', () => {
  for (const release of released.filter((name) => name !== replaced)) {
    const record = recordOf(release).map(([name = '']) => name)
    const last = record.at(-1) ?? ''
    expect(migrationFiles().filter((name) => name <= last)).toEqual(record)
  }
})

test('every release left a backup, and the newest is the version of the product', () => {
  expect(namesOf('.gz')).toEqual(released)
  expect(released.at(-1)).toBe(productVersion())
})

describe.each(namesOf('.gz'))('from %s on', (release) => {
  test('pay, loans and money are the same, payslips and the log verify, drafts stay', async () => {
    const then = rowsOf(release)
    const { other, parts, app } = await upgraded(release)
    const ran = await other.asOwner('select name from migrations order by name collate "C"')
    expect(ran.map(({ name }) => name)).toEqual(migrationFiles())
    for (const table of ['payslips', 'salaries', 'loan_entries', 'loans']) {
      await expectSame(other.rows, table, then.get(table) ?? [])
    }
    await expectPayslipsVerify(app, then.get('payslips') ?? [])
    for (const draft of (then.get('payrolls') ?? []).filter(({ status }) => status === 'draft')) {
      expect(await changedIn(parts, app, draft)).toEqual([])
    }
    await app.close()
    const { said } = await runScript('logs-verify.ts', [], envOf(other))
    expect(said).toMatch(/checked, 0 faults found/)
  })
})

/** The oldest: its log was sealed without salts, and its migrations are not those of today. */
test(`what came from ${released[0]} can be given another key`, async () => {
  const { other, app } = await upgraded(released[0] as string)
  await app.close()
  const newKey = 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe'
  const keys = { ...envOf(other), SECRET_KEY: newKey }
  const rotated = await runScript('rotate-key.ts', [], { ...keys, SECRET_KEY_OLD: testKey })
  expect(rotated).toMatchObject({ code: 0, said: expect.stringContaining('Under the new key') })
  const { said } = await runScript('logs-verify.ts', [], keys)
  expect(said).toMatch(/checked, 0 faults found/)
  expect(await runScript('logs-verify.ts', [], envOf(other))).toMatchObject({ code: 1 })
})

async function expectPayslipsVerify(app: FastifyInstance, payslips: Row[]) {
  const slips = payslips.filter(
    ({ employee_id, frozen, void: off }) => employee_id && frozen && !off,
  )
  expect(slips.length).toBeGreaterThan(100)
  for (const { id, net } of [slips[0], slips.at(-1)] as { id: string; net: number }[]) {
    const asked = { params: { id }, body: { net } as never }
    const { body: told } = await callerOf(app).call(contract.payslips.verifyNet, asked)
    expect(told).toMatchObject({ matches: true })
  }
}

/** Who of an open draft is said to have changed since it was worked out. */
async function changedIn(parts: Services, app: FastifyInstance, draft: Row) {
  const organization_id = draft.organization_id as string
  const primary = await parts.db.inPlatform(
    (tx) =>
      tx.one<{ user_id: string }>`select user_id from memberships
      where role = 'primary' and organization_id = ${organization_id}`,
  )
  const token = await sessionOf(parts, primary.user_id, organization_id)
  const asked = { params: { id: draft.id as string }, query: { limit: 1000 } }
  const { body } = await callerOf(app, token).call(contract.payrolls.get, asked)
  expect(body).toMatchObject({ status: 'draft', calculated: true, count: body.payslips.length })
  const { body: checks } = await callerOf(app, token).call(contract.payrolls.checks, {
    params: asked.params,
  })
  return [
    ...body.payslips.filter(({ changed }) => changed).map(({ employee }) => employee.employee_no),
    ...checks.filter(({ kind }) => kind === 'inputs changed').map(({ title }) => title),
  ]
}

const envOf = ({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
})

test('the database that comes along is a release of PostgreSQL', async () => {
  const other = await secondInstallation()
  open.push(() => other.drop())
  const [{ version }] = await other.rows('select version()')
  expect(version).toMatch(/^PostgreSQL \d+\.\d+ /)
})

/** Restored into this version, as of the day of the backup. */
async function upgraded(release: string) {
  const other = await secondInstallation()
  open.push(() => other.drop())
  const file = fileURLToPath(new URL(`${release}.gz`, releases))
  expect(await runScript('restore.ts', [file], envOf(other))).toMatchObject({ code: 0 })
  await letStoriesSayTheTime(other.databaseUrl)
  const [{ at }] = await other.rows('select max(created_at) as at from activity_log')
  const { app, parts } = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: other.dataDir }),
    clock: { now: () => at, set: true },
    databaseUrl: other.databaseUrl,
    secretKey: testKey,
    workers: false,
  })
  open.push(() => app.close())
  return { other, app, parts }
}

/** Columns of today may be more; those of then have their values. */
async function expectSame(rows: (sql: string) => Promise<Row[]>, table: string, then: Row[]) {
  const asStored = 'select to_jsonb(t) as row from'
  const now = await rows(`${asStored} ${table} t`)
  const byId = new Map(now.map(({ row }) => [(row as Row).id, row as Row]))
  for (const row of then) expect(byId.get(row.id), `${table} ${row.id}`).toMatchObject(row)
  expect(then.length, table).toBe(byId.size)
}
