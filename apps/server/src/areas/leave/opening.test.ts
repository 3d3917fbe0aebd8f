// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { askFor, giveDays, type LeaveOffice, openLeaveOffice, sumsOf } from '../../test/leave.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** When balances open, and that looking opens none (C18). Today is Tuesday, 10 March 2026. */

const { leaveRequests, leaveBalances } = contract
const world = await openWorld()
let office: LeaveOffice
let annual: string

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
  annual = office.typeOf('Annual Leave')
})

const balances = () =>
  world.rows('select year from leave_balances where organization_id = $1', [office.organization])

describe('looking', () => {
  test('at a day of each of ten years opens nothing, and says what there is', async () => {
    const me = await office.join({ employment_date: '2015-01-01' })
    for (let year = 2016; year <= 2025; year += 1) {
      const { status, body } = await office.primary.call(leaveRequests.count, {
        body: {
          ...{ employee_id: me.employee_id, leave_type_id: annual },
          ...{ start_date: `${year}-06-14`, end_date: `${year}-06-16` },
        },
      })
      expect(status).toBe(200)
      expect(body.balances[0]?.remaining ?? 0).toBe(0)
      expect(JSON.stringify(body.issues)).toContain(
        `There is no balance of Annual Leave for ${year}, and that year is over.`,
      )
    }
    expect(await balances()).toEqual([])
  })

  test('says what a request would have, of this year and the next', async () => {
    const me = await office.join()
    const unpaid = office.typeOf('Unpaid Leave')
    const body = { leave_type_id: unpaid, start_date: '2026-12-28', end_date: '2027-01-05' }
    const looked = await me.call(leaveRequests.count, { body })
    expect(looked.body.balances).toEqual([
      { year: 2026, days: 4, remaining: 30 },
      { year: 2027, days: 2, remaining: 30 },
    ])
    const earned = await me.call(leaveRequests.count, {
      body: { leave_type_id: annual, start_date: '2026-04-13', end_date: '2026-04-14' },
    })
    expect(earned.body.balances).toEqual([{ year: 2026, days: 2, remaining: 3.5 }])
    expect(await balances()).toEqual([])
  })

  test('at my leaves lists every type there is a right to, opened or not', async () => {
    const me = await office.join({ gender: 'Male', employment_date: '2026-02-01' })
    await giveDays(world, office, me.employee_id, annual, 2)
    const { body } = await me.call(leaveBalances.ofEmployee, { params: { id: me.employee_id } })
    expect(
      body.balances.map(({ leave_type, remaining, id }) => [
        ...[leave_type.name, remaining, id !== null],
      ]),
    ).toEqual([
      ['Annual Leave', 2, true],
      ['Compassionate Leave', 5, false],
      ['Paternity Leave', 14, false],
      ['Pre-adoptive Leave', 31, false],
      ['Sick Leave', 14, false],
      ['Study Leave', 10, false],
      ['Unpaid Leave', 30, false],
    ])
    expect(await balances()).toEqual([{ year: 2026 }])
  })
})

describe('a balance', () => {
  test('opens in the night for whoever joined, of every type they have a right to', async () => {
    const me = await office.join({ gender: 'Female' })
    await world.work(leaveNight)
    expect(await balances()).toHaveLength(7)
    expect(await sumsOf(world, me.employee_id, office.typeOf('Sick Leave'))).toEqual([
      [2026, 14, 0, 0],
    ])
    expect(await sumsOf(world, me.employee_id, office.typeOf('Paternity Leave'))).toEqual([])
  })

  test('of a year that is over is opened by nobody: staff, a sheet, a statement', async () => {
    const me = await office.join()
    const body = { employee_id: me.employee_id, leave_type_id: annual, year: 2025 }
    const opened = await office.primary.call(leaveBalances.create, { body })
    expect(opened.body.errors?.year).toEqual([
      'This year is over: no more balances can be opened for it.',
    ])
    await expect(giveDays(world, office, me.employee_id, annual, 21, 2025)).rejects.toThrow(
      /is over/,
    )
    const asked = await askFor(office.primary, {
      ...{ employee_id: me.employee_id, leave_type_id: annual },
      ...{ start_date: '2025-06-16', end_date: '2025-06-16' },
    })
    expect(asked.status).toBe(422)
    expect(await balances()).toEqual([])
  })

  test('of December serves leave that is recorded in January', async () => {
    const me = await office.join()
    const unpaid = office.typeOf('Unpaid Leave')
    world.setTime('2026-12-30T09:00:00Z')
    await world.work(leaveNight)
    world.setTime('2027-01-05T00:10:00Z')
    const asked = await askFor(await world.as('primary', office.organization), {
      ...{ employee_id: me.employee_id, leave_type_id: unpaid },
      ...{ start_date: '2026-12-30', end_date: '2026-12-31' },
    })
    expect(asked.status).toBe(201)
    expect(await sumsOf(world, me.employee_id, unpaid)).toEqual([[2026, 30, 0, 2]])
  })
})

describe('years to come', () => {
  let primary: LeaveOffice['primary']
  let id: string
  beforeEach(async () => {
    world.setTime('2026-11-10T09:00:00Z')
    primary = await office.renewed(office.primary)
    id = (await office.join()).employee_id
  })
  const open = (year: number) =>
    primary.call(leaveBalances.create, {
      body: { employee_id: id, leave_type_id: annual, year, entitled_days: 100 },
    })

  test('are opened by hand in the last quarter, the next one, and never later ones', async () => {
    expect((await open(2027)).status).toBe(201)
    for (const year of [2028, 2030, 2099]) expect((await open(year)).status).toBe(422)
    world.setTime('2026-09-30T09:00:00Z')
    primary = await office.renewed(primary)
    const body = { employee_id: id, leave_type_id: office.typeOf('Study Leave'), year: 2027 }
    const early = await primary.call(leaveBalances.create, { body })
    expect(early.status).toBe(422)
    expect(JSON.stringify(early.body)).toContain('cannot be opened before 1 October, 2026')
    const far = giveDays(world, office, id, annual, 1, 2028)
    await expect(far).rejects.toThrow(/far ahead/)
  })

  test('pay nothing out before they begin', async () => {
    const { body } = await open(2027)
    const refused = await primary.call(leaveBalances.encash, {
      params: { id: body.id },
      body: { days: 100, reason: 'Asked for' },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('2027 has not started')
    const put = world.rows(
      `insert into leave_encashments (organization_id, employee_id, balance_id, days, month, reason)
       values ($1, $2, $3, 1, '2026-11', 'x')`,
      [office.organization, id, body.id],
    )
    await expect(put).rejects.toThrow(/not begun/)
  })
})
