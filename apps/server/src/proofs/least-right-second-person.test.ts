// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual } from '../test/casuals.ts'
import { asEmployee, employ, runMonth } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/** The second person (B29), for somebody who got statements of their own into a request. */

const world = await openWorld()
const { makerChecker, payrolls } = contract
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const finance = await world.as('finance', organization_id)
const person = await employ(primary)
const { id: casual } = await addCasual(primary)
const run = await runMonth(finance, 'January', 2026, false)
await primary.call(makerChecker.changeSettings, {
  body: { confirming: true, reversal: true, salary: true, payee: true },
})
const { refused, inside } = statementsIn(world, finance)
const denied = { code: '42501' }

const add = `insert into proposals (call, input, acts, needs, subject_id, title, shown, digest, link,
    made_by, maker, lapses_at)
  values ('payrolls.confirm', '{}', '{confirming}', 'approve payrolls', $1, 'x', '[]',
    run_digest($1), '/x', app_user(), 'x', app_now() + interval '1 year') returning id`
const freeze = 'update payslips set frozen = true where payroll_id = $1'
const confirm = `update payrolls set status = 'confirmed', confirmed_at = app_now(),
  confirmed_by = 'x', count = 1, gross = 1, net = 1 where id = $1`
const agreeTo = `update proposals set state = 'agreed', checked_by = app_user(), checker = 'x',
  decided_at = app_now() where id = $1`

/** Frozen and confirmed in one transaction, which is taken back. */
const confirmed = (who: typeof finance, proposal?: string) =>
  inside(
    async (client) => {
      if (proposal) await client.query(agreeTo, [proposal])
      await client.query(freeze, [run.id])
      await client.query(confirm, [run.id])
      return 'confirmed'
    },
    'rollback',
    who,
  ).catch((error) => error.code as string)

test('a payroll is not confirmed without an agreement of this transaction', async () => {
  expect(await confirmed(finance)).toBe('42501')
  const reply = await finance.call(payrolls.confirm, { params: { id: run.id } })
  const { proposal_id } = reply.body as unknown as { proposal_id: string }
  expect(await confirmed(finance, proposal_id)).toBe('42501')
  expect(await confirmed(primary, proposal_id)).toBe('confirmed')
  // What was agreed to in an earlier transaction confirms nothing again.
  await world.rows(
    `update proposals set state = 'agreed', checked_by = $2, decided_at = now() where id = $1`,
    [proposal_id, primary.id],
  )
  expect(await confirmed(primary)).toBe('42501')
})

test('nothing is proposed in another name, with another right, or agreed to from the start', async () => {
  expect(await refused(add, [run.id])).toHaveProperty('rows')
  const inAnother = add.replace('app_user()', `'${primary.id}'`)
  expect(await refused(inAnother, [run.id])).toEqual(denied)
  // Nor what is about an employee with the right to edit casual workers.
  const editing = await world.as('admin', organization_id)
  const raise = add
    .replace(
      `'payrolls.confirm', '{}', '{confirming}', 'approve payrolls'`,
      `'employees.update', '{}', '{salary}', 'edit casuals'`,
    )
    .replace('run_digest($1)', `'x'`)
  expect(await refused(raise, [person.id], editing)).toEqual(denied)
  expect(await refused(raise, [casual], editing)).toHaveProperty('rows')
  const weaker = add.replace("'approve payrolls'", "'view payrolls'")
  expect(await refused(weaker, [run.id])).toEqual(denied)
  const employee = await world.as('employee', organization_id)
  expect(await refused(add, [run.id], employee)).toEqual(denied)
})

test('salaries and accounts do not change, and the rules only for those who may', async () => {
  const raise = `insert into salaries (employee_id, month, amount) values ($1, '2026-01', 9)`
  const move = `update employees set account_no = '999', bank_name = 'X' where id = $1`
  expect(await refused(raise, [person.id])).toEqual(denied)
  expect(await refused(move, [person.id])).toEqual(denied)
  const address = `update employees set email = 'x@example.test' where id = $1`
  expect(await refused(address, [person.id])).toEqual(denied)
  for (const part of [`phone = '0799111222'`, 'pay = 9', `pay_by = 'cash'`]) {
    expect(await refused(`update casuals set ${part} where id = $1`, [casual], primary)).toEqual(
      denied,
    )
  }
  expect(
    await refused(`update casuals set address = 'x' where id = $1`, [casual], primary),
  ).toEqual({
    rows: [],
  })
  expect(await refused(`update employees set address = 'x' where id = $1`, [person.id])).toEqual({
    rows: [],
  })
  expect(await refused('update maker_checker_settings set salary = false')).toEqual(denied)
  expect(await refused('delete from checker_changes')).toEqual(denied)
})

