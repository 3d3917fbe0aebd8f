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
import { asEmployee, employ, runMonth, terminate } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'
import { ending } from './ending.ts'
import { leaveNight } from './year.ts'

/** What somebody who leaves is paid for leave, and what ends with them (C18). */

const { leaveRequests, leaveBalances, payrolls, employees } = contract
const world = await openWorld()
let office: LeaveOffice
let primary: LeaveOffice['primary']
let annual: string
let id: string

beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openLeaveOffice(world)
  primary = office.primary
  annual = office.typeOf('Annual Leave')
  id = (await employ(primary, { salary: 55_000, employment_date: '2015-02-01' })).id
  await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    office.organization,
  ])
})

const leaves = (termination_date = '2026-03-31') => terminate(primary, id, termination_date)
const draft = () => runMonth(primary, 'March', 2026, false)
const checksOf = async (run: { id: string }) =>
  (await primary.call(payrolls.checks, { params: { id: run.id } })).body
const paid = async (run: { id: string }) => {
  const [slip] = await world.rows(
    'select incomes from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, id],
  )
  return (slip.incomes as { name: string; quantity: string; amount: number }[])
    .filter(({ name }) => name === 'Leave pay')
    .map(({ quantity, amount }) => [quantity, amount / 100])
}
type Approved = { kind: 'leave beyond'; employee_id: string; detail: string }
const confirm = (run: { id: string }, approved: Approved[] = []) =>
  primary.call(payrolls.confirm, { params: { id: run.id }, body: { approved } })

test('days put down after the last day come with final pay, or not at all', async () => {
  world.setTime('2026-04-03T09:00:00Z')
  primary = await office.renewed(primary)
  await world.rows('update leave_settings set pay_leavers = false where organization_id = $1', [
    office.organization,
  ])
  const balance = await giveDays(world, office, id, annual, 10)
  await leaves()
  const encash = () =>
    primary.call(leaveBalances.encash, {
      ...{ params: { id: balance }, body: { days: 5, reason: 'Due on leaving' } },
    })
  expect((await encash()).status).toBe(200)
  const run = await draft()
  const [slip] = await world.rows(
    'select incomes from payslips where payroll_id = $1 and employee_id = $2',
    [run.id, id],
  )
  expect(slip.incomes).toMatchObject([{ name: 'Leave encashment', quantity: '5 days' }])
  expect((await confirm(run)).status).toBe(200)
  expect((await encash()).status).toBe(422)
})

