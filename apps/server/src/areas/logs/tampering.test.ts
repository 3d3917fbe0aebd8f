// @tests long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../demo/demo.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { verifyLog } from './index.ts'
import { rowSecurityThere, triggersThere, viewsThere } from './walls.ts'

/** What somebody with the database in hand changes past the triggers, and how it comes out. */

let world: World
const faults = async () => (await verifyLog(world.parts.db, world.parts.secrets)).faults

beforeAll(async () => {
  world = await makeWorld()
  await seedDemo(world.parts)
}, 120_000)
afterAll(() => world.close())

/** Done, looked at, and undone. */
async function found(tamper: string, undo: string): Promise<string> {
  await world.byHand(tamper)
  const said = await faults()
  await world.byHand(undo)
  expect(await faults()).toEqual([])
  return said.join('\n')
}

const pastTriggers = (sql: string) => `set session_replication_role = replica; ${sql}`

test('triggers, row security and views are listed (npx vitest -u writes the lists)', async () => {
  for (const [file, there] of [
    ['./triggers.txt', triggersThere],
    ['./row-security.txt', rowSecurityThere],
    ['./views.txt', viewsThere],
  ] as const) {
    const lines = await world.parts.db.apart(there)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
  }
})

test('the demo is as its log says', async () => expect(await faults()).toEqual([]))

describe('a wall taken down', () => {
  const definitionOf = async (query: string) => {
    const [row] = await world.byHand(`select ${query}`)
    return row?.definition as string
  }

  test.each([
    ['activity', 'salaries'],
    ['keep_payslip', 'payslips'],
  ])('a dropped trigger is found: %s of %s', async (name, table) => {
    const definition = await definitionOf(`pg_get_triggerdef(oid) as definition from pg_trigger
       where tgrelid = '${table}'::regclass and tgname = '${name}'`)
    const said = await found(`drop trigger ${name} on ${table}`, definition)
    expect(said).toBe(`A trigger is missing or was changed: ${name} of ${table}.`)
  })

  test.each(['activity of salaries', 'keep_payslip of payslips'])(
    'a disabled one is found: %s',
    async (trigger) => {
      const [name, table] = trigger.split(' of ')
      const said = await found(
        `alter table ${table} disable trigger ${name}`,
        `alter table ${table} enable trigger ${name}`,
      )
      expect(said).toBe(`The trigger ${trigger} is disabled.`)
    },
  )

  test.each([
    [
      'a trigger of the log',
      `create trigger silent before insert on activity_log
         for each row when (false) execute function keep_erased()`,
      'drop trigger silent on activity_log',
      'A trigger is not ours: silent of activity_log.',
    ],
    [
      'a rule',
      'create rule silent as on delete to payslips do instead nothing',
      'drop rule silent on payslips',
      'A trigger is not ours: silent of payslips.',
    ],
    [
      'no row security',
      'alter table employees disable row level security',
      'alter table employees enable row level security',
      'A wall is missing or was changed: row security of employees.',
    ],
    [
      'none for the owner',
      'alter table employees no force row level security',
      'alter table employees force row level security',
      'A wall is missing or was changed: row security of employees.',
    ],
    [
      'a policy more',
      'create policy open on employees using (true)',
      'drop policy open on employees',
      'A wall is not ours: policy open of employees.',
    ],
    [
      'a policy for others',
      'alter policy own_organization on employees to mshahara_app, mshahara_eraser',
      'alter policy own_organization on employees to mshahara_app',
      'A wall is missing or was changed: policy own_organization of employees.',
    ],
    [
      'a right for a role',
      `insert into role_grants values ('user', 'pay payrolls')`,
      `delete from role_grants where role = 'user' and permission = 'pay payrolls'`,
      'A right of a role is not ours: pay payrolls of user.',
    ],
  ])('%s is found', async (_what, tamper, undo, said) => {
    expect(await found(tamper, undo)).toBe(said)
  })

  const none = (names: string) => `select ${names} where false`
  test.each([
    ['activity()', 'begin return null; end'],
    ['records_unlike_their_log()', 'begin return; end'],
    ['creations_lacking()', 'begin return; end'],
    ['columns_compared()', none('null::text, null::text, null::text[], null::jsonb')],
    ['runs_unlike_their_log()', none('null::uuid, null::text, null::text')],
    ['check_binding()', 'begin return; end'],
    ['bound_org()', 'begin return app_org(); end'],
    ['keep_payslip()', 'begin return new; end'],
  ])('a function replaced is found: %s', async (name, body) => {
    const definition = await definitionOf(
      `pg_get_functiondef('${name}'::regprocedure) as definition`,
    )
    const idle = definition.replace(/(\$function\$)[\s\S]*\$function\$/, `$1${body}$1`)
    expect(idle).not.toBe(definition)
    expect(await found(idle, definition)).toBe(
      `The function ${name.replace('()', '')} is not ours.`,
    )
  })

  test('a view that says otherwise where people are paid is found', async () => {
    const definition = await definitionOf(`pg_get_viewdef('payees'::regclass) as definition`)
    const other = definition.replace('employees.account_no', `'0100000001'::text as account_no`)
    expect(other).not.toBe(definition)
    const make = 'create or replace view payees with (security_invoker = true) as'
    const said = await found(`${make} ${other}`, `${make} ${definition}`)
    expect(said).toBe('A view is missing or was changed: payees.')
  })

  test('one with other rights is found, one that hides ours, and one that is gone', async () => {
    expect(
      await found(
        'alter function bound_org() security invoker',
        'alter function bound_org() security definer',
      ),
    ).toBe('The function bound_org is not ours.')
    expect(
      await found(
        'alter function bound_org() strict',
        'alter function bound_org() called on null input',
      ),
    ).toBe('The function bound_org is not ours.')
    expect(
      await found(
        `create function pg_catalog.subject_of(item jsonb) returns text language sql immutable
           as $$ select item ->> 'id' $$`,
        'drop function pg_catalog.subject_of(jsonb)',
      ),
    ).toMatch(/The function subject_of is not ours\.$/)
    expect(
      await found(
        'alter function runs_unlike_their_log() rename to elsewhere',
        'alter function elsewhere() rename to runs_unlike_their_log',
      ),
    ).toMatch(/^The records cannot be compared.*\nThe function runs_unlike_their_log is missing\.$/)
  })

  test('a database that says it is of another version is not taken for sound', async () => {
    const [{ checksum }] = (await world.byHand(
      `select checksum from functions where name = 'activity.sql'`,
    )) as [{ checksum: string }]
    const said = await found(
      `update functions set checksum = 'x' where name = 'activity.sql';
       alter table salaries disable trigger activity`,
      `update functions set checksum = '${checksum}' where name = 'activity.sql';
       alter table salaries enable trigger activity`,
    )
    expect(said).toMatch(/^The database is not as this version makes it.*\n.* is disabled\.$/)
  })
})

