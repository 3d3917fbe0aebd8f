// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import {
  application,
  apply,
  type Borrowing,
  guarantee,
  lend,
  openBorrowing,
} from '../../test/loans.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is repaid outside payrolls, settled early, topped up, given up and taken back. */

const { loans } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
const fieldsOf = (reply: { body: { errors?: Record<string, string[]> | undefined } }) =>
  reply.body.errors ?? {}
const repay = (by: Caller, id: string, given: object = {}) =>
  by.call(loans.repay, {
    ...one(id),
    body: { amount: 1_000, day: '2026-03-10', reference: 'QK1', ...given } as never,
  })
const sums = async (id: string) => {
  const [row] = await world.rows(
    `select total, deducted + repaid + rebated + written_off + outstanding as whole,
       coalesce((select sum(amount) from loan_entries n where n.loan_id = l.id), 0)
         as entries, total - outstanding as paid from loans l where id = $1`,
    [id],
  )
  return row
}
async function expectWhole(id: string) {
  const row = await sums(id)
  expect(row.whole).toBe(row.total)
  expect(Number(row.entries)).toBe(Number(row.paid))
}

const office = await openBorrowing(world)
const { primary, borrower } = office
await primary.call(loans.changeSettings, { body: { most_guaranteed: 50, advance_percent: 50 } })
const admin = await world.as('admin', office.organization)
const finance = await world.as('finance', office.organization)

describe('a repayment', () => {
  test('is recorded with its evidence, and fills the oldest instalment', async () => {
    const { id } = await lend(office)
    const pdf = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    )
    const file = `data:application/pdf;base64,${pdf.toString('base64')}`
    const reply = await repay(admin, id, { amount: 13_000.5, file, note: 'Cash' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ repaid: 13_000.5, outstanding: 25_039.5 })
    expect(reply.body.schedule.map(({ paid }) => paid)).toEqual([12_680, 320.5, 0])
    const [entry] = reply.body.entries
    expect(entry).toMatchObject({ kind: 'repayment', reference: 'QK1', note: 'Cash' })
    const fetched = (caller: Caller) =>
      world.app.inject({
        method: 'GET',
        url: `/${entry?.file}`,
        headers: { cookie: `mshahara=${caller.token}` },
      })
    expect((await fetched(borrower)).rawPayload.equals(pdf)).toBe(true)
    expect((await fetched(finance)).statusCode).toBe(200)
    expect((await fetched(office.guarantors[0] as Caller)).statusCode).toBe(403)
    await expectWhole(id)
  })

  test('is refused in words', async () => {
    const { id } = await lend(office)
    expect((await repay(finance, id)).status).toBe(403)
    expect((await repay(borrower, id)).status).toBe(403)
    const cases: [object, string, RegExp][] = [
      [{ amount: 0 }, 'amount', /required/],
      [{ amount: 34_081 }, 'amount', /^34,080 is all that is owed on 10 March, 2026\.$/],
      [{ day: '2026-03-11' }, 'day', /today at the latest/],
      [{ day: '2026-03-09' }, 'day', /was paid out on 10 March, 2026/],
      [{ reference: '' }, 'reference', /required/],
      [{ file: 'data:text/plain;base64,aGk=' }, 'file', /JPEG, PNG or PDF/],
    ]
    for (const [given, field, sentence] of cases) {
      const reply = await repay(admin, id, given)
      expect([field, reply.status]).toEqual([field, 422])
      expect(fieldsOf(reply)[field]?.join(' ')).toMatch(sentence)
    }
    const pending = await apply(office)
    expect((await repay(admin, pending)).body.message).toMatch(/has not been decided yet/)
    expect((await sums(id)).paid).toBe('0.00')
  })

  test('of twenty at once never takes more than is owed', async () => {
    const { id } = await lend(office, { amount: 8_000, term_months: 1 })
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => repay(admin, id, { amount: 1_000 })),
    )
    // 9,088 in all.
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(9)
    expect((await primary.call(loans.get, one(id))).body.outstanding).toBe(88)
    await expectWhole(id)
  })
})

