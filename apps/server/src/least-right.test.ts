import { randomUUID } from 'node:crypto'
import pg, { type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareLogins } from './core/logins.ts'
import { enter } from './core/session.ts'
import { testKey } from './test/database.ts'
import { addEmployee } from './test/staff.ts'
import { type Caller, makeWorld, type World } from './test/world.ts'

/**
 * What somebody could do who got a statement of their own into a request: everything here runs on
 * the application's own connection, inside a transaction that a real session opened.
 */

let world: World
let mine: string
let theirs: string
let me: Caller & { id: string }
let them: Caller & { id: string }

beforeAll(async () => {
  world = await makeWorld()
  mine = await world.addOrganization('Mine Ltd')
  theirs = await world.addOrganization('Theirs Ltd')
  me = await world.as('primary', mine)
  them = await world.as('primary', theirs)
  for (const organization of [mine, theirs]) await addEmployee(world, organization)
})
afterAll(() => world.close())

async function inside<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await world.parts.db.requests.connect()
  try {
    await client.query('begin')
    const entry = { now: world.parts.clock.now(), requestId: randomUUID(), clockIsSet: true }
    await enter(client, { token: me.token ?? '', cookie: false, ...entry })
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const refused = (statement: string, values: unknown[] = []) =>
  inside((client) => client.query(statement, values)).then(
    ({ rows }) => ({ rows }),
    (error) => ({ code: error.code as string }),
  )

describe('another role', () => {
  test.each(['none', 'postgres', 'mshahara_platform'])('%s is out of reach', async (role) => {
    const outcome = await inside(async (client) => {
      await client.query('savepoint before')
      await client
        .query(`select set_config('role', $1, true)`, [role])
        .catch(() => client.query('rollback to before'))
      const { rows } = await client.query(
        `select current_user::text as role, session_user::text as login,
           (select count(*)::int from employees where organization_id = $1) as seen`,
        [theirs],
      )
      return rows[0]
    })
    expect(outcome).toEqual({ role: 'mshahara_app', login: 'mshahara_app', seen: 0 })
  })
  test('so that programs and files of the machine stay closed', async () => {
    expect(await refused(`copy (select 1) to program 'true'`)).toEqual({ code: '42501' })
    expect(await refused(`select pg_read_file('/etc/passwd')`)).toEqual({ code: '42501' })
    expect(await refused(`select lo_import('/etc/passwd')`)).toEqual({ code: '42501' })
  })
  test('and the key behind the binding cannot be read', async () => {
    expect(await refused('select key from binding_keys')).toEqual({ code: '42501' })
    expect(await refused(`select binding_proof('', '', '', '', '')`)).toEqual({ code: '42501' })
    expect(await refused('select prove_binding()')).toEqual({ code: '42501' })
  })
})

describe('another organisation', () => {
  test('is not opened by a setting, before or within the statement that asks', async () => {
    const set = `select set_config('app.org', '${theirs}', true)`
    expect(
      await inside(async (client) => {
        await client.query(set)
        return client.query('select 1 from employees').then(
          ({ rowCount }) => rowCount,
          (error) => error.code,
        )
      }),
    ).toBe('42501')
    const lateral = `select e.id from (${set} as x offset 0) s, lateral (
      select id from employees where s.x is not null) e`
    const outcome = await refused(lateral)
    expect('rows' in outcome ? outcome.rows : []).toEqual([])
  })
  test('is not chosen by the function for background work', async () => {
    expect(await refused('select bind_to($1, $2, $3, null)', [theirs, them.id, 'x'])).toEqual({
      code: '42501',
    })
  })
  test('cannot be written to under a proof from another transaction', async () => {
    const proof = await inside(async (client) => {
      const { rows } = await client.query(`select current_setting('app.proof') as proof`)
      return rows[0].proof as string
    })
    const outcome = await inside(async (client) => {
      await client.query(`select set_config('app.proof', $1, true)`, [proof])
      return client.query(`insert into numbers (name, last) values ('x', 1)`).then(
        () => 'written',
        (error) => error.code,
      )
    })
    expect(outcome).toBe('42501')
  })
  test('is given no work', async () => {
    const job = `insert into pgboss.job_common (name, data) values ('payroll.calculate', $1)`
    const acting = (organization_id: string | null, user_id: string | null) =>
      JSON.stringify({ acting: { organization_id, user_id, actor: 'x' }, data: {}, job_id: null })
    expect(await refused(job, [acting(theirs, me.id)])).toEqual({ code: '42501' })
    expect(await refused(job, [acting(mine, them.id)])).toEqual({ code: '42501' })
    expect(await refused(job, [acting(mine, me.id)])).toEqual({ rows: [] })
    for (const act of [
      'update pgboss.job_common set data = null',
      'delete from pgboss.job_common',
    ]) {
      expect(await refused(act)).toEqual({ code: '42501' })
    }
    const { rows } = (await refused('select 1 from pgboss.job')) as { rows: unknown[] }
    expect(rows).toEqual([])
  })
})

describe('the log', () => {
  const act = 'select log_act($1, $2, $3, $4, $5)'
  test('takes an entry only in the name of whoever is bound', async () => {
    expect(await refused(act, [theirs, me.id, 'x', 'login', {}])).toEqual({ code: '42501' })
    expect(await refused(act, [mine, them.id, 'x', 'login', {}])).toEqual({ code: '42501' })
    expect(await refused(act, [mine, me.id, 'x', 'logout', {}])).toMatchObject({ rows: [{}] })
  })
  test('takes the name of whoever is bound, whatever name is given', async () => {
    const name = await inside(async (client) => {
      await client.query(act, [mine, me.id, 'Somebody Else', 'logout', {}])
      const { rows } = await client.query(
        `select description from activity_log where event = 'logout' order by id desc limit 1`,
      )
      return rows[0].description
    })
    expect(name).toBe('Amani Njoroge')
  })
  test('names nobody else because a setting says so', async () => {
    const outcome = await inside(async (client) => {
      await client.query(`select set_config('app.user', $1, true)`, [them.id])
      return client.query(`select log_bulk('payroll', 'updated', 'x', '{}')`).then(
        () => 'written',
        (error) => error.code,
      )
    })
    expect(outcome).toBe('42501')
  })
})

describe('a payroll', () => {
  const statement = `insert into payrolls (code, month, status, run_by)
    values ('PR-X', '2026-02', $1, 'x') returning id`
  test('does not become confirmed while its payslips are not frozen', async () => {
    const outcome = await inside(async (client) => {
      const { rows } = await client.query(statement, ['draft'])
      const person = await client.query('select id from employees limit 1')
      await client.query(
        `insert into payslips (payroll_id, employee_id, month) values ($1, $2, '2026-02')`,
        [rows[0].id, person.rows[0].id],
      )
      await client.query(`update payrolls set status = 'confirmed' where id = $1`, [rows[0].id])
      return client.query('set constraints all immediate').then(
        () => 'confirmed',
        (error) => error.constraint,
      )
    })
    expect(outcome).toBe('payrolls_frozen')
  })
  test('does not become confirmed without payslips', async () => {
    const outcome = await inside(async (client) => {
      const { rows } = await client.query(statement, ['draft'])
      await client.query(`update payrolls set status = 'confirmed' where id = $1`, [rows[0].id])
      return client.query('set constraints all immediate').then(
        () => 'confirmed',
        (error) => error.constraint,
      )
    })
    expect(outcome).toBe('payrolls_frozen')
  })
  test('is not born confirmed', async () => {
    const outcome = await inside(async (client) => {
      await client.query(statement, ['confirmed'])
      return client.query('set constraints all immediate').then(
        () => 'confirmed',
        (error) => error.constraint,
      )
    })
    expect(outcome).toBe('payrolls_frozen')
  })
})

test('defaults that a role sets for itself end at the next start', async () => {
  const owner = new pg.Client({ connectionString: world.databaseUrl })
  await owner.connect()
  try {
    const database = new URL(world.databaseUrl).pathname.slice(1)
    await owner.query(
      `alter role mshahara_app in database ${database} set default_transaction_read_only = on`,
    )
    const [{ off }] = await world.rows(
      `select current_setting('default_transaction_read_only') = 'off' as off`,
    )
    expect(off).toBe(true)
    await prepareLogins(owner, world.databaseUrl, testKey)
    const { rowCount } = await owner.query(
      `select from pg_db_role_setting where setrole = 'mshahara_app'::regrole
         and setdatabase = (select oid from pg_database where datname = current_database())`,
    )
    expect(rowCount).toBe(0)
  } finally {
    await owner.end()
  }
})

test('nobody but a story says what time it is', async () => {
  await byOwner('update binding_keys set story = false')
  try {
    const at = await inside(async (client) => {
      const { rows } = await client.query('select app_now() as at')
      return rows[0]?.at as string
    }).catch(() => 'no session')
    // The story's session began in another time, so that by the true clock it has ended.
    expect(at).not.toMatch(/^2026-03-10/)
  } finally {
    await byOwner('update binding_keys set story = true')
  }
})

async function byOwner(statement: string) {
  const owner = new pg.Client({ connectionString: world.databaseUrl })
  await owner.connect()
  await owner
    .query(
      `begin; alter table binding_keys no force row level security; ${statement};
       alter table binding_keys force row level security; commit`,
    )
    .finally(() => owner.end())
}

test('neither login is more than it needs to be', async () => {
  const rows = await world.rows(
    `select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
       as beyond, pg_has_role(oid, (select datdba from pg_database where datname = current_database()),
       'member') as owner, pg_has_role(oid, 'mshahara_platform', 'member') as crosses
     from pg_roles where rolname in ('mshahara_app', 'mshahara_platform') order by 1`,
  )
  expect(rows).toEqual([
    { rolname: 'mshahara_app', beyond: false, owner: false, crosses: false },
    { rolname: 'mshahara_platform', beyond: false, owner: false, crosses: true },
  ])
})
