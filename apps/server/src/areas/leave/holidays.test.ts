import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { askFor, type LeaveOffice, openLeaveOffice } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** Kenya's holidays of any year: fixed, by Easter, and by the moon, which is an estimate. */

const { leaveHolidays, leaveRequests } = contract
const world = await openWorld()
let office: LeaveOffice

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
})

const holidaysOf = async (year: number) =>
  (
    await world.rows(
      `select day::text, name, expected from kenya_holidays($1) order by day, expected`,
      [year],
    )
  ).map(({ day, name, expected }) => `${day.slice(5)} ${name}${expected ? '?' : ''}`)

describe('of a year', () => {
  test('2028', async () => {
    expect(await holidaysOf(2028)).toEqual([
      "01-01 New Year's Day",
      '02-28 Idd-ul-Fitr (moved from Sunday)?',
      '04-14 Good Friday',
      '04-17 Easter Monday',
      '05-01 Labour Day',
      '05-05 Idd-ul-Azha?',
      '06-01 Madaraka Day',
      '10-10 Mazingira Day',
      '10-20 Mashujaa Day',
      '12-12 Jamhuri Day',
      '12-25 Christmas Day',
      '12-26 Boxing Day',
    ])
  })

  // As published: Easter Sundays of the century's early, late and usual years.
  test.each([
    [2030, '04-19', '04-22'],
    [2035, '03-23', '03-26'],
    [2038, '04-23', '04-26'],
    [2049, '04-16', '04-19'],
    [2100, '03-26', '03-29'],
  ])('Easter of %d', async (year, friday, monday) => {
    const days = await holidaysOf(year)
    expect(days).toContain(`${friday} Good Friday`)
    expect(days).toContain(`${monday} Easter Monday`)
  })

  test('a Christmas on Sunday is kept after Boxing Day, and some years have two Idds', async () => {
    const days = await holidaysOf(2033)
    expect(days.filter((one) => one.startsWith('12-2'))).toEqual([
      '12-23 Idd-ul-Fitr?',
      '12-26 Boxing Day',
      '12-27 Christmas Day (moved from Sunday)',
    ])
    expect(days.filter((one) => one.includes('Idd-ul-Fitr'))).toHaveLength(2)
  })
})

describe('of the coming years', () => {
  const years = async () =>
    (
      await world.rows(
        `select extract(year from day)::int as year, count(*)::int as days from leave_holidays
         where organization_id = $1 group by 1 order by 1`,
        [office.organization],
      )
    ).map(({ year, days }) => [year, days])

  test('are added with each year, once, and what was removed stays away', async () => {
    expect((await years()).map(([year]) => year)).toEqual([2024, 2025, 2026, 2027, 2028])
    await world.rows(
      `delete from leave_holidays where organization_id = $1 and name like 'Idd%'
       and day >= '2028-01-01'`,
      [office.organization],
    )
    world.setTime('2028-01-02T09:00:00Z')
    await world.work(leaveNight)
    await world.work(leaveNight)
    expect((await years()).slice(4)).toEqual([
      [2028, 10],
      [2029, 12],
      [2030, 12],
    ])
  })

  test('a count that rests on an estimate says so, until it is confirmed', async () => {
    const me = await office.join()
    const unpaid = office.typeOf('Unpaid Leave')
    const look = async (start_date: string, end_date: string) =>
      (
        await me.call(leaveRequests.count, {
          body: { leave_type_id: unpaid, start_date, end_date },
        })
      ).body
    const looked = await look('2027-03-08', '2027-03-12')
    expect(looked.estimates).toEqual([{ day: '2027-03-10', name: 'Idd-ul-Fitr' }])
    expect(looked.lines.map(({ expected }) => expected)).toEqual([false, false, true, false, false])
    // The day beside it: the moon may be seen a day earlier.
    expect((await look('2027-03-09', '2027-03-09')).estimates).toHaveLength(1)
    expect((await look('2027-03-12', '2027-03-15')).estimates).toEqual([])
    const days = { start_date: '2027-03-08', end_date: '2027-03-12' }
    const asked = await askFor(me, { leave_type_id: unpaid, ...days })
    const { body: all } = await office.primary.call(leaveHolidays.list)
    const idd = all.find(({ day }) => day === '2027-03-10')
    await office.primary.call(leaveHolidays.update, {
      params: { id: idd?.id ?? '' },
      body: { day: '2027-03-10', name: 'Idd-ul-Fitr', expected: false },
    })
    expect((await look('2027-03-08', '2027-03-12')).estimates).toEqual([])
    const kept = await me.call(leaveRequests.get, { params: { id: asked.body.id } })
    expect(kept.body.lines.map(({ name, expected }) => [name, expected])[2]).toEqual([
      'Idd-ul-Fitr',
      false,
    ])
  })

  test('an estimate that comes near waits for whoever may confirm it', async () => {
    world.setTime('2027-02-20T09:00:00Z')
    const by = await world.as('primary', office.organization)
    const { body } = await by.call(contract.dashboard.get)
    expect(JSON.stringify(body)).toContain('Idd-ul-Fitr is expected on 10 March, 2027')
  })
})
