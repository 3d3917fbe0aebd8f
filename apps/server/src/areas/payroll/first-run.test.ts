// @tests story
import { expect, test } from 'vitest'
import { payMonth } from '../../foundation/pay/intake.ts'
import { addMany } from '../../test/office.ts'
import { pagesOf } from '../../test/pages.ts'
import { openWorld } from '../../test/world.ts'
import { claimAll } from './intakes.ts'
import { openMonth } from './runs.ts'

const world = await openWorld()
const people = 3_000

test('a first run takes what is due without a walk through it for each person', async () => {
  // Statistics come later than the first run, and without them a plan has no luck.
  await world.byHand('alter table payslips set (autovacuum_enabled = false)')
  const organization_id = await world.addOrganization()
  await addMany(world, organization_id, people)
  await world.rows(
    `insert into employee_revenues (organization_id, employee_id, period, amount, target, rate)
     select organization_id, id, '2026-03', 100000, 0, 10 from employees where organization_id = $1`,
    [organization_id],
  )
  const acting = { organization_id, actor: 'Somebody' }
  const by = { id: null, name: 'Somebody' }
  const run = await world.parts.db.inOrg(acting, (tx) => openMonth(tx, '2026-03', by))
  expect(run.count).toBe(people)
  const before = await pagesOf(world, 'payslips')
  await world.parts.db.inOrg(acting, (tx) =>
    claimAll(tx, payMonth('2026-03'), { payroll_id: run.id }),
  )
  const [{ taken }] = await world.rows(
    'select count(payslip_id)::int as taken from employee_revenues where organization_id = $1',
    [organization_id],
  )
  expect(taken).toBeGreaterThanOrEqual(run.count)
  expect(((await pagesOf(world, 'payslips')) - before) / people).toBeLessThan(60)
})
