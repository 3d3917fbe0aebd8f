// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../foundation/core/sql.ts'
import { holdRows, waitingForLocks } from '../../test/locks.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Mistakes in pay items with effect from a month, taken back before or after they were paid. */

const { allowances, incomes, payrolls, payslips } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  njeri = (await employ(primary, { salary: 50_000, employment_date: '2024-02-01' })).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName, confirm = true) => runMonth(primary, name, 2026, confirm)
const house = (amount: number, since: string | null = null) => ({
  ...{ employee_id: njeri, name: 'House Allowance', type: 'house' as const, taxable: true },
  ...{ amount, since },
})
async function addHouse(amount: number, since: string | null = null) {
  const { status, body } = await primary.call(allowances.create, { body: house(amount, since) })
  expect(status).toBe(201)
  return body.id
}

/** Arrears of pay on the payslip, by name. */
async function lateIn(run: string) {
  const { body } = await primary.call(payrolls.get, path(run))
  const slip = body.payslips.find(({ employee }) => employee.id === njeri)
  const { incomes } = (await primary.call(payslips.get, path(slip?.id ?? ''))).body
  const lines = incomes.filter(({ name }) => /^Arrears of/.test(name))
  return Object.fromEntries(lines.map(({ name, amount }) => [name, amount]))
}
const of = (name: MonthName) => `Arrears of ${name} 2026: House Allowance`

test('what was recorded by mistake and taken away again leaves nothing to pay', async () => {
  await month('February')
  const id = await addHouse(10_000, '2026-02')
  const draft = await month('March', false)
  expect(await lateIn(draft.id)).toEqual({ [of('February')]: 10_000 })
  expect((await primary.call(allowances.remove, path(id))).status).toBe(200)
  const confirmed = await primary.call(payrolls.confirm, path(draft.id))
  expect(confirmed.status).toBe(422)
  await primary.call(payrolls.recalculate, path(draft.id))
  expect(await lateIn(draft.id)).toEqual({})
  expect((await primary.call(payrolls.confirm, path(draft.id))).status).toBe(200)
  expect(await lateIn((await month('April', false)).id)).toEqual({})
})

test('months that are not paid yet are not left out by a later month, by none or by deleting', async () => {
  await month('January')
  await month('February')
  const id = await addHouse(100_000, '2026-01')
  const change = (amount: number, since: string | null) =>
    primary.call(allowances.update, { ...path(id), body: house(amount, since) })
  for (const since of [null, '2026-02', '2026-04']) {
    const { status, body } = await change(10_000, since)
    expect([status, body.errors?.since?.[0]]).toEqual([
      422,
      expect.stringMatching(/^Months that this was recorded for are not paid yet/),
    ])
  }
  expect((await change(10_000, '2026-01')).status).toBe(200)
  const march = await month('March')
  expect(await lateIn(march.id)).toEqual({ [of('January')]: 10_000, [of('February')]: 10_000 })
  // Paid, a change says from when it is so.
  expect((await change(12_000, null)).status).toBe(200)
  expect((await change(60_000, '2026-01')).status).toBe(200)
  const removed = await primary.call(allowances.remove, path(id))
  expect(removed.status).toBe(422)
  expect((await change(12_000, '2026-03')).status).toBe(422)
  expect((await change(10_000, '2026-01')).status).toBe(200)
})

const listed = async () =>
  (await primary.call(allowances.list, { params: { id: njeri } })).body.map(
    ({ amount, since, amount_before, since_unpaid }) => [
      amount,
      since,
      amount_before,
      since_unpaid,
    ],
  )

test('the list says which month is kept until it is paid', async () => {
  await month('January')
  await month('February')
  await addHouse(10_000, '2026-01')
  expect(await listed()).toEqual([[10_000, '2026-01', undefined, true]])
  await month('March')
  expect(await listed()).toEqual([[10_000, '2026-01', undefined, false]])
})

test('the list says what an item is until the month from which it is another', async () => {
  const id = await addHouse(10_000)
  expect(await listed()).toEqual([[10_000, null, undefined, undefined]])
  const change = (amount: number, since: string) =>
    primary.call(allowances.update, { ...path(id), body: house(amount, since) })
  expect((await change(12_000, '2026-09')).status).toBe(200)
  expect(await listed()).toEqual([[12_000, '2026-09', 10_000, false]])
  const body = { ...house(3_000, '2026-08'), name: 'Commuter', type: 'transport' as const }
  expect((await primary.call(allowances.create, { body })).status).toBe(201)
  expect(await listed()).toContainEqual([3_000, '2026-08', 0, false])
})

