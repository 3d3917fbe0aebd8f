// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { approveLeave } from '../../test/leave.ts'
import { type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Leave that is approved or given up while a payroll is being made costs what it comes to. */

const { leaveRequests, leaveTypes, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

/** Wambui has a loan, and five unpaid days in March. */
async function openOffice() {
  const office = await openBorrowing(world)
  await lend(office)
  const { body } = await office.primary.call(leaveTypes.list)
  const leave_type_id = body.find(({ name }) => name === 'Unpaid Leave')?.id as string
  const approve = (start_date: string, end_date: string) =>
    approveLeave(office.primary, {
      ...{ employee_id: office.borrower.id, leave_type_id },
      ...{ start_date, end_date },
    })
  return { ...office, approve, leave: await approve('2026-03-16', '2026-03-20') }
}

const waiting = async () =>
  (
    await world.byHand(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`)
  ).length

/** Somebody holds the loan for a moment: the draft has taken the days, and is not there yet. */
async function whileMade<T>({ organization, primary, borrower }: Borrowing, act: () => Promise<T>) {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.parts.db.inOrg(
    { organization_id: organization, actor: 'X' },
    async (tx) => {
      await tx.run`select from loans where employee_id = ${borrower.id} for update`
      held.resolve()
      await end.promise
    },
  )
  await held.promise
  const making = primary.call(payrolls.create, { body: { month: 'March', year: 2026 } })
  await expect.poll(waiting).toBe(1)
  const acting = act()
  await expect.poll(waiting).toBe(2)
  end.resolve()
  await holding
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
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.parts.db.inOrg(
    { organization_id: organization, actor: 'X' },
    async (tx) => {
      await tx.run`select from loans where employee_id = ${borrower.id} for update`
      held.resolve()
      await end.promise
    },
  )
  await held.promise
  const reversing = primary.call(payrolls.reverse, { ...one(id), body: { reason: 'x' } })
  await expect.poll(waiting).toBe(1)
  const approving = office.approve('2026-03-25', '2026-03-25')
  await expect.poll(waiting).toBe(2)
  end.resolve()
  await holding
  expect((await reversing).status).toBe(200)
  await approving
  expect((await daysOf(office)).reduce((sum, days) => sum + days, 0)).toBe(8)
})