describe('leave pay', () => {
  test('is what this year earned, however many years somebody looked at', async () => {
    for (let year = 2016; year <= 2025; year += 1) {
      const days = { start_date: `${year}-06-15`, end_date: `${year}-06-15` }
      const body = { employee_id: id, leave_type_id: annual, ...days }
      expect((await primary.call(leaveRequests.count, { body })).status).toBe(200)
    }
    await leaves()
    const run = await draft()
    expect(await paid(run)).toEqual([['5.25 days', 13_125]])
    expect((await confirm(run)).status).toBe(200)
  })

  test('is earned with the run that pays it, which gives nobody anything to keep', async () => {
    const finance = await world.as('finance', office.organization)
    const { id: stays } = await employ(primary, { employment_date: '2015-02-01' })
    await leaves()
    const run = await runMonth(finance, 'March', 2026, false)
    await world.work(leaveNight)
    const give = `insert into leave_entries (balance_id, kind, key, entitled, day)
      select id, 'accrual', 'accrual 2026-03', 1.75, '2026-04-01' from leave_balances
      where employee_id = $1 and leave_type_id = '${annual}'`
    const freeze = 'update payslips set frozen = true where employee_id = $1'
    const attempt = (whom: string, ...statements: string[]) =>
      statementsIn(world, finance)
        .inside(async (client) => {
          for (const statement of statements) await client.query(statement, [whom])
          // A payslip that is frozen in a draft is refused as well, afterwards.
          await client.query('set constraints leave_given_adds_up immediate')
        })
        .catch(({ code, constraint }) => [code, constraint])
    expect(await attempt(id, give)).toEqual(['42501', 'decisions_guarded'])
    expect(await attempt(stays, freeze, give)).toEqual(['42501', 'decisions_guarded'])
    expect(await attempt(id, freeze, give)).toEqual(['42501', 'leave_adds_up'])
    const params = { id: run.id }
    const done = await finance.call(payrolls.confirm, { params, body: { approved: [] } })
    expect(done.status).toBe(200)
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 5.25, 5.25, 0]])
  })

  test('and what was carried into it', async () => {
    world.setTime('2025-12-10T09:00:00Z')
    await world.work(leaveNight)
    world.setTime('2026-03-10T09:00:00Z')
    await world.work(leaveNight)
    await leaves()
    const run = await draft()
    expect(await paid(run)).toEqual([['15.25 days', 38_125]])
    expect((await confirm(run)).status).toBe(200)
  })

  test('of more than that is approved by name, and on record with who did', async () => {
    // As earlier versions left them, for years that nobody kept; and what staff have put in.
    await world.byHand('alter table leave_balances disable trigger leave_year_over')
    await giveDays(world, office, id, annual, 21, 2024)
    await world.byHand('alter table leave_balances enable trigger leave_year_over')
    await giveDays(world, office, id, annual, 3)
    await leaves()
    const run = await draft()
    expect(await paid(run)).toEqual([
      ['5.25 days', 13_125],
      ['3 days', 7_500],
      ['21 days', 52_500],
    ])
    const found = (await checksOf(run)).find(({ kind }) => kind === 'leave beyond')
    expect(found).toMatchObject({ blocks: true, approvable: true, count: 1 })
    const detail =
      '21 days of Annual Leave 2024, Ksh 52,500.00; 3 days of Annual Leave 2026, Ksh 7,500.00'
    expect(found?.people[0]).toMatchObject({ employee_id: id, detail })
    const refused = await confirm(run)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('beyond what was earned this year')
    const approved = { kind: 'leave beyond', employee_id: id, detail } as const
    const other = await confirm(run, [{ ...approved, detail: '3 days of Annual Leave 2026' }])
    expect(other.status).toBe(422)
    const freeze = world.rows(
      `update leave_encashments set status = 'paid' where employee_id = $1`,
      [id],
    )
    await expect(freeze).rejects.toThrow(/not approved/)
    expect((await confirm(run, [approved])).status).toBe(200)
    const kept = await world.rows(
      'select employee_id, kind, detail, approved_by from payroll_exceptions where payroll_id = $1',
      [run.id],
    )
    expect(kept).toEqual([{ ...approved, approved_by: primary.id }])
  })

  test('of more than that is not paid where staff put the balance right', async () => {
    const balance = await giveDays(world, office, id, annual, 3)
    await world.work(leaveNight)
    await leaves()
    const run = await draft()
    expect(await paid(run)).toHaveLength(2)
    const body = { entitled_days: 3, reason: 'Entered by mistake' }
    await primary.call(leaveBalances.update, { params: { id: balance }, body })
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await paid(run)).toEqual([['4.75 days', 11_875]])
    expect((await confirm(run)).status).toBe(200)
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 4.75, 4.75, 0]])
  })
})