describe('a settlement', () => {
  test('ends the loan, without interest of months that have not begun', async () => {
    const { id } = await lend(office)
    const { body } = await borrower.call(loans.settlement, { ...one(id), query: {} })
    // 38,040 with 5,940 of interest, and one of three months begun.
    expect(body).toMatchObject({ day: '2026-03-10', amount: 34_080, rebate: 3_960 })
    const later = await borrower.call(loans.settlement, {
      ...one(id),
      query: { day: '2026-04-10' },
    })
    expect(later.body).toMatchObject({ amount: 36_060, rebate: 1_980 })
    expect((await finance.call(loans.settlement, one(id))).status).toBe(200)
    expect((await (office.guarantors[0] as Caller).call(loans.settlement, one(id))).status).toBe(
      403,
    )
    const reply = await repay(admin, id, { amount: 34_080 })
    expect(reply.body).toMatchObject({ state: 'settled', rebated: 3_960, outstanding: 0 })
    expect((await repay(admin, id)).body.message).toBe('This loan has been repaid.')
    await expectWhole(id)
  })

  test('is taken back with its rebate, once', async () => {
    const { id } = await lend(office)
    const settled = await repay(admin, id, { amount: 34_080 })
    const [entry] = settled.body.entries
    const back = () =>
      admin.call(loans.takeBack, { ...one(entry?.id ?? ''), body: { reason: 'Bounced' } })
    const replies = await Promise.all([back(), back(), back()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const { body } = await primary.call(loans.get, one(id))
    expect(body).toMatchObject({ state: 'approved', outstanding: 38_040, rebated: 0 })
    expect(body.entries).toHaveLength(4)
    await expectWhole(id)
  })

  test('leaves interest out once, also when what was paid before it is taken back', async () => {
    const { id } = await lend(office)
    const first = await repay(admin, id, { amount: 10_000 })
    await repay(admin, id, { amount: 24_080 })
    const back = await admin.call(loans.takeBack, {
      ...one(first.body.entries[0]?.id ?? ''),
      body: { reason: 'Bounced' },
    })
    expect(back.body).toMatchObject({ state: 'approved', outstanding: 10_000, rebated: 3_960 })
    expect(back.body.settlement).toMatchObject({ amount: 10_000, rebate: 0 })
    const paid = await repay(admin, id, { amount: 10_000 })
    expect(paid.body).toMatchObject({ state: 'settled', repaid: 34_080, rebated: 3_960 })
    await expectWhole(id)
  })
})

test('a top-up settles the old loan and pays out the rest', async () => {
  const small = await openBorrowing(world)
  const old = await lend(small)
  const asked = (given: object) =>
    small.borrower.call(loans.create, { body: application(small, { tops_up: old.id, ...given }) })
  const short = await asked({ amount: 34_080, term_months: 6 })
  expect(fieldsOf(short).amount?.[0]).toBe(
    '34,080 settles the running loan: please apply for more than that.',
  )
  const other = await asked({ product_id: 2, amount: 37_000 })
  expect(fieldsOf(other)).toHaveProperty('tops_up')
  const made = await asked({ amount: 60_000, term_months: 6 })
  expect(made.body.tops_up).toEqual({ id: old.id, amount: 30_000 })
  await guarantee(small, made.body.id)
  const approve = (disbursed_on: string) =>
    small.primary.call(loans.approve, { ...one(made.body.id), body: { disbursed_on } })
  expect(fieldsOf(await approve('2026-03-09')).disbursed_on?.[0]).toBe(
    'The running loan was paid out on 10 March, 2026: this one cannot be paid out earlier.',
  )
  const done = await approve('2026-03-10')
  expect(done.body).toMatchObject({ state: 'approved', outstanding: 87_960 })
  const { body } = await small.primary.call(loans.get, one(old.id))
  expect(body).toMatchObject({ state: 'settled', repaid: 34_080, rebated: 3_960 })
  expect(body.entries.map(({ kind }) => kind)).toEqual(['top-up', 'rebate'])
  await expectWhole(old.id)
})

describe('a write-off', () => {
  test('is the primary user’s, with a reason; what comes in after all lowers it', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small)
    const assistant = await world.as('admin', small.organization)
    const give = (by: Caller, reason: string) =>
      by.call(loans.writeOff, { ...one(id), body: { reason } })
    expect((await give(assistant, 'Gone')).status).toBe(403)
    expect(fieldsOf(await give(small.primary, ' ')).reason).toEqual(['Reason is required.'])
    const done = await give(small.primary, 'Cannot be found')
    expect(done.body).toMatchObject({
      state: 'written off',
      written_off: 38_040,
      outstanding: 0,
      in_default: true,
    })
    expect((await give(small.primary, 'Again')).body.message).toBe(
      'This loan has been written off.',
    )
    await expectWhole(id)
    const again = await small.borrower.call(loans.create, { body: application(small) })
    expect(again.body.message).toBe('You have a loan in default: please clear it first.')
    const bound = await (small.guarantors[0] as Borrowing['borrower']).call(loans.create, {
      body: application(small, { guarantor_1: small.borrower.id }),
    })
    expect(bound.body.message).toMatch(/^You guarantee a loan that is in default/)
    const recovered = await repay(assistant, id, { amount: 38_040 })
    expect(recovered.body).toMatchObject({ state: 'settled', written_off: 0, in_default: false })
    await expectWhole(id)
    expect((await small.borrower.call(loans.create, { body: application(small) })).status).toBe(201)
  })

  test('can be taken back after part of it came in, which stays paid', async () => {
    const { id } = await lend(office)
    const given = await primary.call(loans.writeOff, { ...one(id), body: { reason: 'Gone' } })
    const recovered = await repay(admin, id, { amount: 10_000 })
    expect(recovered.body).toMatchObject({ written_off: 28_040, repaid: 10_000 })
    const back = (entry: string | undefined) =>
      admin.call(loans.takeBack, { ...one(entry ?? ''), body: { reason: 'Is back' } })
    const reply = await back(given.body.entries[0]?.id)
    expect([reply.status, reply.body.message]).toEqual([200, undefined])
    expect(reply.body).toMatchObject({ state: 'approved', written_off: 0, outstanding: 28_040 })
    const [, paid] = reply.body.entries
    expect((await back(paid?.id)).body).toMatchObject({ repaid: 0, outstanding: 38_040 })
    expect((await back(given.body.entries[0]?.id)).status).toBe(422)
    await expectWhole(id)
  })

  test('taken back after a settlement came in leaves nothing that nobody could pay', async () => {
    const { id } = await lend(office)
    const { settlement } = (await primary.call(loans.get, one(id))).body
    expect(settlement).toMatchObject({ amount: 34_080, rebate: 3_960 })
    const given = await primary.call(loans.writeOff, { ...one(id), body: { reason: 'Gone' } })
    expect((await repay(admin, id, { amount: 34_080 })).body).toMatchObject({ written_off: 3_960 })
    const reply = await admin.call(loans.takeBack, {
      ...one(given.body.entries[0]?.id ?? ''),
      body: { reason: 'Is back' },
    })
    expect(reply.body).toMatchObject({
      ...{ state: 'settled', outstanding: 0, written_off: 0, repaid: 34_080, rebated: 3_960 },
    })
    await expectWhole(id)
    // The payment was a mistake after all: all of it is owed, as at first.
    const paid = reply.body.entries.find(({ kind }) => kind === 'repayment')
    const undone = await admin.call(loans.takeBack, {
      ...one(paid?.id ?? ''),
      body: { reason: 'Bounced' },
    })
    expect(undone.body).toMatchObject({ state: 'approved', outstanding: 34_080 })
    expect(undone.body.settlement).toMatchObject({ amount: 34_080, rebate: 0 })
    await expectWhole(id)
  })

  test('gives up interest of months to come once: what a payroll gives back is owed', async () => {
    const small = await openBorrowing(world)
    const { id } = await lend(small, { term_months: 12 })
    const run = await runMonth(small.primary, 'March', 2026)
    await small.primary.call(loans.writeOff, { ...one(id), body: { reason: 'Gone' } })
    await small.primary.call(contract.payrolls.reverse, {
      ...one(run.id),
      body: { reason: 'Wrong' },
    })
    const { body } = await small.primary.call(loans.get, one(id))
    expect(body.outstanding).toBeGreaterThan(0)
    expect(body.settlement).toMatchObject({ amount: body.outstanding, rebate: 0 })
  })
})

