import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankDatabase, testKey } from '../test/database.ts'
import { migrate } from './migrate.ts'

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

const sources = async () =>
  (
    await client.query(`select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
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

test.each([
  ['a name', `update migrations set name = '0001_foundation.sql' where name like '0001%'`],
  ['a text', `update migrations set checksum = 'another' where name like '0001%'`],
])('a database with %s that is not known here is refused in words', async (_what, change) => {
  await client.query(`create table kept as table migrations; ${change}`)
  await expect(migrate(database.url, testKey)).rejects.toThrow(
    /another version of Mshahara.*start with an empty database or data folder/,
  )
  await client.query('truncate migrations; insert into migrations table kept; drop table kept')
  await migrate(database.url, testKey)
})
