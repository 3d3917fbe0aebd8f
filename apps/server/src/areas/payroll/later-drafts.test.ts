// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { approveLeave, openLeaveOffice } from '../../test/leave.ts'
import { lend, openBorrowing } from '../../test/loans.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { sessionOf } from '../../test/session.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { leaveNight } from '../leave/year.ts'
import { notifyOfClaims } from '../loans/leaving.ts'

/** What the draft of a later month has taken gives way to the month that it belongs to. */

const { leaveBalances, loans, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

const leave = (by: Caller, id: string, termination_date = '2026-03-31') =>
  terminate(by, id, termination_date)
const checksOf = async (by: Caller, id: string) =>
  (await by.call(payrolls.checks, one(id))).body.map(({ kind }) => kind)
const grossIn = async (by: Caller, id: string) =>
  (await by.call(payrolls.get, one(id))).body.payslips.map(({ gross }) => gross)

test('a loan: final pay takes it, and the later draft is worked out again first', async () => {
  const office = await openBorrowing(world)
  const { primary, borrower } = office
  const { id } = await lend(office)
  const april = await runMonth(primary, 'April', 2026, false)
  expect(await checksOf(primary, april.id)).not.toContain('inputs changed')
  await leave(primary, borrower.id)
  const march = await runMonth(primary, 'March', 2026, false)
  expect(await checksOf(primary, march.id)).not.toContain('inputs changed')
  expect((await primary.call(payrolls.confirm, one(april.id))).status).toBe(422)
  expect((await primary.call(payrolls.confirm, one(march.id))).status).toBe(200)
  const loan = (await primary.call(loans.get, one(id))).body
  expect(loan.deducted).toBeGreaterThan(20_000)
  expect(loan).toMatchObject({ claim: true, rebated: 3_960 })
})

test('a loan that a later draft has taken again is a claim all the same', async () => {
  const office = await openBorrowing(world)
  const { primary, borrower, organization } = office
  const { id } = await lend(office, { amount: 60_000, term_months: 6 })
  const april = await runMonth(primary, 'April', 2026, false)
  await leave(primary, borrower.id)
  await primary.call(payrolls.recalculate, one(april.id))
  world.setTime('2026-06-10T09:00:00Z')
  const later = world.caller(await sessionOf(world.parts, primary.id, organization))
  await world.work(notifyOfClaims)
  const loan = (await later.call(loans.get, one(id))).body
  // 87,960, less interest of five of six months.
  expect(loan).toMatchObject({ claim: true, outstanding: 68_160, rebated: 19_800 })
})

test('an instalment of somebody who stays', async () => {
  const office = await openBorrowing(world)
  const { primary } = office
  const { id } = await lend(office)
  const april = await runMonth(primary, 'April', 2026, false)
  await runMonth(primary, 'March', 2026)
  expect((await primary.call(loans.get, one(id))).body.deducted).toBe(12_680)
  expect(await checksOf(primary, april.id)).toContain('inputs changed')
  await primary.call(payrolls.recalculate, one(april.id))
  expect((await primary.call(payrolls.confirm, one(april.id))).status).toBe(200)
  expect((await primary.call(loans.get, one(id))).body.deducted).toBe(25_360)
})

describe('days without pay', () => {
  async function daysOff() {
    const { primary, typeOf } = await openLeaveOffice(world)
    const { id } = await employ(primary, { salary: 62_000 })
    const leave_type_id = typeOf('Unpaid Leave')
    const days = { start_date: '2026-03-02', end_date: '2026-03-06' }
    const approve = () => approveLeave(primary, { employee_id: id, leave_type_id, ...days })
    return { primary, id, approve }
  }

  test.each([true, false])('of March are taken by March (of a leaver: %s)', async (leaves) => {
    const { primary, id, approve } = await daysOff()
    await approve()
    const april = await runMonth(primary, 'April', 2026, false)
    if (leaves) await leave(primary, id)
    const march = await runMonth(primary, 'March', 2026)
    expect(await grossIn(primary, march.id)).toEqual([52_000])
    // April had taken nothing for a month that nobody was paid for yet.
    expect((await checksOf(primary, april.id)).includes('inputs changed')).toBe(leaves)
    expect(await grossIn(primary, april.id)).toEqual([62_000])
  })

  test('of March, told when it was paid without them, change the draft of April', async () => {
    const { primary, approve } = await daysOff()
    await runMonth(primary, 'March', 2026)
    const april = await runMonth(primary, 'April', 2026, false)
    await approve()
    expect(await checksOf(primary, april.id)).toContain('inputs changed')
    await primary.call(payrolls.recalculate, one(april.id))
    expect(await grossIn(primary, april.id)).toEqual([52_000])
  })

  test('that April took while March was a draft keep March from being confirmed', async () => {
    const { primary, approve } = await daysOff()
    const march = await runMonth(primary, 'March', 2026, false)
    await approve()
    await runMonth(primary, 'April', 2026, false)
    expect((await primary.call(payrolls.confirm, one(march.id))).status).toBe(422)
    const [slip] = march.payslips
    await primary.call(payrolls.recalculatePayslip, one(slip?.id ?? ''))
    expect((await primary.call(payrolls.confirm, one(march.id))).status).toBe(200)
    expect(await grossIn(primary, march.id)).toEqual([52_000])
  })

  test('of April stay with April', async () => {
    const { primary, typeOf } = await openLeaveOffice(world)
    const { id } = await employ(primary, { salary: 60_000 })
    const leave_type_id = typeOf('Unpaid Leave')
    const days = { start_date: '2026-04-01', end_date: '2026-04-03' }
    await approveLeave(primary, { employee_id: id, leave_type_id, ...days })
    const april = await runMonth(primary, 'April', 2026, false)
    await runMonth(primary, 'March', 2026)
    expect(await checksOf(primary, april.id)).not.toContain('inputs changed')
    expect(await grossIn(primary, april.id)).toEqual([54_000])
  })
})

test('commission of a leaver is in final pay', async () => {
  const { primary, organization } = await openLeaveOffice(world)
  const { id } = await employ(primary, { salary: 62_000 })
  await world.rows(
    `insert into employee_revenues (organization_id, employee_id, period, amount, target, rate)
     values ($1, $2, '2026-03', 100000, 0, 10)`,
    [organization, id],
  )
  await runMonth(primary, 'April', 2026, false)
  await leave(primary, id)
  const march = await runMonth(primary, 'March', 2026)
  expect(await grossIn(primary, march.id)).toEqual([72_000])
})

test('days that are paid out come with the month that they were asked for', async () => {
  const { primary, typeOf } = await openLeaveOffice(world)
  const { id } = await employ(primary, { salary: 66_000, employment_date: '2020-01-01' })
  await world.work(leaveNight)
  const [balance] = await world.rows(
    'select id from leave_balances where employee_id = $1 and leave_type_id = $2 and year = 2026',
    [id, typeOf('Annual Leave')],
  )
  const body = { days: 2, reason: 'Asked for' }
  expect((await primary.call(leaveBalances.encash, { ...one(balance.id), body })).status).toBe(200)
  const april = await runMonth(primary, 'April', 2026, false)
  expect((await grossIn(primary, april.id))[0]).toBeGreaterThan(66_000)
  const march = await runMonth(primary, 'March', 2026)
  expect((await grossIn(primary, march.id))[0]).toBeGreaterThan(66_000)
  await primary.call(payrolls.recalculate, one(april.id))
  expect(await grossIn(primary, april.id)).toEqual([66_000])
})
