// @tests story
import { beforeEach, expect, test } from 'vitest'
import { atNight, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'

/** Whoever has left is told by the last day too, and not only by the status (C18). */

const world = await openWorld()
let office: LeaveOffice

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
})

const decidesOn = async (day: string, user_id: string) => {
  world.setTime(`${day}T09:00:00Z`)
  const [row] = await world.rows('select decides_leave($1, $2) as decides', [
    office.organization,
    user_id,
  ])
  return row.decides
}

test('once a contract is over, nobody waits for their decision', async () => {
  const { id } = await office.join({ tos: 'Contract', termination_date: '2026-03-31' })
  expect(await decidesOn('2026-03-31', id)).toBe(true)
  expect(await decidesOn('2026-04-01', id)).toBe(false)
})

test('staff keep what they were given, whatever their own contract says', async () => {
  const { id } = await office.join({ tos: 'Contract', termination_date: '2026-03-31' })
  await world.rows(`update memberships set role = 'finance' where user_id = $1`, [id])
  expect(await decidesOn('2026-04-01', id)).toBe(true)
})

test('days of a year in which a contract ended do not go over into the next', async () => {
  const annual = office.typeOf('Annual Leave')
  const gone = await office.join({ tos: 'Contract', termination_date: '2026-11-30' })
  const there = await office.join({ tos: 'Contract', termination_date: '2027-06-30' })
  await atNight(world, office, '2026-12-31')
  const before = await sumsOf(world, gone.employee_id, annual)
  await atNight(world, office, '2027-01-02')
  expect(await sumsOf(world, gone.employee_id, annual)).toEqual(before)
  expect((await sumsOf(world, there.employee_id, annual)).map(([year]) => year)).toEqual([
    2026, 2027,
  ])
})
