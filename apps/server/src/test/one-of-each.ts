import { randomUUID } from 'node:crypto'
import { type AreaCalls, contract, type Endpoint } from '@mshahara/contract'
import { newLinks } from '../areas/mass-email/unsubscribe.ts'
import { seedDemo } from '../demo/demo.ts'
import { openPay, oweFinally } from './office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payday } from './payday.ts'
import { sessionOf } from './session.ts'
import type { Caller } from './world.ts'

/** A record of every kind, and for each call somebody who may make it on one of them. */

export const everyCall = Object.entries(contract as Record<string, AreaCalls>).flatMap(
  ([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

/** Not set up in this world; its own tests send it worse. */
export const isElsewhere = (name: string) => name === 'auth.sso'

interface Target {
  by: Caller
  params: Record<string, string>
}

/** Where the first word of the address is not the name of the table. */
const tables: Record<string, string> = {
  'journal-entry': 'journal_entries',
  'change-password': 'users',
  'payment-decide': 'payment_orders',
  'payment-reference': 'payment_receipts',
  'payment-take-back': 'payment_receipts',
  'leave-pattern': 'employees',
  'leave-claim': 'leave_pay_days',
  'loan-entry': 'loan_entries',
  'opening-batch': 'opening_batches',
  'proposal-agree': 'proposals',
  'proposal-send-back': 'proposals',
  'proposal-withdraw': 'proposals',
  'proposal-lines': 'proposals',
  'proposal-sheet': 'proposals',
  'proposals-about': 'payrolls',
  payroll: "payrolls where kind = 'monthly'",
  byproducts: "payrolls where kind = 'monthly'",
  'payout-sheet': "payrolls where kind = 'monthly'",
  payrollPayouts: "payrolls where kind = 'monthly'",
  payout: "payrolls where kind = 'monthly'",
  payslip: 'payslips where employee_id is not null',
  'casual-payroll': "payrolls where kind = 'casual'",
  'casual-payout': "payrolls where kind = 'casual'",
  'casual-payouts': "payrolls where kind = 'casual'",
  'casual-payslip': 'payslips where casual_id is not null',
}
function tableOf({ path }: Endpoint): string {
  const [word = ''] = path.split('/')
  return tables[word] ?? word.replaceAll('-', '_').replace(/s?$/, 's')
}

export async function oneOfEach() {
  const world = await openPayday({ workers: false })
  await seedDemo(world.parts)
  const people = await peopleOf(world)
  await world.rows(
    `insert into proposals (organization_id, call, input, acts, needs, title, shown, digest, link,
       made_by, maker, lapses_at)
     select $1, 'payrolls.confirm', '{}', '{confirming}', 'approve payrolls', 'x', '[]', 'x', '/x',
       user_id, 'x', app_now() + interval '7 days'
     from memberships where organization_id = $1 and role <> 'employee' limit 1`,
    [people.home],
  )
  await world.rows(
    `insert into benefits (organization_id, employee_id, kind, amount, "from")
     select $1, id, 'meals', 6000, '2027-01-01' from employees where organization_id = $1 limit 1`,
    [people.home],
  )
  await openPay(world.rows, people.home)
  await world.rows(
    `with scheme as (insert into pension_schemes (organization_id, name, kind, base)
       values ($1, 'Staff Pension', 'pension', 'basic') returning id)
     insert into pension_members (organization_id, scheme_id, employee_id, "from")
     select $1, s.id, e.id, '2027-01' from scheme s,
       (select id from employees where organization_id = $1 limit 1) e`,
    [people.home],
  )
  await world.rows(
    `insert into remittance_payments (organization_id, month, authority, authority_name, amount,
       paid_on, reference, paid_before)
     values ($1, '2026-01', 'nita', 'NITA', 50, '2026-02-06', 'FT26037', 0)`,
    [people.home],
  )
  await world.rows(
    `with centre as (insert into cost_centres (organization_id, code, name)
       values ($1, 'CC-01', 'Head Office') returning id),
     split as (insert into cost_splits (organization_id, employee_id, "from")
       select $1, id, '2027-01' from employees where organization_id = $1 limit 1 returning id)
     insert into cost_split_shares (organization_id, split_id, cost_centre_id, share)
     select $1, s.id, c.id, 10000 from split s, centre c`,
    [people.home],
  )
  await people.primary.call(contract.journal.chart)
  const ids = await idsIn(world, people.home)
  const special = await specialTargets(world, people)
  const target = (name: string, endpoint: Endpoint): Target => ({
    by: special[name]?.by ?? (endpoint.access === 'super-admin' ? people.operator : people.primary),
    params: {
      id: ids.get(tableOf(endpoint)) ?? people.home,
      type: 'user',
      year: '2026',
      month: '2026-01',
      ...special[name]?.params,
    },
  })
  /** An id that such a field takes. */
  const idNamed = (field: string) => ids.get(field.replace(/_id$/, 's'))
  return { world, ...people, target, idNamed }
}

type People = Awaited<ReturnType<typeof peopleOf>>

async function peopleOf({ rows, parts, caller }: Payday) {
  const [{ id: home }] = await rows(`select id from organizations where name like 'Baraka%'`)
  /** Whoever the query finds. */
  const whoever = async (sql: string) => {
    const [{ id }] = await rows(sql)
    return { id: id as string, ...caller(await sessionOf(parts, id, home)) }
  }
  const named = (email: string) => whoever(`select id from users where email = '${email}'`)
  const primary = await named('primary@baraka.test')
  return { home: home as string, whoever, primary, operator: await named('operator@mshahara.test') }
}

/** One record of each table that an address names. */
async function idsIn({ rows }: Payday, home: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { endpoint } of everyCall.filter(({ endpoint }) => endpoint.params)) {
    const table = tableOf(endpoint)
    const name = table.split(' ')[0]
    const [there] = await rows('select to_regclass($1) is not null as is_one', [name])
    if (!there.is_one || ids.has(table)) continue
    const [found] = await rows(
      `select to_jsonb(t) ->> 'id' as id from (select * from ${table}) t
       where coalesce(to_jsonb(t) ->> 'organization_id', $1) = $1 limit 1`,
      [home],
    )
    if (found?.id) ids.set(table, found.id)
  }
  return ids
}

/** Calls that ask for a record in a certain state, or for a certain person. */
async function specialTargets(
  world: Payday,
  { home, whoever, primary, operator }: People,
): Promise<Record<string, Partial<Target>>> {
  const id = async (sql: string, values: unknown[] = []) => ({
    params: { id: (await world.rows(sql, values))[0].id as string },
  })
  const approver = await whoever('select user_id as id from leave_approvers limit 1')
  const waiting = await id(`select request_id as id from leave_approvals
    where user_id = '${approver.id}' and status = 'pending' limit 1`)
  const applied = `from loans l join memberships m on m.employee_id = l.employee_id
    where l.organization_id = '${home}'`
  const borrower = await whoever(`select m.user_id as id ${applied} order by l.number limit 1`)
  const week = { from: '2026-03-02', to: '2026-03-08' }
  const { body: draft } = await primary.call(contract.casualPayrolls.create, { body: week })
  const paid = (skipped: number) =>
    id(`select s.id from paid_slips s join employees e on e.id = s.employee_id
      where s.organization_id = '${home}' and s.kind = 'monthly' and e.status = 'active'
      order by s.month desc, s.id limit 1 offset ${skipped}`)
  const another = await paid(1)
  const correction = { params: { id: await correctionDraft(primary, (await paid(0)).params.id) } }
  const extra = { params: { id: await extraDraft(world, primary, home) } }
  const owed = await finalClaim(world, primary, home)
  const [link = ''] = await world.platform((tx) => newLinks(tx, ['somebody@example.test']))
  const month = { params: { month: await lastConfirmed(world, home) } }
  const member = await id(`select user_id as id from memberships
    where organization_id = '${home}' and role = 'user' limit 1`)
  const job = 'insert into jobs (organization_id, user_id, name, state) values ($1, $2, $3, $4)'
  return {
    'users.update': member,
    'secondFactor.reset': member,
    'auth.changePassword': { params: { id: primary.id } },
    'leaveRequests.approve': { by: approver, ...waiting },
    'leaveRequests.reject': { by: approver, ...waiting },
    'loans.colleagues': { by: borrower },
    'loans.settlement': await id(`select id from loans
      where organization_id = '${home}' and status = 'approved' limit 1`),
    'loans.addGuarantor': {
      by: borrower,
      ...(await id(`select l.id ${applied} and m.user_id = '${borrower.id}' limit 1`)),
    },
    'payrolls.confirm': await id(`select id from payrolls where kind = 'monthly'
      and organization_id = '${home}' and status = 'draft' limit 1`),
    'casualPayrolls.confirm': { params: { id: draft.id } },
    'corrections.of': another,
    'corrections.preview': another,
    'corrections.create': another,
    'corrections.get': correction,
    'corrections.save': correction,
    'offCycle.amounts': extra,
    'offCycle.save': extra,
    'offCycle.formula': extra,
    'offCycle.add': extra,
    'finalClaims.pay': { params: { id: owed['final-claim'] } },
    'finalClaims.giveUp': { params: { id: owed['final-claim'] } },
    'finalClaims.takeBack': { params: { id: owed['final-claim-entry'] } },
    ...{ 'returns.make': month, 'remittances.pay': month, 'journal.file': month },
    'massEmails.subscribe': { params: { token: link.split('/').at(-1) ?? '' } },
    'massEmails.resend': { params: { id: await letterOf(operator) } },
    'desk.settleJob': await id(`${job} returning id`, [home, primary.id, 'export', 'failed']),
    'desk.settleMail': { params: { id: await failedLetter(world, home) } },
    'payouts.decide': await inReview(world),
    // Of somebody else: no other call of these can reverse that payroll.
    'payslips.verifyNet': await id(`select id from payslips where casual_id is null
      and organization_id <> '${home}' and frozen and not void limit 1`),
    'secondFactor.rename': { by: borrower, ...(await id(passkey, [borrower.id])) },
    'secondFactor.remove': { by: borrower, ...(await id(passkey, [borrower.id])) },
  }
}

const passkey = `insert into second_factors (user_id, kind, name, credential_id, public_key, counter)
  values ($1, 'passkey', 'Laptop', gen_random_uuid(), '\\x00', 0) returning id`

async function correctionDraft(primary: Caller, id: string): Promise<string> {
  const { body } = await primary.call(contract.corrections.create, {
    params: { id },
    body: {
      ...{ lines: [], reason: 'A bonus was missed', pay_on: '2026-03-20' },
      added: [{ name: 'Missed bonus', kind: 'one-off', due: 1000 }],
    },
  })
  return body.id
}

async function extraDraft({ rows }: Payday, primary: Caller, home: string): Promise<string> {
  const [{ id }] = await rows(
    `select id from employees where organization_id = $1 and status = 'active' limit 1`,
    [home],
  )
  const { body } = await primary.call(contract.offCycle.create, {
    body: {
      ...{ title: 'Bonus', month: 'March', year: 2026, pay_on: '2026-03-20' },
      items: [{ name: 'Bonus', kind: 'one-off' }],
      employees: [id],
    },
  })
  return body.id
}

/** What somebody owes whose final dues are still a draft, and something paid of it. */
async function finalClaim({ rows }: Payday, primary: Caller, home: string) {
  const [{ id }] = await rows(
    `select id from employees where organization_id = $1 and status = 'active'
     order by number desc limit 1`,
    [home],
  )
  const path = { params: { id } }
  const { leaving } = contract
  await primary.call(leaving.record, {
    ...path,
    body: { last_day: '2026-03-31', reason: 'resigned', notice: 'owed' },
  })
  const body = { month: 'March' as const, year: 2026, pay_on: '2026-03-31' }
  const run = await primary.call(leaving.run, { ...path, body })
  return oweFinally(rows, run.body.id)
}

async function lastConfirmed({ rows }: Payday, home: string): Promise<string> {
  const [{ month }] = await rows(
    `select max(month) as month from payrolls where organization_id = $1 and status = 'confirmed'`,
    [home],
  )
  return month
}

async function failedLetter({ platform, parts, rows }: Payday, home: string): Promise<string> {
  const letter = { to: 'somebody@example.test', subject: 'News', greeting: 'Hello' }
  const { id } = await platform((tx) => parts.mail.send(tx, home, { ...letter, paragraphs: ['x'] }))
  await rows(`update mails set state = 'failed' where id = $1`, [id])
  return id
}

async function letterOf(operator: Caller): Promise<string> {
  const body = { audience: 'all', kind: 'news', subject: 'News', message: 'News' } as const
  const key = { 'idempotency-key': randomUUID() }
  const reply = await operator.call(contract.massEmails.send, { body }, key)
  return reply.body.mass_email.id
}

/** A payout that nobody but a person can settle. */
async function inReview(payday: Payday): Promise<Target> {
  const { pay, untilReview, listOf } = actsOf(payday)
  const payer = await openPayer(payday)
  const run = await confirmedRun(payday, payer.primary, [{ phone: '0712000009' }])
  await pay(payer, run.id)
  await untilReview()
  const [payout] = await listOf(payer, run.id)
  return { by: payer.finance, params: { id: payout?.id ?? '' } }
}
