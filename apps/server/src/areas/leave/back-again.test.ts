// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { atNight, type LeaveOffice, openLeaveOffice } from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** Whoever was gone for some months and came back has earned no leave in between. */

const { employees, payrolls } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']

beforeEach(async () => {
  world.setTime('2026-03-20T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    office.organization,
  ])
  await employ(primary, { first_name: 'Stays' })
})
const hire = (given: object) =>
  employ(primary, {
    ...{ first_name: 'Chao', salary: 44_000, employment_date: '2026-01-01' },
    ...given,
  })

/** What a run pays for leave, and whether it has to be approved by name. */
async function leavePay(run: { id: string }, id: string) {
  const paid = await world.rows(
    `select (line ->> 'amount')::int / 100 as amount
     from payslips, jsonb_array_elements(incomes) line
     where payroll_id = $1 and employee_id = $2 and line ->> 'name' like 'Leave pay%'`,
    [run.id, id],
  )
  const { body } = await primary.call(payrolls.checks, { params: { id: run.id } })
  const beyond = body.some(({ kind }) => kind === 'leave beyond')
  return [...paid.map(({ amount }) => amount), beyond]
}

async function inNovember(back: () => Promise<unknown>) {
  world.setTime('2026-11-02T09:00:00Z')
  primary = await office.renewed(primary)
  await back()
  primary = await atNight(world, { ...office, primary }, '2026-11-03')
}

test('dismissed in March and back in November: paid for November', async () => {
  const { id } = await hire({})
  await world.work(leaveNight)
  await terminate(primary, id, '2026-03-31')
  const march = await runMonth(primary, 'March', 2026)
  expect(await leavePay(march, id)).toEqual([10_500, false])
  const body = { status: 'active' } as const
  await inNovember(() => primary.call(employees.status, { params: { id }, body }))
  await terminate(primary, id, '2026-11-30')
  const november = await runMonth(primary, 'November', 2026, false)
  expect(await leavePay(november, id)).toEqual([3_500, false])
})

test('a contract over in March and another one since November', async () => {
  const until = (termination_date: string) => ({ tos: 'Contract' as const, termination_date })
  const { id } = await hire(until('2026-03-31'))
  await world.work(leaveNight)
  const march = await runMonth(primary, 'March', 2026)
  expect(await leavePay(march, id)).toEqual([10_500, false])
  const body = until('2026-11-30')
  await inNovember(() => primary.call(employees.update, { params: { id }, body }))
  const november = await runMonth(primary, 'November', 2026, false)
  expect(await leavePay(november, id)).toEqual([3_500, false])
})
