// @tests story
import { contract } from '@mshahara/contract'
import type { ReturnInput } from '@mshahara/contract/returns'
import { expect, test } from 'vitest'
import { bytesOf } from '../../test/exported.ts'
import { openBorrowing } from '../../test/loans.ts'
import { runMonth } from '../../test/office.ts'
import { rowsOf } from '../../test/spreadsheets.ts'
import { openWorld } from '../../test/world.ts'

/** The employer owes tax on what it lends below the market rate (B33). */

const { loans, returns } = contract
const world = await openWorld()
world.setTime('2026-03-10T09:00:00Z')

/** April was paid already when somebody is advanced part of March's pay. */
async function openAdvance(amount = 9_000) {
  const office = await openBorrowing(world)
  await runMonth(office.primary, 'April', 2026)
  const asked = await office.borrower.call(loans.create, {
    body: { product_id: 3, amount, purpose: 'Rent', term_months: 1 },
  })
  const { id } = asked.body
  const { primary } = office
  expect((await primary.call(loans.approve, { params: { id }, body: {} })).status).toBe(200)
  const dueIn = async (month: string) => {
    const found = (await primary.call(returns.list)).body.find((one) => one.month === month)
    return found?.items.find(({ type }) => type === 'fbt')
  }
  const make = (month: string, body: Partial<ReturnInput>) =>
    primary.call(returns.make, { params: { month }, body: body as never })
  return { ...office, id, dueIn, make }
}

test('a loan that was open when the month began is in its returns', async () => {
  const { primary, dueIn, make } = await openAdvance()
  expect(await dueIn('2026-02')).toBeUndefined()
  // 9,000 × 8% ÷ 12 is 60, and 30% of it.
  expect(await dueIn('2026-04')).toMatchObject({
    ...{ due: '2026-05-08', people: 1, deducted: 0, employer: 18, amount: 18, file: null },
  })
  const { body: own } = await make('2026-04', { type: 'fbt', extension: 'xlsx' })
  expect(own).toMatchObject({ rows: 1, total: 18 })
  expect(own.notes.map(({ title }) => title)).toContainEqual(
    expect.stringContaining("No notice of this quarter's market rate"),
  )
  expect((await dueIn('2026-04'))?.file?.id).toBe(own.file?.id)
  const { body: p10 } = await make('2026-04', { type: 'SEC_B', extension: 'xlsx' })
  const bytes = await bytesOf(world, primary, p10)
  const rows = rowsOf(`data:x;base64,${bytes.toString('base64')}`, 'J_FBT_Dtls')
  expect(rows[1]?.slice(1)).toEqual(
    expect.arrayContaining(['Salary Advance', 9000, '8%', '0%', 60, 18]),
  )
  const { body: csv } = await make('2026-04', { type: 'SEC_B', extension: 'csv' })
  expect(csv.notes.map(({ title }) => title)).toContainEqual(expect.stringContaining('sheet J'))
})

test('what was repaid before the month began is not taxed, and not in a file from before', async () => {
  const { primary, id, dueIn, make } = await openAdvance()
  const { body } = await make('2026-04', { type: 'fbt', extension: 'csv' })
  expect((await dueIn('2026-04'))?.file?.id).toBe(body.file?.id)
  const repaid = await primary.call(loans.repay, {
    params: { id },
    body: { amount: 4_000, day: '2026-03-10', kind: 'repayment', reference: 'Cash' } as never,
  })
  expect(repaid.status).toBe(201)
  // 5,000 × 8% ÷ 12 × 30%.
  expect(await dueIn('2026-04')).toMatchObject({ amount: 10, file: null })
  // Paid out and taken back within March: nobody has borrowed over a month.
  await runMonth(primary, 'March', 2026)
  expect(await dueIn('2026-03')).toBeUndefined()
  expect(await dueIn('2026-04')).toBeUndefined()
  const gone = await make('2026-04', { type: 'fbt', extension: 'xlsx' })
  expect(gone.status).toBe(422)
  expect(gone.body.message).toBe(
    'No loan of the employer was open below the market rate in April 2026.',
  )
})

test('a loan that is paid out on the 1st is owed for that month, less what comes back that day', async () => {
  world.setTime('2026-03-01T09:00:00Z')
  const { primary, id, dueIn } = await openAdvance(900)
  const body = { amount: 450, day: '2026-03-01', kind: 'repayment', reference: 'Cash' } as never
  expect((await primary.call(loans.repay, { params: { id }, body })).status).toBe(201)
  await runMonth(primary, 'March', 2026)
  const { body: year } = await primary.call(contract.analytics.annual, { params: { year: 2026 } })
  const whole = year.costDatasets.find(({ label }) => label === "Employer's cost")?.data ?? []
  const tax = year.costDatasets.find(({ label }) => label === 'Fringe Benefit Tax')?.data ?? []
  expect(year.fringeTotal).toBe(0.9)
  expect(tax.slice(1, 4)).toEqual([0, 0.9, 0])
  // The costs of everybody are the same in both months but for it.
  expect(whole[2]).toBeCloseTo((whole[1] ?? 0) + 0.9, 2)
  const departments = year.departments.reduce((sum, one) => sum + one.employer_cost, 0)
  expect(departments).toBeCloseTo(year.employerCostTotal, 2)
  // What the month's own pay takes back was owed until then: 450 × 8% ÷ 12 × 30%.
  expect(await dueIn('2026-03')).toMatchObject({ people: 1, amount: 0.9 })
  expect(await dueIn('2026-04')).toBeUndefined()
})

test('a loan that is paid out on the 2nd is first owed for the month after', async () => {
  world.setTime('2026-03-02T09:00:00Z')
  const { primary, dueIn } = await openAdvance(900)
  expect(await dueIn('2026-04')).toMatchObject({ amount: 1.8 })
  await runMonth(primary, 'March', 2026)
  expect(await dueIn('2026-03')).toBeUndefined()
})
