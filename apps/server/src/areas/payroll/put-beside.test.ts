// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { lend, openBorrowing } from '../../test/loans.ts'
import { employ, runMonth } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** What a statement puts beside a payslip is not in it, and is not paid or given up by it. */

const { employees, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

async function openClerk() {
  const organization = await world.addOrganization()
  const primary = await world.as('primary', organization)
  const { id } = await employ(primary, { salary: 62_000 })
  const clerk = await world.as('user', organization, ['create payrolls', 'view payrolls'])
  const { inside } = statementsIn(world, clerk)
  return { organization, primary, id, inside }
}

test("next month's deduction is taken next month, whatever payslip it was given to", async () => {
  const { organization, primary, id, inside } = await openClerk()
  await world.rows(
    `insert into variable_pay (organization_id, employee_id, period, deduction_name, deduction)
     values ($1, $2, '2026-04', 'Damage', 20000)`,
    [organization, id],
  )
  const march = await runMonth(primary, 'March', 2026, false)
  await inside(
    (client) =>
      client.query(
        `update variable_pay set payslip_id = $1 where employee_id = $2 and period = '2026-04'`,
        [march.payslips[0]?.id, id],
      ),
    'commit',
  )
  const confirmed = await primary.call(payrolls.confirm, one(march.id))
  expect(confirmed.status).toBe(200)
  const april = await runMonth(primary, 'April', 2026)
  const nets = [march, april].map(({ payslips }) => payslips[0]?.net ?? 0)
  expect((nets[0] ?? 0) - (nets[1] ?? 0)).toBe(20_000)
})

test('an income of every month goes on', async () => {
  const { organization, primary, id, inside } = await openClerk()
  await world.rows(
    `insert into recur_incomes (organization_id, employee_id, name, amount, "from")
     values ($1, $2, 'Risk', 10000, '2026-03-01')`,
    [organization, id],
  )
  const march = await runMonth(primary, 'March', 2026, false)
  await inside(
    (client) =>
      client.query('update recur_incomes set payslip_id = $1 where employee_id = $2', [
        march.payslips[0]?.id,
        id,
      ]),
    'commit',
  )
  await primary.call(payrolls.confirm, one(march.id))
  const april = await runMonth(primary, 'April', 2026)
  expect(april.payslips[0]?.gross).toBe(72_000)
})

test('interest is not given up before the last pay', async () => {
  const office = await openBorrowing(world)
  const { primary, borrower, organization } = office
  const { id } = await lend(office, { amount: 60_000, term_months: 12 })
  const body = { tos: 'Contract', termination_date: '2026-04-30' } as const
  await primary.call(employees.update, { ...one(borrower.id), body })
  const finance = await world.as('finance', organization)
  const { inside } = statementsIn(world, finance)
  const given = inside(
    (client) =>
      client.query(
        `insert into loan_entries (loan_id, kind, amount, day, payslip_id, left_on)
         select $1, 'rebate', 20000, '2026-03-10', s.id, '2026-04-30' from payslips s
         where s.employee_id = $2 limit 1`,
        [id, borrower.id],
      ),
    'commit',
  )
  await expect(given).rejects.toThrow()
})
