// @tests story
import { contract } from '@mshahara/contract'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { makeWorld, openWorld } from '../../test/world.ts'
import { describeError } from './describe-error.ts'
import { sql } from './drizzle.ts'

const lines: string[] = []
const world = await openWorld({
  env: { LOG_LEVEL: 'error' },
  log: { stream: { write: (line) => lines.push(line) } },
})

const email = 'wanjiku.secret@example.test'

/** An error as the database throws it, logged as the server does. */
async function logged(fail: () => Promise<unknown>) {
  lines.length = 0
  const error = await fail().then(
    () => undefined,
    (thrown: Error) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  world.app.log.error({ err: error }, 'unexpected error')
  expect(lines).toHaveLength(1)
  const [line = ''] = lines
  expect(line).not.toContain('wanjiku')
  expect(line).not.toContain('Failing row')
  return JSON.parse(line).err
}

const login = 'insert into users (id, first_name, last_name, email) values ($1, $2, $3, $4)'

test('a broken rule is told by code, constraint and statement', async () => {
  const { id } = await world.addPerson({ email })
  const values = [id, 'Wanjiku', 'Secret', email]
  const told = await logged(() => world.rows(login, values))
  expect(told).toMatchObject({
    type: 'error',
    message: 'database error',
    code: '23505',
    constraint: 'users_pkey',
    table: 'users',
    statement: login,
  })
  expect(told.stack).toMatch(/^ {4}at /)
  expect(Object.keys(told).sort()).toEqual(
    ['code', 'constraint', 'message', 'stack', 'statement', 'table', 'type'].sort(),
  )
})

test('also when it comes by way of Drizzle, which quotes parameters', async () => {
  const told = await logged(() =>
    world.platform((tx) => tx.execute(sql`select ${email}::text::uuid, 'x'`)),
  )
  expect(told.statement).toBe("select $1::text::uuid, 'x'")
  expect(told.cause).toMatchObject({ code: '22P02', statement: "select $1::text::uuid, 'x'" })
})

test('also where the pool asks by itself', async () => {
  const told = await logged(() => world.parts.db.requests.query('select $1::text::uuid', [email]))
  expect(told).toMatchObject({ code: '22P02', statement: 'select $1::text::uuid' })
})

test('other errors lose what is quoted, addresses, tokens and long numbers', () => {
  const secrets = [
    `Unexpected token 'w', "wanjiku" is not valid JSON`,
    `550 no such mailbox <${email}> here`,
    'session Zk3vN8q0pLr5tYw2xB7cD1fG6hJ4mS9a has ended',
    'no account 0112233445566 at the bank',
  ]
  for (const words of secrets) {
    const { message } = describeError(new Error(words))
    expect(message).not.toMatch(/wanjiku|Zk3v|11223/)
    expect(message).toMatch(/…/)
  }
  expect(describeError(new Error('Port is taken')).message).toBe('Port is taken')
  expect(describeError('wanjiku')).toEqual({ type: 'string', message: '', stack: '' })
})

test('an unforeseen error of a call is logged so, and answered without a word of it', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  lines.length = 0
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query('alter table activity_log add constraint broken check (false) not valid')
  const body = { first_name: 'Wanjiku', last_name: 'x', phone: '0712345678', email: primary.email }
  const reply = await primary.call(contract.auth.updateProfile, { body })
  await client.query('alter table activity_log drop constraint broken')
  await client.end()
  expect([reply.status, Object.keys(reply.body)]).toEqual([500, ['message', 'code']])
  const told = JSON.parse(lines[0] ?? '{}').err
  expect(told.code ?? told.cause?.code).toBe('23514')
  expect(told.constraint ?? told.cause?.constraint).toBe('broken')
  expect(lines.join()).not.toMatch(/Wanjiku|0712345678|example\.test/)
})

test('what is no Error is told too, without its values', async () => {
  const { id } = await world.addPerson({ email: 'another.secret@example.test' })
  const failed = await world.rows(login, [id, 'Wanjiku', 'Secret', email]).catch((error) => error)
  // As a queue passes an error on: its fields in a plain object, beside its own.
  const copied = { ...failed, message: failed.message, stack: failed.stack, queue: 'q' }
  const told = describeError(copied)
  expect(told).toMatchObject({ message: 'database error', code: '23505', table: 'users' })
  expect(told.stack).toMatch(/^ {4}at /)
  expect(JSON.stringify(told)).not.toMatch(/wanjiku|Failing|already exists/i)
  const lost = { message: `connect ECONNREFUSED for "${email}"`, code: 'ECONNREFUSED' }
  expect(describeError(lost)).toEqual({
    type: 'object',
    message: 'connect ECONNREFUSED for "…"',
    code: 'ECONNREFUSED',
    stack: '',
  })
  for (const nothing of [undefined, null, 7]) expect(describeError(nothing).message).toBe('')
})

test('an error of the queues is logged with its code', async () => {
  const said: string[] = []
  const busy = await makeWorld({
    workers: true,
    env: { LOG_LEVEL: 'error' },
    log: { stream: { write: (line) => said.push(line) } },
  })
  const client = new pg.Client({ connectionString: busy.databaseUrl })
  await client.connect()
  await client.query('revoke all on pgboss.job, pgboss.job_common from mshahara_platform')
  await vi.waitFor(() => {
    const told = said.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'jobs')
    expect(told.map(({ err }) => err)).toContainEqual(
      expect.objectContaining({ message: 'database error', code: '42501' }),
    )
    expect(told.every(({ err }) => err.message)).toBe(true)
  }, 10_000)
  await client.query('grant all on pgboss.job, pgboss.job_common to mshahara_platform')
  await client.end()
  await busy.close()
})