describe('what nobody has decided', () => {
  const asks = async () => {
    const me = await asEmployee(world, office.organization, id)
    const days = { start_date: '2026-03-23', end_date: '2026-03-24' }
    const asked = await askFor(me, { leave_type_id: annual, ...days })
    expect(asked.status).toBe(201)
    return { me, request: asked.body.id }
  }

  const statusOf = async (request: string) =>
    (await primary.call(leaveRequests.get, { params: { id: request } })).body
  const contractEnds = (termination_date = '2026-03-31') =>
    primary.call(employees.update, {
      params: { id },
      body: { termination_date, tos: 'Contract' },
    })
  const look = () => ending(world.parts as never).next()

  test('is paid and named by a draft, and ends when the run is confirmed', async () => {
    const { request } = await asks()
    await contractEnds()
    const finance = await world.as('finance', office.organization)
    const run = await runMonth(finance, 'March', 2026, false)
    const again = await finance.call(payrolls.recalculate, { params: { id: run.id } })
    expect(again.status).toBe(200)
    await look()
    expect(await paid(run)).toEqual([['5.25 days', 13_125]])
    expect((await checksOf(run)).find(({ kind }) => kind === 'leave undecided')).toMatchObject({
      blocks: false,
      people: [
        { employee_id: id, detail: 'Annual Leave from 23 March, 2026: 2 days, still waiting' },
      ],
    })
    expect((await statusOf(request)).status).toBe('pending')
    const { status } = await finance.call(payrolls.confirm, { params: { id: run.id }, body: {} })
    expect(status).toBe(200)
    const ended = await statusOf(request)
    expect(ended.status).toBe('cancelled')
    expect(ended.approvals.map((one) => one.status)).toEqual(['closed'])
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 5.25, 5.25, 0]])
    const named = (await checksOf(run)).find(({ kind }) => kind === 'leave undecided')
    expect(named?.people[0]?.detail).toBe('Annual Leave from 23 March, 2026: 2 days')
  })

  test('is as it was when the draft is deleted, and so are the balances', async () => {
    const { request } = await asks()
    await contractEnds()
    const before = await sumsOf(world, id, annual)
    const run = await draft()
    expect(await sumsOf(world, id, annual)).toEqual(before)
    await primary.call(payrolls.remove, { params: { id: run.id } })
    expect((await statusOf(request)).status).toBe('pending')
    expect(await sumsOf(world, id, annual)).toEqual(before)
    const left = `select id from leave_encashments where employee_id = $1`
    expect(await world.rows(left, [id])).toEqual([])
  })

  test('and is approved after all is taken and not paid: the draft is worked out anew', async () => {
    const { request } = await asks()
    await contractEnds()
    const run = await draft()
    await primary.call(leaveRequests.approve, { params: { id: request }, body: {} })
    const refused = await confirm(run)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('recalculate first')
    await primary.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await paid(run)).toEqual([['3.25 days', 8_125]])
    expect((await confirm(run)).status).toBe(200)
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 5.25, 5.25, 0]])
    const reason = { reason: 'Paid too early' }
    await primary.call(payrolls.reverse, { params: { id: run.id }, body: reason })
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 5.25, 2, 0]])
  })

  test('is no obstacle to somebody who may only make runs', async () => {
    const { request } = await asks()
    await leaves()
    const rights = ['view payrolls', 'create payrolls'] as const
    const clerk = await world.as('user', office.organization, [...rights])
    const run = await runMonth(clerk, 'March', 2026, false)
    expect(await paid(run)).toEqual([['5.25 days', 13_125]])
    expect((await statusOf(request)).status).toBe('pending')
    expect((await confirm(run)).status).toBe(200)
    expect((await statusOf(request)).status).toBe('cancelled')
  })

  test('ends when a contract is over', async () => {
    const { request } = await asks()
    await contractEnds()
    await look()
    expect((await statusOf(request)).status).toBe('pending')
    world.setTime('2026-04-01T09:00:00Z')
    await look()
    primary = await office.renewed(primary)
    expect((await statusOf(request)).status).toBe('cancelled')
  })

  test('ends at once where it reaches beyond the last day', async () => {
    const { request } = await asks()
    await contractEnds('2026-03-23')
    await look()
    expect((await statusOf(request)).status).toBe('cancelled')
  })

  test('ends within the minute in which somebody left, and they hear of it, once', async () => {
    const { me, request } = await asks()
    await leaves()
    await look()
    await look()
    const { body } = await primary.call(leaveRequests.get, { params: { id: request } })
    expect(body.status).toBe('cancelled')
    expect(await sumsOf(world, id, annual)).toEqual([[2026, 3.5, 0, 0]])
    const news = await world.rows(
      `select title from notifications where user_id = any ($1) and title = 'Leave request ended'`,
      [[me.id, primary.id]],
    )
    expect(news).toHaveLength(2)
  })

  test('of everybody else stays, and what was approved too', async () => {
    const { request } = await asks()
    const other = await office.join()
    const days = { start_date: '2026-04-13', end_date: '2026-04-13' }
    await approveLeave(primary, {
      ...{ employee_id: other.employee_id, leave_type_id: annual, ...days },
    })
    await look()
    const { body } = await primary.call(leaveRequests.get, { params: { id: request } })
    expect(body.status).toBe('pending')
    expect(await sumsOf(world, other.employee_id, annual)).toEqual([[2026, 3.5, 1, 0]])
  })
})

