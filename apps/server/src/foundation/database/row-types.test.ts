// @tests long
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { figureNames } from '@mshahara/engine/figures'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase, testKey } from '../../test/database.ts'
import { type Column, columnReader } from '../../test/row-types/columns.ts'
import { complaints } from '../../test/row-types/compare.ts'
import { kindsFrom } from '../../test/row-types/driver.ts'
import type { Query } from '../../test/row-types/read.ts'
import type { RowType } from '../../test/row-types/types.ts'
import { systemClock } from '../core/clock.ts'
import { type Db, openDb } from '../core/db.ts'
import { loginsOf } from './logins.ts'

/**
 * What the sources say of a query's rows is what PostgreSQL and the driver give: the compiler reads
 * the types, and PostgreSQL describes the queries without running them.
 */

/** Their text is known when they run, and not before. */
const notRead: Record<string, string> = {
  'core/record-names.ts': 'a part for each table that an area names for the log',
  'database/backup.ts': 'fetches from the cursor of any table',
  'database/files-in-use.ts': 'a part for each table that is there already',
  'payroll/reader.ts': 'fetches for `eachRow`, whose callers are checked',
}

/** Which columns it fetches, its callers say. */
const byNeed = ['payroll/reader.ts']

/** Constraints that say which columns a row has; queries ask for rows that have them. */
const governing: Record<string, string> = {
  payrolls_of_a_kind: 'a run has the columns of its kind',
  payrolls_sums: 'a confirmed run has its sums',
  payrolls_reversal: 'a reversed run says by whom and when',
  payslips_of_one_payee: 'a payslip has the columns of its payee',
  payouts_of_one_payee: 'so does a payout',
}

/** Nullable, and never null in what is asked for. */
const filled: Record<string, string> = {
  'answers.status': 'an answer is kept with its status',
  'detail_proposals.old_confirmed_at': 'no account or phone is accepted without a code',
  'detail_proposals.old_by': 'the same',
  'detail_proposals.decided_by': 'what is accepted was decided by somebody',
  'payment_lanes.paused_reason': 'a lane stops with its reason',
  'payout_attempts.request_id': 'no attempt is made without an order',
  'payrolls.confirmed_at': 'what was paid is of a confirmed run',
  ...Object.fromEntries(
    [...figureNames, 'days', 'days_of', 'incomes', 'deductions', 'input'].map((name) => [
      `payslips.${name}`,
      'null until it is worked out; those who read figures ask for runs that have them',
    ]),
  ),
}

let database: TestDatabase
let client: pg.Client
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  db = await openDb(loginsOf(database.url, testKey), systemClock)
})
afterAll(async () => {
  await db.close()
  await client.end()
  await database.drop()
})

async function queriesOfTheServer(): Promise<Query[]> {
  const script = fileURLToPath(new URL('../../test/row-types/read.ts', import.meta.url))
  const options = { maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, [script], options)
  return JSON.parse(stdout)
}

type Described = Query & { row: RowType; columns: Column[] }

async function described(queries: Query[]) {
  const columnsOf = await columnReader(client, [...Object.keys(governing), ...Object.keys(filled)])
  const read: Described[] = []
  const unread: string[] = []
  for (const query of queries) {
    const { row, text, at } = query
    const columns = row && text.trim() ? await columnsOf(text).catch(() => null) : null
    if (row && columns) read.push({ ...query, row, columns })
    else unread.push(at)
  }
  return { read, unread }
}

const fileOf = (at: string) => at.replace(/^apps\/server\/src\/(areas|foundation)\/|:\d+$/g, '')

test('rows are what their types say', async () => {
  const queries = await queriesOfTheServer()
  const { read, unread } = await described(queries)
  expect(unread.map(fileOf).sort()).toEqual(Object.keys(notRead).sort())
  expect(read.length).toBeGreaterThan(500)

  const oids = new Set(read.flatMap(({ columns }) => columns.map(({ oid }) => oid)))
  const own = await kindsFrom((text, values) => db.requests.query(text, values), oids)
  const plain = await kindsFrom((text, values) => client.query(text, values), oids)
  const found = read
    .filter(({ at }) => !byNeed.includes(fileOf(at)))
    .flatMap((query) => {
      const kindOf = (oid: number) => (query.ours ? own : plain).get(oid) ?? 'string'
      return complaints({ ...query, kindOf }).map((complaint) => `${query.at}: ${complaint}`)
    })
  expect(found).toEqual([])
})

test('the lists name what is there, and nullable', async () => {
  const { rows } = await client.query(
    `select name from unnest($1::text[]) name where name not in (
       select conname from pg_constraint union all
       select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
       where not a.attnotnull)`,
    [[...Object.keys(governing), ...Object.keys(filled)]],
  )
  expect(rows).toEqual([])
})

test('what does not fit is told', async () => {
  const columnsOf = await columnReader(client, [])
  const kindOf = () => 'string'
  const told = async (text: string, ...properties: [name: string, ...kinds: string[]][]) => {
    const columns = await columnsOf(text)
    const claims = properties.map(([name, ...kinds]) => ({ name, optional: false, kinds }))
    return complaints({ text, row: { properties: claims, others: null }, columns, kindOf })
  }
  const name: [string, string] = ['name', 'string']
  expect(await told('select name from users_of', name).catch((error) => error.code)).toBe('42P01')
  expect(await told('select name from organizations', name)).toEqual([])
  expect(await told('select name as called from organizations', name)).toEqual([
    'name is no column',
    'called has no property',
  ])
  expect(await told('select * from organizations', name)).toEqual([])
  expect(await told('select name from organizations', ['name', 'number'])).toEqual([
    'name is number, and comes as string',
  ])
  const phone: [string, string] = ['phone', 'string']
  const nullable = ['phone is string, and can be null (organizations.phone)']
  expect(await told('select phone from organizations', phone)).toEqual(nullable)
  expect(await told('select phone from organizations', ['phone', 'string', 'null'])).toEqual([])
  expect(await told('select phone from organizations where phone is not null', phone)).toEqual([])
  const either = 'select phone from organizations where phone = $1 or name = $1'
  expect(await told(either, phone)).toEqual(nullable)
  const outer = 'select d.name from employees e left join departments d on d.id = e.department_id'
  expect(await told(outer, name)).toEqual(['name is string, and can be null (outer join)'])
  expect(await told(`${outer} where d.name > $1`, name)).toEqual([])
})
