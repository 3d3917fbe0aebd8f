// @tests story
import { contract } from '@mshahara/contract'
import type { LeaveChange } from '@mshahara/contract/leave-changes'
import { beforeEach, expect, test } from 'vitest'
import {
  approveLeave,
  askFor,
  type LeaveOffice,
  openLeaveOffice,
  sumsOf,
} from '../../test/leave.ts'
import { type Caller, openWorld } from '../../test/world.ts'
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

/** Leave over today, 10 March: some of its days are over. */
const across = { start_date: '2026-03-05', end_date: '2026-03-16' }
const approved = async (employee_id: string, leave_type_id: string, days: object) =>
  approveLeave(primary, { employee_id, leave_type_id, ...days })
const preview = async (body: LeaveChange) =>
  (await primary.call(contract.leaveChanges.preview, { body })).body
const linesOf = async (id: string) =>
  (await get(primary, id)).body.lines
    .filter(({ counts }) => counts > 0)
    .map(({ day }) => day.slice(8))

test('working days that change move only days that are not over, and are shown before', async () => {
  const me = await office.join({ first_name: 'Wanjiku', last_name: 'Kamau' })
  const past = await approved(me.employee_id, unpaid, {
    ...{ start_date: '2026-02-20', end_date: '2026-02-23' },
  })
  const id = await approved(me.employee_id, unpaid, across)
  const six = { own: true, work_saturday: true, work_sunday: false }
  const change = { what: 'pattern', employee_id: me.employee_id, ...six } as const
  expect(await preview(change)).toMatchObject({
    count: 1,
    leaves: [{ name: 'Wanjiku Kamau', type: 'Unpaid Leave', before: 8, after: 9, kept: false }],
  })
  expect((await get(me, id)).body.days).toBe(8)
  const params = { id: me.employee_id }
  await primary.call(contract.leaveSettings.changePattern, { params, body: six })
  // Saturday the 14th counts now; Saturday the 7th was taken as a free day.
  expect(await linesOf(id)).toEqual(['05', '06', '09', '10', '11', '12', '13', '14', '16'])
  const rules = (await get(me, id)).body.lines.map(({ rule }) => rule)
  expect([rules[0], rules.at(-1)]).toEqual(['mon-fri', 'mon-sat'])
  expect((await get(me, past)).body.days).toBe(2)
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 11, 0]])
  const [letter] = await world.mails(`${me.email}`)
  expect(letter?.subject).toBe('Leave recounted')
  expect(letter?.text).toContain('The working days of Wanjiku Kamau changed: 8 days became 9 days.')
})

test('a type that is counted otherwise moves only days that are not over', async () => {
  const me = await office.join()
  const id = await approved(me.employee_id, unpaid, across)
  const change = { what: 'type', id: unpaid, count_by: 'calendar' } as const
  expect((await preview(change)).leaves).toMatchObject([{ before: 8, after: 10 }])
  const { body: type } = await primary.call(contract.leaveTypes.get, { params: { id: unpaid } })
  await primary.call(contract.leaveTypes.update, {
    params: { id: unpaid },
    body: { ...type, count_by: 'calendar' },
  })
  expect(await linesOf(id)).toEqual(['05', '06', '09', '10', '11', '12', '13', '14', '15', '16'])
  expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 10, 0]])
})

test('a holiday of a day that is over changes nothing, one to come is shown before', async () => {
  const me = await office.join()
  const id = await approved(me.employee_id, unpaid, across)
  expect(await preview({ what: 'holiday', day: '2026-03-06' })).toEqual({ count: 0, leaves: [] })
  expect(await preview({ what: 'holiday', day: '2026-03-12' })).toMatchObject({
    leaves: [{ before: 8, after: 7 }],
  })
  const declare = async (day: string) =>
    (await primary.call(contract.leaveHolidays.create, { body: { day, name: 'Mourning' } })).body
  await declare('2026-03-06')
  const { id: holiday } = await declare('2026-03-12')
  expect((await get(me, id)).body.days).toBe(7)
  expect(await preview({ what: 'holiday', id: holiday })).toMatchObject({
    leaves: [{ before: 7, after: 8 }],
  })
  expect(await preview({ what: 'holiday', id: holiday, day: '2026-03-13' })).toEqual({
    ...{ count: 0, leaves: [] },
  })
})

test('the organisation’s own days: shown before, without whoever works others', async () => {
  const me = await office.join()
  const other = await office.join()
  await approved(me.employee_id, unpaid, across)
  await approved(other.employee_id, unpaid, across)
  await primary.call(contract.leaveSettings.changePattern, {
    params: { id: other.employee_id },
    body: { own: true, work_saturday: false, work_sunday: false },
  })
  const change = { what: 'organization', work_saturday: true, work_sunday: true } as const
  expect(await preview(change)).toMatchObject({ count: 1, leaves: [{ before: 8, after: 10 }] })
})

test('leave never comes to cost more than there is: it stays as it was counted', async () => {
  const me = await office.join()
  const annual = office.typeOf('Annual Leave')
  const days = { start_date: '2026-04-13', end_date: '2026-04-15' }
  const added = await primary.call(contract.leaveHolidays.create, {
    body: { day: '2026-04-16', name: 'Mourning' },
  })
  const id = await approved(me.employee_id, annual, { ...days, end_date: '2026-04-16' })
  expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 3.5, 3, 0]])
  const change = { what: 'holiday', id: added.body.id } as const
  expect((await preview(change)).leaves).toMatchObject([{ before: 3, after: 3, kept: true }])
  await primary.call(contract.leaveHolidays.remove, { params: { id: added.body.id } })
  expect((await get(me, id)).body.days).toBe(3)
  expect(await sumsOf(world, me.employee_id, annual)).toEqual([[2026, 3.5, 3, 0]])
  const { data } = (await me.call(contract.notifications.list)).body
  expect(data.map(({ title }) => title)).toContain('Leave stays as it was counted')
})

test('the database keeps the days that are over, whoever asks', async () => {
  const me = await office.join()
  const id = await approved(me.employee_id, unpaid, across)
  const change = (day: string) =>
    world.rows('update leave_request_days set counts = 0 where request_id = $1 and day = $2', [
      ...[id, day],
    ])
  await expect(change('2026-03-09')).rejects.toThrow(/was taken/)
  await change('2026-03-10')
})
