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
import { casualBody } from '../test/casuals.ts'
import { mpesa } from '../test/integrations.ts'
import { employeeBody, oweFinally } from '../test/office.ts'
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
const callers = new Map<Role, Caller>()
let stranger: { id: string }
/** Signed in, and of no organisation. */
let lone: Caller

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  abroad = await world.addOrganization('Abroad Ltd')
  await peopleAbroad(await world.as('primary', abroad))
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
  await addOrderAbroad()
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

/** A record of the other organisation of the kind each path names. */
const foreign = new Map<string, string>()

async function peopleAbroad(owner: Caller) {
  const made = async (kind: string, endpoint: Endpoint, body: object) => {
    const reply = await owner.call(endpoint, { body } as never)
    const { id } = reply.body as { id?: string }
    if (!id) throw new Error(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`)
    foreign.set(kind, id)
    return id
  }
  await made('department', contract.departments.create, { name: 'Theirs' })
  await made('designation', contract.designations.create, { name: 'Theirs' })
  await made('work-station', contract.workStations.create, { name: 'Theirs' })
  await made('commission-rate', contract.commissionRates.create, {
    name: 'Theirs',
    amount: 1,
    rate: 1,
  })
  const employee_id = await made('employee', contract.employees.create, employeeBody())
  const item = { employee_id, name: 'Theirs', amount: 1, from: '2026-01-01' }
  await made('allowance', contract.allowances.create, item)
  await made('recur-income', contract.incomes.create, item)
  await made('recur-deduction', contract.deductions.create, item)
  const month = { month: 'January', year: 2026 }
  await made('employee-revenue', contract.revenues.create, { ...item, ...month })
  const confirmed = await made('payroll', contract.payrolls.create, month)
  await owner.call(contract.payrolls.confirm, { params: { id: confirmed } })
  const draft = await made('payroll', contract.payrolls.create, { ...month, month: 'February' })
  const { body } = await owner.call(contract.payrolls.get, { params: { id: draft } })
  foreign.set('payslip', body.payslips[0]?.id ?? '')
  await owner.call(contract.makerChecker.changeSettings, { body: { confirming: true } })
  const asked = await owner.call(contract.payrolls.submit, { params: { id: draft } })
  foreign.set('proposals-about', draft)
  const acts = ['', '-agree', '-send-back', '-withdraw']
  for (const act of acts) foreign.set(`proposal${act}`, asked.body.proposal_id)
  const file = { type: 'all', extension: 'csv' } as never
  const made_of = { params: { id: confirmed }, body: file }
  const exported = (await owner.call(contract.exports.make, made_of)).body.file
  foreign.set('byproduct', exported?.id ?? '')
  await addPayout(confirmed)
  for (const one of Object.entries(await oweFinally(world.rows, confirmed))) foreign.set(...one)
  await casualsAbroad(owner)
  await addLeaveAbroad(owner, employee_id)
  await addLoan(employee_id)
  await addProposal(employee_id)
}

/** Their casual workers, and a payroll of them. */
async function casualsAbroad(owner: Caller) {
  const { body } = await owner.call(contract.casuals.create, { body: casualBody() })
  const casual_id = body.data.id
  foreign.set('casual', casual_id)
  const item = { casual_id, name: 'Theirs', amount: 1, from: '2026-01-01', to: '2026-12-31' }
  const advance = await owner.call(contract.casualAdvances.create, { body: item })
  const deduction = await owner.call(contract.casualDeductions.create, { body: item })
  foreign.set('casual-advance', advance.body.id).set('casual-deduction', deduction.body.id)
  const range = { from: '2026-03-02', to: '2026-03-08' }
  const run = await owner.call(contract.casualPayrolls.create, { body: range })
  const { id } = run.body
  const { payslips } = (await owner.call(contract.casualPayrolls.get, { params: { id } })).body
  foreign.set('casual-payroll', id).set('casual-payslip', payslips[0]?.id ?? '')
}

/** Leave of theirs, and everything around it. */
async function addLeaveAbroad(owner: Caller, employee_id: string) {
  const { body: types } = await owner.call(contract.leaveTypes.list)
  const leave_type_id = types.find(({ name }) => name === 'Unpaid Leave')?.id ?? ''
  foreign.set('leave-type', leave_type_id).set('leave-pattern', employee_id)
  const days = { start_date: '2026-04-13', end_date: '2026-04-14' }
  const asked = await owner.call(contract.leaveRequests.create, {
    body: { employee_id, leave_type_id, ...days },
  })
  foreign.set('leave-request', asked.body.id)
  foreign.set('leave-approvals', asked.body.approvals[0]?.id ?? '')
  const { body: holidays } = await owner.call(contract.leaveHolidays.list)
  foreign.set('leave-holiday', holidays[0]?.id ?? '')
  const [balance] = await world.rows('select id from leave_balances where employee_id = $1', [
    employee_id,
  ])
  foreign.set('leave-balance', balance.id)
  const [claim] = await world.rows(
    `insert into leave_pay_days (organization_id, request_id, employee_id, month, days, working)
     select organization_id, id, employee_id, '2026-01', 1, '' from leave_requests where id = $1
     returning id`,
    [asked.body.id],
  )
  foreign.set('leave-claim', claim.id)
  const { id: user_id } = await world.addPerson({ organization_id: abroad, role: 'admin' })
  const approver = await owner.call(contract.leaveApprovers.create, {
    body: { user_id, level: 1 },
  })
  foreign.set('leave-approver', approver.body.id)
  const period = { delegate_id: user_id, from: '2026-04-01', to: '2026-04-30' }
  await owner.call(contract.leaveApprovals.delegate, { body: period })
  const [delegation] = await world.rows('select id from leave_delegations')
  foreign.set('leave-delegation', delegation.id)
}

/** A payout of theirs, and a request for one. */
async function addPayout(payroll_id: string) {
  const [row] = await world.rows(
    `with slip as (select * from payslips where payroll_id = $1 limit 1),
     asked as (insert into payout_requests
       (organization_id, run_id, digest, count, total, requested_name, expires_at)
       select organization_id, payroll_id, '', 1, net, 'Theirs', now() + interval '1 year' from slip
       returning id)
     insert into payouts (organization_id, request_id, run_id, slip_id, employee_id, method,
       net, amount)
     select s.organization_id, asked.id, s.payroll_id, s.id, s.employee_id, 'bank', s.net, s.net
     from slip s, asked returning id, request_id`,
    [payroll_id],
  )
  for (const path of ['payout-story', 'payout-retry', 'payout-decide']) foreign.set(path, row.id)
  for (const path of ['payout-approve', 'payout-decline']) foreign.set(path, row.request_id)
  const [change] = await world.rows(
    `insert into payer_changes (organization_id, kind) values ($1, 'rule_off') returning id`,
    [abroad],
  )
  foreign.set('payer-change', change.id)
}

/** A loan of theirs, with a guarantor and something repaid. */
async function addLoan(employee_id: string) {
  const [row] = await world.rows(
    `with made as (insert into loans (organization_id, employee_id, product_id, code, product,
       owed_to, guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee,
       interest, total, monthly, max_amount, max_working, purpose, terms)
     values ($1, $2, 1, 'COL', 'Theirs', 'lender', 2, 100, 1, 0, 0, 0, 0, 100, 100, 100, '', '', '')
     returning id)
     insert into loan_guarantors (organization_id, loan_id, employee_id) select $1, id, $2 from made
     returning id, loan_id`,
    [abroad, employee_id],
  )
  for (const path of ['loan', 'loan-entry']) foreign.set(path, row.loan_id)
  foreign.set('loan-guarantor', row.id)
}

/** What somebody of theirs proposes to change of their own record. */
async function addProposal(employee_id: string) {
  const [row] = await world.rows(
    `insert into detail_proposals (organization_id, employee_id, needs_old, needs_new)
     values ($1, $2, false, false) returning id`,
    [abroad, employee_id],
  )
  foreign.set('detail-proposal', row.id)
}

/** An order of theirs that was paid. */
async function addOrderAbroad() {
  const [row] = await world.rows(
    `with made as (insert into payment_orders (organization_id, type, package_id, package, duration,
       price, employees, casuals, subtotal, discount, credit, balance_used, amount, "from", "to",
       extra_days, anchor_day, basis, ordered_name)
     values ($1, 'upgrade', 'basic', 'Basic', 1, 2500, 25, 25, 2500, 2500, 0, 0, 0, '2026-03-10',
       '2026-04-10', 0, 10, '', 'Theirs') returning id)
     select id from made`,
    [abroad],
  )
  const [receipt] = await world.rows(
    `insert into payment_receipts (organization_id, amount, method, applied, order_id)
     values ($1, 0, 'Credit', 'order', $2) returning id`,
    [abroad, row.id],
  )
  await world.rows(`update payment_orders set state = 'paid' where id = $1`, [row.id])
  for (const path of ['receipt', 'invoice', 'payment-reference', 'payment-take-back'])
    foreign.set(path, receipt.id)
  for (const path of ['payment-story', 'payment-decide']) foreign.set(path, row.id)
  foreign.set('package', row.id)
}

/** Lists hang on their employee; the organisation and logins have ids of their own. */
function foreignIdFor(path: string, otherwise?: string): string {
  const [first = ''] = path.split('/')
  if (['organization', 'organizations', 'switch', 'membership', 'integrations'].includes(first))
    return abroad
  if (path === 'loan-guarantor/:id') return foreign.get('employee') as string
  const listed = /^(allowances|recur-incomes|recur-deductions|employee-revenues|employee-payslips)$/
  if (listed.test(first)) return foreign.get('employee') as string
  if (/^casual-(advances|deductions)$/.test(first)) return foreign.get('casual') as string
  if (/^casual-payouts?$/.test(first)) return foreign.get('casual-payroll') as string
  if (['byproducts', 'extra-payroll'].includes(first)) return foreign.get('payroll') as string
  const ofRuns =
    /^(payrollPayouts|payout(-(preview|summary|retr(y-all|ies)|withdraw|resume|sheet))?)$/
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
