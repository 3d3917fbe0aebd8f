// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCasual, draftCasuals } from '../../test/casuals.ts'
import { employ, runMonth } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Whoever is suspended "will not be included in payroll calculations until reinstated". */

const { payrolls, employees, casuals, casualPayrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

const suspend = (by: Caller, id: string) =>
  by.call(employees.status, { ...one(id), body: { status: 'suspended' } } as never)

describe('after the draft was made', () => {
  test('a suspended employee is named, blocks, and is left out by recalculating', async () => {
    const primary = await world.as('primary', await world.addOrganization())
    const { id } = await employ(primary, { first_name: 'Otieno', last_name: 'Ouma' })
    await employ(primary, { salary: 50_000 })
    const run = await runMonth(primary, 'March', 2026, false)
    expect((await suspend(primary, id)).status).toBe(200)
    const checks = (await primary.call(payrolls.checks, one(run.id))).body
    expect(checks.find(({ kind }) => kind === 'inputs changed')).toMatchObject({
      blocks: true,
      people: [
        { name: 'Otieno Ouma', detail: 'Suspended: recalculate the payroll to leave them out' },
      ],
    })
    expect((await primary.call(payrolls.confirm, one(run.id))).status).toBe(422)
    await primary.call(payrolls.recalculate, one(run.id))
    const confirmed = await primary.call(payrolls.confirm, one(run.id))
    expect(confirmed.body).toMatchObject({ status: 'confirmed', count: 1 })
  })

  test('so is somebody whose last day turns out to be before the month', async () => {
    const primary = await world.as('primary', await world.addOrganization())
    const { id } = await employ(primary)
    await employ(primary)
    const run = await runMonth(primary, 'March', 2026, false)
    const body = { status: 'terminated', termination_date: '2026-02-27' }
    await primary.call(employees.status, { ...one(id), body } as never)
    await primary.call(payrolls.recalculate, one(run.id))
    expect((await primary.call(payrolls.confirm, one(run.id))).body).toMatchObject({ count: 1 })
  })

  test('a suspended casual as well', async () => {
    const primary = await world.as('primary', await world.addOrganization())
    const { id } = await addCasual(primary)
    await addCasual(primary)
    const run = await draftCasuals(primary, '2026-03-02', '2026-03-06')
    await primary.call(casuals.status, { ...one(id), body: { status: 'suspended' } } as never)
    expect((await primary.call(casualPayrolls.confirm, one(run.id))).status).toBe(422)
    await primary.call(casualPayrolls.recalculate, one(run.id))
    const confirmed = await primary.call(casualPayrolls.confirm, one(run.id))
    expect(confirmed.body).toMatchObject({ status: 'confirmed', count: 1 })
  })
})

describe('by a statement of somebody who may make payrolls', () => {
  test('nobody who is not to be paid comes into a draft, or stays in one', async () => {
    const organization = await world.addOrganization()
    const primary = await world.as('primary', organization)
    const { id } = await employ(primary, { salary: 162_000 })
    await employ(primary)
    await suspend(primary, id)
    const run = await runMonth(primary, 'March', 2026, false)
    const clerk = await world.as('user', organization, ['create payrolls', 'view payrolls'])
    const { inside } = statementsIn(world, clerk)
    const put = inside((client) =>
      client.query(
        `insert into payslips (payroll_id, employee_id, month) values ($1, $2, '2026-03')`,
        [run.id, id],
      ),
    )
    await expect(put).rejects.toThrow(/not to be paid/)
    const other = run.payslips[0]?.employee.id as string
    await world.rows(`update employees set status = 'inactive' where id = $1`, [other])
    const confirmed = world.rows(
      `update payrolls set status = 'confirmed', confirmed_at = now(), confirmed_by = 'Nobody',
         count = 1, gross = 1, net = 1 where id = $1`,
      [run.id],
    )
    await expect(confirmed).rejects.toThrow('somebody in it is not to be paid')
  })
})