describe('a record put in past the triggers', () => {
  /** A copy of one, with the id of a record of another table. */
  const copied = (table: string, id: string, changes: object) =>
    pastTriggers(`insert into ${table} overriding system value
      select (jsonb_populate_record(t, jsonb_build_object('id', (${id})) ||
        '${JSON.stringify(changes)}')).*
      from ${table} t limit 1`)
  const idIn = (table: string) =>
    `select id from ${table} o where o.organization_id = t.organization_id limit 1`

  test.each([
    [
      'employees',
      'departments',
      { number: -1, employee_no: 'X1', id_number: 'X1', email: null },
      'number = -1',
    ],
    ['salaries', 'designations', { month: '1999-01' }, `month = '1999-01'`],
    ['salaries', 'employees', { month: '1999-01' }, `month = '1999-01'`],
  ])('is found: %s, with an id of %s', async (table, other, changes, which) => {
    const said = await found(
      copied(table, idIn(other), changes),
      pastTriggers(`delete from ${table} where ${which}`),
    )
    expect(said).toMatch(`The log lacks the creation of 1 of the records in ${table} of `)
  })

  test('is found where the entry of another table would fit', async () => {
    const said = await found(
      copied('casual_deductions', idIn('casual_advances'), { name: 'Slipped in' }),
      pastTriggers(`delete from casual_deductions where name = 'Slipped in'`),
    )
    expect(said).toMatch(
      /^The id \S+ of .* used twice: in casual_advances and casual_deductions\.$/m,
    )
  })

  test('is found where it was once there, and was deleted', async () => {
    await world.byHand('create table kept as select * from allowances limit 1')
    await world.byHand('delete from allowances using kept where allowances.id = kept.id')
    expect(await faults()).toEqual([])
    const said = await found(
      pastTriggers('insert into allowances select * from kept'),
      pastTriggers('delete from allowances using kept where allowances.id = kept.id'),
    )
    expect(said).toMatch('The log lacks the creation of 1 of the records in allowances')
    await world.byHand('insert into allowances select * from kept; drop table kept')
    expect(await faults()).toEqual([])
  })
})

