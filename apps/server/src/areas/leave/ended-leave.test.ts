// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import {
  approveLeave,
  askFor,
  atNight,
  giveDays,
  openLeaveOffice,
  openLeaver,
  sumsOf,
} from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { ending } from './ending.ts'

/** Leave that a last day or somebody's return has ended, against the pay it costs. */

const { employees, leaveClaims, leaveRequests, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
const stays = { status: 'active' } as const
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

async function openMarch() {
  const { primary, typeOf, renewed } = await openLeaveOffice(world)
  const { id } = await employ(primary, { salary: 62_000, employment_date: '2024-02-01' })
  const leave_type_id = typeOf('Unpaid Leave')
  const unpaid = (by: Caller, start_date: string, end_date: string) =>
    approveLeave(by, { employee_id: id, leave_type_id, start_date, end_date })
  const at = (day: string) => {
    world.setTime(`${day}T09:00:00Z`)
    return renewed(primary)
  }
  return { primary, id, unpaid, at }
}

async function grossOf(run: { id: string }, employee: string) {
  const [slip] = await world.rows(
    'select gross::float8 as gross from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, employee],
  )
  return slip.gross
}

const named = async (by: Caller, run: { id: string }) =>
  (await by.call(payrolls.checks, one(run.id))).body
    .filter(({ kind }) => kind === 'leave ended')
    .flatMap(({ people }) => people.map(({ detail }) => detail))

test('after the last day, it costs final pay nothing', async () => {
  const { primary, id, unpaid, at } = await openMarch()
  await runMonth(primary, 'March', 2026)
  await unpaid(primary, '2026-04-13', '2026-04-17')
  await terminate(await at('2026-04-09'), id, '2026-04-10')
  const later = await at('2026-04-12')
  await ending(world.parts).next()
  expect(await grossOf(await runMonth(later, 'April', 2026), id)).toBe(20_666.67)
})

test('and nothing where that day was wrong', async () => {
  const { primary, id, unpaid, at } = await openMarch()
  await runMonth(primary, 'March', 2026)
  await unpaid(primary, '2026-04-13', '2026-04-17')
  const early = await at('2026-04-09')
  await terminate(early, id, '2026-04-07')
  await ending(world.parts).next()
  await early.call(employees.status, { ...one(id), body: stays })
  const later = await at('2026-04-20')
  const april = await runMonth(later, 'April', 2026, false)
  expect(await named(later, april)).toEqual([
    'Unpaid Leave from 13 April, 2026, cancelled, to 17 April, 2026',
  ])
  expect(await grossOf(april, id)).toBe(62_000)
})

test('of a month that was paid before the last day was told, it stays as it was', async () => {
  const { primary, id, unpaid, at } = await openMarch()
  await unpaid(primary, '2026-03-16', '2026-03-31')
  expect(await grossOf(await runMonth(primary, 'March', 2026), id)).toBe(30_000)
  const later = await at('2026-03-28')
  await terminate(later, id, '2026-03-20')
  await ending(world.parts).next()
  // 20 days less 5 are 15, which are paid: only what is told now is owed.
  await unpaid(later, '2026-03-04', '2026-03-04')
  const { body } = await later.call(leaveClaims.ofEmployee, one(id))
  expect([body.owed, body.due]).toEqual([2_000, 0])
})

test('a last day that was wrong for a day gives no pay for a month on unpaid leave', async () => {
  const { primary, id, unpaid, at } = await openMarch()
  await runMonth(primary, 'March', 2026)
  await unpaid(primary, '2026-04-01', '2026-04-30')
  const early = await at('2026-04-28')
  expect(await grossOf(await runMonth(early, 'April', 2026), id)).toBe(0)
  await terminate(early, id, '2026-03-31')
  await ending(world.parts).next()
  await (await at('2026-04-29')).call(employees.status, { ...one(id), body: stays })
  const later = await at('2026-05-20')
  await unpaid(later, '2026-05-25', '2026-05-25')
  expect(await grossOf(await runMonth(later, 'May', 2026), id)).toBe(60_000)
})

test('leave of other days does not stand for what a wrong last day has ended', async () => {
  const { id, annual, office, primary } = await openLeaver(world)
  const take = (by: Caller, start_date: string, end_date: string) =>
    approveLeave(by, { employee_id: id, leave_type_id: annual, start_date, end_date })
  await take(primary, '2026-11-16', '2026-11-20')
  const by = await atNight(world, office, '2026-11-23')
  await terminate(by, id, '2026-11-13')
  await ending(world.parts).next()
  await by.call(employees.status, { ...one(id), body: stays })
  const november = await runMonth(by, 'November', 2026, false)
  await take(by, '2026-12-24', '2026-12-24')
  expect(await named(by, november)).toHaveLength(1)
  await take(by, '2026-11-16', '2026-11-20')
  expect(await named(by, november)).toEqual([])
})

async function openShortening() {
  const office = await openLeaveOffice(world)
  const me = await office.join()
  const shorten = (by: Caller, id: string, last_day: string) =>
    by.call(leaveRequests.shorten, { params: { id }, body: { last_day } })
  const maySee = async (by: Caller, id: string) =>
    (await by.call(leaveRequests.get, one(id))).body.may.shorten
  const taken = async (type: string) => (await sumsOf(world, me.employee_id, type))[0]?.[2]
  const ask = (leave_type_id: string) => ({
    ...{ employee_id: me.employee_id, leave_type_id },
    ...{ start_date: '2026-03-09', end_date: '2026-03-20' },
  })
  return { office, me, shorten, maySee, taken, ask }
}

test('leave that has begun is shortened by its owner or the office; what is over was taken', async () => {
  const { office, me, shorten, maySee, taken, ask } = await openShortening()
  const { primary } = office
  const annual = office.typeOf('Annual Leave')
  await giveDays(world, office, me.employee_id, annual, 10)
  const { id } = (await askFor(primary, ask(annual))).body
  expect((await shorten(me, id, '2026-03-11')).body.message).toContain(
    'has started and is not yet over',
  )
  await primary.call(leaveRequests.approve, { params: { id }, body: {} })
  const before = (await taken(annual)) ?? 0
  expect(await maySee(me, id)).toBe(true)
  expect((await shorten(await office.join(), id, '2026-03-12')).status).toBe(403)
  for (const [by, day, first] of [
    [me, '2026-03-09', '10 March, 2026'],
    [primary, '2026-03-08', '09 March, 2026'],
    [me, '2026-03-20', '10 March, 2026'],
  ] as const) {
    const refused = await shorten(by, id, day)
    expect(refused.body.errors).toEqual({
      last_day: [
        `The last day can be from ${first} to 19 March, 2026: days already past stay taken.`,
      ],
    })
  }
  expect((await shorten(me, id, '2026-03-12')).status).toBe(200)
  const { body } = await me.call(leaveRequests.get, one(id))
  expect(body).toMatchObject({ end_date: '2026-03-12', days: 4 })
  expect(await taken(annual)).toBe(before - 5)
  // Called back today.
  expect((await shorten(primary, id, '2026-03-09')).status).toBe(200)
  expect(await taken(annual)).toBe(before - 8)
  const told = (await me.call(contract.notifications.list)).body.data
  expect(told.map(({ title }) => title)).toContain('Leave shortened')
  expect((await shorten(primary, id, '2026-03-09')).body.message).toContain('can be shortened')
})

test('nobody gives their own pay back to themselves', async () => {
  const { office, me, shorten, maySee, ask } = await openShortening()
  const id = await approveLeave(office.primary, ask(office.typeOf('Unpaid Leave')))
  expect(await maySee(me, id)).toBe(false)
  expect(await shorten(me, id, '2026-03-12')).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('reduces your pay') },
  })
  const past = world.parts.db.inOrg(
    { organization_id: office.organization, user_id: me.id },
    (tx) => tx.run`select from shorten_leave(${id}, '2026-03-12'::date)`,
  )
  await expect(past).rejects.toThrow(/a leave/)
  expect(await maySee(office.primary, id)).toBe(true)
  expect((await shorten(office.primary, id, '2026-03-09')).status).toBe(200)
  const cost = await world.rows(
    'select month, sum(days)::float as days from leave_pay_days where request_id = $1 group by 1',
    [id],
  )
  expect(cost).toEqual([{ month: '2026-03', days: 1 }])
})

