// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { approveLeave } from '../../test/leave.ts'
import { type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { holdLoansOf, waitingForLocks } from '../../test/locks.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What comes while a draft is worked out is not in it: that shows, and keeps it a draft. */

const { leaveTypes, loans, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

const waiting = () => waitingForLocks(world)
const holdLoans = ({ organization, borrower }: Borrowing) =>
  holdLoansOf(world, organization, borrower.id)

async function changedThenPaid(by: Caller, id: string) {
  const kinds = (await by.call(payrolls.checks, one(id))).body.map(({ kind }) => kind)
  expect(kinds).toContain('inputs changed')
  expect((await by.call(payrolls.confirm, one(id))).status).toBe(422)
  await by.call(payrolls.recalculate, one(id))
  expect((await by.call(payrolls.confirm, one(id))).status).toBe(200)
}

async function marchWhile(office: Borrowing, act: () => Promise<unknown>) {
  await lend(office)
  const release = await holdLoans(office)
  const making = office.primary.call(payrolls.create, { body: { month: 'March', year: 2026 } })
  await expect.poll(waiting).toBe(1)
  await act()
  await release()
  const { id } = (await making).body
  await changedThenPaid(office.primary, id)
  const [slip] = await world.rows(
    'select gross::float from payslips where payroll_id = $1 and employee_id = $2',
    [id, office.borrower.id],
  )
  return slip.gross
}

test('a loan that April is taking when March is worked out again', async () => {
  const office = await openBorrowing(world)
  const { primary } = office
  const march = await runMonth(primary, 'March', 2026, false)
  const { id } = await lend(office)
  const release = await holdLoans(office)
  const making = primary.call(payrolls.create, { body: { month: 'April', year: 2026 } })
  await expect.poll(waiting).toBe(1)
  const again = primary.call(payrolls.recalculate, one(march.id))
  await expect.poll(waiting).toBe(2)
  await release()
  expect([(await making).status, (await again).status]).toEqual([201, 200])
  await changedThenPaid(primary, march.id)
  expect((await primary.call(loans.get, one(id))).body.deducted).toBe(12_680)
})

test('a commission', async () => {
  const office = await openBorrowing(world)
  const gross = await marchWhile(office, () =>
    world.rows(
      `insert into employee_revenues (organization_id, employee_id, period, amount, target, rate)
       values ($1, $2, '2026-03', 100000, 0, 10)`,
      [office.organization, office.borrower.id],
    ),
  )
  expect(gross).toBe(70_000)
})

test('unpaid leave', async () => {
  const office = await openBorrowing(world)
  const { body } = await office.primary.call(leaveTypes.list)
  const leave_type_id = body.find(({ name }) => name === 'Unpaid Leave')?.id as string
  const days = { start_date: '2026-03-16', end_date: '2026-03-20' }
  const gross = await marchWhile(office, () =>
    approveLeave(office.primary, { employee_id: office.borrower.id, leave_type_id, ...days }),
  )
  expect(gross).toBeLessThan(60_000)
})
