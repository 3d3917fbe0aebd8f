// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  approveLeave,
  askFor,
  type LeaveOffice,
  openLeaveOffice,
  sumsOf,
} from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/**
 * Leave of December that is recorded in the year after: both years stand as if it had been recorded
 * in time (C21). Of 21 days ten go over and are lost after March; the rest lapses.
 */

const { leaveRequests, leaveBalances } = contract
const world = await openWorld()
let office: LeaveOffice
let annual: string

beforeEach(async () => {
  world.setTime('2026-12-10T09:00:00Z')
  office = await openLeaveOffice(world)
  annual = office.typeOf('Annual Leave')
})

async function atNight(day: string) {
  world.setTime(`${day}T09:00:00Z`)
  await world.work(leaveNight)
}
const staff = () => world.as('primary', office.organization)
const leave = (employee_id: string, start_date: string, end_date: string) => ({
  ...{ employee_id, leave_type_id: annual, start_date, end_date },
})
const record = async (employee_id: string, start: string, end: string) =>
  approveLeave(await staff(), leave(employee_id, start, end))
const ask = async (employee_id: string, start: string, end: string) =>
  askFor(await staff(), leave(employee_id, start, end))
const sums = (employee_id: string) => sumsOf(world, employee_id, annual)
const someone = async () => {
  const { employee_id } = await office.join()
  await atNight('2026-12-10')
  return employee_id
}

const until = { 3: '2026-12-03', 9: '2026-12-11', 11: '2026-12-15', 17: '2026-12-23' }

describe.each([
  ['before carried days expire', '2027-01-06'],
  ['when they have expired', '2027-04-12'],
])('recorded %s', (_, late) => {
  test.each(Object.entries(until))('%s days are as if recorded in time', async (days, end) => {
    const [inTime, tooLate] = [await someone(), await someone()]
    world.setTime('2026-12-30T09:00:00Z')
    await record(inTime, '2026-12-01', end)
    await atNight('2027-01-02')
    await atNight(late)
    await record(tooLate, '2026-12-01', end)
    const stands = await sums(inTime)
    expect(await sums(tooLate)).toEqual(stands)
    expect(stands[0]).toEqual([2026, Number(days), Number(days), 0])
    // Nothing more is there to be carried over, to lapse or to expire.
    await atNight('2027-04-13')
    expect(await sums(tooLate)).toEqual(await sums(inTime))
  })

  test('and rejected, everything is as it was', async () => {
    const id = await someone()
    await atNight('2027-01-02')
    await atNight(late)
    const before = await sums(id)
    const by = await staff()
    const asked = await askFor(by, leave(id, '2026-12-01', '2026-12-23'))
    expect((await sums(id))[0]).toEqual([2026, 17, 0, 17])
    const rejected = await by.call(leaveRequests.reject, {
      params: { id: asked.body.id },
      body: { rejection_reason: 'Not taken' },
    })
    expect(rejected.status).toBe(200)
    expect(await sums(id)).toEqual(before)
  })
})

test('what lapsed comes first, then what was carried, and the entries say so', async () => {
  const id = await someone()
  await atNight('2027-01-02')
  await record(id, '2026-12-01', '2026-12-23')
  const entries = await world.rows(
    `select b.year, n.kind, n.day, n.entitled::float, n.reason from leave_entries n
     join leave_balances b on b.id = n.balance_id
     where b.employee_id = $1 and b.leave_type_id = $2 and n.request_id is not null
       and n.entitled <> 0 order by b.year, n.kind desc`,
    [id, annual],
  )
  const told = { day: '2027-01-01', reason: 'Taken in 2026, recorded later' }
  expect(entries).toEqual([
    { year: 2026, kind: 'expiry', entitled: 11, ...told },
    { year: 2026, kind: 'carry-over', entitled: 6, ...told },
    { year: 2027, kind: 'carry-over', entitled: -6, ...told },
  ])
  const { body } = await (await staff()).call(leaveBalances.list, {
    query: { year: 2027, employee_id: id },
  })
  expect(body.find(({ leave_type_id }) => leave_type_id === annual)).toMatchObject({ remaining: 4 })
})

test('what the new year has used already does not come back', async () => {
  const id = await someone()
  await atNight('2027-01-02')
  await record(id, '2027-01-04', '2027-01-13')
  world.setTime('2027-01-20T09:00:00Z')
  // Eleven lapsed, and two of the ten are left.
  const counted = await (await staff()).call(leaveRequests.count, {
    body: leave(id, '2026-12-01', '2026-12-18'),
  })
  expect(counted.body.balances).toEqual([{ year: 2026, days: 14, remaining: 13 }])
  const refused = await ask(id, '2026-12-01', '2026-12-18')
  expect(refused.body.errors?.end_date).toEqual([
    '14 days of Annual Leave requested in 2026, but only 13 days left.',
  ])
  await record(id, '2026-12-01', '2026-12-17')
  expect(await sums(id)).toEqual([
    [2026, 13, 13, 0],
    [2027, 8, 8, 0],
  ])
})

test('across the turn of the year, each part takes from its own', async () => {
  const id = await someone()
  await atNight('2027-01-02')
  await record(id, '2026-12-01', '2026-12-15')
  world.setTime('2027-01-20T09:00:00Z')
  // 28 to 31 December, and 4 to 11 January: the ten that were carried serve both.
  const asked = await ask(id, '2026-12-28', '2027-01-12')
  expect(asked.body.errors?.end_date).toEqual([
    '7 days of Annual Leave requested in 2027, but only 6 days left.',
  ])
  expect((await ask(id, '2026-12-28', '2027-01-11')).status).toBe(201)
  expect(await sums(id)).toEqual([
    [2026, 15, 11, 4],
    [2027, 6, 0, 6],
  ])
})
