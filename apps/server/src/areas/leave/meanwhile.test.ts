// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../foundation/core/sql.ts'
import { approveLeave, askFor } from '../../test/leave.ts'
import { type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { holdLoansOf, holdRows, waitingForLocks } from '../../test/locks.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Leave that is approved or given up while a payroll is being made costs what it comes to. */

const { leaveHolidays, leaveRequests, leaveTypes, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

/** Wambui has a loan, and five unpaid days in March. */
async function openOffice() {
  const office = await openBorrowing(world)
  await lend(office)
  const { body } = await office.primary.call(leaveTypes.list)
  const unpaid = body.find(({ name }) => name === 'Unpaid Leave')?.id as string
  const approve = (start_date: string, end_date: string) =>
    approveLeave(office.primary, {
      ...{ employee_id: office.borrower.id, leave_type_id: unpaid },
      ...{ start_date, end_date },
    })
  return { ...office, unpaid, approve, leave: await approve('2026-03-16', '2026-03-20') }
}

const waiting = () => waitingForLocks(world)

/** Somebody holds the loan for a moment: the draft has taken the days, and is not there yet. */
async function whileMade<T>({ organization, primary, borrower }: Borrowing, act: () => Promise<T>) {
  const release = await holdLoansOf(world, organization, borrower.id)
  const making = primary.call(payrolls.create, { body: { month: 'March', year: 2026 } })
  await expect.poll(waiting).toBe(1)
  const acting = act()
  await expect.poll(waiting).toBe(2)
  await release()
  return { run: (await making).body, done: await acting }
}

/** What the payslip comes to when it is worked out again and confirmed. */
async function grossOf({ primary, borrower }: Borrowing, id: string) {
  expect((await primary.call(payrolls.confirm, one(id))).status).toBe(422)
  expect((await primary.call(payrolls.recalculate, one(id))).status).toBe(200)
  expect((await primary.call(payrolls.confirm, one(id))).status).toBe(200)
  const [slip] = await world.rows(
    'select gross::float from payslips where payroll_id = $1 and employee_id = $2',
    [id, borrower.id],
  )
  return slip.gross
}

const daysOf = async ({ borrower }: Borrowing) =>
  (
    await world.rows(
      'select days::float from leave_pay_days where employee_id = $1 order by number',
      [borrower.id],
    )
  ).map(({ days }) => days)

test('another leave of the type is charged beside the first, which is charged once', async () => {
  const office = await openOffice()
  const { run } = await whileMade(office, () => office.approve('2026-03-23', '2026-03-24'))
  expect(await daysOf(office)).toEqual([5, 2])
  expect(await grossOf(office, run.id)).toBeCloseTo((60_000 * 24) / 31, 2)
})

test.each(['primary', 'borrower'] as const)(
  'a leave that the %s cancels costs nothing',
  async (who) => {
    const office = await openOffice()
    const { run, done } = await whileMade(office, () =>
      office[who].call(leaveRequests.cancel, one(office.leave)),
    )
    expect(done.status).toBe(200)
    expect(await daysOf(office)).toEqual([5, -5])
    expect(await grossOf(office, run.id)).toBe(60_000)
  },
)

test('a leave that is approved while the run before is reversed is charged once', async () => {
  const office = await openOffice()
  const { organization, primary, borrower } = office
  const { id } = await runMonth(primary, 'March', 2026)
  // What came later waits for the next run, and is written anew with whatever comes now.
  await office.approve('2026-03-23', '2026-03-24')
  const release = await holdLoansOf(world, organization, borrower.id)
  const reversing = primary.call(payrolls.reverse, { ...one(id), body: { reason: 'x' } })
  await expect.poll(waiting).toBe(1)
  const approving = office.approve('2026-03-25', '2026-03-25')
  await expect.poll(waiting).toBe(2)
  await release()
  expect((await reversing).status).toBe(200)
  await approving
  expect((await daysOf(office)).reduce((sum, days) => sum + days, 0)).toBe(8)
})

test('a leave that is approved while another day off is counted: both come through', async () => {
  const office = await openOffice()
  const { organization, primary, borrower } = office
  const asked = await askFor(primary, {
    ...{ employee_id: borrower.id, leave_type_id: office.unpaid },
    ...{ start_date: '2026-03-23', end_date: '2026-03-24' },
  })
  const pay = sql`leave_pay_days where employee_id = ${borrower.id}`
  const release = await holdRows(world, organization, pay)
  const approving = primary.call(leaveRequests.approve, { ...one(asked.body.id), body: {} })
  await expect.poll(waiting).toBe(1)
  const counting = primary.call(leaveHolidays.create, {
    body: { day: '2026-03-24', name: 'Day of mourning' },
  })
  await expect.poll(waiting).toBe(2)
  await release()
  expect([(await counting).status, (await approving).status]).toEqual([201, 200])
  const [leave] = await world.rows('select days::float from leave_requests where id = $1', [
    asked.body.id,
  ])
  expect(leave.days).toBe(1)
})
