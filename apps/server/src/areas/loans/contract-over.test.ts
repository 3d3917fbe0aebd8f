// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { application, apply, type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { runMonth, terminate } from '../../test/office.ts'
import { sessionOf } from '../../test/session.ts'
import { openWorld } from '../../test/world.ts'
import { notifyOfClaims } from './leaving.ts'

/** The last day of a contract is one like any other, though nobody ends the employment by hand. */

const { auth, employees, leaveTypes, loans, payrolls, payslips } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
let office: Borrowing
beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openBorrowing(world)
})

const ends = (termination_date: string, id = office.borrower.id) =>
  office.primary.call(employees.update, {
    ...one(id),
    body: { tos: 'Contract', termination_date },
  })
const loanOf = async (id: string) => (await office.primary.call(loans.get, one(id))).body
const toldOf = async () =>
  (
    await world.rows(
      `select from notifications where organization_id = $1 and title like 'A loan you guarantee%'`,
      [office.organization],
    )
  ).length

/** Signed in again: the clock has moved. */
async function at(day: string) {
  world.setTime(`${day}T09:00:00Z`)
  const again = async (user_id: string) =>
    world.caller(await sessionOf(world.parts, user_id, office.organization))
  const people = await world.rows(
    'select employee_id as id, user_id from memberships where employee_id is not null',
  )
  const userOf = new Map<string, string>(people.map(({ id, user_id }) => [id, user_id]))
  const asBefore = async <Person extends { id: string }>(person: Person) => ({
    ...person,
    ...(await again(userOf.get(person.id) ?? person.id)),
  })
  office.primary = await asBefore(office.primary)
  office.borrower = await asBefore(office.borrower)
  office.guarantors = await Promise.all(office.guarantors.map(asBefore))
}

describe('a contract that ends', () => {
  test('has a final pay that settles the loan, and the rest is a claim', async () => {
    const { id } = await lend(office)
    await ends('2026-03-31')
    const march = await runMonth(office.primary, 'March', 2026, false)
    const checks = (await office.primary.call(payrolls.checks, one(march.id))).body
    expect(checks.find(({ kind }) => kind === 'instalment carried')?.people).toMatchObject([
      { detail: expect.stringContaining('the rest becomes a claim') },
    ])
    await office.primary.call(payrolls.confirm, one(march.id))
    const loan = await loanOf(id)
    // 38,040, less interest of 2 of 3 months: what pay can bear is taken, and the rest is left.
    expect(loan).toMatchObject({ claim: true, rebated: 3_960 })
    expect(loan.deducted).toBeGreaterThan(20_000)
    expect(loan.outstanding).toBeCloseTo(38_040 - loan.deducted - 3_960, 2)
    await at('2026-04-02')
    await world.work(notifyOfClaims)
    await world.work(notifyOfClaims)
    expect(await toldOf()).toBe(2)
    expect(await loanOf(id)).toMatchObject({ outstanding: loan.outstanding, rebated: 3_960 })
  })

  test('and was extended before the run is none', async () => {
    const { id } = await lend(office)
    await ends('2026-03-31')
    await ends('2026-12-31')
    await runMonth(office.primary, 'March', 2026)
    expect(await loanOf(id)).toMatchObject({ claim: false, deducted: 12_680, rebated: 0 })
  })

  test('and is extended afterwards costs its interest again', async () => {
    const { id } = await lend(office)
    await ends('2026-03-31')
    await runMonth(office.primary, 'March', 2026)
    const { deducted } = await loanOf(id)
    await at('2026-04-02')
    await world.work(notifyOfClaims)
    await ends('2026-12-31')
    const loan = await loanOf(id)
    expect(loan).toMatchObject({ claim: false, rebated: 0, deducted })
    expect(loan.outstanding).toBeCloseTo(38_040 - deducted, 2)
    expect(loan.entries.at(-1)?.note).toBe('Another last day: interest is reckoned again')
    // Told once more, should there be a claim once more.
    await ends('2026-03-31')
    await world.work(notifyOfClaims)
    expect(await loanOf(id)).toMatchObject({ claim: true, rebated: 3_960 })
    expect(await toldOf()).toBe(2)
    const [{ told }] = await world.rows(
      'select claim_told_at is not null as told from loans where id = $1',
      [id],
    )
    expect(told).toBe(true)
  })

  test('is a claim a month later where nobody was paid', async () => {
    const { id } = await lend(office)
    await ends('2026-03-31')
    await at('2026-05-10')
    await world.work(notifyOfClaims)
    expect(await loanOf(id)).toMatchObject({ claim: true, rebated: 3_960, outstanding: 34_080 })
    expect(await toldOf()).toBe(2)
  })

  test('is one until the evening of its last day', async () => {
    await ends('2026-03-10')
    const advance = { product_id: 3, amount: 777, purpose: 'Rent', term_months: 1 }
    expect((await office.borrower.call(loans.create, { body: advance })).status).toBe(201)
  })

  test('leaves an employee their payslips, and no loan, advance or guarantee', async () => {
    const waits = await apply(office)
    const { borrower, primary, guarantors } = office
    await ends('2026-03-31')
    await ends('2026-03-31', guarantors[1]?.id)
    await runMonth(primary, 'March', 2026)
    await at('2026-04-20')
    const stands = await world.rows(
      'select id from loan_guarantors where employee_id = $1 and status = $2',
      [guarantors[1]?.id, 'pending'],
    )
    const advance = { product_id: 3, amount: 15_000, purpose: 'Rent', term_months: 1 }
    const refused = [
      await office.borrower.call(loans.create, { body: advance }),
      await office.borrower.call(loans.create, { body: application(office) }),
      await office.borrower.call(leaveTypes.list),
      await office.guarantors[1]?.call(loans.approveRequest, one(stands[0].id)),
    ]
    expect(refused.map((reply) => reply?.status)).toEqual([403, 403, 403, 403])
    expect((await office.borrower.call(auth.profile)).body).toMatchObject({ leaver: true })
    const own = await office.borrower.call(payslips.ofEmployee, one(borrower.id))
    expect([own.status, own.body[0]?.payroll.month]).toEqual([200, 'March'])
    const approved = await office.primary.call(loans.approve, { ...one(waits), body: {} })
    expect(approved.status).toBe(422)
    await office.primary.call(loans.reject, { ...one(waits), body: { rejection_reason: 'Left' } })
    expect((await loanOf(waits)).status).toBe('rejected')
    const found = (await office.guarantors[0]?.call(loans.colleagues, { query: {} }))?.body
    expect(found?.map(({ id }) => id)).not.toContain(borrower.id)
  })
})

test('a last day before the money went out: final pay takes what is owed all the same', async () => {
  const { id } = await lend(office, { amount: 8_000 })
  await terminate(office.primary, office.borrower.id, '2026-03-09')
  await runMonth(office.primary, 'March', 2026)
  // 10,144, less interest of two of three months: the first began with the money.
  expect(await loanOf(id)).toMatchObject({ rebated: 1_056, deducted: 9_088, outstanding: 0 })
})