test('what was agreed to is written, and nothing else', async () => {
  const { employees } = contract
  const ask = async (given: object) => {
    const params = { id: person.id }
    const reply = await finance.call(employees.update, { params, body: given as never })
    return (reply.body as unknown as { proposal_id: string }).proposal_id
  }
  const agreeing = (proposal: string, statement: string) =>
    inside(
      async (client) => {
        await client.query(agreeTo, [proposal])
        await client.query(statement, [person.id])
        return 'written'
      },
      'rollback',
      primary,
    ).catch((error) => error.code as string)
  const raise = (amount: number) =>
    `insert into salaries (employee_id, month, amount) values ($1, '2026-04', ${amount})`
  const salary = await ask({ salary: 81_000, salary_from: '2026-04' })
  expect(await agreeing(salary, raise(999_999))).toBe('42501')
  expect(await agreeing(salary, raise(81_000).replace('2026-04', '2026-03'))).toBe('42501')
  expect(await agreeing(salary, raise(81_000))).toBe('written')
  const net = await ask({ agreed_net: 60_000, salary_from: '2026-04' })
  const written = await world.rows('select input from proposals where id = $1', [net])
  const given = written[0]?.input as { body: { salary: number } } | undefined
  const gross = given?.body.salary ?? 0
  const byNet = (amount: number, agreed: unknown) =>
    `insert into salaries (employee_id, month, amount, agreed_net)
      values ($1, '2026-04', ${amount / 100}, ${agreed})`
  expect(await agreeing(net, byNet(gross, 60_001))).toBe('42501')
  expect(await agreeing(net, byNet(gross, null))).toBe('42501')
  expect(await agreeing(net, byNet(gross + 100, 60_000))).toBe('42501')
  expect(await agreeing(net, byNet(gross, 60_000))).toBe('written')
  expect(await agreeing(salary, byNet(8_100_000, 60_000))).toBe('42501')
  const email = await ask({ email: 'agreed@example.test' })
  const set = (what: string) => `update employees set ${what} where id = $1`
  expect(await agreeing(email, set(`account_no = '666', bank_name = 'X'`))).toBe('42501')
  expect(await agreeing(email, set(`email = 'other@example.test'`))).toBe('42501')
  expect(await agreeing(email, set(`email = 'agreed@example.test'`))).toBe('written')
})

test('a proposal of the person permits what they have proposed, where it is accepted', async () => {
  const me = await asEmployee(world, organization_id, person.id)
  const { myDetails } = contract
  const body = { address: 'Moi Avenue 7' }
  expect((await me.call(myDetails.propose, { body: body as never })).status).toBe(200)
  const decided = `update detail_proposals set status = 'decided', decided_by = 'x',
    decided_at = app_now() where employee_id = $1`
  const moved = inside(
    async (client) => {
      await client.query(decided, [person.id])
      await client.query(
        `update employees set pay_by = 'bank', bank_name = 'Equity',
        account_no = '666' where id = $1`,
        [person.id],
      )
    },
    'rollback',
    finance,
  )
  await expect(moved).rejects.toMatchObject(denied)
})

test('what asks for less counts a day later', async () => {
  await primary.call(makerChecker.changeSettings, { body: { confirming: false, salary: false } })
  const { body } = await primary.call(makerChecker.settings)
  expect(body.coming).toHaveLength(1)
  expect(await confirmed(finance)).toBe('42501')
  const raise = `insert into salaries (employee_id, month, amount) values ($1, '2026-01', 9)`
  expect(await refused(raise, [person.id])).toEqual(denied)
  await world.settlePayers()
  expect(await confirmed(finance)).toBe('confirmed')
  expect(await refused(raise, [person.id])).toEqual({ rows: [] })
})

test('the other one is suspended, or a second login comes: that counts a day later too', async () => {
  await primary.call(makerChecker.changeSettings, { body: { confirming: null } })
  await world.rows(`update memberships set status = 'inactive' where user_id = $1`, [finance.id])
  expect(await confirmed(primary)).toBe('42501')
  const second = await world.addPerson({ role: 'finance', organization_id })
  await world.platform(
    (tx) => tx.run`update checker_changes set made_at = app_now()
    where user_id = ${second.id}`,
  )
  const { counts } = (
    await world.rows(`select may_check($1, $2, 'approve payrolls') as counts`, [
      organization_id,
      second.id,
    ])
  )[0]
  expect(counts).toBe(false)
})
