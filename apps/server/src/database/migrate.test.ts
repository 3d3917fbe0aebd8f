import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankDatabase, testKey } from '../test/database.ts'
import { createRoles } from './logins.ts'
import { migrate, runMigrations } from './migrate.ts'

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

test('one-off incomes from before count for one month, and are paid if they were (B23)', async () => {
  const old = await blankDatabase()
  const before = new pg.Client({ connectionString: old.url })
  await before.connect()
  try {
    await createRoles(before)
    await before.query('begin')
    await runMigrations(before, '0004_erasure.sql')
    await before.query(oldIncomes)
    await runMigrations(before)
    await before.query('set local role mshahara_platform')
    const { rows } = await before.query(
      `select name, "from"::text, "to"::text, status, payslip_id is not null as on_payslip
       from recur_incomes order by name`,
    )
    expect(rows).toEqual([
      { name: 'Bonus', from: '2026-03-01', to: '2026-03-31', status: 'paid', on_payslip: true },
      { name: 'Later', from: '2026-05-01', to: '2026-05-31', status: 'draft', on_payslip: false },
      { name: 'Monthly', from: '2026-03-17', to: null, status: 'draft', on_payslip: false },
    ])
  } finally {
    await before.end()
    await old.drop()
  }
})

const one = `'00000000-0000-0000-0000-000000000001'`
/** A bonus that was paid in March, one of May to December, and something regular. */
const oldIncomes = `
  set local role mshahara_platform;
  insert into organizations (id, name, email, employee_prefix) values (${one}, 'Old Ltd', 'old@old.test', 'OL');
  insert into employees (organization_id, id, employee_no, first_name, last_name, id_number, tos,
      employment_date) values (${one}, ${one}, 'OL-1', 'A', 'B', '1', 'Permanent', '2020-01-01');
  insert into recur_incomes (organization_id, id, employee_id, name, amount, one_off, "from", "to")
    values (${one}, ${one}, ${one}, 'Bonus', 1, true, '2026-03-17', null),
      (${one}, gen_random_uuid(), ${one}, 'Later', 1, true, '2026-05-02', '2026-12-31'),
      (${one}, gen_random_uuid(), ${one}, 'Monthly', 1, false, '2026-03-17', null);
  insert into payrolls (organization_id, id, code, month, run_by)
    values (${one}, ${one}, 'PR-1', '2026-03', 'X');
  insert into payslips (organization_id, payroll_id, employee_id, month, frozen, incomes)
    values (${one}, ${one}, ${one}, '2026-03', true, jsonb_build_array(
      jsonb_build_object('id', ${one}, 'kind', 'income', 'one_off', true)));
  reset role`
