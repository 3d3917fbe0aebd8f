// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { askFor, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** Leave of January that is asked for in December, with what December has. */

const { leaveRequests } = contract
const world = await openWorld()
let office: LeaveOffice
let annual: string
let me: Awaited<ReturnType<LeaveOffice['join']>>

const night = () => world.work(leaveNight)
const sums = () => sumsOf(world, me.employee_id, annual)
const ask = (start_date: string, end_date: string) =>
  askFor(me, { leave_type_id: annual, start_date, end_date })
const week = ['2027-01-04', '2027-01-08'] as const

beforeEach(async () => {
  world.setTime('2026-12-10T09:00:00Z')
  office = await openLeaveOffice(world)
  annual = office.typeOf('Annual Leave')
  me = await office.join()
  await night()
})

describe('in December', () => {
  test('days go over ahead of time, and come back when the leave is cancelled or rejected', async () => {
    const counted = await me.call(leaveRequests.count, {
      body: { leave_type_id: annual, start_date: week[0], end_date: week[1] },
    })
    expect(counted.body).toMatchObject({
      issues: [],
      balances: [{ year: 2027, days: 5, remaining: 10 }],
    })
    for (const end of ['cancel', 'reject'] as const) {
      const { status, body } = await ask(...week)
      expect(status).toBe(201)
      expect(await sums()).toEqual([
        [2026, 14.25, 0, 0],
        [2027, 5, 0, 5],
      ])
      const params = { id: body.id }
      if (end === 'cancel') await me.call(leaveRequests.cancel, { params })
      else {
        await office.primary.call(leaveRequests.reject, {
          ...{ params, body: { rejection_reason: 'Stocktaking' } },
        })
      }
      expect(await sums()).toEqual([
        [2026, 19.25, 0, 0],
        [2027, 0, 0, 0],
      ])
    }
  })

  test('as many as may be carried over, and only for days before they would expire', async () => {
    const many = await ask('2027-01-04', '2027-01-18')
    expect(many.body.message).toBe(
      '11 days of Annual Leave requested in 2027, but only 10 days left.',
    )
    const late = await ask('2027-04-05', '2027-04-06')
    expect(late.body.message).toContain('only 0 days left')
    const edge = await ask('2027-03-31', '2027-04-01')
    expect(edge.body.message).toContain('2 days of Annual Leave requested in 2027, but only 1 day')
    // Across the year's end the old year pays for its own days first.
    const across = await ask('2026-12-17', '2027-01-15')
    expect(across.status).toBe(422)
    expect((await ask('2026-12-21', '2027-01-15')).body).toMatchObject({ days: 18 })
    expect(await sums()).toEqual([
      [2026, 9.25, 0, 8],
      [2027, 10, 0, 10],
    ])
  })

  test('20 at once carry over no more than the limit', async () => {
    const days = Array.from({ length: 20 }, (_, at) => `2027-01-${String(at + 4).padStart(2, '0')}`)
    const replies = await Promise.all(days.map((day) => ask(day, day)))
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    const [old = [], next = []] = await sums()
    expect(next[1]).toBeLessThanOrEqual(10)
    expect(next[1]).toBe(next[3])
    expect((old[1] ?? 0) + (next[1] ?? 0)).toBe(19.25)
  })

  test('a holiday that is added later gives the day back to the year it came from', async () => {
    await ask(...week)
    await office.primary.call(contract.leaveHolidays.create, {
      body: { day: '2027-01-06', name: 'Day of mourning' },
    })
    expect(await sums()).toEqual([
      [2026, 15.25, 0, 0],
      [2027, 4, 0, 4],
    ])
  })
})

describe('in January', () => {
  test('the rest follows within the limit, and what was taken does not expire', async () => {
    const { id } = (await ask(...week)).body
    await office.primary.call(leaveRequests.approve, { params: { id }, body: {} })
    world.setTime('2027-01-02T09:00:00Z')
    await night()
    await night()
    expect(await sums()).toEqual([
      [2026, 0, 0, 0],
      [2027, 10, 5, 0],
    ])
    world.setTime('2027-04-02T09:00:00Z')
    await night()
    // Five of ten carried days were taken; 5.25 were earned since.
    expect((await sums())[1]).toEqual([2027, 10.25, 5, 0])
  })

  test('what is cancelled then stays in the new year', async () => {
    const { id } = (await ask(...week)).body
    world.setTime('2027-01-02T09:00:00Z')
    await night()
    const again = await office.renewed(me)
    expect((await again.call(leaveRequests.cancel, { params: { id } })).status).toBe(200)
    expect(await sums()).toEqual([
      [2026, 0, 0, 0],
      [2027, 10, 0, 0],
    ])
  })
})
