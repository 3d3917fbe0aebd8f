// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  approveLeave,
  askFor,
  giveDays,
  type LeaveOffice,
  openLeaveOffice,
  sumsOf,
} from '../../test/leave.ts'
import { addEmployee } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { leaveNight } from './year.ts'

/** Carried days serve the days until they expire, whenever those were asked for (C21). */

const { leaveRequests, leaveBalances } = contract
const world = await openWorld()
let office: LeaveOffice
let annual: string
let employee_id: string

beforeEach(async () => {
  world.setTime('2026-12-10T09:00:00Z')
  office = await openLeaveOffice(world)
  annual = office.typeOf('Annual Leave')
  employee_id = (await office.join()).employee_id
  await giveDays(world, office, employee_id, annual, 10)
  await atNight('2027-01-02')
})

/** Ten days have gone over into 2027, and 1.75 are earned with each month. */
async function atNight(day: string) {
  world.setTime(`${day}T09:00:00Z`)
  await world.work(leaveNight)
}
const staff = () => world.as('primary', office.organization)
const leave = (start_date: string, end_date: string) => ({
  ...{ employee_id, leave_type_id: annual, start_date, end_date },
})
const ask = async (start: string, end: string) => askFor(await staff(), leave(start, end))
const cancel = async (id: string) => (await staff()).call(leaveRequests.cancel, { params: { id } })
const of2027 = async () => {
  const [, sums] = await sumsOf(world, employee_id, annual)
  const [, entitled, used, pending] = sums as number[]
  return (entitled ?? 0) - (used ?? 0) - (pending ?? 0)
}

describe('carried days', () => {
  test('are told of a month before they lapse, once, and the year’s end is shown ahead', async () => {
    const [login] = await world.rows(
      `select u.id, u.email from users u join memberships m on m.user_id = u.id
      where m.employee_id = $1`,
      [employee_id],
    )
    await world.rows(`update users set language = 'sw' where id = $1`, [login.id])
    const subject = 'Siku za likizo zilizohamishwa zitapotea karibuni'
    const letters = async () =>
      (await world.mails(login.email)).filter((letter) => letter.subject === subject)
    await atNight('2027-02-25')
    expect(await letters()).toEqual([])
    await atNight('2027-03-02')
    await atNight('2027-03-03')
    const [letter, ...more] = await letters()
    expect(more).toEqual([])
    expect(letter?.text).toContain(
      'Likizo ya Mwaka: siku 10 ulizohamisha kutoka mwaka jana zisipochukuliwa zitapotea ' +
        'baada ya 31 Machi, 2027.',
    )
    const params = { params: { id: employee_id } }
    const shown = async () => {
      const { body } = await (await staff()).call(leaveBalances.ofEmployee, params)
      return body.balances.find(({ leave_type_id }) => leave_type_id === annual)?.year_end
    }
    // Twenty-one days will have been earned, of which ten go over.
    expect(await shown()).toEqual({
      goes_over: 10,
      lapses: 11,
      carried: { days: 10, last: '2027-03-31' },
    })
    await approveLeave(await staff(), leave('2027-03-15', '2027-03-19'))
    expect(await shown()).toMatchObject({ carried: { days: 5 }, goes_over: 10, lapses: 11 })
    await atNight('2028-01-02')
    const sums = await sumsOf(world, employee_id, annual)
    // As it was shown.
    expect(sums.at(-1)?.[1]).toBe(10)
  })

  test('do not survive by asking for later days and cancelling', async () => {
    await atNight('2027-03-20')
    expect(await of2027()).toBe(13.5)
    // What would have expired by then serves no day of June.
    const refused = await ask('2027-06-07', '2027-06-18')
    expect(refused.body.errors?.end_date).toEqual([
      '10 days of Annual Leave requested in 2027, but only 3.5 days left.',
    ])
    const asked = await ask('2027-06-07', '2027-06-09')
    expect(asked.status).toBe(201)
    await atNight('2027-04-02')
    await cancel(asked.body.id)
    expect(await of2027()).toBe(5.25)
  })

  test('that were promised in time and come back afterwards have expired', async () => {
    await atNight('2027-03-02')
    const asked = await ask('2027-03-15', '2027-03-24')
    expect(asked.body.days).toBe(8)
    await atNight('2027-04-02')
    // Two of the ten are lost; eight are promised for days of March.
    expect(await of2027()).toBe(5.25)
    await cancel(asked.body.id)
    expect(await of2027()).toBe(5.25)
    await atNight('2027-04-03')
    expect(await of2027()).toBe(5.25)
  })

  test('a cancellation afterwards gives back what has not expired', async () => {
    await atNight('2027-03-20')
    const asked = await ask('2027-06-07', '2027-06-09')
    await atNight('2027-04-02')
    expect(await of2027()).toBe(2.25)
    await cancel(asked.body.id)
    expect(await of2027()).toBe(5.25)
  })

  test('that were paid out in time are not lost as well', async () => {
    await atNight('2027-03-20')
    const by = await staff()
    const { body } = await by.call(leaveBalances.list, { query: { year: 2027, employee_id } })
    const balance = body.find(({ leave_type_id }) => leave_type_id === annual)
    const params = { id: balance?.id ?? '' }
    await by.call(leaveBalances.encash, { params, body: { days: 4, reason: 'Asked for' } })
    await atNight('2027-04-02')
    // Six of the ten are lost, and what three months earned is there.
    expect(await of2027()).toBe(5.25)
    // Not paid out after all, the four have expired as well.
    const kept = await (await staff()).call(leaveBalances.keepInstead, { params })
    expect(kept.status).toBe(200)
    expect(await of2027()).toBe(5.25)
    await atNight('2027-04-03')
    expect(await of2027()).toBe(5.25)
  })
})

