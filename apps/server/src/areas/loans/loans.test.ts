// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import {
  application,
  apply,
  type Borrowing,
  guarantee,
  openBorrowing,
  withdrawWaiting,
} from '../../test/loans.ts'
import { employ, terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** From the application to the decision: what the server works out, and what it refuses. */

const { loans } = contract
const world = await openWorld()
const office = await openBorrowing(world, 3)
const { primary, borrower, guarantors } = office
await primary.call(contract.loans.changeSettings, {
  body: { most_guaranteed: 50, advance_percent: 50 },
})
const stranger = await world.as('primary', await world.addOrganization())
const finance = await world.as('finance', office.organization)

const one = (id: string) => ({ params: { id } })
const fieldsOf = (reply: { body: { errors?: Record<string, string[]> | undefined } }) =>
  reply.body.errors ?? {}
const applying = (given: object = {}, by: Caller = borrower) =>
  by.call(loans.create, { body: application(office, given) })

describe('an application', () => {
  test('has its figures from the server, whatever the client says', async () => {
    const reply = await applying({ interest_amount: 1, max_amount: 9_999_999, total: 1 })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      amount: 30_000,
      total: 38_040,
      interest_amount: 8_040,
      monthly: 12_680,
      status: 'pending',
      state: 'pending',
      outstanding: 0,
      guarantors_needed: 2,
      schedule: [],
      accepted_from: '10.0.0.1',
      accepted_at: '2026-03-10T09:00:00.000Z',
    })
    expect(reply.body.terms).toMatch(/^I authorise Company \w+, my employer, to deduct this loan/)
    expect(reply.body.working.map(({ label, amount }) => [label, amount])).toEqual([
      ['Amount', 30_000],
      ['Processing fee', 1_500],
      ['Insurance fee', 600],
      ['Interest', 5_940],
      ['Total Payable', 38_040],
      ['Monthly Payment', 12_680],
    ])
    const { net } = (await borrower.call(contract.payslips.last, one(borrower.id))).body
    const most = Math.round((net * 2) / 3 / 1000) * 1000 * 3
    expect(reply.body.max_amount).toBe(most)
    expect(reply.body.guarantors.map(({ status, employee }) => [status, employee.id])).toEqual([
      ['pending', guarantors[0]?.id],
      ['pending', guarantors[1]?.id],
    ])
  })

  test('is refused at its field, and leaves nothing behind', async () => {
    const poor = await employ(primary, { salary: 23_999 })
    const enough = await employ(primary, { salary: 24_000 })
    const idle = await employ(primary, { salary: 90_000 })
    await primary.call(contract.employees.status, { ...one(idle.id), body: { status: 'inactive' } })
    const foreign = await employ(stranger, { salary: 90_000 })
    await withdrawWaiting(office)
    const before = await world.rows('select count(*) as n from loans')
    const cases: [object, string, RegExp][] = [
      [{ product_id: 9 }, 'product_id', /choose a loan product/],
      [{ product_id: '' }, 'product_id', /^Please fill all required fields$/],
      [{ amount: 7_999 }, 'amount', /^Product amount must be between 8,000 and 250,000$/],
      [{ amount: 250_001 }, 'amount', /^Product amount must be between 8,000 and 250,000$/],
      [{ amount: 30_000.5 }, 'amount', /whole shillings/],
      [{ amount: 'lots' }, 'amount', /must be a number/],
      [{ term_months: 13 }, 'term_months', /^Term must be between 1 and 12 months$/],
      [{ product_id: 2, term_months: 4 }, 'term_months', /^Term must be between 1 and 3 months$/],
      [{ term_months: 1.5 }, 'term_months', /whole months/],
      [{ purpose: ' ' }, 'purpose', /required/],
      [{ guarantor_1: '' }, 'guarantor_1', /^Please fill all required fields$/],
      [{ guarantor_2: guarantors[0]?.id }, 'guarantor_2', /^You have already selected this/],
      [{ guarantor_1: borrower.id }, 'guarantor_1', /^You cannot select yourself as a guarantor$/],
      [
        { guarantor_2: poor.id },
        'guarantor_2',
        /^Guarantor's salary is not eligible for your loan/,
      ],
      [{ guarantor_2: idle.id }, 'guarantor_2', /^Guarantor is not active$/],
      [{ guarantor_2: foreign.id }, 'guarantor_2', /was not found/],
      [{ amount: 250_000 }, 'amount', /^The maximum loan amount over 3 months is [\d,]+\.$/],
      [{ terms: 'Other words' }, 'terms', /have changed/],
      [{ tops_up: foreign.id }, 'tops_up', /running loan of your own/],
    ]
    for (const [given, field, sentence] of cases) {
      const reply = await applying(given)
      expect([field, reply.status]).toEqual([field, 422])
      expect(fieldsOf(reply)[field]?.join(' ')).toMatch(sentence)
    }
    expect(await world.rows('select count(*) as n from loans')).toEqual(before)
    const check = (employee_id: string) =>
      borrower.call(loans.checkGuarantor, { body: { employee_id } })
    expect((await check(enough.id)).body.refusal).toBeNull()
    expect((await check(poor.id)).body.refusal).toBe(
      "Guarantor's salary is not eligible for your loan",
    )
  })

  test('is for employees, each for themselves, with a payslip', async () => {
    expect((await applying({}, primary)).status).toBe(403)
    expect((await applying({}, finance)).status).toBe(403)
    expect((await applying({ employee_id: guarantors[0]?.id })).status).toBe(403)
    const fresh = await openBorrowing(world)
    await world.rows(
      `update employees set employment_date = '2026-03-01' where organization_id = $1`,
      [fresh.organization],
    )
    const reversed = await world.rows('select id from payrolls where organization_id = $1', [
      fresh.organization,
    ])
    await fresh.primary.call(contract.payrolls.reverse, {
      ...one(reversed[0]?.id),
      body: { reason: 'Wrong month' },
    })
    const reply = await fresh.borrower.call(loans.create, { body: application(fresh) })
    expect(reply.status).toBe(422)
    expect(reply.body.message).toMatch(/once a payslip of yours has been confirmed/)
  })

  test('shows products with the most somebody may borrow, and quotes with their working', async () => {
    const { body: products } = await borrower.call(loans.products)
    expect(products.map(({ code, name }) => [code, name])).toEqual([
      ['COL', 'Check-Off Loan'],
      ['AWT', 'Water Tank Loan'],
      ['ADV', 'Salary Advance'],
    ])
    expect(products[0]?.maximums).toHaveLength(12)
    expect(products[0]?.maximums[2]?.amount).toBe((products[0]?.maximums[0]?.amount ?? 0) * 3)
    expect((await primary.call(loans.products)).body[0]?.maximums).toEqual([])
    const quoted = await primary.call(loans.quote, {
      body: { loanProductRefId: 2, amount: 37_000, period: 3 },
    })
    expect(quoted.body).toMatchObject({
      productName: 'Water Tank Loan',
      principal: 37_000,
      totalAmount: 59_200,
      installmentCount: 3,
      monthlyInstallment: 19_733,
    })
    const refused = await borrower.call(loans.quote, {
      body: { loanProductRefId: 2, amount: 5, period: 3 },
    })
    expect(fieldsOf(refused).amount?.[0]).toMatch(/between 12,000 and 37,000/)
  })

  test('colleagues are offered by name and number, never with their pay', async () => {
    const { body } = await borrower.call(loans.colleagues, { query: { search: 'otieno' } })
    expect(body).toEqual([
      {
        id: guarantors[0]?.id,
        name: 'Otieno Mwangi',
        employee_no: expect.any(String),
        department: null,
      },
    ])
    expect((await finance.call(loans.colleagues)).status).toBe(403)
  })
})

