// @tests story
import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  askFor,
  atNight,
  beyondIn,
  giveDays,
  type LeaveOffice,
  openLeaver,
} from '../../test/leave.ts'
import { runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** What is paid out beyond what was earned and carried over is approved by name (C18, C21). */

const { leaveBalances, leaveRequests, leaveTypes, payrolls, employees } = contract
const world = await openWorld()
type Type = Omit<NonNullable<Call<typeof leaveTypes.update>['body']>, 'id'>
let office: LeaveOffice
let primary: LeaveOffice['primary']
let annual: string
let id: string

beforeEach(async () => {
  ;({ office, primary, annual, id } = await openLeaver(world))
})

const leaves = (termination_date = '2026-11-30') => terminate(primary, id, termination_date)
const draft = (month: MonthName = 'November', year = 2026) => runMonth(primary, month, year, false)
/** The nights until then have been. */
const on = async (day: string) => {
  primary = await atNight(world, office, day)
}
const linesOf = async (run: { id: string }) => {
  const [slip] = await world.rows(
    'select incomes from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, id],
  )
  return (slip.incomes as { name: string; quantity: string; amount: number }[])
    .filter(({ name }) => name.startsWith('Leave'))
    .map(({ name, quantity, amount }) => [name, quantity, amount / 100])
}
const askedOf = (run: { id: string }) => beyondIn(primary, run)
const confirm = async (run: { id: string }, detail?: string) => {
  const approved = detail ? [{ kind: 'leave beyond' as const, employee_id: id, detail }] : []
  return (await primary.call(payrolls.confirm, { params: { id: run.id }, body: { approved } }))
    .status
}
const balance = async (leave_type_id = annual, year = 2026) =>
  (
    await world.rows(
      'select id from leave_balances where employee_id = $1 and leave_type_id = $2 and year = $3',
      [id, leave_type_id, year],
    )
  )[0]?.id as string
const set = async (entitled_days: number, year = 2026) =>
  primary.call(leaveBalances.update, {
    params: { id: await balance(annual, year) },
    body: { entitled_days, reason: 'As agreed' },
  })
const encash = (of: string, days: number) =>
  primary.call(leaveBalances.encash, { params: { id: of }, body: { days, reason: 'Asked for' } })
const change = async (given: Partial<Type>, of = annual) => {
  const { body: type } = await primary.call(leaveTypes.get, { params: { id: of } })
  const changed = await primary.call(leaveTypes.update, {
    params: { id: of },
    body: { ...type, ...given },
  })
  expect(changed.status).toBe(200)
}

describe('what staff pay out', () => {
  test('of a leaver beside the last pay is approved as far as it was not earned', async () => {
    await set(366)
    expect((await encash(await balance(), 300)).status).toBe(200)
    await leaves()
    const run = await draft()
    // June to November: 10.5 days.
    expect(await linesOf(run)).toEqual([
      ['Leave encashment', '10.5 days', 21_000],
      ['Leave encashment', '289.5 days', 579_000],
      ['Leave pay', '67.75 days', 135_500],
    ])
    const [asked] = (await askedOf(run)) ?? []
    expect(asked).toBe('357.25 days of Annual Leave 2026, Ksh 714,500.00')
    expect(await confirm(run)).toBe(422)
    const freeze = `update leave_encashments set status = 'paid' where employee_id = $1
      and not leaving`
    await expect(world.rows(freeze, [id])).rejects.toThrow(/not approved/)
    expect(await confirm(run, asked)).toBe(200)
  })

  test('of somebody who stays is approved too, and what was earned is free', async () => {
    await set(30)
    await encash(await balance(), 10.5)
    const run = await draft()
    expect(await askedOf(run)).toBeUndefined()
    await primary.call(payrolls.remove, { params: { id: run.id } })
    await encash(await balance(), 4)
    const more = await draft()
    expect(await askedOf(more)).toEqual(['4 days of Annual Leave 2026, Ksh 8,000.00'])
    expect(await confirm(more)).toBe(422)
    expect(await confirm(more, '4 days of Annual Leave 2026, Ksh 8,000.00')).toBe(200)
    // What was approved then takes nothing from what is earned later.
    world.setTime('2026-12-10T09:00:00Z')
    primary = await office.renewed(primary)
    await encash(await balance(), 1.5)
    const later = await runMonth(primary, 'December', 2026, false)
    expect(await askedOf(later)).toBeUndefined()
  })

  test('counts what was carried over, and leave that was taken', async () => {
    await giveDays(world, office, id, annual, 20)
    await world.rows(
      `insert into leave_entries (organization_id, balance_id, kind, entitled, day)
       values ($1, $2, 'carry-over', 5, '2026-01-01')`,
      [office.organization, await balance()],
    )
    await encash(await balance(), 17.5)
    expect(await askedOf(await draft())).toEqual(['2 days of Annual Leave 2026, Ksh 4,000.00'])
  })
})

describe('a type that is changed', () => {
  test('pays a leaver no more for the months before, and gives no other year', async () => {
    await leaves()
    const run = await draft()
    expect(await linesOf(run)).toEqual([['Leave pay', '10.5 days', 21_000]])
    await change({ accrual: 'upfront', default_days: 366 })
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await linesOf(run)).toEqual([
      ['Leave pay', '10.5 days', 21_000],
      ['Leave pay', '28.75 days', 57_500],
    ])
    expect(await askedOf(run)).toEqual([
      '28.75 days of Annual Leave 2026, Ksh 57,500.00 (raised on 10 November, 2026)',
    ])
    expect(await confirm(run)).toBe(422)
    await change({ accrual: 'monthly', default_days: 21 })
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await linesOf(run)).toEqual([['Leave pay', '10.5 days', 21_000]])
    expect(await confirm(run)).toBe(200)
    const given = await world.rows(
      `select sum(entitled)::float as days from leave_entries where balance_id = $1`,
      [await balance()],
    )
    expect(given).toEqual([{ days: 10.5 }])
  })

  test('gives the months before by the rule they had, to whom the night has not seen yet', async () => {
    world.setTime('2026-12-01T05:00:00Z')
    primary = await office.renewed(primary)
    await change({ default_days: 366 })
    await world.work(leaveNight)
    const [sum] = await world.rows(
      `select entitled::float as days from leave_balances where id = $1`,
      [await balance()],
    )
    expect(sum.days).toBe(10.5)
  })

  test('or made now, or paid out only since now, has earned nothing', async () => {
    const made = await primary.call(leaveTypes.create, {
      body: { name: 'Rest', default_days: 366, accrual: 'upfront', encashable: true },
    })
    await change({ encashable: true }, office.typeOf('Compassionate Leave'))
    expect(made.status).toBe(201)
    await leaves()
    const run = await draft()
    expect(await askedOf(run)).toEqual([
      '5 days of Compassionate Leave 2026, Ksh 10,000.00 (paid out only since 10 November, 2026); ' +
        '366 days of Rest 2026, Ksh 732,000.00 (made on 10 November, 2026)',
    ])
  })

  test('earns what it gave when the year began, whatever a month of it was raised to', async () => {
    await on('2026-11-30')
    await change({ default_days: 366 })
    await on('2026-12-10')
    await change({ default_days: 21 })
    await set(41)
    await leaves('2026-12-31')
    const run = await draft('December')
    // June to December: 12.25 days.
    expect(await linesOf(run)).toEqual([
      ['Leave pay', '12.25 days', 24_500],
      ['Leave pay', '30.5 days', 61_000],
    ])
    expect(await askedOf(run)).toEqual([
      '30.5 days of Annual Leave 2026, Ksh 61,000.00 (raised on 30 November, 2026)',
    ])
    expect(await confirm(run)).toBe(422)
  })

  test('earns the more from the next year on, and of what it gave less at once', async () => {
    await change({ default_days: 24, carry_over_days: 0 })
    await on('2027-01-10')
    await change({ default_days: 30 })
    await leaves('2027-02-28')
    await on('2027-02-10')
    expect(await linesOf(await draft('February', 2027))).toEqual([
      ['Leave pay', '4 days', 8_000],
      ['Leave pay', '1 day', 2_000],
    ])
  })
})

