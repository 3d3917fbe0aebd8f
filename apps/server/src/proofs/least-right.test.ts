import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { prepareLogins } from '../foundation/database/logins.ts'
import { removeFile } from '../foundation/jobs/housekeeping.ts'
import { testKey } from '../test/database.ts'
import { addEmployee } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/**
 * What somebody could do who got a statement of their own into a request: everything here runs on
 * the application's own connection, inside a transaction that a real session opened.
 */

const world = await openWorld()
const mine = await world.addOrganization('Mine Ltd')
const theirs = await world.addOrganization('Theirs Ltd')
const me = await world.as('primary', mine)
const them = await world.as('primary', theirs)
for (const organization of [mine, theirs]) await addEmployee(world, organization)

const { inside, refused, unbound } = statementsIn(world, me)

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
})

describe('work', () => {
  const enqueue = 'select enqueue($1, $2, $3, $4)'
  test('is not put into the queues by hand, whoever it names', async () => {
    const job = 'insert into pgboss.job_common (name, data, group_id) values ($1, $2, $3)'
    for (const acting of [
      {},
      { actor: 'x' },
      { organization_id: mine, user_id: me.id, actor: 'x' },
    ]) {
      const data = JSON.stringify({ acting, data: {}, job_id: null })
      for (const name of ['files.remove', 'payroll.calculate']) {
        expect(await refused(job, [name, data, theirs])).toEqual({ code: '42501' })
        expect(await unbound(job, [name, data, null])).toEqual({ code: '42501' })
      }
    }
    for (const act of [
      'update pgboss.job_common set data = null',
      'delete from pgboss.job_common',
      'select 1 from pgboss.job',
      'select 1 from pgboss.queue',
    ]) {
      expect(await refused(act)).toEqual({ code: '42501' })
    }
  })
  test('is done in the name of whoever asks, and never ahead of others', async () => {
    const data = { folder: 'employee', name: 'old.webp' }
    const before = await world.rows('select count(*) as n from pgboss.job')
    await inside((client) => client.query(enqueue, ['files.remove', data, null, 1000]), 'commit')
    const [job] = await world.rows(
      `select j.*, j.retry_limit = q.retry_limit and j.heartbeat_seconds = q.heartbeat_seconds
         and j.expire_seconds = q.expire_seconds and j.keep_until > now() as usual
       from pgboss.job j join pgboss.queue q using (name) where j.data -> 'data' ->> 'name' = $1`,
      ['old.webp'],
    )
    expect(job).toMatchObject({
      state: 'created',
      group_id: mine,
      priority: 0,
      usual: true,
      data: {
        acting: { organization_id: mine, user_id: me.id, actor: 'Amani Njoroge' },
        data,
        job_id: null,
      },
    })
    expect(await world.rows('select count(*) as n from pgboss.job')).toEqual([
      { n: before[0].n + 1 },
    ])
  })
  test('is refused without a session, under a changed name, and where it is the platform’s', async () => {
    expect(await unbound(enqueue, ['files.remove', {}, null, 0])).toEqual({ code: '42501' })
    const queues = await world.rows('select name from pgboss.queue order by name')
    const taken: string[] = []
    for (const { name } of queues) {
      const answer = await refused(enqueue, [name, {}, null, 0])
      if (!('code' in answer)) taken.push(name)
      else expect([name, answer]).toEqual([name, { code: '42501' }])
    }
    const byRequest = `allowances.import benefits.import billing.receipt casuals.import
      cost-centres.import employees.import exports.mail-cards exports.make exports.p9
      exports.p9-papers exports.payslips exports.returns files.remove leave-balances.import
      muster-roll.import opening.import payroll.calculate payslips.reversed payslips.send
      pensions.import variable-pay.import`
    expect(taken).toEqual(byRequest.split(/\s+/))
    const changed = await inside(async (client) => {
      await client.query(`select set_config('app.actor', 'Somebody else', true)`)
      return client.query(enqueue, ['files.remove', {}, null, 0]).catch((error) => error.code)
    })
    expect(changed).toBe('42501')
  })
  test('does not move the progress of a job of others', async () => {
    const add = `insert into jobs (organization_id, user_id, name) values ($1, $2, $3) returning id`
    const name = 'payroll.calculate'
    const [other] = await world.rows(add, [theirs, them.id, name])
    const [own] = await world.rows(add, [mine, me.id, name])
    expect(await refused(enqueue, [name, {}, other.id, 0])).toEqual({ code: '42501' })
    expect(await refused(enqueue, ['exports.make', {}, own.id, 0])).toEqual({ code: '42501' })
    expect(await refused(enqueue, [name, {}, own.id, 0])).toMatchObject({ rows: [{}] })
  })
  test('removes no file that a record refers to, and none of another kind', async () => {
    const { files } = world.parts
    const remove = (data: object) => world.work(removeFile, data)
    const used = await files.put('employee', new Uint8Array([1]), 'webp')
    await world.rows('update employees set avatar = $1 where organization_id = $2', [used, theirs])
    const slip = await files.put('payslips', new Uint8Array([1]), 'pdf')
    const old = await files.put('employee', new Uint8Array([1]), 'webp')
    await remove({ folder: 'employee', name: used })
    await remove({ folder: 'payslips', name: slip })
    await remove({ folder: 'user', name: `../payslips/${slip}` })
    await remove({ folder: 'employee', name: old })
    expect(await files.get('employee', used)).toBeDefined()
    expect(await files.get('payslips', slip)).toBeDefined()
    expect(await files.get('employee', old)).toBeUndefined()
  })
})

