import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { askFor, type LeaveOffice, openLeaveOffice, sumsOf } from '../test/leave.ts'
import { type Caller, openWorld } from '../test/world.ts'
import { recounting } from './recounting.ts'

/** What was asked for is counted anew when the days change. Today is Tuesday, 10 March 2026. */

const { leaveRequests } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let unpaid: string

beforeEach(async () => {
  office = await openLeaveOffice(world)
  primary = office.primary
  unpaid = office.typeOf('Unpaid Leave')
})

const get = (by: Caller, id: string) => by.call(leaveRequests.get, { params: { id } })

test('a holiday that is added later gives a day back, and both sides hear of it', async () => {
  const me = await office.join()
  await me.call(contract.auth.setLanguage, { body: { language: 'sw' } })
  const { id } = (await askFor(me, { leave_type_id: unpaid })).body
  await primary.call(leaveRequests.approve, { params: { id }, body: {} })
  const added = await primary.call(contract.leaveHolidays.create, {
    body: { day: '2026-04-14', name: 'Day of mourning' },
  })
  expect(added.status).toBe(201)
  expect((await get(me, id)).body.days).toBe(1)
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 1, 0]])
  const heard = async (who: Caller) =>
    JSON.stringify((await who.call(contract.notifications.list)).body.data)
  expect(await heard(primary)).toContain(
    'Day of mourning on 14 April, 2026 was added: 2 days became 1 day',
  )
  const mine = await heard(me)
  expect(mine).toContain('Likizo Bila Malipo, 13 Aprili, 2026 hadi')
  expect(mine).toContain('Day of mourning ya 14 Aprili, 2026 imeongezwa: siku 2 zimekuwa siku 1.')
  await primary.call(contract.leaveHolidays.remove, { params: { id: added.body.id } })
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 2, 0]])
})

test('a holiday that moves over New Year moves the day to the other year', async () => {
  const me = await office.join()
  const days = { start_date: '2026-12-30', end_date: '2027-01-04' }
  await askFor(me, { leave_type_id: unpaid, ...days })
  const { body } = await primary.call(contract.leaveHolidays.create, {
    body: { day: '2026-12-31', name: 'Mourning' },
  })
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([
    [2026, 30, 0, 1],
    [2027, 30, 0, 1],
  ])
  const moved = { day: '2027-01-04', name: 'Mourning', expected: false }
  await primary.call(contract.leaveHolidays.update, { params: { id: body.id }, body: moved })
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([
    [2026, 30, 0, 2],
    [2027, 30, 0, 0],
  ])
})

test('working days that the organisation changes are counted anew, once, and told', async () => {
  const me = await office.join()
  const { id } = (
    await askFor(me, { leave_type_id: unpaid, start_date: '2026-04-17', end_date: '2026-04-20' })
  ).body
  const look = () => recounting(world.parts as never).next()
  await look()
  expect((await get(me, id)).body.days).toBe(2)
  await world.rows('update organizations set work_saturday = true where id = $1', [
    office.organization,
  ])
  await look()
  await look()
  expect((await get(me, id)).body.days).toBe(3)
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 0, 3]])
  const { data } = (await me.call(contract.notifications.list)).body
  expect(data.filter(({ text }) => text.includes('2 days became 3 days'))).toHaveLength(1)
})
