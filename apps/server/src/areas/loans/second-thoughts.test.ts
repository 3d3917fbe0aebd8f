// @tests story
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { asAdmin, somebodyWaits } from '../../test/database.ts'
import {
  application,
  apply,
  type Borrowing,
  guarantee,
  lend,
  openBorrowing,
} from '../../test/loans.ts'
import { terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** One application at a time, withdrawn before the decision; and a day that is corrected after. */

const { loans } = contract
const world = await openWorld()
const stranger = await world.as('primary', await world.addOrganization())
const one = (id: string) => ({ params: { id } })
const fieldsOf = (reply: { body: { errors?: Record<string, string[]> | undefined } }) =>
  reply.body.errors ?? {}

describe('of one product', () => {
  test('one application waits at a time, of twenty at once too; of another one more', async () => {
    const small = await openBorrowing(world)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        small.borrower.call(loans.create, { body: application(small) }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = replies.find(({ status }) => status === 422) as (typeof replies)[number]
    expect(fieldsOf(refused).product_id).toEqual([
      'Your application for a Check-Off Loan is still waiting for a decision; you can withdraw it.',
    ])
    const tank = application(small, { product_id: 2, amount: 12_000 })
    expect((await small.borrower.call(loans.create, { body: tank })).status).toBe(201)
    const second = world.rows(
      `insert into loans (organization_id, employee_id, product_id, code, product, owed_to,
         guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee, interest,
         total, monthly, max_amount, max_working, purpose, terms)
       select organization_id, employee_id, product_id, code, product, owed_to, guarantors_needed,
         amount, term_months, rate, processing_fee, insurance_fee, interest, total, monthly,
         max_amount, max_working, purpose, terms from loans where employee_id = $1`,
      [small.borrower.id],
    )
    await expect(second).rejects.toThrow('loans_one_pending')
  })
})

describe('an application that is withdrawn', () => {
  test('is over for everybody, and whoever was asked hears of it', async () => {
    const small = await openBorrowing(world)
    const id = await apply(small)
    await guarantee(small, id)
    const [first] = small.guarantors as [Borrowing['borrower']]
    const withdraw = (by: Caller) => by.call(loans.withdraw, one(id))
    expect((await withdraw(first)).status).toBe(403)
    expect((await withdraw(small.primary)).status).toBe(403)
    expect((await withdraw(stranger)).status).toBe(404)
    const replies = await Promise.all(Array.from({ length: 20 }, () => withdraw(small.borrower)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 422)?.body.message).toBe(
      'This loan application was withdrawn.',
    )
    const { body } = await small.borrower.call(loans.get, one(id))
    expect(body).toMatchObject({
      status: 'withdrawn',
      withdrawn_at: '2026-03-10T09:00:00.000Z',
      outstanding: 0,
    })
    const news = await first.call(contract.notifications.list)
    expect(news.body.data.filter(({ title }) => title === 'Loan application withdrawn')).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(
          / has withdrawn the loan of Ksh 30,000: you are no longer a guarantor/,
        ),
      }),
    ])
    const decided = await small.primary.call(loans.approve, { ...one(id), body: {} })
    expect(decided.body.message).toBe('This loan application was withdrawn.')
    const { body: standing } = await first.call(loans.standing, one(first.id))
    expect(standing.guaranteed.count).toBe(0)
    expect((await small.borrower.call(loans.create, { body: application(small) })).status).toBe(201)
  })

  test('is closed for a guarantor who had not answered', async () => {
    const small = await openBorrowing(world)
    const id = await apply(small)
    const [first] = small.guarantors as [Borrowing['borrower']]
    const asked = async () => (await first.call(loans.requests, one(first.id))).body[0]
    expect(await asked()).toMatchObject({ status: 'pending' })
    await small.borrower.call(loans.withdraw, one(id))
    expect(await asked()).toMatchObject({ status: 'closed', loan: { state: 'withdrawn' } })
    const { body } = await small.borrower.call(loans.get, one(id))
    expect(body.guarantors.map(({ status }) => status)).toEqual(['closed', 'closed'])
    const late = await first.call(loans.approveRequest, one((await asked())?.id ?? ''))
    expect([late.status, late.body.message]).toEqual([422, 'This loan application was withdrawn.'])
  })

  test('cannot be once it is decided; of somebody who left, it can be rejected', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    expect((await small.borrower.call(loans.withdraw, one(id))).body.message).toBe(
      'This loan application has already been decided.',
    )
    const second = await apply(small)
    const reject = () =>
      small.primary.call(loans.reject, { ...one(second), body: { rejection_reason: 'Left' } })
    expect((await reject()).status).toBe(422)
    await terminate(small.primary, small.borrower.id, '2026-03-10')
    expect((await reject()).body.status).toBe('rejected')
  })
})

