import {
  type AreaCalls,
  addressOf,
  contract,
  type Endpoint,
  permissionOf,
  type Role,
  roles,
} from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../app.ts'
import { mpesa } from '../test/integrations.ts'
import { addOrderAbroad, peopleAbroad } from '../test/records-abroad.ts'
import { sessionIdOf, sessionOf } from '../test/session.ts'
import { type Caller, openWorld } from '../test/world.ts'

/** What must hold for every call there is, by a loop and not by hand (A13). */

const every = Object.entries(contract as Record<string, AreaCalls>).flatMap(([area, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)
const handled = areas.flatMap(({ calls }) => calls)
const guarded = every.filter(({ endpoint }) => endpoint.access !== 'public')

/**
 * How to name a record of another organisation in each call that takes an id: which table's rows
 * must not change, and the status. Everything not listed here answers 404 for a foreign id.
 */
const ownLogin = { status: 403, why: 'the id of a login, never of somebody else' }
const operators = { status: 403, why: 'for the platform operator, whatever the id' }
const exceptions: Record<string, { status: number; why: string }> = {
  'integrations.list': operators,
  'integrations.status': operators,
  'massEmails.get': operators,
  'massEmails.resend': operators,
  'massEmails.stop': operators,
  'billing.story': operators,
  'billing.decide': operators,
  'billing.nameReceipt': operators,
  'billing.takeBackCredit': operators,
  'subscriptions.changePackage': operators,
  'clients.get': operators,
  'clients.revokeFile': operators,
  'desk.settleJob': operators,
  'desk.settleMail': operators,
  'auth.changePassword': ownLogin,
  'auth.verifyEmail': ownLogin,
}

const world = await openWorld()
let home: string
let abroad: string
/** A record of the other organisation of the kind each path names. */
const foreign = new Map<string, string>()
const callers = new Map<Role, Caller>()
let stranger: { id: string }
/** Signed in, and of no organisation. */
let lone: Caller

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  abroad = await world.addOrganization('Abroad Ltd')
  const there = { world, abroad, foreign }
  await peopleAbroad(there, await world.as('primary', abroad))
  stranger = await world.addPerson({ organization_id: abroad, role: 'user' })
  foreign.set('user', stranger.id).set('change-password', stranger.id)
  foreign.set('session', await sessionIdOf(world.parts, stranger.id, abroad))
  foreign.set('second-factor', stranger.id).set('user-factors', stranger.id)
  const [job] = await world.rows(
    'insert into jobs (organization_id, user_id, name) values ($1, $2, $3) returning id',
    [abroad, stranger.id, 'exports.make'],
  )
  for (const of of ['job', 'desk-job', 'desk-mail', 'organization-file']) foreign.set(of, job.id)
  const operator = await world.as('super-admin', abroad)
  const added = await operator.call(contract.integrations.save, { body: mpesa(abroad) })
  foreign.set('integration', added.body.integration.id)
  await addOrderAbroad(there)
  // Of nobody in particular: there is none with such an id.
  foreign.set('template', stranger.id).set('mass-email', stranger.id)
  const { id: of } = await world.addPerson()
  lone = world.caller(await sessionOf(world.parts, of, null))
  for (const role of ['primary', 'admin', 'finance', 'user', 'employee'] as const) {
    callers.set(role, await world.as(role, home))
  }
})

const callerFor = (role: Role) => callers.get(role) as Caller
const withId = (endpoint: Endpoint, id: string) =>
  endpoint.params ? { params: { id, type: 'user', year: '2026', month: '2026-02' } } : {}

/** Whatever the foreign organisation owns, by table, with the transaction that wrote it last. */
async function stateAbroad() {
  const tables = await world.rows(
    `select c.table_name as name from information_schema.columns c
     join pg_class k on k.relname = c.table_name and k.relkind = 'r'
     where c.table_schema = 'public' and c.column_name = 'organization_id'
       and c.table_name not in ('sessions', 'mails', 'activity_log') order by 1`,
  )
  const rows = tables.map(
    ({ name }) => `select '${name}' as name, (select jsonb_agg(to_jsonb(t) || jsonb_build_object(
      'written', t.xmin::text) order by t::text) from ${name} t where organization_id = $1)`,
  )
  const users = `select 'users', (select jsonb_agg(to_jsonb(u) order by u.id) from users u
    join memberships m on m.user_id = u.id where m.organization_id = $1)`
  const own = `select 'organizations', (select jsonb_agg(to_jsonb(o)) from organizations o
    where id = $1)`
  return world.rows([...rows, users, own].join(' union all '), [abroad])
}

