import { type Call, contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveDays, type LeaveOffice, openLeaveOffice } from '../test/leave.ts'
import { employ, runMonth } from '../test/office.ts'
import { openWorld } from '../test/world.ts'
import { leaveNight } from './year.ts'

/** What is paid out beyond what was earned and carried over is approved by name (C18, C21). */

const { leaveBalances, leaveTypes, payrolls, employees } = contract
const world = await openWorld()
type Type = Omit<NonNullable<Call<typeof leaveTypes.update>['body']>, 'id'>
let office: LeaveOffice
let primary: LeaveOffice['primary']
let annual: string
let id: string

beforeEach(async () => {
  world.setTime('2026-11-10T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  annual = office.typeOf('Annual Leave')
  id = (await employ(primary, { salary: 44_000, employment_date: '2026-06-01' })).id
  await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    office.organization,
  ])
  await world.work(leaveNight)
})

const leaves = () =>
  primary.call(employees.status, {
    params: { id },
    body: { status: 'terminated', termination_date: '2026-11-30' },
  })
const draft = () => runMonth(primary, 'November', 2026, false)
const linesOf = async (run: { id: string }) => {
  const [slip] = await world.rows(
    'select incomes from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, id],
  )
  return (slip.incomes as { name: string; quantity: string; amount: number }[])
    .filter(({ name }) => name.startsWith('Leave'))
    .map(({ name, quantity, amount }) => [name, quantity, amount / 100])
}
const askedOf = async (run: { id: string }) => {
  const { body } = await primary.call(payrolls.checks, { params: { id: run.id } })
  return body.find(({ kind }) => kind === 'leave beyond')?.people.map(({ detail }) => detail)
}
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
const set = async (entitled_days: number) =>
  primary.call(leaveBalances.update, {
    params: { id: await balance() },
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
    expect(await askedOf(run)).toEqual(['28.75 days of Annual Leave 2026, Ksh 57,500.00'])
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

  test('or made now has earned nothing, and one given ahead only its months', async () => {
    const made = await primary.call(leaveTypes.create, {
      body: { name: 'Rest', default_days: 366, accrual: 'upfront', encashable: true },
    })
    await change({ encashable: true }, office.typeOf('Compassionate Leave'))
    expect(made.status).toBe(201)
    await leaves()
    const run = await draft()
    expect(await askedOf(run)).toEqual([
      // Half a year of five days is earned.
      '2.5 days of Compassionate Leave 2026, Ksh 5,000.00; 366 days of Rest 2026, Ksh 732,000.00',
    ])
  })
})

describe('years to come', () => {
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
    expect(JSON.stringify(early.body)).toContain('not opened before 1 October, 2026')
    const far = giveDays(world, office, id, annual, 1, 2028)
    await expect(far).rejects.toThrow(/far ahead/)
  })

  test('pay nothing out before they begin', async () => {
    const { body } = await open(2027)
    const refused = await encash(body.id, 100)
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('2027 has not begun')
    const put = world.rows(
      `insert into leave_encashments (organization_id, employee_id, balance_id, days, month, reason)
       values ($1, $2, $3, 1, '2026-11', 'x')`,
      [office.organization, id, body.id],
    )
    await expect(put).rejects.toThrow(/not begun/)
  })
})
