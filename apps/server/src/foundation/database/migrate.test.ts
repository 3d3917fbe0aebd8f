// @tests story
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, blankDatabase, testKey } from '../../test/database.ts'
import { migrate, migrationFiles, runMigrations } from './migrate.ts'

let database: Awaited<ReturnType<typeof blankDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await blankDatabase()
  await migrate(database.url, testKey)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const sources = async (on = client) =>
  (
    await on.query(`select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`)
  ).rows

test('functions are made again when their text has changed, and only then', async () => {
  const before = await sources()
  await client.query(`create or replace function app_now() returns timestamptz language sql
    stable parallel safe as $$ select 'epoch'::timestamptz $$`)
  await migrate(database.url, testKey)
  expect(await sources()).not.toEqual(before)
  await client.query(`update functions set checksum = 'of an older text'`)
  await migrate(database.url, testKey)
  expect(await sources()).toEqual(before)
})

test('nobody gains a right by it', async () => {
  const { rows } = await client.query(
    `select p.oid::regprocedure::text as name from pg_proc p, aclexplode(p.proacl) a
     where p.pronamespace = 'public'::regnamespace and a.grantee = 0`,
  )
  expect(rows).toEqual([])
  const create = `has_schema_privilege($1, 'public', 'create') as may`
  for (const role of ['mshahara_app', 'mshahara_platform', 'mshahara_eraser']) {
    expect((await client.query(`select ${create}`, [role])).rows).toEqual([{ may: false }])
  }
})

test("an administrator's extension and function in our schema are left alone", async () => {
  const theirs = await blankDatabase()
  const url = new URL(theirs.url)
  const own = `owner_${url.pathname.slice(-8)}`
  const reset = `has_function_privilege('public', p.oid, 'execute') as open`
  try {
    await asAdmin(theirs.url, (admin) =>
      admin.query(`create role ${own} login createrole password 'of the owner';
        grant mshahara_app, mshahara_platform, mshahara_eraser to ${own} with admin option;
        alter database ${url.pathname.slice(1)} owner to ${own};
        create extension pg_stat_statements schema public;
        create function public.user_lookup() returns text language sql as 'select null::text'`),
    )
    url.username = own
    url.password = 'of the owner'
    await migrate(url.href, testKey)
    const rows = await asAdmin(theirs.url, (admin) =>
      admin.query(`select proname, ${reset} from pg_proc p
        where proname in ('pg_stat_statements_info', 'app_now', 'user_lookup') order by 1`),
    )
    expect(rows.rows).toEqual([
      { proname: 'app_now', open: false },
      { proname: 'pg_stat_statements_info', open: true },
      { proname: 'user_lookup', open: true },
    ])
  } finally {
    await theirs.drop()
    await asAdmin(database.url, (admin) => admin.query(`drop role if exists ${own}`))
  }
})

test.each([
  ['a name', `update migrations set name = '0001_foundation.sql' where name like '0101%'`],
  ['a text', `update migrations set checksum = 'another' where name like '0101%'`],
])('a database with %s that is not known here is refused in words', async (_what, change) => {
  await client.query(`create table kept as table migrations; ${change}`)
  await expect(migrate(database.url, testKey)).rejects.toThrow(
    /another version of Mshahara.*start with an empty database or data folder/,
  )
  await client.query('truncate migrations; insert into migrations table kept; drop table kept')
  await migrate(database.url, testKey)
})

/** As the last version before the baseline had left it: its migrations, and five functions. */
const record = readFileSync(new URL('./releases/0.2.0.sha256', import.meta.url), 'utf8')
const left = record
  .trim()
  .split('\n')
  .map((line) => line.split('  '))
const orphan = `create or replace function withdraw_returns() returns trigger language plpgsql
  as 'begin return null; end'`

async function asLeft(ran: string[][], on = client) {
  await on.query(`truncate migrations; ${orphan}`)
  for (const [checksum, name] of ran) {
    await on.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}
const ran = async (on = client) =>
  (await on.query('select name from migrations order by name collate "C"')).rows.map(
    ({ name }) => name,
  )

test('a database from before the baseline is taken as being at it, and keeps its rows', async () => {
  const old = await blankDatabase()
  try {
    await asAdmin(old.url, async (admin) => {
      await admin.query('begin')
      await runMigrations(admin, '0199')
      await admin.query(`commit; set role mshahara_platform;
        insert into organizations (name, employee_prefix) values ('Old Ltd', 'OL'); reset role`)
      const rows = async () => {
        await admin.query('set role mshahara_platform')
        const found = await admin.query(`select o.xmin, o.ctid, o.* from organizations o`)
        const log = await admin.query(`select l.xmin, l.ctid, l.* from activity_log l order by id`)
        await admin.query('reset role')
        return [found.rows, log.rows]
      }
      const kept = await rows()
      await asLeft(left, admin)
      await migrate(old.url, testKey)
      expect(await ran(admin)).toEqual(migrationFiles())
      expect(await rows()).toEqual(kept)
      expect(await sources(admin)).toEqual(await sources())
      await migrate(old.url, testKey)
    })
  } finally {
    await old.drop()
  }
})

test.each([
  ['the rehearsal of a release', left.slice(0, 27), '0032_cancelled_and_claimed.sql'],
  ['one short of all', left.slice(0, -1), '0064_rows_of_others.sql'],
])('one that has only some of those migrations is refused: %s', async (_what, some, last) => {
  await asLeft(some)
  await expect(migrate(database.url, testKey)).rejects.toThrow(
    `This database stands at ${last}, and this version takes over from 0064_written_as_done.sql ` +
      'only: start it once with the version that ends there.',
  )
  expect(await ran()).toEqual(some.map(([, name]) => name))
})

test.each([
  ['with another text', [['another', left[0]?.[1] ?? ''], ...left.slice(1)]],
  ['with one more', [...left, ['another', '0065_later.sql']]],
])('one that has all of them, %s, is refused', async (_what, others) => {
  await asLeft(others)
  await expect(migrate(database.url, testKey)).rejects.toThrow(
    /0001_platform.sql is not known here/,
  )
  expect(await ran()).toEqual(others.map(([, name]) => name))
})
