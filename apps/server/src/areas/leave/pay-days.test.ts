import { beforeEach, describe, expect, test } from 'vitest'
import { openLeaveOffice } from '../../test/leave.ts'
import { addEmployee } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { linesOf } from './counting.ts'

/** What approved leave costs of pay, by leave and month (C9). */

const world = await openWorld()
const { organization, typeOf } = await openLeaveOffice(world)
const type = typeOf('Sick Leave')
let employee: string
beforeEach(async () => {
  employee = await addEmployee(world, organization)
})

interface Terms {
  paid_share: number
  full_pay_days: number | null
}
const unpaid: Terms = { paid_share: 0, full_pay_days: null }
const sick: Terms = { paid_share: 50, full_pay_days: 7 }
const annual: Terms = { paid_share: 100, full_pay_days: null }

/** Approved under these terms; Monday to Friday count. */
async function approved(terms: Terms, start_date: string, end_date: string, half_start = false) {
  const span = { start_date, end_date, half_start, half_end: false }
  const days = { count_by: 'working', saturday: false, sunday: false } as const
  const [lines = []] = await world.parts.db.inOrg({ organization_id: null }, (tx) =>
    linesOf(tx, [{ ...span, ...days }], new Map()),
  )
  const { paid_share, full_pay_days } = terms
  const [{ id }] = await world.rows(
    `insert into leave_requests (organization_id, employee_id, leave_type_id, start_date, end_date,
       half_start, days, status, paid_share, full_pay_days)
     values ($1, $2, $3, $4, $5, $6, 1, 'approved', $7, $8) returning id`,
    [organization, employee, type, start_date, end_date, half_start, paid_share, full_pay_days],
  )
  await world.rows(
    `insert into leave_request_days (organization_id, request_id, day, covered, counts, why, rule)
     select $1, $2, l.day, l.covered / 100.0, l.counts / 100.0, l.why, l.rule
     from json_to_recordset($3) as l (day date, covered int, counts int, why text, rule text)`,
    [organization, id, JSON.stringify(lines)],
  )
}

const cost = async () =>
  (
    await world.rows(
      `select month, days::float, calendar::float, first, last from leave_cost($1, $2, $3)`,
      [organization, employee, type],
    )
  ).map(({ month, days, calendar, first, last }) => [month, days, calendar, first, last])
const days = async () => (await cost()).map(([month, lost]) => [month, lost])

describe('what leave costs of pay', () => {
  test('unpaid leave costs its calendar days, by month', async () => {
    await approved(unpaid, '2026-03-30', '2026-04-07')
    await approved(unpaid, '2026-05-04', '2026-05-04', true)
    expect(await cost()).toEqual([
      ['2026-03', 2, 2, '2026-03-30', '2026-03-31'],
      ['2026-04', 7, 7, '2026-04-01', '2026-04-07'],
      ['2026-05', 0.5, 0.5, '2026-05-04', '2026-05-04'],
    ])
  })
  test('paid leave costs nothing', async () => {
    await approved(annual, '2026-03-02', '2026-03-31')
    expect(await cost()).toEqual([])
  })
  test('after seven days at full pay, sick leave costs half', async () => {
    // Seven working days until Tuesday the 10th, then three at half pay.
    await approved(sick, '2026-03-02', '2026-03-13')
    expect(await cost()).toEqual([['2026-03', 1.5, 3, '2026-03-11', '2026-03-13']])
  })
  test('seven days cost nothing', async () => {
    await approved(sick, '2026-03-02', '2026-03-10')
    expect(await cost()).toEqual([])
  })
  test('earlier sick leave of the year uses up the full pay, weekends go with the day before', async () => {
    await approved(sick, '2026-03-05', '2026-03-10')
    await approved(sick, '2026-02-02', '2026-02-06')
    // Thursday and Friday in full, then Saturday to Tuesday at half.
    expect(await days()).toEqual([['2026-03', 2]])
  })
  test('every year has its own days at full pay, also within one leave', async () => {
    await approved(sick, '2026-11-02', '2026-11-10')
    // Four days of December at half pay; then full pay again, of which June has four days left.
    await approved(sick, '2026-12-28', '2027-01-05')
    await approved(sick, '2027-06-07', '2027-06-11')
    expect(await days()).toEqual([
      ['2026-12', 2],
      ['2027-06', 0.5],
    ])
  })
  test('each leave keeps the terms it was approved under', async () => {
    await approved(unpaid, '2026-02-02', '2026-02-03')
    await approved(annual, '2026-03-02', '2026-03-03')
    expect(await days()).toEqual([['2026-02', 2]])
  })
  test('two leaves of a month cost apart', async () => {
    await approved(unpaid, '2026-03-02', '2026-03-03')
    await approved(unpaid, '2026-03-09', '2026-03-09')
    expect(await days()).toEqual([
      ['2026-03', 2],
      ['2026-03', 1],
    ])
  })
  test('half a day at half pay is a quarter', async () => {
    await approved({ ...sick, full_pay_days: null }, '2026-03-02', '2026-03-02', true)
    expect(await days()).toEqual([['2026-03', 0.25]])
  })
})
