// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is recorded of an item while months of it are unpaid: for later ones, or put back. */

const { allowances, payrolls, payslips } = contract
const world = await openWorld({ workers: true })

let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  primary = await world.as('primary', await world.addOrganization())
  njeri = (await employ(primary, { salary: 50_000, employment_date: '2024-02-01' })).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName) => runMonth(primary, name, 2026)
const house = (amount: number, since: string | null = null, keep_unpaid?: boolean) => ({
  ...{ employee_id: njeri, name: 'House Allowance', type: 'house' as const, taxable: true },
  ...{ amount, since, keep_unpaid },
})
async function addHouse(amount: number, since: string | null = null) {
  const { status, body } = await primary.call(allowances.create, { body: house(amount, since) })
  expect(status).toBe(201)
  return body.id
}
const change = async (id: string, ...given: Parameters<typeof house>) =>
  (await primary.call(allowances.update, { ...path(id), body: house(...given) })).status
const remove = async (id: string) => (await primary.call(allowances.remove, path(id))).status
const listed = async () => {
  const [row] = (await primary.call(allowances.list, path(njeri))).body
  return row && [row.amount, row.since, row.amount_before, row.since_unpaid]
}
/** Lines of pay besides the salary, by name. */
async function linesOf({ id }: { id: string }) {
  const { body } = await primary.call(payrolls.get, path(id))
  const { incomes } = (await primary.call(payslips.get, path(body.payslips[0]?.id ?? ''))).body
  return incomes.map(({ name, amount }) => [name, amount])
}
const late = (name: MonthName) => `Arrears of ${name} 2026: House Allowance`

test('a later month is recorded beside months that are not paid yet, which stay', async () => {
  await month('January')
  await month('February')
  const id = await addHouse(10_000, '2026-01')
  expect(await change(id, 12_000, '2026-04')).toBe(422)
  expect(await change(id, 12_000, '2026-04', true)).toBe(200)
  // It is June: what comes after the months that are not paid is listed, and that some are not.
  expect(await listed()).toEqual([12_000, '2026-04', undefined, true])
  expect(await linesOf(await month('March'))).toEqual([
    ['House Allowance', 10_000],
    [late('January'), 10_000],
    [late('February'), 10_000],
  ])
  expect(await listed()).toEqual([12_000, '2026-04', undefined, false])
  expect(await linesOf(await month('April'))).toEqual([['House Allowance', 12_000]])
})

test('from a month to come, too; and the earlier months can still be set right', async () => {
  await month('January')
  const id = await addHouse(100_000, '2026-01')
  expect(await change(id, 12_000, '2026-09', true)).toBe(200)
  expect(await listed()).toEqual([12_000, '2026-09', 100_000, true])
  // What is recorded last counts from its month on, whatever was recorded for later ones.
  expect(await change(id, 10_000, '2026-01')).toBe(200)
  expect(await listed()).toEqual([10_000, '2026-01', undefined, true])
  const lines = [
    ['House Allowance', 10_000],
    [late('January'), 10_000],
  ]
  expect(await linesOf(await month('February'))).toEqual(lines)
  expect(await linesOf(await month('March'))).toEqual([['House Allowance', 10_000]])
})

test('months that stay are not left out by deleting the item', async () => {
  const id = await addHouse(10_000)
  await month('January')
  expect(await change(id, 15_000, '2026-01')).toBe(200)
  expect(await change(id, 20_000, '2026-09', true)).toBe(200)
  expect(await remove(id)).toBe(422)
  expect(await change(id, 20_000, null, true)).toBe(422)
  const lines = [
    ['House Allowance', 15_000],
    [late('January'), 5_000],
  ]
  expect(await linesOf(await month('February'))).toEqual(lines)
  expect(await remove(id)).toBe(200)
  expect(await linesOf(await month('March'))).toEqual([])
})

test('a month to come is not moved: it is given another amount', async () => {
  await month('January')
  const id = await addHouse(10_000, '2026-09')
  const body = house(10_000, '2026-10', true)
  const moved = await primary.call(allowances.update, { ...path(id), body })
  expect([moved.status, moved.body.errors?.since?.[0]]).toEqual([
    422,
    expect.stringMatching(/^The month from which this is recorded is still to come/),
  ])
})

test('put back to what was paid, nothing of it is unpaid, and it can be deleted', async () => {
  const id = await addHouse(10_000)
  await month('January')
  await month('February')
  expect(await change(id, 60_000, '2026-01')).toBe(200)
  expect(await listed()).toEqual([60_000, '2026-01', undefined, true])
  expect(await remove(id)).toBe(422)
  expect(await change(id, 10_000, '2026-01')).toBe(200)
  expect(await listed()).toEqual([10_000, '2026-01', undefined, false])
  // It is what it was in these months; from now on it is more.
  expect(await change(id, 11_000, null)).toBe(200)
  expect(await linesOf(await month('March'))).toEqual([['House Allowance', 11_000]])
  world.setTime('2026-06-20T09:05:00Z')
  expect(await change(id, 60_000, '2026-02')).toBe(200)
  expect(await change(id, 11_000, '2026-02')).toBe(200)
  // February paid 10,000.
  expect(await listed()).toEqual([11_000, '2026-02', undefined, true])
  expect(await change(id, 10_000, '2026-02')).toBe(200)
  expect(await remove(id)).toBe(422)
  expect(await change(id, 11_000, '2026-03', true)).toBe(200)
  expect(await remove(id)).toBe(200)
  expect(await linesOf(await month('April'))).toEqual([])
})

test('what was put back after its arrears were paid is taken back first', async () => {
  const id = await addHouse(10_000)
  await month('January')
  expect(await change(id, 15_000, '2026-01')).toBe(200)
  const lines = [
    ['House Allowance', 15_000],
    [late('January'), 5_000],
  ]
  expect(await linesOf(await month('February'))).toEqual(lines)
  expect(await change(id, 10_000, '2026-01')).toBe(200)
  expect(await listed()).toEqual([10_000, '2026-01', undefined, true])
  expect(await remove(id)).toBe(422)
  const march = await month('March')
  const { body } = await primary.call(payrolls.get, path(march.id))
  // 5,000 of each month.
  expect(body.payslips[0]?.gross).toBe(50_000)
  expect(await remove(id)).toBe(200)
})

test('nor is an amount put back that the month never paid', async () => {
  await month('January')
  const id = await addHouse(10_000)
  expect(await change(id, 60_000, '2026-01')).toBe(200)
  expect(await change(id, 10_000, '2026-01')).toBe(200)
  expect(await listed()).toEqual([10_000, '2026-01', undefined, true])
  const lines = [
    ['House Allowance', 10_000],
    [late('January'), 10_000],
  ]
  expect(await linesOf(await month('February'))).toEqual(lines)
})
