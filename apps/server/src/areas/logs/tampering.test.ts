// @tests long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDemo } from '../../demo/demo.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { verifyLog } from './index.ts'
import { activityTriggers } from './triggers.ts'

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

test('the triggers of the log are listed (npx vitest -u writes the list)', async () => {
  const triggers = await world.parts.db.apart(activityTriggers)
  await expect(`${triggers.join('\n')}\n`).toMatchFileSnapshot('./triggers.txt')
})

test('the demo is as its log says', async () => expect(await faults()).toEqual([]))

describe('what writes the log', () => {
  test('a dropped trigger is found', async () => {
    const [{ definition }] = (await world.byHand(
      `select pg_get_triggerdef(oid) as definition from pg_trigger
       where tgrelid = 'salaries'::regclass and tgname = 'activity'`,
    )) as [{ definition: string }]
    const said = await found('drop trigger activity on salaries', definition)
    expect(said).toBe('A trigger of the log is missing or was changed: activity of salaries.')
  })

  test('a disabled one is found, also one that guards', async () => {
    for (const trigger of ['activity of salaries', 'keep_payslip of payslips']) {
      const [name, table] = trigger.split(' of ')
      const said = await found(
        `alter table ${table} disable trigger ${name}`,
        `alter table ${table} enable trigger ${name}`,
      )
      expect(said).toBe(`The trigger ${trigger} is disabled.`)
    }
  })

  test('a function that writes nothing is found', async () => {
    const [{ definition }] = (await world.byHand(
      `select pg_get_functiondef('activity()'::regprocedure) as definition`,
    )) as [{ definition: string }]
    const idle = `create or replace function activity() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$ begin return null; end $$`
    expect(await found(idle, definition)).toBe(
      'The function activity, which writes the log, is not ours.',
    )
  })
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
  ])('is found: %s, %s', async (table, column, value, where) => {
    const one = `ctid = (select min(ctid) from ${table} where ${where})`
    await world.byHand(
      pastTriggers(`drop table if exists kept; create table kept as
      select * from ${table} where ${one}; update ${table} set ${column} = ${value} where ${one}`),
    )
    const key =
      table === 'memberships' ? 'user_id' : table === 'payout_settings' ? 'organization_id' : 'id'
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
    await world.byHand(
      pastTriggers(`create table kept as select * from allowances limit 1;
      delete from allowances using kept where allowances.id = kept.id`),
    )
    expect(await faults()).toEqual([
      expect.stringMatching(/in allowances .* is gone without an entry/),
    ])
    await world.byHand(pastTriggers(`insert into allowances select * from kept; drop table kept`))
    expect(await faults()).toEqual([])
  })
})
