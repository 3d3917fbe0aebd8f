import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openLeaveOffice } from '../../test/leave.ts'
import { employ, runMonth } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from '../leave/year.ts'

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
    `Somebody else must approve what this payroll pays you: ${detail}`,
  ])
  expect((await encash()).body.message).toBe('Somebody else must pay out your own days.')
  await world.rows(
    `update memberships set status = 'inactive' where organization_id = $1
    and role in ('finance', 'admin')`,
    [organization],
  )
  expect((await confirm()).status).toBe(200)
})

test('one’s own days are paid out by no statement, where somebody else could say so', async () => {
  const { primary, organization, typeOf, join } = await openLeaveOffice(world)
  const { id: mine } = await employ(primary, { salary: 44_000, employment_date: '2025-01-01' })
  const colleague = await join({ employment_date: '2025-01-01' })
  await world.work(leaveNight)
  await world.rows('update memberships set employee_id = $2 where user_id = $1', [primary.id, mine])
  const { refused } = statementsIn(world, primary)
  const balanceOf = async (employee_id: string) => {
    const whose = 'employee_id = $1 and leave_type_id = $2'
    const values = [employee_id, typeOf('Annual Leave')]
    const [{ id }] = await world.rows(`select id from leave_balances where ${whose}`, values)
    return id as string
  }
  const [own, theirs] = [await balanceOf(mine), await balanceOf(colleague.employee_id)]
  const payOut = (employee_id: string, balance: string, leaving = false) =>
    refused(
      `with entry as (insert into leave_entries (balance_id, kind, used, day, reason)
         values ($2, 'encashment', 1, '2026-03-10', 'x'))
       insert into leave_encashments (employee_id, balance_id, days, month, leaving, reason)
       values ($1, $2, 1, '2026-03', $3, 'x')`,
      [employee_id, balance, leaving],
    )
  const denied = { code: '42501' }
  const alone = await payOut(mine, own)
  expect(alone).toEqual({ rows: [] })
  await world.as('admin', organization)
  expect(await payOut(mine, own)).toEqual(denied)
  // From somebody else's days, or as if they left.
  expect(await payOut(mine, theirs)).toEqual(denied)
  expect(await payOut(mine, own, true)).toEqual(denied)
  expect(await payOut(colleague.employee_id, own)).toEqual(denied)
  expect(await payOut(colleague.employee_id, theirs)).toEqual({ rows: [] })
  const body = { days: 1, reason: 'Asked for' }
  await primary.call(leaveBalances.encash, { params: { id: theirs }, body })
  for (const change of ['employee_id = $1, balance_id = $2', 'days = 9', `month = '2026-01'`]) {
    const to = change.includes('$') ? [mine, own] : []
    expect(await refused(`update leave_encashments set ${change}`, to)).toEqual(denied)
  }
})
