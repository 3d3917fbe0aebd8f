// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { approveLeave, certificate, type LeaveOffice, openLeaveOffice } from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is left between an employer and somebody who has left, of leave without pay. */

const { allowances, employees, leaveClaims, leaveRequests, payrolls } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let id: string

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  id = (await employ(primary, { salary: 62_000 })).id
})

const approved = (type: string, start_date: string, end_date: string, more = {}) => {
  const leave_type_id = office.typeOf(type)
  return approveLeave(primary, { employee_id: id, leave_type_id, start_date, end_date, ...more })
}

test('what a last pay cannot bear is a claim, collected or waived once', async () => {
  const look = async (by: Caller = primary) => by.call(leaveClaims.ofEmployee, { params: { id } })
  await runMonth(primary, 'February', 2026)
  await approved('Unpaid Leave', '2026-02-02', '2026-02-28')
  await terminate(primary, id, '2026-03-10')
  // 27 of 28 days of 62,000.
  expect((await look()).body).toMatchObject({ claim: false, owed: 59_785.71 })
  const [row] = (await look()).body.rows
  const close = (claim: string | undefined, by: Caller = primary) =>
    by.call(leaveClaims.close, {
      params: { id: claim ?? '' },
      body: { outcome: 'waived', reason: 'Not worth a letter' },
    })
  expect((await close(row?.id)).body.message).toBe(
    'Final pay has not been run yet: it may still deduct these days.',
  )
  const march = await runMonth(primary, 'March', 2026, false)
  const { body: checks } = await primary.call(payrolls.checks, { params: { id: march.id } })
  // Ten days of March are 20,000. 13,333 may go, 865 of it to the law: 5.63 of the 27 days.
  expect(checks.find(({ kind }) => kind === 'leave carried')?.people[0]?.detail).toBe(
    'Unpaid Leave (February 2026): 21.37 days become a claim',
  )
  const done = await primary.call(payrolls.confirm, { params: { id: march.id } })
  expect(done.body).toMatchObject({ status: 'confirmed' })
  const { body } = await look()
  expect(body).toMatchObject({ claim: true, owed: 47_319.29 })
  const left = body.rows.map(({ id: own, month, days }) => [own, month, days])
  expect(left).toEqual([[expect.any(String), '2026-02', 21.37]])
  const [[claim]] = left as [[string, string, number]]
  const assistant = await world.as('user', office.organization)
  expect((await look(assistant)).status).toBe(403)
  expect((await close(claim, assistant)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await look(stranger)).status).toBe(404)
  expect((await close(claim, stranger)).status).toBe(404)
  const replies = await Promise.all(Array.from({ length: 20 }, () => close(claim)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
  expect((await look()).body).toMatchObject({
    owed: 0,
    rows: [{ outcome: 'waived', outcome_reason: 'Not worth a letter' }],
  })
  const [logged] = await world.rows(
    `select log_name, properties -> 'new' ->> 'outcome' as outcome from activity_log
     where subject_id = $1`,
    [claim],
  )
  expect(logged).toEqual({ log_name: 'leave', outcome: 'waived' })
  // A reversal gives back what the run had taken, and leaves alone what was decided.
  await primary.call(payrolls.reverse, { params: { id: march.id }, body: { reason: 'Again' } })
  const again = await runMonth(primary, 'March', 2026, false)
  const [slip] = await world.rows('select incomes from payslips where payroll_id = $1', [again.id])
  expect(slip.incomes.map(({ name }: { name: string }) => name)).toEqual([
    'Unpaid Leave (February 2026)',
  ])
  const erased = world.rows(`update leave_pay_days set days = 1 where id = $1`, [claim])
  await expect(erased).rejects.toThrow('leave is paid')
})
test('what was waived is not given back when the leave costs less', async () => {
  await world.rows(
    'update employees set paye = false, nssf = false, nhif = false, housing = false where id = $1',
    [id],
  )
  await runMonth(primary, 'February', 2026)
  const request = await approved('Sick Leave', '2026-02-02', '2026-02-12', certificate)
  await terminate(primary, id, '2026-03-01')
  await runMonth(primary, 'March', 2026)
  const { body } = await primary.call(leaveClaims.ofEmployee, { params: { id } })
  await primary.call(leaveClaims.close, {
    params: { id: body.rows[0]?.id ?? '' },
    body: { outcome: 'waived', reason: 'Not worth a letter' },
  })
  // As if it had been declared in time: days that are over are not counted again.
  world.setTime('2026-02-04T09:00:00Z')
  const declared = await (await office.renewed(primary)).call(contract.leaveHolidays.create, {
    body: { day: '2026-02-05', name: 'Day of mourning' },
  })
  expect(declared.status).toBe(201)
  world.setTime('2026-03-10T09:00:00Z')
  const rows = await world.rows(
    `select days::float, status from leave_pay_days where request_id = $1 order by number`,
    [request],
  )
  // Two days at half pay became one: of the 0.6 that were deducted 0.1 is too much.
  expect(rows.map(({ days, status }) => [days, status])).toEqual([
    [0.6, 'paid'],
    [0.4, 'closed'],
    [-0.1, 'draft'],
  ])
  // That tenth of a day is due to the person, who has no next pay.
  const look = () => primary.call(leaveClaims.ofEmployee, { params: { id } })
  const { body: after } = await look()
  expect(after).toMatchObject({ claim: true, owed: 0, due: 221.43 })
  const due = after.rows.find(({ outcome }) => outcome === null)?.id ?? ''
  const close = (outcome: 'waived' | 'paid') =>
    primary.call(leaveClaims.close, {
      params: { id: due },
      body: { outcome, reason: 'By M-PESA on 12 March' },
    })
  expect((await close('waived')).body.errors).toEqual({
    outcome: ['This is owed to the person and can only be paid.'],
  })
  expect((await close('paid')).status).toBe(200)
  expect((await close('paid')).status).toBe(422)
  expect((await look()).body).toMatchObject({ owed: 0, due: 0 })
})

test('days told after the last pay of a contract are decided like any other', async () => {
  const ends = (termination_date: string) =>
    primary.call(employees.update, {
      ...{ params: { id }, body: { tos: 'Contract', termination_date } },
    })
  await ends('2026-12-31')
  await runMonth(primary, 'March', 2026)
  await approved('Unpaid Leave', '2026-03-02', '2026-03-06')
  const look = async () => (await primary.call(leaveClaims.ofEmployee, { params: { id } })).body
  const [row] = (await look()).rows
  const close = () =>
    primary.call(leaveClaims.close, {
      params: { id: row?.id ?? '' },
      body: { outcome: 'collected', reason: 'Paid in cash' },
    })
  expect(await look()).toMatchObject({ claim: false, owed: 10_000 })
  expect((await close()).status).toBe(422)
  await ends('2026-03-31')
  expect(await look()).toMatchObject({ claim: true, owed: 10_000 })
  expect((await close()).status).toBe(200)
  expect(await look()).toMatchObject({ claim: true, owed: 0 })
})

const house = (amount: number) =>
  primary.call(allowances.create, {
    body: { employee_id: id, name: 'House', amount, taxable: false, type: 'house' },
  })
const claims = async () => (await primary.call(leaveClaims.ofEmployee, { params: { id } })).body
const collect = async () => {
  const row = (await claims()).rows.find(({ outcome }) => outcome === null)
  const reply = await primary.call(leaveClaims.close, {
    params: { id: row?.id ?? '' },
    body: { outcome: 'collected', reason: 'Paid in cash' },
  })
  expect(reply.status, reply.body.message).toBe(200)
}
const cancelled = async (leave: string) => {
  const reply = await primary.call(leaveRequests.cancel, { params: { id: leave } })
  expect(reply.status, reply.body.message).toBe(200)
}

test('what was collected comes back whole, untaxed pay too', async () => {
  await house(31_000)
  await terminate(primary, id, '2026-03-31')
  await runMonth(primary, 'March', 2026)
  const leave = await approved('Unpaid Leave', '2026-03-16', '2026-03-20')
  expect((await claims()).owed).toBe(15_000)
  await collect()
  await cancelled(leave)
  expect((await claims()).due).toBe(15_000)
  // With pay, where they are back at work.
  await primary.call(employees.status, { params: { id }, body: { status: 'active' } })
  const april = await runMonth(primary, 'April', 2026)
  const [slip] = await world.rows('select incomes from payslips where payroll_id = $1', [april.id])
  expect(slip.incomes).toMatchObject([
    { name: 'House' },
    { name: 'Unpaid Leave given back (March 2026)', amount: 1_000_000 },
    { name: 'Unpaid Leave given back (March 2026), untaxed', amount: 500_000 },
  ])
})

test('and so does what a last pay took one part of', async () => {
  await house(31_000)
  await runMonth(primary, 'March', 2026)
  const leave = await approved('Unpaid Leave', '2026-03-11', '2026-03-31')
  // The last pay has no untaxed pay to take any from.
  await world.rows('delete from allowances where employee_id = $1', [id])
  await terminate(primary, id, '2026-04-15')
  const april = await runMonth(primary, 'April', 2026)
  const [slip] = await world.rows('select incomes from payslips where payroll_id = $1', [april.id])
  const taken = slip.incomes.map(({ amount }: { amount: number }) => amount / 100)
  expect(taken).toEqual([expect.any(Number)])
  const { owed } = await claims()
  await collect()
  await cancelled(leave)
  expect((await claims()).due).toBeCloseTo(owed - taken[0], 2)
})
