import { expect, test } from 'vitest'
import { addCasual, draftCasuals } from '../test/casuals.ts'
import { employ, runMonth } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/** What people are paid and where it goes, for somebody who got statements into a request. */

const world = await openWorld()
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const clerk = await world.as('user', organization_id)
const employee = await world.as('employee', organization_id)
const { refused, inside } = statementsIn(world, employee)
await employ(primary, { salary: 80_000 })
await addCasual(primary)
await runMonth(primary, 'February', 2026, false)
await draftCasuals(primary, '2026-03-02', '2026-03-03')

const someone = '(select id from employees limit 1)'
const casual = '(select id from casuals limit 1)'
const statements = [
  `update employees set account_no = '1'`,
  `update employees set bank_code = '01', branch_code = '001'`,
  `update employees set phone = '0799000000', pay_by = 'mpesa'`,
  'update employees set paye = false',
  `update employees set status = 'active', termination_date = null`,
  `insert into salaries (employee_id, month, amount) values (${someone}, '2026-03', 900000)`,
  `insert into allowances (employee_id, name, amount) values (${someone}, 'x', 1)`,
  'update allowances set amount = 1',
  'delete from recur_deductions',
  `insert into benefits (employee_id, kind, amount, "from")
   values (${someone}, 'meals', 9000, '2026-01-01')`,
  `insert into recur_incomes (employee_id, name, amount, "from")
   values (${someone}, 'x', 1, '2026-03-01')`,
  'update recur_incomes set amount = 1',
  `update recur_incomes set status = 'draft', payslip_id = null`,
  `insert into employee_revenues (employee_id, period, amount) values (${someone}, '2026-03', 1)`,
  `insert into variable_pay (employee_id, period, bonus) values (${someone}, '2026-03', 1)`,
  `update variable_pay set payslip_id = null, status = 'draft'`,
  `update casuals set phone = '0799000000'`,
  `update casuals set pay = 9000, pay_by = 'mpesa'`,
  `insert into casual_advances (casual_id, name, amount) values (${casual}, 'x', 1)`,
  'delete from casual_deductions',
  `insert into muster_days (day) values ('2026-03-09')`,
  'delete from muster_marks',
  'update payslips set net = 999999',
  'delete from payslips',
  `insert into payrolls (code, month, run_by) values ('PR-X', '2026-01', 'x')`,
  `insert into payrolls (kind, code, "from", "to", run_by) values ('casual', 'CP-X', now(), now(), 'x')`,
  'update payslips set net = 999999 where casual_id is not null',
  `delete from payrolls where kind = 'casual'`,
]

test.each(statements)('%s', async (statement) => {
  for (const who of [employee, clerk]) {
    expect(await refused(statement, [], who)).toEqual({ code: '42501' })
  }
  // The office may, as far as the record itself allows it.
  expect(await refused(statement, [], primary)).not.toEqual({ code: '42501' })
})

test('a payroll is confirmed by somebody who may', async () => {
  const clerks = await world.as('admin', organization_id)
  const confirm = `update payrolls set status = 'confirmed', count = 1, gross = 1, net = 1`
  expect(await refused(confirm, [], clerks)).toEqual({ code: '42501' })
  expect(await refused(confirm, [], primary)).not.toEqual({ code: '42501' })
})

test('a payroll is reversed by a primary user', async () => {
  await runMonth(primary, 'January', 2026)
  const finance = await world.as('finance', organization_id)
  const reverse = `update payrolls set status = 'reversed', reversed_at = app_now(),
    reversed_by = 'X', reversal_reason = 'X' where month = '2026-01'`
  expect(await refused(reverse, [], finance)).toEqual({ code: '42501' })
  expect(await refused(reverse, [], primary)).not.toEqual({ code: '42501' })
})

test('that a roll is kept is put off by whoever chooses it', async () => {
  const admin = await world.as('admin', organization_id)
  await world.rows('update casual_settings set keeps_roll = true where organization_id = $1', [
    organization_id,
  ])
  const off = 'update casual_settings set keeps_roll = false'
  expect(await refused(off, [], admin)).toEqual({ code: '42501' })
  expect(await refused(off, [], primary)).toEqual({ rows: [] })
})

const of = (kind: string, status: string) =>
  `(select id from payrolls where kind = '${kind}' and status = '${status}' limit 1)`
const monthly = `payroll_id = ${of('monthly', 'draft')}`
const casuals = `payroll_id = ${of('casual', 'draft')}`
const paid = 'frozen = true, gross = 149000, total_deductions = 0, net = 149000'

/** By somebody who may make payrolls; at once, or when it would be committed. */
test.each([
  `update payslips set payroll_id = ${of('monthly', 'confirmed')}, ${paid} where ${monthly}`,
  `update payslips set payroll_id = ${of('casual', 'draft')} where ${monthly}`,
  `update payslips set payroll_id = ${of('monthly', 'draft')} where ${casuals}`,
  `update payslips set month = '2025-12' where ${monthly}`,
  `update payslips set employee_id = (select id from employees order by number desc limit 1)
     where ${monthly} and employee_id <> (select id from employees order by number desc limit 1)`,
  `update payslips set during = '{[2025-12-01,2025-12-03)}' where ${casuals}`,
  `update payslips set frozen = true where ${monthly}`,
  `update payslips set frozen = true where ${casuals}`,
  `update payrolls set month = '2025-12' where kind = 'monthly' and status = 'draft'`,
  `update payrolls set "from" = "from" - 1 where kind = 'casual'`,
  `update payrolls set kind = 'monthly', month = '2026-03' where kind = 'casual'`,
  `update payrolls set code = 'X' where status = 'draft'`,
])('what a payroll and a payslip are for never changes: %s', async (statement) => {
  await employ(primary, { salary: 50_000 })
  const done = inside(
    async (client) => {
      const { rowCount } = await client.query(statement)
      await client.query('set constraints all immediate')
      return rowCount
    },
    'rollback',
    await world.as('admin', organization_id),
  )
  await expect(done).rejects.toMatchObject({ code: '23514' })
})

test('a casual payroll has no day of payment', async () => {
  const draft = await draftCasuals(primary, '2026-03-02', '2026-03-03').catch(() => null)
  expect(draft).toBeNull()
  const insert = `insert into payroll_payments (id, paid_on) values (${of('casual', 'draft')},
    '2026-03-05')`
  expect(await refused(insert, [], primary)).toEqual({ code: '23514' })
})