describe('a type that is paid out only now', () => {
  const compassionate = () => office.typeOf('Compassionate Leave')

  test('pays the carried days of earlier years by name too', async () => {
    await change({ carry_over_days: null }, compassionate())
    await on('2027-01-10')
    await change({ encashable: true }, compassionate())
    await leaves('2027-01-31')
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '10 days of Compassionate Leave 2027, Ksh 20,000.00 ' +
        '(paid out only since 10 January, 2027)',
    ])
  })

  test('earns what it gives from the next year on, and what it gave before stays more', async () => {
    await change({ carry_over_days: null, encashable: true }, compassionate())
    await on('2027-01-10')
    await encash(await balance(compassionate(), 2027), 5.5)
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '5.08 days of Compassionate Leave 2027, Ksh 10,160.00 (5 days carried over were not earned)',
    ])
  })
})

describe('a type that is not for somebody', () => {
  const maternity = () => office.typeOf('Maternity Leave')
  const becomes = (gender: 'Male' | 'Female') =>
    primary.call(employees.update, { params: { id }, body: { gender } })

  test('is not opened when they leave', async () => {
    await change({ encashable: true }, maternity())
    await becomes('Male')
    await on('2027-01-10')
    await leaves('2027-01-31')
    expect(await askedOf(await draft('January', 2027))).toBeUndefined()
    expect(await balance(maternity(), 2027)).toBeUndefined()
  })

  test('is paid by name where they have a balance of it', async () => {
    await change({ encashable: true }, maternity())
    await on('2027-01-10')
    expect(await balance(maternity(), 2027)).toBeDefined()
    await becomes('Male')
    await leaves('2027-01-31')
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '92 days of Maternity Leave 2027, Ksh 184,000.00 (for women)',
    ])
  })
})

