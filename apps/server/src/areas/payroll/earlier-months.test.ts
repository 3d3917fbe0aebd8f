// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { giveDays, type LeaveOffice, openLeaveOffice } from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What is known of an earlier month only after it was paid: the next run's checks name it. */

const { employees, leaveBalances, payrolls } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']

beforeEach(async () => {
  world.setTime('2026-03-28T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  await employ(primary, { first_name: 'Stays', salary: 40_000, employment_date: '2026-03-16' })
})

/** What the draft of April says of these kinds. */
const inApril = async (...kinds: string[]) => {
  const { id } = await runMonth(primary, 'April', 2026, false)
  const { body } = await primary.call(payrolls.checks, { params: { id } })
  return body
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(({ people }) => people.map(({ name, detail }) => `${name}: ${detail}`))
}

test('a contract that was extended after its last pay: the rest of the month', async () => {
  const { id } = await employ(primary, {
    first_name: 'Chao',
    salary: 62_000,
    tos: 'Contract',
    termination_date: '2026-03-10',
  })
  await runMonth(primary, 'March', 2026)
  const body = { tos: 'Contract', termination_date: '2026-06-30' } as const
  expect((await primary.call(employees.update, { params: { id }, body })).status).toBe(200)
  expect(await inApril('other days')).toEqual([
    'Chao Mwangi: March 2026 was paid for 10 of 31 days, and by the record it is 14, without 17 ' +
      'between leaving and coming back',
  ])
})

test('a contract that became permanent, and a day of joining that was put right', async () => {
  const contracted = { tos: 'Contract', termination_date: '2026-03-10' } as const
  const { id } = await employ(primary, { first_name: 'Chao', ...contracted })
  const joined = await employ(primary, { first_name: 'Dena', employment_date: '2026-03-02' })
  await runMonth(primary, 'March', 2026)
  for (const [who, body] of [
    [id, { tos: 'Permanent', termination_date: null }],
    [joined.id, { employment_date: '2026-03-09' }],
  ] as const) {
    const reply = await primary.call(employees.update, { params: { id: who }, body })
    expect(reply.status, reply.body.message).toBe(200)
  }
  expect(await inApril('other days')).toEqual([
    'Chao Mwangi: March 2026 was paid for 10 of 31 days, and by the record it is 14, without 17 ' +
      'between leaving and coming back',
    'Dena Mwangi: March 2026 was paid for 30 of 31 days, and by the record it is 23',
  ])
})

test('somebody dismissed after the month was confirmed: days paid too many, and leave', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await giveDays(world, office, id, office.typeOf('Annual Leave'), 8, 2026)
  await runMonth(primary, 'March', 2026)
  await terminate(primary, id, '2026-03-20')
  expect(await inApril('other days', 'leave behind')).toEqual([
    'Chao Mwangi: March 2026 was paid for 31 of 31 days, and by the record it is 20',
    expect.stringMatching(/^Chao Mwangi: .* days of Annual Leave$/),
  ])
})

test('somebody taken back: the days between are named where they are paid', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await terminate(primary, id, '2026-03-20')
  await runMonth(primary, 'March', 2026)
  world.setTime('2026-04-13T09:00:00Z')
  primary = await office.renewed(primary)
  const body = { status: 'active' } as const
  expect((await primary.call(employees.status, { params: { id }, body })).status).toBe(200)
  expect(await inApril('other days', 'days away')).toEqual([
    'Chao Mwangi: Left on 20 March, 2026, back on 13 April, 2026: 12 days',
  ])
})

test('and twice in a month, both times', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  for (const [last, back] of [
    ['2026-04-02', '2026-04-06'],
    ['2026-04-10', '2026-04-12'],
  ] as const) {
    world.setTime(`${last}T09:00:00Z`)
    primary = await office.renewed(primary)
    await terminate(primary, id, last)
    world.setTime(`${back}T09:00:00Z`)
    primary = await office.renewed(primary)
    await primary.call(employees.status, { params: { id }, body: { status: 'active' } })
  }
  expect(await inApril('days away')).toEqual([
    'Chao Mwangi: Left on 02 April, 2026, back on 06 April, 2026; Left on 10 April, 2026, back on ' +
      '12 April, 2026: 4 days',
  ])
})

test('somebody taken back for a contract: the days between are named too', async () => {
  const contracted = { tos: 'Contract', termination_date: '2026-12-31' } as const
  const { id } = await employ(primary, { first_name: 'Chao', ...contracted })
  await terminate(primary, id, '2026-03-20')
  await runMonth(primary, 'March', 2026)
  world.setTime('2026-04-02T09:00:00Z')
  primary = await office.renewed(primary)
  const body = { status: 'active', termination_date: '2026-12-31' } as const
  expect((await primary.call(employees.status, { params: { id }, body })).status).toBe(200)
  expect(await inApril('other days', 'days away')).toEqual([
    'Chao Mwangi: Left on 20 March, 2026, back on 02 April, 2026: 1 day',
  ])
})

test('commission that was recorded after final pay', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await terminate(primary, id, '2026-03-20')
  await runMonth(primary, 'March', 2026)
  await world.rows(
    `insert into employee_revenues (organization_id, employee_id, period, display_name, amount,
       target, rate) values ($1, $2, '2026-03', 'Sales commission', 90000, 10000, 5)`,
    [office.organization, id],
  )
  expect(await inApril('left unpaid')).toEqual(['Chao Mwangi: Sales commission, March 2026'])
})

test('a month that was paid as the record has it is no matter', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await terminate(primary, id, '2026-03-20')
  await runMonth(primary, 'March', 2026)
  expect(await inApril('other days', 'left unpaid', 'leave behind')).toEqual([])
})

/** Ten days of leave, put down to be paid out. */
async function putDown(id: string) {
  await giveDays(world, office, id, office.typeOf('Annual Leave'), 10, 2026)
  const [balance] = await world.rows(
    'select id from leave_balances where employee_id = $1 and leave_type_id = $2 and year = 2026',
    [id, office.typeOf('Annual Leave')],
  )
  const body = { days: 10, reason: 'Asked for' }
  const reply = await primary.call(leaveBalances.encash, { params: { id: balance.id }, body })
  expect(reply.status, reply.body.message).toBe(200)
}

test('days put down for a later month come with final pay', async () => {
  world.setTime('2026-04-03T09:00:00Z')
  primary = await office.renewed(primary)
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await putDown(id)
  await terminate(primary, id, '2026-03-31')
  const march = await runMonth(primary, 'March', 2026, false)
  const [paid] = await world.rows(
    `select sum(split_part(line ->> 'quantity', ' ', 1)::float8) as days
     from payslips, jsonb_array_elements(incomes) line
     where payroll_id = $1 and line ->> 'name' = 'Leave encashment'`,
    [march.id],
  )
  expect(paid).toEqual({ days: 10 })
})

test('days put down after what turned out to be the last pay are named', async () => {
  const { id } = await employ(primary, { first_name: 'Chao', employment_date: '2025-01-01' })
  await runMonth(primary, 'March', 2026)
  await putDown(id)
  await terminate(primary, id, '2026-03-31')
  expect(await inApril('leave behind')).toContainEqual(
    expect.stringMatching(/^Chao Mwangi: 10 days of Annual Leave, put down to be paid out$/),
  )
})