test('somebody a month behind is in default, somebody whose payroll is late is not', async () => {
  const small = await openBorrowing(world)
  const { id } = await lend(small)
  const { body } = await small.borrower.call(loans.standing, one(small.borrower.id))
  expect(body).toMatchObject({ owed: 38_040, in_default: false, loans: [{ id }] })
  // What was due in March is late in April, and in default once April is over too.
  world.setTime('2026-04-30T09:00:00Z')
  const april = await world.as('primary', small.organization)
  expect((await april.call(loans.get, one(id))).body).toMatchObject({
    in_default: false,
    overdue: 12_680,
  })
  world.setTime('2026-05-01T09:00:00Z')
  const may = await world.as('primary', small.organization)
  expect((await may.call(loans.get, one(id))).body).toMatchObject({
    in_default: true,
    overdue: 25_360,
  })
  world.setTime('2026-03-10T09:00:00Z')
})

describe('a salary advance', () => {
  test('is a share of what was earned, needs no guarantors, and is taken at the next run', async () => {
    const small = await openBorrowing(world)
    const ask = (amount: number) =>
      small.borrower.call(loans.create, {
        body: { product_id: 3, amount, purpose: 'Rent', term_months: 1 },
      })
    // 60,000 by the 10th of 31 days, half of it.
    const { body: products } = await small.borrower.call(loans.products)
    expect(products[2]?.maximums[0]?.amount).toBe(9_677)
    expect(fieldsOf(await ask(9_678)).amount?.[0]).toMatch(/is 9,677\.$/)
    const made = await ask(6_000)
    expect(made.body).toMatchObject({ total: 6_000, guarantors: [], guarantors_needed: 0 })
    const done = await small.primary.call(loans.approve, { ...one(made.body.id), body: {} })
    expect(done.body).toMatchObject({ state: 'approved', outstanding: 6_000 })
    expect(fieldsOf(await ask(3_678)).amount?.[0]).toMatch(/is 3,677\.$/)
    await runMonth(small.primary, 'March', 2026)
    const { body } = await small.borrower.call(loans.get, one(made.body.id))
    expect(body).toMatchObject({ state: 'settled', deducted: 6_000 })
    await small.primary.call(loans.changeSettings, {
      body: { most_guaranteed: 3, advance_percent: 0 },
    })
    expect((await small.borrower.call(loans.products)).body).toHaveLength(2)
    expect(fieldsOf(await ask(600)).product_id?.[0]).toMatch(/does not give salary advances/)
  })

  test('is not approved once the pay that it is of was confirmed', async () => {
    const small = await openBorrowing(world)
    const body = { product_id: 3, amount: 9_000, purpose: 'Rent', term_months: 1 }
    const made = await small.borrower.call(loans.create, { body })
    await runMonth(small.primary, 'March', 2026)
    const done = await small.primary.call(loans.approve, { ...one(made.body.id), body: {} })
    expect(done.status).toBe(422)
    expect(done.body.message).toBe(
      'At most 0 can be advanced: The pay for this month is already confirmed.',
    )
  })

  test('is of pay that was earned and not paid yet', async () => {
    const small = await openBorrowing(world)
    const late = await employ(small.primary, { salary: 62_000, employment_date: '2026-03-09' })
    const joined = await asEmployee(world, small.organization, late.id)
    const most = async (by: Caller) => (await by.call(loans.products)).body[2]?.maximums[0]
    expect(await most(joined)).toEqual({
      ...{ term: 1, amount: 2_000 },
      working: '50% of what was earned by today, 2 of 31 days of a salary of 62,000',
    })
    await runMonth(small.primary, 'March', 2026)
    expect(await most(joined)).toMatchObject({ amount: 0 })
    const reply = await joined.call(loans.create, {
      body: { product_id: 3, amount: 600, purpose: 'Rent', term_months: 1 },
    })
    expect(fieldsOf(reply).amount?.[0]).toBe(
      'The maximum loan amount over 1 month is 0: The pay for this month is already confirmed.',
    )
  })
})

