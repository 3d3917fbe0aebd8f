// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leavingActs, type Terms } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The last day lies inside a month that was paid whole: what of it is due, and what too much. */

const world = await openWorld({ workers: true })
const { corrections, leaving, payrolls, variablePay } = contract
const { openQuarry, path, record, open, confirm } = leavingActs(world)
const resigned: Terms = {
  last_day: '2026-10-15',
  reason: 'resigned',
  notice: 'served',
  leave_days: 4,
}

const rowsOf = async (by: Caller, id: string, terms = resigned) =>
  (await by.call(leaving.dues, { ...path(id), body: terms })).body.elsewhere.map(
    ({ what, amount }) => [what, amount],
  )

async function otherDays(by: Caller, run: string) {
  const { body } = await by.call(payrolls.checks, path(run))
  return body.find(({ kind }) => kind === 'other days')?.people.map(({ detail }) => detail)
}

test('is told, named by the draft of final dues, and gone once that payslip is corrected', async () => {
  const { primary, id } = await openQuarry('2019-03-01', 93_000)
  const month = await runMonth(primary, 'October', 2026)
  expect(await rowsOf(primary, id, { ...resigned, last_day: '2026-10-31' })).toEqual([
    ['Pay up to the last day', 93_000],
  ])
  // 93,000 ÷ 31 × 15.
  expect(await rowsOf(primary, id)).toEqual([
    ['Paid for October 2026', 93_000],
    ['Pay up to the last day', 45_000],
    ['Paid too much', -48_000],
  ])
  await record(primary, id, resigned)
  const { body: run } = await open(primary, id)
  expect(await otherDays(primary, run.id)).toEqual([
    'October 2026 was paid for 31 of 31 days, and up to the last day it is 15: 48,000 too much. ' +
      'Correct that payslip',
  ])
  const slip = month.payslips[0]?.id as string
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due: 45_000 }],
    ...{ reason: 'Left on the 15th', pay_on: '2026-11-05' },
  }
  const made = await primary.call(corrections.create, { ...path(slip), body })
  expect((await confirm(primary, made.body.id)).status).toBe(200)
  expect(await rowsOf(primary, id)).toEqual([['Pay up to the last day', 45_000]])
  expect(await otherDays(primary, run.id)).toBeUndefined()
})

test('days not worked take no more than is due up to the last day', async () => {
  const { primary, id } = await openQuarry('2019-03-01', 93_000)
  const people = [{ employee_id: id, absence_days: 20 }]
  await primary.call(variablePay.save, { body: { month: '2026-10', people } })
  await runMonth(primary, 'October', 2026)
  // 20 of 31 days took 60,000; the 15 days that are due come to 45,000.
  expect(await rowsOf(primary, id)).toEqual([
    ['Paid for October 2026', 33_000],
    ['Paid too much', -33_000],
  ])
})

test('what a correction changed of the month stays changed', async () => {
  const { primary, id } = await openQuarry('2019-03-01', 93_000)
  const { payslips } = await runMonth(primary, 'October', 2026)
  const correct = async (due: number) => {
    const lines = [{ side: 'salary' as const, key: 'salary', due }]
    const body = { lines, reason: 'Another salary was agreed', pay_on: '2026-11-05' }
    const made = await primary.call(corrections.create, { ...path(payslips[0]?.id ?? ''), body })
    expect((await confirm(primary, made.body.id)).status).toBe(200)
  }
  await correct(124_000)
  // 124,000 ÷ 31 × 15.
  expect(await rowsOf(primary, id)).toEqual([
    ['Paid for October 2026', 124_000],
    ['Pay up to the last day', 60_000],
    ['Paid too much', -64_000],
  ])
  await correct(31_000)
  expect(await rowsOf(primary, id)).toEqual([['Pay up to the last day', 31_000]])
})

test('a draft that does not know the last day says nothing', async () => {
  const { primary, id } = await openQuarry('2019-03-01', 93_000)
  await runMonth(primary, 'October', 2026, false)
  expect(await rowsOf(primary, id)).toEqual([['Pay up to the last day', null]])
})