describe('reading', () => {
  test('staff see all, an employee their own, others nothing', async () => {
    const id = await apply(office)
    expect((await finance.call(loans.get, one(id))).status).toBe(200)
    expect((await borrower.call(loans.get, one(id))).status).toBe(200)
    expect((await (guarantors[0] as Caller).call(loans.get, one(id))).status).toBe(403)
    expect((await stranger.call(loans.get, one(id))).status).toBe(404)
    expect((await (guarantors[0] as Caller).call(loans.list)).body).toEqual([])
    const all = await finance.call(loans.list)
    expect(all.body.length).toBe((await borrower.call(loans.list)).body.length)
    const query = { status: 'rejected' as const }
    expect((await finance.call(loans.list, { query })).body).toEqual([])
    const from = await finance.call(loans.list, { query: { from_date: '2026-03-11' } })
    expect(from.body).toEqual([])
    const found = await finance.call(loans.list, { query: { search: 'wambui', limit: 1 } })
    expect(found.body).toHaveLength(1)
    expect(Number(found.headers['x-total-count'])).toBe(all.body.length)
  })

  test('a guarantor sees the own requests, with the balance alone', async () => {
    const [first, second] = guarantors as [Borrowing['borrower'], Borrowing['borrower']]
    const { body } = await first.call(loans.requests, one(first.id))
    expect(body[0]).toMatchObject({ status: 'pending', loan: { amount: 30_000, outstanding: 0 } })
    expect(body[0]?.terms.en).toMatch(/^I accept liability/)
    // Nor what the applicant earns, or what could tell it: the most they may borrow.
    const told = 'amount created_at employee outstanding purpose state status term_months total'
    expect(
      Object.keys(body[0]?.loan ?? {})
        .sort()
        .join(' '),
    ).toBe(told)
    expect(Object.keys(body[0]?.loan.employee ?? {})).not.toContain('salary')
    expect((await first.call(loans.requests, one(second.id))).status).toBe(403)
    expect((await stranger.call(loans.requests, one(first.id))).status).toBe(404)
  })
})