describe('the database', () => {
  test('keeps what was agreed, and lets nobody change a balance', async () => {
    const loan = await lend(office)
    const act = (text: string) =>
      world.parts.db.inOrg({ organization_id: office.organization }, (tx) =>
        tx.$client.query(`${text} where id = $1`, [loan.id]),
      )
    await expect(act('update loans set total = 1')).rejects.toThrow(/loan is kept|loans_add_up/)
    await expect(act("update loans set terms = ''")).rejects.toThrow('a loan is kept')
    await expect(act('update loans set deducted = 100')).rejects.toThrow('a loan is kept')
    await expect(act("update loans set status = 'rejected'")).rejects.toThrow('a loan is kept')
    await expect(act('delete from loans')).rejects.toThrow('a loan is kept')
    const schedule = (text: string) =>
      world.parts.db.inOrg({ organization_id: office.organization }, (tx) =>
        tx.$client
          .query(`${text} where loan_id = $1`, [loan.id])
          .then(() => tx.$client.query('set constraints all immediate')),
      )
    const gone = schedule('delete from loan_instalments')
    await expect(gone).rejects.toThrow('schedule of a loan does not add up')
    const entry = (amount: number) =>
      world.parts.db.inOrg({ organization_id: office.organization }, (tx) =>
        tx.$client.query(
          `insert into loan_entries (loan_id, kind, amount, day)
           values ($1, 'repayment', $2, '2026-03-10')`,
          [loan.id, amount],
        ),
      )
    await expect(entry(38_041)).rejects.toThrow('loans_overpaid')
    await entry(100)
    const paid = act("update loans set disbursed_on = '2026-03-01'")
    await expect(paid).rejects.toThrow('a loan is kept')
    await expect(schedule('delete from loan_instalments')).rejects.toThrow('a loan is kept')
    const rewritten = world.rows('update loan_entries set amount = 1 where loan_id = $1', [loan.id])
    await expect(rewritten).rejects.toThrow('only added to')
    const [row] = await world.rows('select outstanding, repaid from loans where id = $1', [loan.id])
    expect(row).toEqual({ outstanding: '37940.00', repaid: '100.00' })
  })
})