test('days given back of a month that was paid come with the next pay, once', async () => {
  const { primary, id, unpaid, at } = await openMarch()
  const leave = await unpaid(primary, '2026-03-16', '2026-04-03')
  expect(await grossOf(await runMonth(primary, 'March', 2026), id)).toBe(30_000)
  const later = await at('2026-03-26')
  const back = { ...one(leave), body: { last_day: '2026-03-25' } }
  expect((await later.call(leaveRequests.shorten, back)).status).toBe(200)
  // Six calendar days of March at 2,000, and nothing for the three of April that it would have
  // cost.
  expect(await grossOf(await runMonth(await at('2026-04-20'), 'April', 2026), id)).toBe(74_000)
  expect(await grossOf(await runMonth(await at('2026-05-20'), 'May', 2026), id)).toBe(62_000)
})

test('over the turn of the year they go back to the year they were of', async () => {
  const { office, me, shorten } = await openShortening()
  const annual = office.typeOf('Annual Leave')
  const asked = { employee_id: me.employee_id, leave_type_id: annual }
  const by = await atNight(world, office, '2026-12-20')
  const leave = await approveLeave(by, {
    ...asked,
    ...{ start_date: '2026-12-21', end_date: '2027-01-08' },
  })
  const sums = () => sumsOf(world, me.employee_id, annual)
  expect(await sums()).toEqual([
    [2026, 14.25, 8, 0],
    [2027, 5, 5, 0],
  ])
  const later = await atNight(world, office, '2026-12-22')
  expect((await shorten(later, leave, '2026-12-29')).status).toBe(200)
  expect(await sums()).toEqual([
    [2026, 19.25, 6, 0],
    [2027, 0, 0, 0],
  ])
})
