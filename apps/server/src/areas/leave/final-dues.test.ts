// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { beyondIn, openLeaver, sumsOf } from '../../test/leave.ts'
import { leavingActs, type Terms } from '../../test/leaving.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** Leave that final dues pay is used up in the ledger, and is there again after a reversal. */

const world = await openWorld({ workers: true })
const { leaveBalances, leaving, payrolls } = contract
const { record, open, confirm, reverse } = leavingActs(world)

async function opened(leave_days: number) {
  const { office, primary, annual, id } = await openLeaver(world)
  await world.rows('update leave_settings set pay_leavers = false where organization_id = $1', [
    office.organization,
  ])
  const last_day = '2026-11-30'
  const dues: Terms = { last_day, reason: 'resigned', notice: 'served', leave_days }
  await record(primary, id, dues)
  const { body: run } = await open(primary, id, 'November')
  const finance = await world.as('finance', office.organization)
  const sums = async () => (await sumsOf(world, id, annual)).find(([year]) => year === 2026)
  return { office, primary, finance, id, run, sums }
}

test('as many days as are paid leave the balance; a reversal gives them back', async () => {
  const { primary, finance, id, run, sums } = await opened(5)
  const before = await sums()
  const [, entitled, used] = before as [number, number, number]
  const body: Terms = { last_day: '2026-11-30', reason: 'resigned', notice: 'served' }
  const left = async () =>
    (await primary.call(leaving.dues, { params: { id }, body })).body.leave_left
  // With what November earns: six months of 1.75 days.
  expect(await left()).toBe(10.5)
  // Whoever keeps no leave confirms it as well: nothing that they give stays.
  expect((await confirm(finance, run.id)).status).toBe(200)
  expect(await sums()).toEqual([2026, entitled, used + 5, 0])
  expect(await left()).toBe(5.5)
  const query = { employee_id: id }
  const rows = (await primary.call(leaveBalances.list, { query })).body
  const annual = rows.find(({ year, encashable }) => year === 2026 && encashable)
  expect(annual?.remaining).toBe(entitled - used - 5)
  const [paid] = await world.rows(
    `select reason, status, month, payslip_id is not null as of_payslip from leave_encashments
     where employee_id = $1`,
    [id],
  )
  expect(paid).toEqual({
    ...{ reason: 'in final dues', status: 'paid', month: '2026-11', of_payslip: true },
  })
  expect((await reverse(primary, run.id)).status).toBe(200)
  expect(await sums()).toEqual(before)
  expect(await world.rows('select id from leave_encashments where employee_id = $1', [id])).toEqual(
    [],
  )
  // And paid once more by another run.
  const { body: again } = await open(primary, id, 'November')
  expect((await confirm(primary, again.id)).status).toBe(200)
  expect(await sums()).toEqual([2026, entitled, used + 5, 0])
})

test('days beyond the balance are approved by name, as in the payroll of a month', async () => {
  const { primary, run, id } = await opened(12)
  // 44,000 ÷ 22 × 1.5; the balance has 10.5 with what November earns.
  const detail = '1.5 days more than the 10.5 of the balance, Ksh 3,000.00'
  expect(await beyondIn(primary as never, run)).toEqual([detail])
  const refused = await primary.call(payrolls.confirm, { params: { id: run.id } })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body.errors)).toContain('Leave pay beyond what was earned')
  expect((await confirm(primary, run.id)).status).toBe(200)
  expect(
    await world.rows('select kind, detail from payroll_exceptions where employee_id = $1', [id]),
  ).toEqual([{ kind: 'leave beyond', detail }])
})

test('never more than there are, with what is still earned until the last day', async () => {
  const { finance, run, id, sums } = await opened(90)
  const [, entitled, used] = (await sums()) as [number, number, number]
  expect((await confirm(finance, run.id)).status).toBe(200)
  const after = (await sums()) as [number, number, number, number]
  expect(after[1]).toBeGreaterThanOrEqual(entitled)
  expect(after.slice(1)).toEqual([after[1], after[1], 0])
  expect(after[2]).toBeGreaterThan(used)
  // Nobody who confirms writes more of it by statements of their own.
  const { refused } = statementsIn(world, finance)
  const more = `insert into leave_entries (balance_id, kind, day, used)
    select id, 'encashment', '2026-11-30', 1 from leave_balances where employee_id = $1 limit 1`
  expect(await refused(more, [id])).toEqual({ code: '42501' })
})
