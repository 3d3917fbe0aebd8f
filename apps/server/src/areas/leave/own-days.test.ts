// @tests story
import { type Call, contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { atNight, beyondIn, type LeaveOffice, openLeaver } from '../../test/leave.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What is somebody's own is told by what was so when the year began (C18, C21). */

const { leaveBalances, leaveTypes, employees } = contract
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
const askedOf = (run: { id: string }) => beyondIn(primary, run)
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
const change = async (given: Partial<Type>, of = annual) => {
  const { body: type } = await primary.call(leaveTypes.get, { params: { id: of } })
  const changed = await primary.call(leaveTypes.update, {
    params: { id: of },
    body: { ...type, ...given },
  })
  expect(changed.status).toBe(200)
}

const person = (body: { gender?: 'Male' | 'Female'; employment_date?: string }) =>
  primary.call(employees.update, { params: { id }, body })
const askedIn = async (month: MonthName, year: number) => {
  await leaves(`${year}-11-30`)
  return askedOf(await draft(month, year))
}

describe('days of a type that is for others', () => {
  let maternity: string
  beforeEach(async () => {
    maternity = office.typeOf('Maternity Leave')
    await person({ gender: 'Male' })
    await change({ encashable: true }, maternity)
  })
  const all = '92 days of Maternity Leave 2027, Ksh 184,000.00 (paid out only since'

  test('are approved by name where it was made one for all within the year', async () => {
    await on('2027-06-10')
    await change({ gender: null }, maternity)
    await on('2027-11-10')
    expect(await askedIn('November', 2027)).toEqual([`${all} 10 June, 2027)`])
  })

  test('or where somebody became one of those within the year', async () => {
    await on('2027-11-10')
    await person({ gender: 'Female' })
    expect(await askedIn('November', 2027)).toEqual([`${all} 10 November, 2027)`])
  })
})

test('days of a type that was not offered when the year began are approved by name', async () => {
  const study = office.typeOf('Study Leave')
  await change({ encashable: true, is_active: false }, study)
  await on('2027-11-10')
  await change({ is_active: true }, study)
  expect(await askedIn('November', 2027)).toEqual([
    '10 days of Study Leave 2027, Ksh 20,000.00 (paid out only since 10 November, 2027)',
  ])
})

test('leave that is not paid cannot be paid out instead', async () => {
  const params = { id: office.typeOf('Unpaid Leave') }
  const { body: type } = await primary.call(leaveTypes.get, { params })
  const body = { ...type, encashable: true }
  const changed = await primary.call(leaveTypes.update, { params, body })
  expect([changed.status, changed.body.errors]).toEqual([
    422,
    { encashable: ['Unpaid leave cannot be paid out.'] },
  ])
})

describe('what was taken off by hand', () => {
  test('and put back is approved by name', async () => {
    // 8.75 are earned, and 1.75 more with November.
    await set(2.5)
    await set(10.5)
    expect(await askedIn('November', 2026)).toEqual(['8 days of Annual Leave 2026, Ksh 16,000.00'])
  })

  test('of what was put in before changes nothing', async () => {
    await set(30)
    expect((await set(8.5)).status).toBe(200)
    expect(await askedIn('November', 2026)).toBeUndefined()
  })

  test('or left away when the balance was opened', async () => {
    id = (await employ(primary, { salary: 44_000, employment_date: '2026-06-01' })).id
    const opened = await primary.call(leaveBalances.create, {
      body: { employee_id: id, leave_type_id: annual, year: 2026, entitled_days: 2.5 },
    })
    expect(opened.status).toBe(201)
    await set(8.5)
    expect(await askedIn('November', 2026)).toEqual(['6 days of Annual Leave 2026, Ksh 12,000.00'])
  })
})

test('a day of joining that is moved back earns nothing for the months before', async () => {
  await on('2026-11-11')
  expect((await person({ employment_date: '2026-01-01' })).status).toBe(200)
  await on('2026-11-12')
  expect(await askedIn('November', 2026)).toEqual(['8.75 days of Annual Leave 2026, Ksh 17,500.00'])
})