describe('a letter', () => {
  const record = 'select record_mail($1, $2, $3, $4, $5, $6, $7)'
  const letter = (change: Record<string, unknown> = {}) =>
    Object.values({
      id: randomUUID(),
      organization_id: mine as string | null,
      recipient: 'victim@example.test',
      subject: 'Payslip for March 2026',
      body: Buffer.from('words') as Buffer | null,
      state: 'queued',
      lane: 'letters',
      ...change,
    })
  test('is not put into the outbox by hand, nor without a session', async () => {
    const insert = `insert into mails (id, organization_id, recipient, subject, body, state, lane)
      values ($1, $2, $3, $4, $5, $6, $7)`
    expect(await refused(insert, letter())).toEqual({ code: '42501' })
    expect(await unbound(insert, letter({ organization_id: null }))).toEqual({ code: '42501' })
    expect(await unbound(record, letter({ organization_id: null }))).toEqual({ code: '42501' })
  })
  test('belongs to the organisation that is bound, whatever is said', async () => {
    const given = letter({ organization_id: theirs, state: 'kept' })
    await inside((client) => client.query(record, given), 'commit')
    const [row] = await world.rows('select * from mails where id = $1', [given[0]])
    expect(row).toMatchObject({ organization_id: mine, state: 'kept' })
    await world.rows('delete from mails where id = $1', [given[0]])
  })
  test.each([
    ['a link', { subject: 'Click http://evil.test' }],
    ['an address', { subject: 'See evil.test' }],
    ['a disguised address', { subject: 'See evil．test' }],
    ['a mail address', { subject: 'Write to x@evil' }],
    ['a line break', { subject: 'Hello\r\nBcc: all' }],
    ['a second recipient', { recipient: 'a@example.test,b@example.test' }],
    ['no words', { body: null }],
    ['an end', { state: 'sent' }],
  ])('with %s is refused', async (_, change) => {
    expect(await refused(record, letter(change))).toEqual({ code: '23514' })
    expect(await refused(record, letter())).toMatchObject({ rows: [{}] })
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
  test('takes nothing from a request that is bound to nobody, under any name', async () => {
    const bulk = `select log_bulk('payroll', 'updated', 'x', '{}')`
    const named = `select set_config('app.actor', 'Somebody', true), log_bulk('x', 'y', 'z', '{}')`
    expect(await unbound(bulk)).toEqual({ code: '42501' })
    expect(await unbound(named)).toEqual({ code: '42501' })
    expect(await unbound(act, [null, null, 'Somebody', 'login', {}])).toEqual({ code: '42501' })
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
  const statement = `insert into payrolls (code, month, status, run_by, count, gross, net)
    select 'PR-X', '2026-02', $1, 'x', sum, sum, sum
    from (select case $1 when 'confirmed' then 1 end as sum) sums returning id`
  const confirm = `update payrolls set status = 'confirmed', count = 1, gross = 1, net = 1
    where id = $1`
  test('does not become confirmed while its payslips are not frozen', async () => {
    const outcome = await inside(async (client) => {
      const { rows } = await client.query(statement, ['draft'])
      const person = await client.query('select id from employees limit 1')
      await client.query(
        `insert into payslips (payroll_id, employee_id, month) values ($1, $2, '2026-02')`,
        [rows[0].id, person.rows[0].id],
      )
      await client.query(confirm, [rows[0].id])
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
      await client.query(confirm, [rows[0].id])
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