describe('an approval that is cancelled', () => {
  const cancel = (by: Caller, id: string, reason = 'The lender declined') =>
    by.call(loans.cancel, { ...one(id), body: { reason } })

  test('before the money is paid out, frees everybody; of twenty at once too', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const [first] = small.guarantors as [Borrowing['borrower']]
    const assistant = await world.as('admin', small.organization)
    expect((await cancel(assistant, id)).status).toBe(403)
    expect((await cancel(small.borrower, id)).status).toBe(403)
    expect((await cancel(stranger, id)).status).toBe(404)
    expect(fieldsOf(await cancel(small.primary, id, ' ')).reason).toHaveLength(1)
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel(small.primary, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 422)?.body.message).toBe(
      'The approval of this loan was cancelled.',
    )
    const { body } = await small.borrower.call(loans.get, one(id))
    expect(body).toMatchObject({
      ...{ status: 'cancelled', state: 'cancelled', outstanding: 0, schedule: [], entries: [] },
      ...{ cancelled_at: '2026-03-10T09:00:00.000Z', cancellation_reason: 'The lender declined' },
      ...{ in_default: false, disbursed_on: null },
    })
    const heard = async (by: Caller) =>
      (await by.call(contract.notifications.list)).body.data
        .filter(({ title }) => title === 'Loan approval cancelled')
        .map(({ text }) => text)
    expect(await heard(small.borrower)).toEqual([
      'Your Check-Off Loan of Ksh 30,000 will not be paid out, and you owe nothing.',
    ])
    expect(await heard(first)).toEqual([
      expect.stringMatching(/: you are no longer a guarantor\.$/),
    ])
    const { body: standing } = await first.call(loans.standing, one(first.id))
    expect(standing.guaranteed.count).toBe(0)
    const [logged] = await world.rows(
      `select properties from activity_log where subject_id = $1 and event = 'updated'
       order by id desc limit 1`,
      [id],
    )
    expect(logged.properties).toMatchObject({
      old: { status: 'approved', disbursed_on: '2026-03-10' },
      new: { status: 'cancelled', cancellation_reason: 'The lender declined' },
    })
    expect((await small.borrower.call(loans.create, { body: application(small) })).status).toBe(201)
  })

  test('not once the money has gone out or something was paid', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const correct = (disbursed_on: string) =>
      small.primary.call(loans.correctDay, { ...one(id), body: { disbursed_on } })
    await correct('2026-03-09')
    expect((await cancel(small.primary, id)).body.message).toBe(
      'The money was paid out on 09 March, 2026. If it was not, correct that day first.',
    )
    await correct('2026-03-10')
    await small.primary.call(loans.repay, {
      ...one(id),
      body: { amount: 100, day: '2026-03-10', reference: 'QK1' } as never,
    })
    expect((await cancel(small.primary, id)).body.message).toBe(
      'Part of this loan has already been repaid: its approval can no longer be cancelled.',
    )
    const past = world.rows(
      `update loans set status = 'cancelled', cancelled_at = now(), cancelled_by = 'X',
         cancellation_reason = 'X', disbursed_on = null, first_month = null where id = $1`,
      [id],
    )
    await expect(past).rejects.toThrow('a loan is kept')
  })

  test('leaves a draft that had taken its instalment as changed', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const { body: draft } = await small.primary.call(contract.payrolls.create, {
      body: { month: 'March', year: 2026 },
    })
    expect((await cancel(small.primary, id)).status).toBe(200)
    const { body: checks } = await small.primary.call(contract.payrolls.checks, one(draft.id))
    expect(checks.filter(({ kind }) => kind === 'inputs changed')).toMatchObject([{ count: 1 }])
    await small.primary.call(contract.payrolls.recalculate, one(draft.id))
    expect((await small.primary.call(contract.payrolls.confirm, one(draft.id))).status).toBe(200)
    const { body } = await small.primary.call(loans.get, one(id))
    expect(body).toMatchObject({ state: 'cancelled', deducted: 0, entries: [] })
  })

  test('not while a payroll is confirmed that takes its instalment', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const { body: draft } = await small.primary.call(contract.payrolls.create, {
      body: { month: 'March', year: 2026 },
    })
    const [confirmed, cancelled] = await asAdmin(world.databaseUrl, async (client) => {
      // What confirms has compared everything, and waits before it takes anything.
      await client.query(`begin; select from payslips where payroll_id = '${draft.id}' for update`)
      const confirming = small.primary.call(contract.payrolls.confirm, one(draft.id))
      await somebodyWaits(client)
      const cancelling = cancel(small.primary, id)
      await Promise.race([cancelling, pause(200)])
      await client.query('rollback')
      return Promise.all([confirming, cancelling])
    })
    expect([confirmed.status, cancelled.status]).toEqual([200, 422])
    const { body } = await small.primary.call(loans.get, one(id))
    expect(body).toMatchObject({ state: 'approved', deducted: 12_680 })
  })

  test('of a top-up: the loan that it settled is owed again', async () => {
    const small = await openBorrowing(world)
    const old = await lend(small)
    const { id } = await lend(small, { tops_up: old.id, amount: 60_000, term_months: 6 })
    expect((await cancel(small.primary, id)).status).toBe(200)
    const { body } = await small.primary.call(loans.get, one(old.id))
    expect(body).toMatchObject({ state: 'approved', outstanding: 38_040, repaid: 0, rebated: 0 })
  })
})