describe('a last day', () => {
  const on = async (day: string) => {
    world.setTime(`${day}T09:00:00Z`)
    primary = await office.renewed(primary)
    await world.work(leaveNight)
  }
  const left = async (month: 'December' | 'March', year: number) => {
    const made = await primary.call(payrolls.create, { body: { month, year } })
    expect(made.status).toBe(201)
    return made.body
  }
  beforeEach(async () => {
    await on('2026-12-10')
  })

  test('pays the same told in December, or in January when the year was closed', async () => {
    for (const told of ['2026-12-10', '2027-01-05']) {
      id = (await employ(primary, { salary: 55_000, employment_date: '2026-06-01' })).id
      await on('2026-12-10')
      await on(told)
      await leaves('2026-12-31')
    }
    await on('2027-01-06')
    const run = await left('December', 2026)
    const slips = await world.rows(
      `select line ->> 'quantity' as days from payslips, jsonb_array_elements(incomes) line
       where payroll_id = $1 and line ->> 'name' = 'Leave pay'`,
      [run.id],
    )
    expect(slips).toEqual([{ days: '12.25 days' }, { days: '12.25 days' }])
    expect((await confirm(run)).status).toBe(200)
    // Nothing is left, in either year.
    const [first, next] = await sumsOf(world, id, annual)
    expect([first, next]).toEqual([
      [2026, 12.25, 12.25, 0],
      [2027, 0, 0, 0],
    ])
  })

  test('stops no run because the next year was opened, and pays none of it', async () => {
    await giveDays(world, office, id, annual, 21, 2027)
    await leaves('2026-12-31')
    const run = await left('December', 2026)
    expect(await paid(run)).toEqual([['21 days', 52_500]])
    const found = (await checksOf(run)).find(({ kind }) => kind === 'leave left')
    expect(found?.people.map(({ detail }) => detail)).toEqual(['21 days of Annual Leave'])
  })

  test('in March pays carried days that expire with it, whenever the run is made', async () => {
    for (const [told, made] of [
      ['2027-03-10', '2027-04-02'],
      ['2027-04-10', '2027-04-11'],
    ] as const) {
      world.setTime('2026-12-10T09:00:00Z')
      office = await openLeaveOffice(world)
      primary = office.primary
      annual = office.typeOf('Annual Leave')
      id = (await employ(primary, { salary: 55_000, employment_date: '2026-06-01' })).id
      await world.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
        office.organization,
      ])
      await on('2026-12-10')
      await on('2027-01-02')
      await on(told)
      await leaves('2027-03-31')
      await on(made)
      const run = await left('March', 2027)
      expect([told, made, await paid(run)]).toEqual([told, made, [['15.25 days', 38_125]]])
      expect((await confirm(run)).status).toBe(200)
      const reason = { params: { id: run.id }, body: { reason: 'Wrong' } }
      expect((await primary.call(payrolls.reverse, reason)).status).toBe(200)
      // Whoever comes back has what the others have, and no more.
      await primary.call(employees.status, { params: { id }, body: { status: 'active' } } as never)
      await on('2027-04-12')
      const [, sums] = await sumsOf(world, id, annual)
      expect([told, made, sums?.slice(1)]).toEqual([told, made, [5.25, 0, 0]])
    }
  })
})