/** Lists hang on their employee; the organisation and logins have ids of their own. */
function foreignIdFor(path: string, otherwise?: string): string {
  const [first = ''] = path.split('/')
  if (['organization', 'organizations', 'switch', 'membership', 'integrations'].includes(first))
    return abroad
  if (path === 'loan-guarantor/:id') return foreign.get('employee') as string
  const listed =
    /^(allowances|recur-incomes|recur-deductions|employee-revenues|benefits|employee-payslips)$/
  if (listed.test(first)) return foreign.get('employee') as string
  if (/^casual-(advances|deductions)$/.test(first)) return foreign.get('casual') as string
  if (/^casual-payouts?$/.test(first)) return foreign.get('casual-payroll') as string
  if (path === 'final-claim/entry/:id') return foreign.get('final-claim-entry') as string
  if (first === 'extra-payroll' || first === 'correction') return foreign.get('payroll') as string
  if (first === 'payout-retries') return foreign.get('payroll') as string
  const ofRuns =
    /^(byproducts|payout|payrollPayouts|payout-(preview|summary|retry-all|withdraw|resume|sheet))$/
  if (ofRuns.test(first)) return foreign.get('payroll') as string
  const known = foreign.get(first) ?? otherwise
  if (!known) throw new Error(`No record of another organisation is known for ${path}.`)
  return known
}

test('every endpoint of the contract has exactly one handler', () => {
  expect(handled.map(({ endpoint }) => endpoint)).toHaveLength(every.length)
  expect(new Set(handled.map(({ endpoint }) => endpoint))).toEqual(
    new Set(every.map(({ endpoint }) => endpoint)),
  )
})

describe('without a session: 401', () => {
  test.each(guarded)('$name', async ({ endpoint }) => {
    const call = withId(endpoint, stranger.id)
    expect((await world.caller().call(endpoint, call)).status).toBe(401)
    expect((await world.caller('made-up-token').call(endpoint, call)).status).toBe(401)
  })
})

describe('without the permission: 403', () => {
  const asked = guarded.filter(({ endpoint }) => permissionOf(endpoint.access))
  test.each(asked)('$name', async ({ endpoint }) => {
    const reply = await callerFor('employee').call(endpoint, withId(endpoint, stranger.id))
    expect(reply.status).toBe(403)
  })
  const operators = guarded.filter(({ endpoint }) => endpoint.access === 'super-admin')
  test.each(operators)('$name is for the platform operator', async ({ endpoint }) => {
    for (const role of roles.filter((one) => one !== 'super-admin')) {
      const reply = await callerFor(role).call(endpoint, withId(endpoint, stranger.id))
      expect([role, reply.status]).toEqual([role, 403])
    }
    const nowhere = await lone.call(endpoint, withId(endpoint, stranger.id))
    expect(nowhere.status).toBe(403)
  })
})

describe("with another organisation's id: refused, and nothing changes", () => {
  const withParams = guarded.filter(({ endpoint }) => endpoint.params && /:id/.test(endpoint.path))
  let before: object[]
  beforeAll(async () => {
    before = await stateAbroad()
  })
  test.each(withParams)('$name', async ({ name, endpoint }) => {
    const id = foreignIdFor(endpoint.path)
    const reply = await callerFor('primary').call(endpoint, withId(endpoint, id))
    expect(reply.status).toBe(exceptions[name]?.status ?? 404)
  })
  test('all that is theirs is as it was', async () => {
    expect(await stateAbroad()).toEqual(before)
  })
  test.each(withParams)('$name with an id that is none', async ({ name, endpoint }) => {
    const reply = await callerFor('primary').call(endpoint, withId(endpoint, "x' or 1=1"))
    expect(reply.status).toBe(exceptions[name] === operators ? 403 : 404)
  })
})

describe('a call that reads writes nothing, nor fails for trying (A31)', () => {
  const reads = guarded.filter(({ endpoint }) => endpoint.effect === 'read')
  const readers = new Map<Role, Caller>()
  let before: object[]
  beforeAll(async () => {
    for (const role of ['primary', 'super-admin'] as const) {
      readers.set(role, await world.as(role, abroad))
    }
    before = await everything()
  })
  test.each(reads)('$name', async ({ endpoint }) => {
    const role = endpoint.access === 'super-admin' ? 'super-admin' : 'primary'
    const there = withId(endpoint, foreignIdFor(endpoint.path, stranger.id))
    const reply = await (readers.get(role) as Caller).call(endpoint, there)
    expect(reply.status).toBeLessThan(500)
  })
  test('every row is as it was, and was not even written again', async () => {
    expect(await everything()).toEqual(before)
  })
})

/** Every row of every table, but for who has signed in, what is counted or logged, who looks on. */
async function everything() {
  const tables = await world.rows(
    `select relname as name from pg_class where relkind = 'r' and relname !~ '^activity|^log_'
       and relnamespace = 'public'::regnamespace and relname not in ('attempts', 'sessions',
         'jobs', 'migrations', 'functions', 'binding_keys') order by 1`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name,
        sum(hashtextextended(t.xmin::text || t::text, 0)) as sum from ${name} t`,
  )
  return world.rows(`${sums.join(' union all ')} order by name`)
}

describe('a call with an effect, made with the cookie, must come from our own pages', () => {
  const writes = guarded.filter(({ endpoint }) => endpoint.effect === 'write')
  test.each(writes)('$name', async ({ endpoint }) => {
    const cookie = `mshahara=${callerFor('primary').token}`
    const send = (headers: Record<string, string>) =>
      world.app.inject({
        method: endpoint.method as 'POST',
        url: addressOf(endpoint, withId(endpoint, stranger.id)),
        headers: { cookie, ...headers },
      })
    expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await send({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await send({})).statusCode).toBe(403)
  })
})
