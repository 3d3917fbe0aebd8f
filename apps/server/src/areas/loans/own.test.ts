import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { apply, type Borrowing, guarantee, lend, openBorrowing } from '../../test/loans.ts'
import { sessionOf } from '../../test/session.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** Whoever owes a loan has no say about it, whatever their role. */

const { loans } = contract
const world = await openWorld()
const ownLoan = 'Somebody else must decide on your own loan.'
const one = (id: string) => ({ params: { id } })
const told = ({ status, body }: { status: number; body: { message?: string | undefined } }) => [
  status,
  body.message,
]

/** The borrower works in the office as well, from now on with this role. */
const promote = ({ organization, borrower }: Borrowing, role: string) =>
  world.rows('update memberships set role = $3 where organization_id = $1 and employee_id = $2', [
    organization,
    borrower.id,
    role,
  ])

test('a primary user approves no loan of their own, nor its day, its end or its loss', async () => {
  const office = await openBorrowing(world)
  const { borrower, primary } = office
  const id = await apply(office)
  await guarantee(office, id)
  await promote(office, 'primary')
  const { refused } = statementsIn(world, borrower)
  expect(told(await borrower.call(loans.approve, { ...one(id), body: {} }))).toEqual([403, ownLoan])
  const approved = `update loans set status = 'approved', approved_at = app_now(), approver = '{}',
    disbursed_on = '2026-03-10', first_month = '2026-03' where id = $1`
  expect(await refused(approved, [id])).toEqual({ code: '42501' })
  expect((await primary.call(loans.approve, { ...one(id), body: {} })).status).toBe(200)
  const reason = 'It was never paid out.'
  const tried = [
    await borrower.call(loans.correctDay, { ...one(id), body: { disbursed_on: '2026-03-12' } }),
    await borrower.call(loans.cancel, { ...one(id), body: { reason } }),
    await borrower.call(loans.writeOff, { ...one(id), body: { reason } }),
  ]
  expect(tried.map(told)).toEqual(tried.map(() => [403, ownLoan]))
  for (const statement of [
    `update loans set disbursed_on = '2029-12-31', first_month = '2030-01' where id = $1`,
    `insert into loan_entries (loan_id, kind, amount, day)
     values ($1, 'write-off', 38040, '2026-03-10')`,
    'delete from loan_instalments where loan_id = $1',
  ]) {
    expect(await refused(statement, [id])).toEqual({ code: '42501' })
  }
})

test('an admin records no repayment of their own loan, and takes none back', async () => {
  const office = await openBorrowing(world)
  const { borrower, primary } = office
  const { id } = await lend(office)
  await promote(office, 'admin')
  const body = { amount: 100, day: '2026-03-10', reference: 'RCT1' }
  expect(told(await borrower.call(loans.repay, { ...one(id), body }))).toEqual([403, ownLoan])
  const { body: repaid } = await primary.call(loans.repay, { ...one(id), body })
  const entry = repaid.entries.find(({ kind }) => kind === 'repayment')
  const back = { ...one(entry?.id ?? ''), body: { reason: 'Mine' } }
  expect(told(await borrower.call(loans.takeBack, back))).toEqual([403, ownLoan])
  const { refused } = statementsIn(world, borrower)
  const entered = `insert into loan_entries (loan_id, kind, amount, day)
    values ($1, 'repayment', 100, '2026-03-10')`
  expect(await refused(entered, [id])).toEqual({ code: '42501' })
})

test('of the one primary user, the platform operator decides, and of nobody else', async () => {
  const office = await openBorrowing(world)
  const { borrower, primary, organization } = office
  const { id: login } = await world.as('super-admin', '')
  const operator = world.caller(await sessionOf(world.parts, login, organization))
  const id = await apply(office)
  await guarantee(office, id)
  const approve = () => operator.call(loans.approve, { ...one(id), body: {} })
  expect(told(await approve())).toEqual([403, 'Only a primary user may decide about loans.'])
  const { refused } = statementsIn(world, operator)
  const rejected = `update loans set status = 'rejected', approved_at = app_now(), approver = '{}',
    rejection_reason = 'x' where id = $1`
  expect(await refused(rejected, [id])).toEqual({ code: '42501' })
  await promote(office, 'primary')
  await world.rows(`update memberships set role = 'admin' where user_id = $1`, [primary.id])
  expect(told(await borrower.call(loans.approve, { ...one(id), body: {} }))).toEqual([403, ownLoan])
  expect((await approve()).body).toMatchObject({ status: 'approved' })
})

test('a loan waits for no month and no payslip that its borrower names', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const { refused } = statementsIn(world, office.borrower)
  for (const statement of [
    `update loans set first_month = '2090-01' where id = $1`,
    'update loans set payslip_id = (select id from payslips limit 1) where id = $1',
    `insert into loan_instalments (loan_id, number, month, amount) values ($1, 99, '2090-01', 1)`,
  ]) {
    expect(await refused(statement, [id])).toEqual({ code: '42501' })
  }
})