describe('guarantors', () => {
  test('answer once, for themselves, with a reason to refuse', async () => {
    const id = await apply(office)
    const [first, second] = guarantors as [Borrowing['borrower'], Borrowing['borrower']]
    const [request] = (await first.call(loans.requests, one(first.id))).body
    const asked = one(request?.id ?? '')
    expect((await second.call(loans.approveRequest, asked)).status).toBe(403)
    expect((await primary.call(loans.approveRequest, asked)).status).toBe(403)
    expect((await stranger.call(loans.approveRequest, asked)).status).toBe(404)
    const blank = await first.call(loans.rejectRequest, {
      ...asked,
      body: { rejection_reason: ' ' },
    })
    expect(fieldsOf(blank).rejection_reason).toEqual(['Please provide a reason for rejection'])
    const no = await first.call(loans.rejectRequest, {
      ...asked,
      body: { rejection_reason: 'I cannot afford it' },
    })
    expect(no.body.message).toBe('Guarantor request rejected successfully')
    const news = await borrower.call(contract.notifications.list)
    expect(news.body.data[0]).toMatchObject({
      title: 'Guarantor request rejected',
      text: expect.stringMatching(
        / has declined to guarantee your Check-Off Loan of Ksh 30,000\.$/,
      ),
      link: `/loan/${id}`,
    })
    const again = await first.call(loans.approveRequest, asked)
    expect([again.status, again.body.message]).toEqual([
      422,
      'You have already rejected this guarantor request.',
    ])
    const { body } = await borrower.call(loans.get, one(id))
    expect(body.guarantors[0]).toMatchObject({
      status: 'rejected',
      rejection_reason: 'I cannot afford it',
      rejected_at: '2026-03-10T09:00:00.000Z',
    })
    const third = guarantors[2] as Borrowing['borrower']
    const add = (by: Caller, employee_id: string) =>
      by.call(loans.addGuarantor, { ...one(id), body: { employee_id } })
    expect((await add(primary, third.id)).status).toBe(403)
    expect(fieldsOf(await add(borrower, first.id)).employee_id).toEqual([
      'This employee is already a guarantor for this loan',
    ])
    expect(fieldsOf(await add(borrower, borrower.id)).employee_id).toEqual([
      'Loan applicant cannot be their own guarantor',
    ])
    expect(fieldsOf(await add(borrower, '')).employee_id).toEqual(['Please select an employee'])
    const added = await add(borrower, third.id)
    expect([added.status, added.body.guarantors.length]).toEqual([201, 3])
  })

  test('stand for so many loans at most, also when they approve at once', async () => {
    const full = await openBorrowing(world, 5)
    await full.primary.call(loans.changeSettings, {
      body: { most_guaranteed: 1, advance_percent: 50 },
    })
    const [first] = full.guarantors as [Borrowing['borrower']]
    for (const by of [full.borrower, ...full.guarantors.slice(2)]) {
      await by.call(loans.create, { body: application(full, { amount: 8_000 }) })
    }
    const { body } = await first.call(loans.requests, one(first.id))
    const replies = await Promise.all(
      body.map(({ id }) => first.call(loans.approveRequest, one(id))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.message).toBe('You already guarantee one loan, which is the limit.')
    const check = await full.borrower.call(loans.checkGuarantor, {
      body: { employee_id: first.id },
    })
    expect(check.body.refusal).toBe('Guarantor already guarantees one loan, which is the limit')
  })

  test('who have left must be replaced before the decision', async () => {
    const small = await openBorrowing(world, 3)
    const id = await apply(small)
    await guarantee(small, id)
    const [first, , third] = small.guarantors as Borrowing['borrower'][]
    await terminate(small.primary, first?.id ?? '', '2026-03-09')
    const refused = await small.primary.call(loans.approve, { ...one(id), body: {} })
    expect(refused.body.message).toBe(
      'At least 2 guarantors must have approved first. Otieno Mwangi can no longer guarantee and ' +
        'must be replaced by the applicant.',
    )
    await small.borrower.call(loans.addGuarantor, {
      ...one(id),
      body: { employee_id: third?.id ?? '' },
    })
    await guarantee(small, id)
    expect((await small.primary.call(loans.approve, { ...one(id), body: {} })).status).toBe(200)
  })
})

describe('the decision', () => {
  test('is the primary user’s, after two have approved, and makes a schedule', async () => {
    const id = await apply(office)
    const decide = (by: Caller) =>
      by.call(loans.approve, { ...one(id), body: { comments: 'Fine' } })
    const early = await decide(primary)
    expect([early.status, early.body.message]).toEqual([
      422,
      'At least 2 guarantors must have approved first.',
    ])
    await guarantee(office, id)
    expect((await decide(finance)).status).toBe(403)
    expect((await decide(borrower)).status).toBe(403)
    expect((await decide(await world.as('super-admin', office.organization))).status).toBe(403)
    expect((await decide(stranger)).status).toBe(404)
    const { body } = await decide(primary)
    expect(body).toMatchObject({
      status: 'approved',
      state: 'approved',
      comments: 'Fine',
      approver: { first_name: 'Amani', last_name: 'Njoroge' },
      disbursed_on: '2026-03-10',
      outstanding: 38_040,
      overdue: 0,
      in_default: false,
    })
    expect(body.schedule).toEqual([
      { number: 1, month: '2026-03', amount: 12_680, paid: 0, balance: 25_360 },
      { number: 2, month: '2026-04', amount: 12_680, paid: 0, balance: 12_680 },
      { number: 3, month: '2026-05', amount: 12_680, paid: 0, balance: 0 },
    ])
    expect((await decide(primary)).body.message).toBe(
      'This loan application has already been decided.',
    )
  })

  test('of twenty at once has one effect', async () => {
    const id = await apply(office)
    await guarantee(office, id)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? primary.call(loans.approve, { ...one(id), body: {} })
          : primary.call(loans.reject, { ...one(id), body: { rejection_reason: 'No' } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const [row] = await world.rows(
      `select status, (select count(*) from loan_instalments i where i.loan_id = l.id) as n
       from loans l where id = $1`,
      [id],
    )
    expect(row).toEqual({ status: row.status, n: row.status === 'approved' ? 3 : 0 })
  })

  test('that rejects needs a reason and is told', async () => {
    const id = await apply(office)
    await guarantee(office, id)
    const blank = await primary.call(loans.reject, { ...one(id), body: { rejection_reason: '' } })
    expect(fieldsOf(blank).rejection_reason).toEqual(['Please provide a reason for rejection'])
    await primary.call(loans.reject, { ...one(id), body: { rejection_reason: 'Too soon' } })
    const { body } = await borrower.call(loans.get, one(id))
    expect(body).toMatchObject({ status: 'rejected', rejection_reason: 'Too soon', outstanding: 0 })
    const news = await borrower.call(contract.notifications.list)
    expect(news.body.data.map(({ title }) => title)).toContain('Loan application rejected')
  })
})
