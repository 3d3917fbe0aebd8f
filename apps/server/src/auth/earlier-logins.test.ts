import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, runMigrations } from '../database/migrate.ts'
import { templateDatabase, testKey } from '../test/database.ts'

/** Logins from before memberships had to be accepted: who never signed in has accepted nothing. */

const org = '00000000-0000-4000-8000-000000000001'
const id = (n: number) => `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`

let database: { name: string; drop(): Promise<void> }
let client: pg.Client

const before = `
  insert into organizations (id, name, employee_prefix) values ('${org}', 'Old Ltd', 'OL');
  insert into users (id, first_name, last_name, email, phone, activation_hash, activated_at,
    last_login_at) values
    ('${id(1)}', 'Owner', 'A', 'owner@old.test', null, null, now(), now()),
    ('${id(2)}', 'Never', 'B', 'never@old.test', '0712345678', '\\x0102', null, null),
    ('${id(3)}', 'Half', 'C', 'half@old.test', null, '\\x0304', null, now()),
    ('${id(4)}', 'Off', 'D', 'off@old.test', null, '\\x0506', null, null),
    ('${id(5)}', 'Suspended', 'E', 'suspended@old.test', null, null, now(), now());
  insert into employees (organization_id, id, employee_no, first_name, last_name, id_number, tos,
    employment_date, status) values
    ('${org}', '${id(5)}', 'OL-1', 'Suspended', 'E', '1', 'Permanent', '2024-01-01', 'suspended');
  insert into memberships (organization_id, user_id, role, status, employee_id) values
    ('${org}', '${id(1)}', 'primary', 'active', null),
    ('${org}', '${id(2)}', 'user', 'active', null),
    ('${org}', '${id(3)}', 'user', 'active', null),
    ('${org}', '${id(4)}', 'user', 'inactive', null),
    ('${org}', '${id(5)}', 'employee', 'inactive', '${id(5)}');
  insert into notifications (organization_id, user_id, title, text) values
    ('${org}', '${id(4)}', 'News', 'for nobody');
  insert into codes (purpose, email, user_id, code_hash, expires_at) values
    ('activation', 'never@old.test', '${id(2)}', '\\x07', now() + interval '1 day');`

beforeAll(async () => {
  const { adminUrl } = inject('database')
  let url = ''
  database = await templateDatabase(adminUrl, async (made) => {
    url = made
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query('begin')
    await runMigrations(owner, '0003_payroll.sql')
    await owner.query('commit')
    await owner.query(before)
    await owner.end()
    await migrate(url, testKey)
  })
  client = new pg.Client({ connectionString: url })
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('offers, memberships and what was switched off are told apart', async () => {
  const { rows } = await client.query(
    `select u.email, m.status, m.off_by_record, encode(m.activation_hash, 'hex') as hash,
       m.invited_as ->> 'first_name' as invited_as
     from memberships m join users u on u.id = m.user_id order by u.id`,
  )
  const none = { off_by_record: false, hash: null, invited_as: null }
  expect(rows).toEqual([
    { ...none, email: 'owner@old.test', status: 'active' },
    { ...none, email: 'never@old.test', status: 'invited', hash: '0102', invited_as: 'Never' },
    { ...none, email: 'half@old.test', status: 'active', hash: '0304' },
    { ...none, email: 'suspended@old.test', status: 'inactive', off_by_record: true },
  ])
})

test('a one-time password on its way names its organisation', async () => {
  const { rows } = await client.query('select organization_id from codes')
  expect(rows).toEqual([{ organization_id: org }])
})
