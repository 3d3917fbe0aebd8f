// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A salary from a month that a correction has changed: what it changed stays changed. */

const { corrections, employees, payrolls, payslips, raises } = contract
const world = await openWorld({ workers: true })

let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  primary = await world.as('primary', await world.addOrganization())
  const given = { salary: 62_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
  njeri = (await employ(primary, given)).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName, confirm = true) => runMonth(primary, name, 2026, confirm)
const raise = async (salary: number) => {
  const body = { salary, salary_from: '2026-02' }
  expect((await primary.call(employees.update, { ...path(njeri), body })).status).toBe(200)
}
/** What a salary from February would come to, by month. */
const ask = async (salary: number) => {
  const body = { salary, from: '2026-02' }
  return (await primary.call(employees.arrears, { ...path(njeri), body })).body
}

async function slipOf(run: string) {
  const { body } = await primary.call(payrolls.get, path(run))
  const id = body.payslips.find(({ employee }) => employee.id === njeri)?.id as string
  return (await primary.call(payslips.get, path(id))).body
}

/** Basic pay of February, corrected to this. */
async function correct(run: string, due: number) {
  const body = {
    lines: [{ side: 'salary' as const, key: 'salary', due }],
    ...{ reason: 'Twenty days were not worked', pay_on: '2026-06-25' },
  }
  const made = await primary.call(corrections.create, { ...path((await slipOf(run)).id), body })
  expect(made.status).toBe(201)
  expect((await primary.call(payrolls.confirm, path(made.body.id))).status).toBe(200)
  return made.body.id
}

/** Lines of arrears on the payslip, by name. */
async function arrearsIn(run: string) {
  const slip = await slipOf(run)
  const lines = [...slip.incomes, ...slip.deductions].filter(({ name }) => /arrears/i.test(name))
  return Object.fromEntries(lines.map(({ name, amount }) => [name, amount]))
}
const pay = 'Arrears of February 2026: Basic pay'
const reason = { reason: 'A slip of the pen' }

/**
 * 62,000 was paid, 42,000 should have been; 68,200 is 46,200 in the share that is left. February
 * 2026: NSSF is 6% to 108,000, so 252 of 4,200; SHIF 115.50, levy 63. Tax is 30% above 32,333:
 * of 4,200 less 252, 115.50 and 63 it is 1,130.85.
 */
const shareLeft = {
  month: '2026-02',
  pay: [
    {
      ...{ component: 'Basic pay', amount: 4_200 },
      working: '46,200 for the month (68,200, as 62,000 was corrected to 42,000), less 42,000 paid',
    },
  ],
  deductions: [
    { name: 'PAYE', amount: 1_130.85 },
    { name: 'NSSF', amount: 252 },
    { name: 'SHIF', amount: 115.5 },
    { name: 'Housing Levy', amount: 63 },
  ],
  net: 2_638.65,
}

test('a raise after a correction to less gives nothing of its cut back', async () => {
  const february = await month('February')
  await correct(february.id, 42_000)
  expect(await ask(68_200)).toEqual([shareLeft])
  // The raises of many say the same.
  const own = [{ employee_id: njeri, amount: 68_200 }]
  const { body: many } = await primary.call(raises.preview, { body: { from: '2026-02', own } })
  expect(JSON.stringify(many)).toContain('"net":2638.65')
  await raise(68_200)
  const march = await month('March', false)
  expect(await arrearsIn(march.id)).toEqual({
    [pay]: 4_200,
    'PAYE of arrears, February 2026': 1_130.85,
    'NSSF of arrears, February 2026': 252,
    'SHIF of arrears, February 2026': 115.5,
    'Housing Levy of arrears, February 2026': 63,
  })
  expect((await primary.call(payrolls.confirm, path(march.id))).status).toBe(200)
  expect(await arrearsIn((await month('April', false)).id)).toEqual({})
})

test('the correction after the raise comes to the same in all', async () => {
  const february = await month('February')
  await raise(68_200)
  const march = await month('March')
  expect((await arrearsIn(march.id))[pay]).toBe(6_200)
  await correct(february.id, 42_000)
  // 6,200 was paid of February, 4,200 is due of it.
  expect((await arrearsIn((await month('April', false)).id))[pay]).toBe(-2_000)
})

test('before the run that would have paid the raise, it pays the share that is left', async () => {
  const february = await month('February')
  await raise(68_200)
  await correct(february.id, 42_000)
  expect((await arrearsIn((await month('March', false)).id))[pay]).toBe(4_200)
})

test('a correction that is reversed leaves the whole raise due', async () => {
  const february = await month('February')
  const correction = await correct(february.id, 42_000)
  await raise(68_200)
  const draft = await month('March', false)
  expect((await arrearsIn(draft.id))[pay]).toBe(4_200)
  await primary.call(payrolls.remove, path(draft.id))
  const reversed = await primary.call(payrolls.reverse, { ...path(correction), body: reason })
  expect(reversed.status).toBe(200)
  expect((await arrearsIn((await month('March', false)).id))[pay]).toBe(6_200)
})

test('of two corrections the last says what the month was', async () => {
  const february = await month('February')
  await correct(february.id, 42_000)
  await correct(february.id, 50_000)
  // 68,200 × 50,000 / 62,000.
  expect((await ask(68_200)).map(({ pay }) => pay[0]?.amount)).toEqual([5_000])
  await raise(68_200)
  expect((await arrearsIn((await month('March', false)).id))[pay]).toBe(5_000)
})

test.each([
  // Paid already, by the correction.
  { corrected: 68_200, salary: 68_200, amounts: [] },
  { corrected: 70_000, salary: 68_200, amounts: [] },
  { corrected: 66_000, salary: 68_200, amounts: [2_200] },
  // Taken already.
  { corrected: 42_000, salary: 42_000, amounts: [] },
  { corrected: 42_000, salary: 55_000, amounts: [] },
  { corrected: 42_000, salary: 40_000, amounts: [-2_000] },
  // 31,000 is half of what was agreed: half of 68,200 is due.
  { corrected: 68_200, salary: 31_000, amounts: [-34_100] },
  { corrected: 0, salary: 68_200, amounts: [] },
])('62,000 corrected to $corrected, and a salary of $salary', async (given) => {
  const february = await month('February')
  await correct(february.id, given.corrected)
  const found = await ask(given.salary)
  expect(found.map(({ pay }) => pay[0]?.amount)).toEqual(given.amounts)
})
