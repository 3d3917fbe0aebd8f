// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { approveLeave } from '../../test/leave.ts'
import { type Borrowing, openBorrowing } from '../../test/loans.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** An advance is of pay that was earned by the day: not of days without pay. */

const { employees, leaveTypes, loans } = contract
const world = await openWorld()
let office: Borrowing
let unpaid: string
beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openBorrowing(world)
  const types = (await office.primary.call(leaveTypes.list)).body
  unpaid = types.find(({ name }) => name === 'Unpaid Leave')?.id as string
})

const advance = (amount: number) =>
  office.borrower.call(loans.create, {
    body: { product_id: 3, amount, purpose: 'Rent', term_months: 1 },
  })
const most = async () => {
  const products = (await office.borrower.call(loans.products)).body
  return products.find(({ product_id }) => product_id === 3)?.maximums[0]
}
const off = (start_date: string, end_date: string) =>
  approveLeave(office.primary, {
    ...{ employee_id: office.borrower.id, leave_type_id: unpaid, start_date, end_date },
  })

test('is of days that were paid, whenever the others are', async () => {
  // 10 of 31 days of 60,000, and half of it.
  expect(await most()).toMatchObject({ amount: 9_677 })
  await off('2026-03-25', '2026-03-31')
  expect(await most()).toMatchObject({ amount: 9_677 })
  await off('2026-03-02', '2026-03-06')
  expect(await most()).toMatchObject({
    amount: 4_838,
    working: expect.stringContaining('5 of 31 days of a salary of 60,000'),
  })
  // Two of four days have passed.
  await off('2026-03-09', '2026-03-12')
  expect(await most()).toMatchObject({ amount: 2_903 })
  expect((await advance(2_904)).status).toBe(422)
  expect((await advance(2_903)).status).toBe(201)
})

test('is not of days between leaving and coming back', async () => {
  await world.rows(
    `update employees set status = 'terminated', termination_date = '2026-03-04' where id = $1`,
    [office.borrower.id],
  )
  await office.primary.call(employees.status, {
    params: { id: office.borrower.id },
    body: { status: 'active' },
  })
  // 10 of 31 days less the five from 5 to 9 March.
  expect(await most()).toMatchObject({
    amount: 4_838,
    working: expect.stringContaining('5 of 31 days of a salary of 60,000'),
  })
})

test('that was asked for before the leave is not approved after it', async () => {
  const asked = await advance(9_000)
  expect(asked.status).toBe(201)
  await off('2026-03-01', '2026-03-31')
  const approve = { params: { id: asked.body.id }, body: {} }
  const done = await office.primary.call(loans.approve, approve)
  expect(done.status).toBe(422)
  expect(done.body.message).toContain('At most 0 can be advanced')
})

test('is taken from the pay of its month, though the next one was run first', async () => {
  const { primary } = office
  await runMonth(primary, 'April', 2026)
  const asked = await advance(9_000)
  await primary.call(loans.approve, { params: { id: asked.body.id }, body: {} })
  await runMonth(primary, 'March', 2026)
  const { body } = await primary.call(loans.get, { params: { id: asked.body.id } })
  expect(body.outstanding).toBe(0)
})
