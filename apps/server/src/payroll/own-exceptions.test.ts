import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leaveNight } from '../leave/year.ts'
import { openLeaveOffice } from '../test/leave.ts'
import { employ, runMonth } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/** Nobody approves by name what they are paid themselves, nor pays out their own days. */

const { leaveBalances, payrolls } = contract
const world = await openWorld()

test('somebody else approves it, where there is somebody who may', async () => {
  const { primary, organization, typeOf } = await openLeaveOffice(world)
  const hired = { salary: 44_000, employment_date: '2026-01-01' }
  const { id: employee_id } = await employ(primary, hired)
  await world.work(leaveNight)
  const [{ id }] = await world.rows(
    `select id from leave_balances where employee_id = $1 and leave_type_id = $2 and year = 2026`,
    [employee_id, typeOf('Annual Leave')],
  )
  const more = { entitled_days: 30, reason: 'As agreed' }
  await primary.call(leaveBalances.update, { params: { id }, body: more })
  const body = { days: 15, reason: 'Asked for' }
  const encash = () => primary.call(leaveBalances.encash, { params: { id }, body })
  expect((await encash()).status).toBe(200)
  await world.rows('update memberships set employee_id = $2 where user_id = $1', [
    primary.id,
    employee_id,
  ])
  const run = await runMonth(primary, 'March', 2026, false)
  const { body: checks } = await primary.call(payrolls.checks, { params: { id: run.id } })
  const detail = checks.find(({ kind }) => kind === 'leave beyond')?.people[0]?.detail ?? ''
  const approved = [{ kind: 'leave beyond' as const, employee_id, detail }]
  const confirm = () =>
    primary.call(payrolls.confirm, { params: { id: run.id }, body: { approved } })
  const { refused } = statementsIn(world, primary)
  const byHand = `insert into payroll_exceptions (payroll_id, employee_id, kind, detail, approved_name)
    values ($1, $2, 'leave beyond', 'x', 'Somebody') returning approved_name`
  const entered = () => refused(byHand, [run.id, employee_id])
  expect(await entered()).toEqual({ rows: [{ approved_name: 'Amani Njoroge' }] })
  await world.as('finance', organization)
  await world.as('admin', organization)
  expect(await entered()).toEqual({ code: '42501' })
  const told = await confirm()
  expect([told.status, told.body.message]).toEqual([
    422,
    `Somebody else has to approve what this payroll pays you: ${detail}`,
  ])
  expect((await encash()).body.message).toBe('Somebody else has to have your own days paid out.')
  await world.rows(
    `update memberships set status = 'inactive' where organization_id = $1
    and role in ('finance', 'admin')`,
    [organization],
  )
  expect((await confirm()).status).toBe(200)
})
