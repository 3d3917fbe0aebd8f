// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { apply, type Borrowing, guarantee, lend, openBorrowing } from '../../test/loans.ts'
import { runMonth, terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** What payrolls take of loans, and give back. */

const { loans, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
const loanOf = async ({ primary }: Borrowing, id: string) =>
  (await primary.call(loans.get, one(id))).body
const slipOf = (run: Awaited<ReturnType<typeof runMonth>>, { borrower }: Borrowing) =>
  run.payslips.find(({ employee }) => employee.id === borrower.id)
const takenIn = (run: Awaited<ReturnType<typeof runMonth>>, office: Borrowing) => {
  const column = run.deductionNames.indexOf('Check-Off Loan')
  return slipOf(run, office)?.sortedDeductions[column]?.amount
}

/** At every moment what is owed, paid and given up come to the total, by loan and by entries. */
async function expectWhole(id: string) {
  const [row] = await world.rows(
    `select l.total, l.deducted + l.repaid + l.rebated + l.written_off + l.outstanding as sum,
       l.total - coalesce((select sum(amount) from loan_entries n where n.loan_id = l.id), 0)
         as by_entries, l.outstanding
     from loans l where l.id = $1`,
    [id],
  )
  expect(row.sum).toBe(row.total)
  expect(row.by_entries).toBe(row.outstanding)
}

test('a run takes the instalment once it is confirmed, once, with its working', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const draft = await runMonth(office.primary, 'March', 2026, false)
  expect(takenIn(draft, office)).toBe(12_680)
  expect(await loanOf(office, id)).toMatchObject({ deducted: 0, outstanding: 38_040 })
  const confirmed = await Promise.all(
    Array.from({ length: 5 }, () => office.primary.call(payrolls.confirm, one(draft.id))),
  )
  expect(confirmed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const loan = await loanOf(office, id)
  expect(loan).toMatchObject({ deducted: 12_680, outstanding: 25_360 })
  expect(loan.entries).toMatchObject([{ kind: 'deduction', amount: 12_680, balance: 25_360 }])
  expect(loan.schedule.map(({ paid }) => paid)).toEqual([12_680, 0, 0])
  await expectWhole(id)
  const slip = slipOf(draft, office)
  const { body } = await office.borrower.call(payrolls.working, one(slip?.id ?? ''))
  expect(body.find(({ label }) => label === 'Check-Off Loan')).toMatchObject({
    amount: 12_680,
    working: 'Instalment 1 of 3; balance before 38,040',
  })
})

test('until the last one, which is exact; then nothing more', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office, { amount: 12_345, term_months: 2 })
  // 12,345 + 864.15 + 1,629.54 is 14,839: 7,420 and 7,419.
  expect(takenIn(await runMonth(office.primary, 'March', 2026), office)).toBe(7_420)
  expect(takenIn(await runMonth(office.primary, 'April', 2026), office)).toBe(7_419)
  expect(await loanOf(office, id)).toMatchObject({ state: 'settled', outstanding: 0 })
  await expectWhole(id)
  const short = await openBorrowing(world)
  await lend(short, { term_months: 1, amount: 8_000 })
  expect(takenIn(await runMonth(short.primary, 'March', 2026), short)).toBe(9_088)
  const after = await runMonth(short.primary, 'April', 2026)
  expect(after.deductionNames).not.toContain('Check-Off Loan')
})

test('a month that is confirmed late was deducted by its end', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  world.setTime('2026-04-05T09:00:00Z')
  const april = await world.as('primary', office.organization)
  await runMonth(april, 'March', 2026)
  const { body } = await april.call(loans.get, one(id))
  expect(body.entries.map(({ day }) => day)).toEqual(['2026-03-31'])
  world.setTime('2026-03-10T09:00:00Z')
})

describe('a run that is taken back', () => {
  test('reversed, gives the instalment back, and the next one takes it', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    const run = await runMonth(office.primary, 'March', 2026)
    await office.primary.call(payrolls.reverse, { ...one(run.id), body: { reason: 'Too early' } })
    const loan = await loanOf(office, id)
    expect(loan).toMatchObject({ deducted: 0, outstanding: 38_040, state: 'approved' })
    expect(loan.entries.map(({ amount, undone }) => [amount, undone])).toEqual([
      [12_680, true],
      [-12_680, true],
    ])
    await expectWhole(id)
    expect(takenIn(await runMonth(office.primary, 'March', 2026), office)).toBe(12_680)
    expect((await loanOf(office, id)).outstanding).toBe(25_360)
    await expectWhole(id)
  })

  test('reversed after an early settlement, leaves its interest out once', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    const run = await runMonth(office.primary, 'March', 2026)
    const settled = await office.primary.call(loans.repay, {
      ...one(id),
      body: { amount: 21_400, day: '2026-03-10', reference: 'QK1' } as never,
    })
    expect(settled.body).toMatchObject({ state: 'settled', rebated: 3_960 })
    await office.primary.call(payrolls.reverse, { ...one(run.id), body: { reason: 'Too early' } })
    const loan = await loanOf(office, id)
    expect(loan).toMatchObject({ state: 'approved', outstanding: 12_680 })
    expect(loan.settlement).toMatchObject({ amount: 12_680, rebate: 0 })
    await expectWhole(id)
  })

  test('deleted, or one payslip of it, leaves the loan to the next run', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    const first = await runMonth(office.primary, 'March', 2026, false)
    await office.primary.call(payrolls.remove, one(first.id))
    const second = await runMonth(office.primary, 'March', 2026, false)
    await office.primary.call(payrolls.removePayslip, one(slipOf(second, office)?.id ?? ''))
    await office.primary.call(payrolls.confirm, one(second.id))
    expect(await loanOf(office, id)).toMatchObject({ deducted: 0, outstanding: 38_040 })
    const third = await runMonth(office.primary, 'March', 2026)
    expect(takenIn(third, office)).toBe(12_680)
    await expectWhole(id)
  })
})

