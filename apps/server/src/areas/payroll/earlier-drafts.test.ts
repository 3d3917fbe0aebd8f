// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { lend, openBorrowing } from '../../test/loans.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What the draft of an earlier month holds, final pay waits for; others are told. */

const { employees, loans, payrolls } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

async function lent() {
  const office = await openBorrowing(world)
  const { id } = await lend(office)
  const { primary, borrower } = office
  const leaves = () =>
    primary.call(employees.status, {
      ...one(borrower.id),
      body: { status: 'terminated', termination_date: '2026-04-30' },
    })
  const loan = async () => (await primary.call(loans.get, one(id))).body
  return { primary, leaves, loan }
}
const found = async (by: Caller, id: string, kind: string) =>
  (await by.call(payrolls.checks, one(id))).body
    .filter((check) => check.kind === kind)
    .flatMap(({ blocks, people }) => people.map(({ detail }) => ({ blocks, detail })))
const confirmed = async (by: Caller, id: string) =>
  (await by.call(payrolls.confirm, one(id))).status

const detail = expect.stringMatching(/Loan.*: confirm or delete the payroll of March 2026 first$/)

test('a loan that March holds keeps final pay of April from being confirmed', async () => {
  const { primary, leaves, loan } = await lent()
  const march = await runMonth(primary, 'March', 2026, false)
  await leaves()
  const april = await runMonth(primary, 'April', 2026, false)
  expect(await found(primary, april.id, 'loan held')).toEqual([{ blocks: true, detail }])
  expect(await confirmed(primary, april.id)).toBe(422)
  // Their last day is on it now.
  await primary.call(payrolls.recalculate, one(march.id))
  expect(await confirmed(primary, march.id)).toBe(200)
  await primary.call(payrolls.recalculate, one(april.id))
  expect(await found(primary, april.id, 'loan held')).toEqual([])
  expect(await confirmed(primary, april.id)).toBe(200)
  expect((await loan()).outstanding).toBe(0)
})

test('so does one that a draft of March, made later, has taken back', async () => {
  const { primary, leaves, loan } = await lent()
  await leaves()
  const april = await runMonth(primary, 'April', 2026, false)
  const march = await runMonth(primary, 'March', 2026, false)
  expect(await confirmed(primary, april.id)).toBe(422)
  await primary.call(payrolls.recalculate, one(april.id))
  expect(await confirmed(primary, april.id)).toBe(422)
  expect((await primary.call(payrolls.remove, one(march.id))).status).toBe(200)
  await primary.call(payrolls.recalculate, one(april.id))
  expect(await confirmed(primary, april.id)).toBe(200)
  expect((await loan()).deducted).toBeGreaterThan(13_000)
})

test('of somebody who stays it is told, and comes with a later month', async () => {
  const { primary, loan } = await lent()
  const march = await runMonth(primary, 'March', 2026, false)
  const april = await runMonth(primary, 'April', 2026, false)
  expect(await found(primary, april.id, 'instalment held')).toEqual([{ blocks: false, detail }])
  expect(await confirmed(primary, april.id)).toBe(200)
  expect(await confirmed(primary, march.id)).toBe(200)
  expect((await loan()).deducted).toBe(12_680)
})