describe('the day of the money', () => {
  const correct = (by: Caller, id: string, disbursed_on: string) =>
    by.call(loans.correctDay, { ...one(id), body: { disbursed_on } })

  test('is corrected while nothing was paid, and the schedule follows', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const assistant = await world.as('admin', small.organization)
    expect((await correct(assistant, id, '2026-04-02')).status).toBe(403)
    expect((await correct(small.borrower, id, '2026-04-02')).status).toBe(403)
    expect((await correct(stranger, id, '2026-04-02')).status).toBe(404)
    const far = await correct(small.primary, id, '2027-03-10')
    expect(fieldsOf(far).disbursed_on?.[0]).toMatch(/within two months of today/)
    const { body } = await correct(small.primary, id, '2026-04-02')
    expect(body).toMatchObject({ disbursed_on: '2026-04-02', outstanding: 38_040 })
    expect(body.schedule.map(({ month, amount }) => [month, amount])).toEqual([
      ['2026-04', 12_680],
      ['2026-05', 12_680],
      ['2026-06', 12_680],
    ])
    const logged = await world.rows(
      `select properties from activity_log where subject_id = $1 and event = 'updated'
       order by id desc limit 1`,
      [id],
    )
    expect(logged[0].properties).toMatchObject({
      old: { disbursed_on: '2026-03-10', first_month: '2026-03' },
      new: { disbursed_on: '2026-04-02', first_month: '2026-04' },
    })
    await correct(small.primary, id, '2026-03-05')
    await small.primary.call(loans.repay, {
      ...one(id),
      body: { amount: 100, day: '2026-03-10', reference: 'QK1' } as never,
    })
    const late = await correct(small.primary, id, '2026-03-06')
    expect([late.status, late.body.message]).toEqual([
      422,
      'Part of this loan has already been repaid: its day can no longer be corrected.',
    ])
  })

  test('of a top-up settles the old loan on the new day', async () => {
    const small = await openBorrowing(world)
    const old = await lend(small)
    const { id } = await lend(small, { tops_up: old.id, amount: 60_000, term_months: 6 })
    expect((await correct(small.primary, id, '2026-04-12')).status).toBe(200)
    const { body } = await small.primary.call(loans.get, one(old.id))
    // Two of three months have begun by then.
    expect(body).toMatchObject({ state: 'settled', repaid: 36_060, rebated: 1_980 })
    expect(body.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['top-up', 34_080],
      ['rebate', 3_960],
      ['top-up', -34_080],
      ['rebate', -3_960],
      ['top-up', 36_060],
      ['rebate', 1_980],
    ])
  })
})