describe('leave that is recorded later', () => {
  test('of February uses what was there in February, lost since or not', async () => {
    await atNight('2027-04-12')
    expect(await of2027()).toBe(5.25)
    await approveLeave(await staff(), leave('2027-02-15', '2027-02-24'))
    // Eight of the ten that were lost.
    expect(await of2027()).toBe(5.25)
    const { body } = await ask('2027-02-01', '2027-02-12')
    expect(body.errors?.end_date?.[0]).toContain('but only 3.75 days left')
  })

  test('of days before anything was earned has nothing of what came later', async () => {
    const fresh = (await office.join({ employment_date: '2027-01-01' })).employee_id
    await atNight('2027-06-02')
    const by = await staff()
    const given = { ...leave('2027-02-08', '2027-02-10'), employee_id: fresh }
    const { body } = await by.call(leaveRequests.count, { body: given })
    expect(body.balances).toEqual([{ year: 2027, days: 3, remaining: 1.75 }])
    expect((await askFor(by, given)).status).toBe(422)
    expect((await askFor(by, { ...given, end_date: '2027-02-08' })).status).toBe(201)
  })
})

test('an employee goes back as far as the type allows, staff as far as they like', async () => {
  const me = await office.join()
  await atNight('2027-02-10')
  const own = await office.renewed(me)
  const days = { start_date: '2027-02-02', end_date: '2027-02-02' }
  const sick = office.typeOf('Compassionate Leave')
  const late = await askFor(own, { leave_type_id: sick, ...days })
  expect(late.body.errors?.start_date).toEqual([
    'Compassionate Leave can be requested from 03 February, 2027. ' +
      'Earlier leave is recorded by the office.',
  ])
  const inTime = { start_date: '2027-02-03', end_date: '2027-02-03' }
  expect((await askFor(own, { leave_type_id: sick, ...inTime })).status).toBe(201)
  const by = await staff()
  const recorded = await askFor(by, { employee_id: me.employee_id, leave_type_id: sick, ...days })
  expect(recorded.status).toBe(201)
})

test('staff go back as an employee does in what is their own', async () => {
  const someone = await office.join()
  await atNight('2027-02-10')
  const clerk = await world.as('user', office.organization, ['view leaves', 'create leaves'])
  const employee_id = await addEmployee(world, office.organization)
  await world.rows('update memberships set employee_id = $2 where user_id = $1', [
    clerk.id,
    employee_id,
  ])
  const leave_type_id = office.typeOf('Compassionate Leave')
  const days = { leave_type_id, start_date: '2027-01-26', end_date: '2027-01-26' }
  expect((await askFor(clerk, days)).status).toBe(422)
  expect((await askFor(clerk, { ...days, employee_id })).status).toBe(422)
  expect((await askFor(clerk, { ...days, employee_id: someone.employee_id })).status).toBe(201)
})

test('an adjustment below zero says so', async () => {
  const by = await staff()
  await approveLeave(by, leave('2027-01-11', '2027-01-15'))
  const { body } = await by.call(leaveBalances.list, { query: { year: 2027, employee_id } })
  const id = body.find(({ leave_type_id }) => leave_type_id === annual)?.id ?? ''
  const set = (entitled_days: number) =>
    by.call(leaveBalances.update, { params: { id }, body: { entitled_days, reason: 'Put right' } })
  expect((await set(5)).body.warning).toBeNull()
  expect((await set(2)).body).toMatchObject({
    remaining: -3,
    warning: 'Annual Leave is 3 days below zero now.',
  })
})