test('a broken chain hides nothing that was done to other organisations', async () => {
  const other = await world.addOrganization('Broken Ltd')
  await faults()
  const entry = `(select max(id) from activity_log where organization_id = '${other}')`
  const raise = (sign: string) =>
    pastTriggers(`update salaries set amount = amount ${sign} 1
      where id = (select min(id::text)::uuid from salaries);
    update subscriptions set "to" = "to" ${sign} 1 where organization_id = '${other}'`)
  const said = await found(
    `update activity_log set description = description || '?' where id = ${entry}; ${raise('+')}`,
    `update activity_log set description = rtrim(description, '?') where id = ${entry};
     ${raise('-')}`,
  )
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/entry \d+ of .* was changed/),
    expect.stringMatching(/in salaries .* is not as the log says: amount/),
  ])
})

describe('a record changed past the triggers', () => {
  test.each([
    ['users', 'super_admin', 'not super_admin', 'not super_admin and activated_at is not null'],
    ['memberships', 'role', `'primary'`, `role = 'employee'`],
    ['employees', 'account_no', `'0100000001'`, 'account_no is not null'],
    ['salaries', 'amount', 'amount + 1000', 'true'],
    ['loans', 'rate', 'rate + 1', 'true'],
    ['recur_deductions', 'amount', 'amount / 2', 'true'],
    ['casuals', 'pay', 'pay + 1', 'true'],
    ['payout_settings', 'second_person', 'false', 'true'],
    ['subscriptions', '"to"', '"to" + 365', 'true'],
    ['employees', 'nhif', 'not nhif', 'true'],
    ['employees', 'housing', 'not housing', 'true'],
    ['employees', 'disability', 'not disability', 'true'],
    ['employees', 'tos', `'Consultant'`, `tos <> 'Consultant'`],
    ['employees', 'termination_date', `'2030-01-01'`, 'termination_date is null'],
    ['employees', 'away', `'{[2026-01-01,2026-02-01)}'`, 'true'],
    ['organizations', 'account_no', `'0100000001'`, 'true'],
    ['payroll_settings', 'withhold_consultants', 'not withhold_consultants', 'true'],
    ['leave_requests', 'days', 'days + 1', 'true'],
    ['employees', 'vat_registered', 'not vat_registered', 'true'],
    ['employees', 'resident', 'not resident', 'true'],
    ['leave_balances', 'entitled', 'entitled + 5', 'true'],
  ])('is found: %s, %s', async (table, column, value, where) => {
    const one = `ctid = (select min(ctid) from ${table} where ${where})`
    await world.byHand(
      pastTriggers(`drop table if exists kept; create table kept as
      select * from ${table} where ${one}; update ${table} set ${column} = ${value} where ${one}`),
    )
    const key =
      table === 'memberships' ? 'user_id' : table.endsWith('_settings') ? 'organization_id' : 'id'
    const said = await faults()
    await world.byHand(
      pastTriggers(`update ${table} t set ${column} = k.${column} from kept k
      where t.${key} = k.${key}; drop table kept`),
    )
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Record \\S+ in ${table}.* is not as the log says: ${column.replaceAll('"', '')}`,
        ),
      ),
    ])
    expect(await faults()).toEqual([])
  })

  test('a run that is reversed past the log is found, and a payslip that is made void', async () => {
    const run = `(select id from payrolls where status = 'confirmed' order by code limit 1)`
    await world.byHand(`create table kept as select * from payrolls where id = ${run}`)
    const said = await found(
      pastTriggers(`update payrolls set status = 'reversed', reversed_at = now(),
        reversed_by = confirmed_by, reversal_reason = 'x' where id = (select id from kept);
        update payslips set void = true where payroll_id = (select id from kept)`),
      pastTriggers(`update payrolls p set status = k.status, reversed_at = null,
        reversed_by = null, reversal_reason = null from kept k where p.id = k.id;
        update payslips set void = false where payroll_id = (select id from kept)`),
    )
    expect(said).toMatch(/^Record \S+ in payrolls .* is not as the log says: status\.$/)
    const one = `id = (select min(id::text)::uuid from payslips where payroll_id = ${run})`
    expect(
      await found(
        pastTriggers(`update payslips set void = true where ${one}`),
        pastTriggers(`update payslips set void = false where ${one}`),
      ),
    ).toMatch(/^Run \S+ of .* has payslips that are not as they were confirmed\.$/)
    await world.byHand('drop table kept')
  })

  test('a rule of an organisation that is gone is found', async () => {
    await world.byHand('create table kept as select * from second_factor_settings limit 1')
    const said = await found(
      pastTriggers(`delete from second_factor_settings s using kept k
        where s.organization_id = k.organization_id`),
      pastTriggers('insert into second_factor_settings select * from kept'),
    )
    expect(said).toMatch(/^Record \S+ in second_factor_settings .* is gone without an entry\.$/)
    await world.byHand('drop table kept')
  })

  test('also who guarantees a loan, who lets a payout go, and what a package costs', async () => {
    await world.byHand(`insert into payout_requests
      (organization_id, run_id, digest, count, total, requested_name, expires_at)
      select organization_id, id, 'x', 1, 100, 'Amani', now() from payrolls limit 1`)
    for (const [table, tamper, undo] of [
      [
        'loan_guarantors.*: status',
        `set status = 'approved', approved_at = now(), terms = 'x' where status = 'pending'`,
        `set status = 'pending', approved_at = null, terms = null where terms = 'x'`,
      ],
      [
        'payout_requests.*: decided_by[^]*payout_requests.*: state',
        `set state = 'approved', decided_by = (select min(id::text)::uuid from users)`,
        `set state = 'waiting', decided_by = null`,
      ],
      [
        'packages.*: price',
        `set price = 1 where id = 'basic'`,
        `set price = 2500 where id = 'basic'`,
      ],
    ] as const) {
      const name = table.split('.')[0]
      expect(
        await found(
          pastTriggers(`update ${name} ${tamper}`),
          pastTriggers(`update ${name} ${undo}`),
        ),
      ).toMatch(new RegExp(`^Record \\S+ in ${table}`))
    }
  })

  test('what a run took of a loan is held against its payslip, and a loan against both', async () => {
    const one = `id = (select id from loan_entries where kind = 'deduction' order by id limit 1)`
    const entries = `update loan_entries set amount = amount %s 1 where ${one}`
    const loans = `update loans set deducted = deducted %s 1
      where id = (select loan_id from loan_entries where ${one})`
    const tamper = (sign: '+' | '-', ...all: string[]) =>
      world.byHand(pastTriggers(all.map((sql) => sql.replace('%s', sign)).join('; ')))
    await tamper('+', entries)
    expect(await faults()).toEqual([
      expect.stringMatching(/in loan_entries .* is not as the log says: amount/),
      expect.stringMatching(/in loans .* is not as the log says: amount repaid/),
    ])
    await tamper('+', loans)
    expect(await faults()).toEqual([expect.stringMatching(/in loan_entries .*: amount/)])
    await tamper('-', entries, loans)
    expect(await faults()).toEqual([])
  })

  test('and one that is gone is found', async () => {
    const keep = 'create table kept as select * from allowances limit 1'
    const lose = 'delete from allowances using kept where allowances.id = kept.id'
    await world.byHand(pastTriggers(`${keep}; ${lose}`))
    expect(await faults()).toEqual([
      expect.stringMatching(/in allowances .* is gone without an entry/),
      expect.stringMatching(/^Record of item .* in item_changes .* is not as the log says/),
    ])
    await world.byHand(pastTriggers(`insert into allowances select * from kept; drop table kept`))
    expect(await faults()).toEqual([])
  })
})
