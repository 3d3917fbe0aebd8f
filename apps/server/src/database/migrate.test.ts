// @tests story
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, blankDatabase, testKey } from '../test/database.ts'
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

test("an administrator's extension and function in our schema are left alone", async () => {
  const theirs = await blankDatabase()
  const url = new URL(theirs.url)
  const own = `owner_${url.pathname.slice(-8)}`
  const reset = `has_function_privilege('public', p.oid, 'execute') as open`
  try {
    await asAdmin(theirs.url, (admin) =>
      admin.query(`create role ${own} login createrole password 'of the owner';
        grant mshahara_app, mshahara_platform, mshahara_eraser to ${own} with admin option;
        alter database ${url.pathname.slice(1)} owner to ${own};
        create extension pg_stat_statements schema public;
        create function public.user_lookup() returns text language sql as 'select null::text'`),
    )
    url.username = own
    url.password = 'of the owner'
    await migrate(url.href, testKey)
    const rows = await asAdmin(theirs.url, (admin) =>
      admin.query(`select proname, ${reset} from pg_proc p
        where proname in ('pg_stat_statements_info', 'app_now', 'user_lookup') order by 1`),
    )
    expect(rows.rows).toEqual([
      { proname: 'app_now', open: false },
      { proname: 'pg_stat_statements_info', open: true },
      { proname: 'user_lookup', open: true },
    ])
  } finally {
    await theirs.drop()
    await asAdmin(database.url, (admin) => admin.query(`drop role if exists ${own}`))
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

const forRuns = (act: 'enable' | 'disable') =>
  ['payrolls', 'payslips', 'payouts', 'payout_attempts', 'byproducts']
    .map((table) => `alter table if exists ${table} ${act} trigger user`)
    .join('; ')

/** What the newest tables hold of what was there at an earlier migration. */
async function broughtForward(last: string, data: string, question: string) {
  const old = await blankDatabase()
  const before = new pg.Client({ connectionString: old.url })
  await before.connect()
  try {
    await createRoles(before)
    await before.query('begin')
    await runMigrations(before, last)
    // Triggers of today are made for the columns of today.
    await before.query(forRuns('disable'))
    await before.query(`set local role mshahara_platform; ${data}; reset role`)
    await before.query(forRuns('enable'))
    await runMigrations(before)
    await before.query('set local role mshahara_platform')
    return (await before.query(question)).rows
  } finally {
    await before.end()
    await old.drop()
  }
}

test('one-off incomes from before count for one month, and are paid if they were (B23)', async () => {
  const rows = await broughtForward(
    '0004_erasure.sql',
    oldIncomes,
    `select name, "from"::text, "to"::text, status, payslip_id is not null as on_payslip
     from recur_incomes order by name`,
  )
  expect(rows).toEqual([
    { name: 'Bonus', from: '2026-03-01', to: '2026-03-31', status: 'paid', on_payslip: true },
    { name: 'Later', from: '2026-05-01', to: '2026-05-31', status: 'draft', on_payslip: false },
    { name: 'Monthly', from: '2026-03-17', to: null, status: 'draft', on_payslip: false },
  ])
})

test('leave from before has its days, by the rule that comes to what was taken (C21)', async () => {
  const rows = await broughtForward(
    '0032_cancelled_and_claimed.sql',
    oldLeave,
    `select r.start_date::text as day, r.days::float, sum(d.counts)::float as counted,
       count(*)::int as lines, min(d.rule) as rule,
       string_agg(d.name, '') as holiday from leave_requests r
     join leave_request_days d on d.request_id = r.id group by 1, 2 order by 1`,
  )
  expect(rows).toEqual([
    // Good Friday to a half Tuesday.
    {
      day: '2026-04-02',
      days: 1.5,
      counted: 1.5,
      lines: 6,
      rule: 'mon-fri',
      holiday: 'Good FridayEaster Monday',
    },
    // Counted when Saturdays were worked.
    { day: '2026-05-07', days: 4, counted: 4, lines: 5, rule: 'mon-sat', holiday: null },
    { day: '2026-06-13', days: 2, counted: 2, lines: 2, rule: 'calendar', holiday: null },
  ])
})

test('leave paid out before adds up, and what drafts had of leavers is back (C18)', async () => {
  const rows = await broughtForward(
    '0047_turn_of_the_sealer.sql',
    oldLeavePay,
    `select b.entitled::float, b.used::float, (select json_agg(json_build_array(r.days, r.beyond,
         r.leaving, r.status) order by r.number) from leave_encashments r) as rows,
       (select count(*)::int from leave_type_terms) as terms,
       (select string_agg(t.name, '') from leave_type_terms k join leave_types t
         on t.id = k.leave_type_id where k.encashable) as pays,
       (select sum(beyond)::int from leave_entries) as beyond
     from leave_balances b`,
  )
  expect(rows).toEqual([
    {
      ...{ entitled: 40, used: 3, terms: 8, pays: 'Annual Leave', beyond: 0 },
      rows: [
        [2, 2, true, 'paid'],
        [1, 0, false, 'draft'],
      ],
    },
  ])
})

test('payouts from before stay as they were, and nobody is paid beside an old bank file (C19)', async () => {
  const rows = await broughtForward(
    '0032_cancelled_and_claimed.sql',
    oldPayouts,
    `select e.employee_no as no, payment_hindrance(s.organization_id, s.id, false) as hindrance,
       exists (select from bank_file_claims c where c.slip_id = s.id) as claimed,
       array_agg(a.state || ' ' || coalesce(a.settled_by, '-') || ' ' || a.surely_failed || ' '
         || (a.request_id is not null) || ' ' || (a.ask_at is not null) order by a.attempt_no)
         filter (where a.id is not null) as attempts
     from payslips s join employees e on e.id = s.employee_id
     left join payout_attempts a on a.slip_id = s.id
     group by e.employee_no, s.organization_id, s.id, s.month order by s.month, 1`,
  )
  expect(rows).toEqual([
    { no: 'OL-1', hindrance: 'paid', claimed: false, attempts: ['paid question false true false'] },
    // Sent again, so that the first one was asked about.
    {
      ...{ no: 'OL-2', hindrance: 'under way', claimed: false },
      attempts: ['failed question true true false', 'processing - false true true'],
    },
    // Reported as failed: lately, and long ago. Both were put into a bank file then.
    {
      ...{ no: 'OL-3', hindrance: 'in doubt', claimed: true },
      attempts: ['failed result false true true'],
    },
    {
      ...{ no: 'OL-4', hindrance: 'in doubt', claimed: true },
      attempts: ['failed result false true false'],
    },
    { no: 'OL-5', hindrance: 'in a bank file', claimed: true, attempts: null },
    { no: 'OL-6', hindrance: null, claimed: false, attempts: null },
    // Of April, with a day of payment, which speaks of those who are paid by bank.
    { no: 'OL-5', hindrance: 'recorded as paid', claimed: false, attempts: null },
    { no: 'OL-6', hindrance: null, claimed: false, attempts: null },
  ])
})

test('money from before has its receipts, and what was entered twice keeps its name once (A19)', async () => {
  const rows = await broughtForward(
    '0032_cancelled_and_claimed.sql',
    oldPayments,
    `select r.receipt_no, r.amount::float, r.method, r.reference, r.applied, r.by_name, o.package,
       c.amount::float as credit
     from payment_receipts r left join payment_orders o on o.id = r.order_id
     left join payment_credits c on c.receipt_id = r.id order by 1`,
  )
  const order = { applied: 'order', by_name: null, credit: null }
  expect(rows).toEqual([
    {
      ...{ receipt_no: 'RCP-000001', amount: 2500, method: 'M-PESA', reference: 'UK1' },
      ...{ ...order, package: 'Basic' },
    },
    {
      ...{ receipt_no: 'RCP-000002', amount: 7500, method: 'Manual', reference: 'UK2' },
      ...{ ...order, by_name: 'Operator', package: 'Standard' },
    },
    {
      ...{ receipt_no: 'RCP-000003', amount: 0, method: 'Credit', reference: null },
      ...{ ...order, package: 'Enterprise' },
    },
    {
      ...{ receipt_no: 'RCP-000004', amount: 500, method: 'Manual', reference: 'uk2 (RCP-000004)' },
      ...{ applied: 'credit', by_name: 'Op', package: null, credit: 500 },
    },
    {
      ...{ receipt_no: 'RCP-000005', amount: 2500, method: 'M-PESA', reference: 'UK3' },
      ...{ applied: 'credit', by_name: null, package: 'Basic', credit: 2500 },
    },
  ])
})

test('casual payslips from before keep their days, and a roll that was kept is (C22, C24)', async () => {
  const rows = await broughtForward(
    '0032_cancelled_and_claimed.sql',
    oldCasuals,
    `select s.during::text, s.void, c.keeps_roll from payslips s
     join casual_settings c on c.organization_id = s.organization_id`,
  )
  expect(rows).toEqual([{ during: '{[2026-03-02,2026-03-08)}', void: false, keeps_roll: true }])
})

const one = `'00000000-0000-0000-0000-000000000001'`
const oldOffice = `
  insert into organizations (id, name, email, employee_prefix)
    values (${one}, 'Old Ltd', 'old@old.test', 'OL');
  insert into employees (organization_id, id, employee_no, first_name, last_name, id_number, tos,
      employment_date) values (${one}, ${one}, 'OL-1', 'A', 'B', '1', 'Permanent', '2020-01-01');`
/** A bonus that was paid in March, one of May to December, and something regular. */
const oldIncomes = `${oldOffice}
  insert into recur_incomes (organization_id, id, employee_id, name, amount, one_off, "from", "to")
    values (${one}, ${one}, ${one}, 'Bonus', 1, true, '2026-03-17', null),
      (${one}, gen_random_uuid(), ${one}, 'Later', 1, true, '2026-05-02', '2026-12-31'),
      (${one}, gen_random_uuid(), ${one}, 'Monthly', 1, false, '2026-03-17', null);
  insert into payrolls (organization_id, id, code, month, run_by)
    values (${one}, ${one}, 'PR-1', '2026-03', 'X');
  insert into payslips (organization_id, payroll_id, employee_id, month, frozen, incomes)
    values (${one}, ${one}, ${one}, '2026-03', true, jsonb_build_array(
      jsonb_build_object('id', ${one}, 'kind', 'income', 'one_off', true)))`
const oldLeave = `${oldOffice}
  insert into leave_requests (organization_id, employee_id, leave_type_id, start_date, end_date,
      half_end, days, status)
    select ${one}, ${one}, t.id, g.first::date, g.last::date, g.half, g.days, 'approved'
    from (values ('2026-04-02', '2026-04-07', true, 1.5, 'Annual Leave'),
      ('2026-05-07', '2026-05-11', false, 4, 'Annual Leave'),
      ('2026-06-13', '2026-06-14', false, 2, 'Paternity Leave'))
      as g (first, last, half, days, type)
    join leave_types t on t.name = g.type`

/** Paid on leaving beyond the year, asked for, in a draft; and four and a half used for nothing. */
const oldLeavePay = `${oldOffice}
  insert into leave_balances (organization_id, id, employee_id, leave_type_id, year)
    select ${one}, ${one}, ${one}, t.id, extract(year from app_now()) from leave_types t
    where t.name = 'Annual Leave';
  insert into leave_entries (organization_id, balance_id, kind, entitled, used, day, reason)
    values (${one}, ${one}, 'adjustment', 40, 0, '2026-03-10', 'x'),
      (${one}, ${one}, 'encashment', 0, 12.75, '2026-03-10', 'x');
  insert into leave_encashments (organization_id, employee_id, balance_id, leaving, beyond, days,
      month, reason, status)
    values (${one}, ${one}, ${one}, true, true, 2, '2026-03', 'x', 'paid'),
      (${one}, ${one}, ${one}, false, false, 1, '2026-03', 'x', 'draft'),
      (${one}, ${one}, ${one}, true, false, 5.25, '2026-03', 'x', 'draft')`

/** Six payslips of a confirmed run: paid, sent again, failed (two), in a file only, by phone. */
const oldPayouts = `${oldOffice}
  insert into employees (organization_id, id, employee_no, first_name, last_name, id_number, tos,
      employment_date)
    select ${one}, gen_random_uuid(), 'OL-' || n, 'A', 'B', n::text, 'Permanent', '2020-01-01'
    from generate_series(2, 6) n;
  insert into payrolls (organization_id, id, code, month, run_by)
    values (${one}, ${one}, 'PR-1', '2026-03', 'X');
  insert into payslips (organization_id, payroll_id, employee_id, month, frozen, gross,
      total_deductions, net, person)
    select ${one}, ${one}, e.id, '2026-03', true, 100, 0, 100, jsonb_build_object('account_no', '1',
      'pay_by', case e.employee_no when 'OL-6' then 'mpesa' else 'bank' end) from employees e;
  update payrolls set status = 'confirmed', confirmed_at = '2026-03-28', count = 6, gross = 600,
    net = 600;
  insert into integrations (organization_id, id, type, provider, sealed)
    values (${one}, ${one}, 'bank', 'kcb', '');
  insert into payout_requests (organization_id, id, payroll_id, state, digest, count, total,
      requested_name, expires_at)
    values (${one}, ${one}, ${one}, 'approved', 'x', 4, 400, 'X', now());
  insert into payouts (organization_id, request_id, payroll_id, payslip_id, employee_id, method, net,
      amount)
    select ${one}, ${one}, ${one}, s.id, s.employee_id, 'bank', 100, 100 from payslips s
    join employees e on e.id = s.employee_id where e.employee_no <= 'OL-4';
  insert into payout_attempts (organization_id, payout_id, slip_id, attempt_no, integration_id,
      provider, key, amount, name, account, bank_code, bank, narration, state, settled_by,
      settled_at, ask_at)
    select ${one}, o.id, o.slip_id, g.attempt, ${one}, 'kcb', g.no || g.attempt, 100, 'x', '1', '01',
      'x', 'x', g.state, g.by, g.at, case g.state when 'processing' then now() end
    from (values ('OL-1', 1, 'paid', 'question', now()), ('OL-2', 1, 'failed', 'result', now()),
      ('OL-2', 2, 'processing', null, null), ('OL-3', 1, 'failed', 'result', now()),
      ('OL-4', 1, 'failed', 'result', now() - interval '30 days'))
      as g (no, attempt, state, by, at)
    join employees e on e.employee_no = g.no join payouts o on o.employee_id = e.id;
  insert into byproducts (organization_id, payroll_id, type, extension, name, known_as, file, bytes,
      sha256, made_by, state)
    values (${one}, ${one}, 'kcb-bank', 'csv', 'x', 'x', 'x', 1, 'x', 'X', 'confirmed');
  update employees set pay_by = 'mpesa' where employee_no = 'OL-6';
  with april as (insert into payrolls (organization_id, code, month, run_by)
    values (${one}, 'PR-2', '2026-04', 'X') returning id)
  insert into payslips (organization_id, payroll_id, employee_id, month, frozen, gross,
      total_deductions, net, person)
    select ${one}, april.id, e.id, '2026-04', true, 100, 0, 100,
      jsonb_build_object('pay_by', e.pay_by) from april, employees e where employee_no >= 'OL-5';
  update payrolls set status = 'confirmed', confirmed_at = '2026-04-28', count = 2, gross = 200,
    net = 200 where code = 'PR-2';
  insert into payroll_payments (organization_id, id, paid_on)
    select ${one}, id, '2026-04-29' from payrolls where code = 'PR-2';
  set constraints all immediate`

/** Plans paid by phone, by hand and out of credit; a payment too many, and one entered twice. */
const oldPayments = `${oldOffice}
  insert into payment_orders (organization_id, id, type, package_id, package, duration, price,
      employees, casuals, subtotal, discount, credit, balance_used, amount, "from", "to", extra_days,
      anchor_day, basis, state, method, reference, receipt_no, settled_at, ordered_name)
    select ${one}, gen_random_uuid(), 'upgrade', p.id, p.name, 1, p.price, p.employees, p.casuals,
      p.price, 0, g.credit, 0, p.price - g.credit, '2026-03-10', '2026-04-10', 0, 10, '', 'paid',
      g.method, g.reference, g.receipt, now(), 'X'
    from (values ('basic', 0, 'M-PESA', 'UK1', 'RCP-000001'),
      ('standard', 0, 'Manual', 'UK2', 'RCP-000002'),
      ('enterprise', 20000, 'Credit', null, 'RCP-000003'))
      as g (package_id, credit, method, reference, receipt)
    join packages p on p.id = g.package_id;
  update receipt_numbers set last = 3;
  insert into payment_pushes (organization_id, order_id, phone, amount, state, receipt, paid_amount,
      applied, settled_at)
    select ${one}, o.id, '0712345678', 2500, 'paid', g.receipt, 2500, g.applied, now()
    from (values ('UK1', 'order'), ('UK3', 'credit')) as g (receipt, applied)
    join payment_orders o on o.package_id = 'basic';
  insert into payment_credits (organization_id, amount, what, reference, by_name)
    values (${one}, 500, 'By bank', 'uk2', 'Op');
  insert into payment_credits (organization_id, amount, what, order_id, push_id)
    select ${one}, 2500, 'Not needed', order_id, id from payment_pushes where applied = 'credit';
  insert into payment_credits (organization_id, amount, what) values (${one}, -500, 'Used')`

const oldCasuals = `${oldOffice}
  insert into casuals (organization_id, id, casual_no, first_name, last_name, id_number, phone, pay,
      employment_date) values (${one}, ${one}, 'C-1', 'A', 'B', '2', '0712345678', 1, '2026-01-01');
  insert into muster_days (organization_id, day) values (${one}, '2026-03-02');
  insert into casual_payrolls (organization_id, id, code, "from", "to", run_by, statutory,
      overtime_factor, day_hours)
    values (${one}, ${one}, 'CP-1', '2026-03-02', '2026-03-07', 'X', false, 1.5, 8);
  insert into casual_payslips (organization_id, payroll_id, casual_id, during, person, pay, pay_basis,
      source, days, total, advance, gross, deduction, net, lines, months, frozen)
    values (${one}, ${one}, ${one}, '[2026-03-02,2026-03-08)', '{}', 1, 'day', 'roll', 6, 6, 0, 6, 0,
      6, '{}', '{}', false)`