test('a regular income whose months are unpaid is not made a one-off of another month', async () => {
  await month('January')
  const given = { employee_id: njeri, name: 'Acting pay', amount: 5_000, from: '2026-01-01' }
  const made = await primary.call(incomes.create, { body: { ...given, since: '2026-01' } })
  const once = { ...given, one_off: true, from: '2026-04-01' }
  const turn = () => primary.call(incomes.update, { ...path(made.body.id), body: once })
  const refused = await turn()
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['since']])
  const february = await month('February')
  const arrears = 'Arrears of January 2026: Acting pay'
  expect(await lateIn(february.id)).toEqual({ [arrears]: 5_000 })
  expect((await turn()).status).toBe(200)
  expect(await lateIn((await month('March')).id)).toEqual({})
  // Reversed, the arrears are due again, as of an item that is gone.
  const reason = { reason: 'A slip of the pen' }
  expect(
    (await primary.call(payrolls.reverse, { ...path(february.id), body: reason })).status,
  ).toBe(200)
  expect(await lateIn((await month('February')).id)).toEqual({ [arrears]: 5_000 })
})

test('from a month to come it is moved by an amount, not by another month', async () => {
  await month('March')
  const id = await addHouse(10_000, '2026-04')
  const later = await primary.call(allowances.update, {
    ...path(id),
    body: house(10_000, '2026-06'),
  })
  expect(later.status).toBe(422)
  const same = await primary.call(allowances.update, { ...path(id), body: house(9_000, '2026-04') })
  expect(same.status).toBe(200)
})

test('what was paid by that name is not paid again: of another item, or by a correction', async () => {
  await month('February')
  const id = await addHouse(10_000)
  await month('March')
  expect((await primary.call(allowances.remove, path(id))).status).toBe(200)
  const again = await primary.call(allowances.create, { body: house(12_000, '2026-03') })
  expect([again.status, again.body.errors?.since?.[0]]).toEqual([
    422,
    expect.stringMatching(/^Something of this name was paid in one of these months/),
  ])
  expect((await primary.call(allowances.create, { body: house(12_000) })).status).toBe(201)
})

test('what arrears were paid of keeps them when it is taken away', async () => {
  await month('February')
  const id = await addHouse(10_000, '2026-02')
  await month('March')
  expect((await primary.call(allowances.remove, path(id))).status).toBe(200)
  expect(await lateIn((await month('April', false)).id)).toEqual({})
})

test('deleted while the run that pays its arrears is being confirmed, it was paid', async () => {
  await month('February')
  const id = await addHouse(10_000, '2026-02')
  const march = await month('March', false)
  const release = await holdRows(world, home, sql`arrears where employee_id = ${njeri}`)
  const confirming = primary.call(payrolls.confirm, path(march.id))
  await expect.poll(() => waitingForLocks(world)).toBe(1)
  const deleting = primary.call(allowances.remove, path(id))
  await expect.poll(() => waitingForLocks(world)).toBe(2)
  await release()
  const [confirmed, deleted] = await Promise.all([confirming, deleting])
  expect([confirmed.status, deleted.status]).toEqual([200, 200])
  expect(await lateIn(march.id)).toEqual({ [of('February')]: 10_000 })
  // Paid is paid: neither is it paid again, nor taken back with whatever else reaches back.
  await primary.call(contract.employees.update, {
    ...path(njeri),
    body: { salary: 55_000, salary_from: '2026-02' },
  })
  const late = await lateIn((await month('April', false)).id)
  expect(Object.keys(late).filter((name) => /House/.test(name))).toEqual([])
})

test('a month that was reversed and made again has it, and is not called unpaid', async () => {
  await month('February')
  const march = await month('March')
  const id = await addHouse(10_000, '2026-02')
  const unpaid = async () => {
    const { body } = await primary.call(allowances.list, path(njeri))
    return body.find((one) => one.id === id)?.since_unpaid
  }
  expect(await unpaid()).toBe(true)
  const body = { reason: 'A slip of the pen' }
  expect((await primary.call(payrolls.reverse, { ...path(march.id), body })).status).toBe(200)
  expect(await unpaid()).toBe(true)
  expect(await lateIn((await month('March')).id)).toEqual({ [of('February')]: 10_000 })
  expect(await unpaid()).toBe(false)
  expect((await primary.call(allowances.remove, path(id))).status).toBe(200)
})
