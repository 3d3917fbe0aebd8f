import { expect, test } from 'vitest'
import { addCasual, draftCasuals } from './test/casuals.ts'
import { employ, runMonth } from './test/office.ts'
import { statementsIn } from './test/statements.ts'
import { openWorld } from './test/world.ts'

/** What people are paid and where it goes, for somebody who got statements into a request. */

const world = await openWorld()
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const clerk = await world.as('user', organization_id)
const employee = await world.as('employee', organization_id)
const { refused } = statementsIn(world, employee)
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