describe('what was put in by hand', () => {
  beforeEach(() => change({ carry_over_days: null, carry_over_until: null }))

  test('is approved by name however often it was carried over', async () => {
    await on('2026-12-20')
    await set(15.5)
    await on('2027-01-10')
    await encash(await balance(annual, 2027), 12)
    const free = await draft('January', 2027)
    expect(await askedOf(free)).toBeUndefined()
    expect(await confirm(free)).toBe(200)
    await on('2028-01-10')
    await leaves('2028-01-31')
    const run = await draft('January', 2028)
    expect(await linesOf(run)).toEqual([
      ['Leave pay', '23 days', 46_000],
      ['Leave pay', '5 days', 10_000],
    ])
    expect(await askedOf(run)).toEqual([
      '5 days of Annual Leave 2028, Ksh 10,000.00 (5 days carried over were not earned)',
    ])
  })

  test('also where it went over ahead of time, for a leave that was not taken', async () => {
    await on('2026-12-20')
    await set(30)
    const days = { start_date: '2027-01-11', end_date: '2027-02-09' }
    const asked = await askFor(primary, { employee_id: id, leave_type_id: annual, ...days })
    expect(asked.status).toBe(201)
    await on('2027-01-05')
    await primary.call(leaveRequests.cancel, { params: { id: asked.body.id } })
    await leaves('2027-01-31')
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '19.5 days of Annual Leave 2027, Ksh 39,000.00 (19.5 days carried over were not earned)',
    ])
  })

  test('and goes back with a leave that is not taken while its year lasts', async () => {
    await on('2026-12-20')
    await set(30)
    const days = { start_date: '2027-01-11', end_date: '2027-02-09' }
    const asked = await askFor(primary, { employee_id: id, leave_type_id: annual, ...days })
    await primary.call(leaveRequests.cancel, { params: { id: asked.body.id } })
    await leaves('2026-12-31')
    expect(await askedOf(await draft('December'))).toEqual([
      '19.5 days of Annual Leave 2026, Ksh 39,000.00',
    ])
  })

  test('and is what is lost first of carried days', async () => {
    await change({ carry_over_until: 3 })
    await on('2026-12-20')
    await set(15.5)
    await on('2027-04-10')
    await leaves('2027-04-30')
    const run = await draft('April', 2027)
    expect(await linesOf(run)).toEqual([['Leave pay', '7 days', 14_000]])
    expect(await askedOf(run)).toBeUndefined()
  })

  test('is not what pays for leave that is still asked for', async () => {
    await set(18.5)
    const days = { start_date: '2026-11-16', end_date: '2026-11-27' }
    await askFor(primary, { employee_id: id, leave_type_id: annual, ...days })
    await encash(await balance(), 8.5)
    expect(await askedOf(await draft())).toEqual(['8 days of Annual Leave 2026, Ksh 16,000.00'])
  })
})

describe('days that lapsed', () => {
  test('with their year are approved by name when they are put back', async () => {
    await on('2027-01-10')
    // 12.25 days, of which ten went over.
    await set(2)
    expect((await encash(await balance(), 2)).status).toBe(200)
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '2 days of Annual Leave 2026, Ksh 4,000.00',
    ])
  })

  test('with it and came back for a leave that was not taken are too', async () => {
    await on('2027-01-10')
    await change({ carry_over_days: null })
    const days = { start_date: '2026-12-28', end_date: '2026-12-29' }
    const asked = await askFor(primary, { employee_id: id, leave_type_id: annual, ...days })
    expect(asked.status).toBe(201)
    const params = { id: asked.body.id }
    await primary.call(leaveRequests.reject, { params, body: { rejection_reason: 'No' } })
    await leaves('2027-01-31')
    expect(await askedOf(await draft('January', 2027))).toEqual([
      '2 days of Annual Leave 2027, Ksh 4,000.00 (2 days carried over were not earned)',
    ])
  })

  test('in March are too', async () => {
    await on('2027-04-10')
    await set(15, 2027)
    await leaves('2027-04-30')
    expect(await askedOf(await draft('April', 2027))).toEqual([
      '9.75 days of Annual Leave 2027, Ksh 19,500.00',
    ])
  })
})