test('two drafts at once: one has the instalment, the other hears of it', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const march = await runMonth(office.primary, 'March', 2026, false)
  const april = await runMonth(office.primary, 'April', 2026, false)
  expect([takenIn(march, office), takenIn(april, office)]).toEqual([12_680, undefined])
  await office.primary.call(payrolls.confirm, one(march.id))
  const refused = await office.primary.call(payrolls.confirm, one(april.id))
  expect(refused.status).toBe(422)
  await office.primary.call(payrolls.recalculate, one(april.id))
  await office.primary.call(payrolls.confirm, one(april.id))
  expect(await loanOf(office, id)).toMatchObject({ deducted: 25_360, outstanding: 12_680 })
  await expectWhole(id)
})

test('a loan approved after the draft shows as a change', async () => {
  const office = await openBorrowing(world)
  const draft = await runMonth(office.primary, 'March', 2026, false)
  await lend(office)
  const { body } = await office.primary.call(payrolls.checks, one(draft.id))
  expect(body.find(({ kind }) => kind === 'inputs changed')?.people).toHaveLength(1)
  expect((await office.primary.call(payrolls.confirm, one(draft.id))).status).toBe(422)
})

test('what a third of the pay cannot bear is carried, said in the checks, and taken later', async () => {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const sacco = { employee_id: office.borrower.id, name: 'SACCO', amount: 20_000 }
  await office.primary.call(contract.deductions.create, {
    body: { ...sacco, from: '2026-03-01', to: '2026-03-31' },
  })
  const march = await runMonth(office.primary, 'March', 2026, false)
  const taken = takenIn(march, office) ?? 0
  const slip = slipOf(march, office)
  expect(taken).toBeLessThan(12_680)
  expect(slip?.net).toBe(20_000)
  const { body: checks } = await office.primary.call(payrolls.checks, one(march.id))
  const carried = checks.find(({ kind }) => kind === 'instalment carried')
  expect(carried).toMatchObject({ blocks: false, count: 1 })
  expect(carried?.people[0]?.detail).toMatch(
    /^Check-Off Loan: [\d,.]+ of 12,680, the rest is carried forward$/,
  )
  await office.primary.call(payrolls.confirm, one(march.id))
  expect((await loanOf(office, id)).deducted).toBe(taken)
  const april = await runMonth(office.primary, 'April', 2026)
  expect(takenIn(april, office)).toBeCloseTo(2 * 12_680 - taken, 2)
  const [line] = (
    await office.primary.call(payrolls.working, one(slipOf(april, office)?.id ?? ''))
  ).body.filter(({ label }) => label === 'Check-Off Loan')
  expect(line?.working).toMatch(/^Instalment 2 of 3, with [\d,.]+ carried from earlier months/)
  await expectWhole(id)
})

describe('leaving', () => {
  const leave = ({ primary, borrower }: Borrowing, day: string) =>
    terminate(primary, borrower.id, day)

  test('final pay takes what settles the loan, without interest of months to come', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office, { amount: 8_000, term_months: 3 })
    await leave(office, '2026-03-31')
    // 10,144 in all, of which 1,584 is interest: two of three months are not begun.
    expect(takenIn(await runMonth(office.primary, 'March', 2026), office)).toBe(9_088)
    expect(await loanOf(office, id)).toMatchObject({
      state: 'settled',
      deducted: 9_088,
      rebated: 1_056,
      claim: false,
    })
    await expectWhole(id)
  })

  test('before the money was paid out, takes nothing and claims nothing', async () => {
    const office = await openBorrowing(world)
    const application = await apply(office)
    await guarantee(office, application)
    const { body } = await office.primary.call(loans.approve, {
      ...one(application),
      body: { disbursed_on: '2026-04-20' },
    })
    await leave(office, '2026-03-31')
    expect(takenIn(await runMonth(office.primary, 'March', 2026), office)).toBeUndefined()
    expect(await loanOf(office, body.id)).toMatchObject({ deducted: 0, claim: false })
  })

  test('what final pay cannot bear is a claim; a reversal gives all of it back', async () => {
    const office = await openBorrowing(world)
    const { id } = await lend(office)
    await leave(office, '2026-03-31')
    const run = await runMonth(office.primary, 'March', 2026, false)
    // Nothing is a claim before the final pay.
    expect(await loanOf(office, id)).toMatchObject({ claim: false })
    const { body: checks } = await office.primary.call(payrolls.checks, one(run.id))
    const found = checks.find(({ kind }) => kind === 'instalment carried')
    expect(found?.people[0]?.detail).toMatch(/of 34,080, the rest becomes a claim$/)
    await office.primary.call(payrolls.confirm, one(run.id))
    const loan = await loanOf(office, id)
    expect(loan).toMatchObject({ state: 'approved', claim: true, rebated: 3_960 })
    // The claim is what settles the loan on the last day, less what final pay could bear.
    expect(loan.deducted).toBeGreaterThan(0)
    expect(loan.outstanding).toBeCloseTo(34_080 - loan.deducted, 2)
    expect(loan.settlement).toMatchObject({ amount: loan.outstanding, rebate: 0 })
    const [guarantor] = office.guarantors
    const standing = await guarantor?.call(loans.standing, one(guarantor.id))
    expect(standing?.body.guaranteed).toEqual({ count: 1, outstanding: loan.outstanding })
    await office.primary.call(payrolls.reverse, { ...one(run.id), body: { reason: 'Stays' } })
    expect((await loanOf(office, id)).outstanding).toBe(38_040)
    await expectWhole(id)
  })
})
