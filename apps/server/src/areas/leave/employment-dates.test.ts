// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  approveLeave,
  askFor,
  atNight,
  type LeaveOffice,
  openLeaveOffice,
  openLeaver,
  sumsOf,
} from '../../test/leave.ts'
import { asEmployee, employ, runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { ending, whereEnding } from './ending.ts'

/** Leave is of days of the employment: what lies before or after costs nothing and comes back. */

const { employees, leaveRequests, payrolls } = contract
const world = await openWorld()

async function slipIn(run: { id: string }, id: string) {
  const [slip] = await world.rows(
    `select id, gross::float8 as gross, incomes from payslips
     where payroll_id = $1 and employee_id = $2`,
    [run.id, id],
  )
  return slip as { id: string; gross: number; incomes: { name: string; amount: number }[] }
}

describe('unpaid leave', () => {
  let office: LeaveOffice
  let primary: LeaveOffice['primary']
  beforeEach(async () => {
    world.setTime('2026-03-10T09:00:00Z')
    office = await openLeaveOffice(world)
    primary = office.primary
  })
  /** From 6 to 17 April. */
  const away = async (employment_date = '2025-01-01') => {
    const { id } = await employ(primary, { salary: 60_000, employment_date })
    const request = await approveLeave(primary, {
      ...{ employee_id: id, leave_type_id: office.typeOf('Unpaid Leave') },
      ...{ start_date: '2026-04-06', end_date: '2026-04-17' },
    })
    return { id, request }
  }
  const put = async (id: string, body: object) => {
    const reply = await primary.call(employees.update, { params: { id }, body } as never)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
  const at = async (day: string) => {
    world.setTime(`${day}T09:00:00Z`)
    primary = await office.renewed(primary)
  }

  test('with a last day in it costs no day after it', async () => {
    const { id } = await away()
    await at('2026-04-09')
    await terminate(primary, id, '2026-04-10')
    const april = await runMonth(primary, 'April', 2026)
    // Ten days employed, of which the 6th to the 10th were unpaid.
    expect((await slipIn(april, id)).gross).toBe(10_000)
  })

  test('with a first day in it costs no day before it', async () => {
    const { id } = await away('2026-04-01')
    await put(id, { employment_date: '2026-04-13' })
    const april = await runMonth(primary, 'April', 2026, false)
    // Eighteen days employed, of which the 13th to the 17th were unpaid.
    expect((await slipIn(april, id)).gross).toBe(26_000)
  })

  test('follows a last day that is put right, in a draft as well', async () => {
    const { id } = await away()
    const ends = (termination_date: string) => put(id, { tos: 'Contract', termination_date })
    await ends('2026-04-03')
    const april = await runMonth(primary, 'April', 2026, false)
    expect((await slipIn(april, id)).gross).toBe(6_000)
    const again = async () => {
      await primary.call(payrolls.recalculate, { params: { id: april.id } })
      return (await slipIn(april, id)).gross
    }
    await ends('2026-04-10')
    expect(await again()).toBe(10_000)
    await ends('2026-12-31')
    expect(await again()).toBe(36_000)
    const done = await primary.call(payrolls.confirm, { params: { id: april.id } })
    expect(done.body).toMatchObject({ status: 'confirmed' })
  })

  test('gives nothing back of a month that was paid before the last day was told', async () => {
    const { id } = await away()
    await at('2026-04-28')
    const april = await runMonth(primary, 'April', 2026)
    expect((await slipIn(april, id)).gross).toBe(36_000)
    await terminate(primary, id, '2026-04-10')
    const { body } = await primary.call(contract.leaveClaims.ofEmployee, { params: { id } })
    expect(body).toMatchObject({ owed: 0, due: 0, rows: [] })
    // Worked out again, it goes by the day that is known by now.
    const reason = { params: { id: april.id }, body: { reason: 'Left' } }
    await primary.call(payrolls.reverse, reason)
    const again = await runMonth(primary, 'April', 2026)
    expect((await slipIn(again, id)).gross).toBe(10_000)
  })
})

describe('approved leave that reaches beyond the last day', () => {
  /** From 16 to 25 November: eight days. */
  const resting = async () => {
    const leaver = await openLeaver(world)
    const leave = await approveLeave(leaver.primary, {
      ...{ employee_id: leaver.id, leave_type_id: leaver.annual },
      ...{ start_date: '2026-11-16', end_date: '2026-11-25' },
    })
    return { ...leaver, leave }
  }
  const payOf = async (run: { id: string }, id: string) =>
    (await slipIn(run, id)).incomes
      .filter(({ name }) => name === 'Leave pay')
      .map(({ amount }) => amount / 100)

  test('is paid for the days after it, and ends with the run that does so', async () => {
    const { id, annual, office, leave } = await resting()
    const by = await atNight(world, office, '2026-11-19')
    await terminate(by, id, '2026-11-20')
    const rights = ['view payrolls', 'create payrolls', 'approve payrolls'] as const
    const finance = await world.as('user', office.organization, [...rights])
    const november = await runMonth(finance, 'November', 2026, false)
    // 8.75 days, of which five were taken by the last day: 3.75 × 44,000 ÷ 22.
    expect(await payOf(november, id)).toEqual([7_500])
    const look = async () => (await by.call(leaveRequests.get, { params: { id: leave } })).body
    expect(await look()).toMatchObject({ end_date: '2026-11-25', days: 8 })
    const done = await finance.call(payrolls.confirm, { params: { id: november.id } })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await look()).toMatchObject({ status: 'approved', end_date: '2026-11-20', days: 5 })
    const [[, entitled, used] = []] = await sumsOf(world, id, annual)
    expect([entitled, used]).toEqual([8.75, 8.75])
    // Reversed and made again it pays the same.
    const reason = { params: { id: november.id }, body: { reason: 'Again' } }
    await by.call(payrolls.reverse, reason)
    expect(await payOf(await runMonth(by, 'November', 2026, false), id)).toEqual([7_500])
  })

  test.each(['approved', 'undecided'])(
    'in January and %s gives back the days that December had lent it',
    async (how) => {
      const { id, annual, office } = await openLeaver(world)
      let by = await atNight(world, office, '2026-12-10')
      const asked = {
        ...{ employee_id: id, leave_type_id: annual },
        ...{ start_date: '2027-01-04', end_date: '2027-01-06' },
      }
      const leave =
        how === 'approved' ? await approveLeave(by, asked) : (await askFor(by, asked)).body.id
      const taken = how === 'approved' ? [3, 0] : [0, 3]
      expect(await sumsOf(world, id, annual)).toEqual([
        [2026, 7.5, 0, 0],
        [2027, 3, ...taken],
      ])
      await terminate(by, id, '2026-12-31')
      by = await atNight(world, office, '2026-12-28')
      const december = await runMonth(by, 'December', 2026)
      // 12.25 days at 2,000.
      expect(await payOf(december, id)).toEqual([24_500])
      const { body } = await by.call(leaveRequests.get, { params: { id: leave } })
      expect(body.status).toBe('cancelled')
      expect(await sumsOf(world, id, annual)).toEqual([
        [2026, 12.25, 12.25, 0],
        [2027, 0, 0, 0],
      ])
    },
  )

  test('ends once that day is over, and what lay wholly after it is cancelled', async () => {
    const { id, annual, office, primary, leave } = await resting()
    const later = await approveLeave(primary, {
      ...{ employee_id: id, leave_type_id: annual },
      ...{ start_date: '2026-12-01', end_date: '2026-12-01', half_start: true },
    })
    await terminate(primary, id, '2026-11-20')
    const round = () => ending(world.parts).next()
    await round()
    expect((await sumsOf(world, id, annual))[0]?.[2]).toBe(8.5)
    // Days that are over come back as well.
    const by = await atNight(world, office, '2026-11-24')
    await round()
    expect((await sumsOf(world, id, annual))[0]?.[2]).toBe(5)
    const look = async (of: string) =>
      (await by.call(leaveRequests.get, { params: { id: of } })).body
    expect(await look(leave)).toMatchObject({ status: 'approved', end_date: '2026-11-20' })
    expect(await look(later)).toMatchObject({ status: 'cancelled' })
    const november = await runMonth(by, 'November', 2026)
    expect(await payOf(november, id)).toEqual([7_500])
  })

  test('is told to the person and whoever approved it, and named once the last day is another', async () => {
    const { id, annual, office, primary, leave } = await resting()
    const { id: user } = await asEmployee(world, office.organization, id)
    const later = await approveLeave(primary, {
      ...{ employee_id: id, leave_type_id: annual },
      ...{ start_date: '2026-12-01', end_date: '2026-12-01', half_start: true },
    })
    // A slip of the pen: the 12th instead of the 30th.
    let by = await atNight(world, office, '2026-11-13')
    await terminate(by, id, '2026-11-12')
    await ending(world.parts).next()
    const told = async (whose: string) =>
      (
        await world.rows(
          `select text from notifications where user_id = $1 and title like '%leave ended'
           order by text`,
          [whose],
        )
      ).map(({ text }) => text as string)
    expect(await told(user)).toEqual([
      expect.stringMatching(
        /^Annual Leave, 01 December, 2026 .*ends with the last day at work, 12 November, 2026\. If/,
      ),
      expect.stringMatching(/^Annual Leave, 16 November, 2026 to 25 November, 2026/),
    ])
    expect(await told(primary.id)).toHaveLength(2)
    const status = { params: { id }, body: { status: 'active' as const } }
    expect((await by.call(employees.status, status)).status).toBe(200)
    by = await atNight(world, office, '2026-11-14')
    const november = await runMonth(by, 'November', 2026, false)
    const named = async () =>
      (await by.call(payrolls.checks, { params: { id: november.id } })).body
        .filter(({ kind }) => kind === 'leave ended')
        .flatMap(({ people }) => people.map(({ detail }) => detail))
    expect(await named()).toEqual([
      'Annual Leave from 16 November, 2026, cancelled, to 25 November, 2026',
      'Annual Leave from 01 December, 2026, cancelled, to 01 December, 2026',
    ])
    const cancelled = await world.rows('select status from leave_requests where id = any ($1)', [
      [leave, later],
    ])
    expect(cancelled).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    await approveLeave(by, {
      ...{ employee_id: id, leave_type_id: annual },
      ...{ start_date: '2026-11-16', end_date: '2026-11-18' },
    })
    // Asked for again, it is named no more; December's still is.
    expect(await named()).toEqual([
      'Annual Leave from 01 December, 2026, cancelled, to 01 December, 2026',
    ])
  })

  test('is looked for by those who have a last day, not in all leave there is', async () => {
    const plan = await world.parts.db.inPlatform(async (tx) => {
      await tx.run`set local enable_seqscan = off`
      return tx.all<{ 'QUERY PLAN': string }>`explain ${whereEnding}`
    })
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain('using leave_requests_left')
    expect(text).toContain('(employee_id = e.id)')
    expect(text).toContain('(termination_date IS NOT NULL)')
  })
})
