// @tests story
import { type Call, contract } from '@mshahara/contract'
import { beforeAll, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A 13th month by formula: looked over person by person, and kept with the payroll. */

const { offCycle, payrolls } = contract
const world = await openWorld()

let primary: Caller
let run: string
let slips: string[]
const path = () => ({ params: { id: run } })

beforeAll(async () => {
  const home = await world.addOrganization('Formula Ltd')
  primary = await world.as('primary', home)
  const person = { employment_date: '2024-02-01', salary: 100_000 }
  const njeri = await employ(primary, person)
  const late = { first_name: 'Brian', last_name: 'Otieno', employment_date: '2026-02-15' }
  const otieno = await employ(primary, { ...person, ...late, salary: 56_000 })
  const { body } = await primary.call(offCycle.create, {
    body: {
      ...{ title: '13th month', month: 'March', year: 2026, pay_on: '2026-03-20' },
      ...{ items: [{ name: 'Bonus', kind: 'one-off' }], employees: [njeri.id, otieno.id] },
    },
  })
  run = body.id
  const { rows } = (await primary.call(offCycle.amounts, path())).body
  slips = rows.map(({ payslip_id }) => payslip_id)
})

type Formula = NonNullable<Call<typeof offCycle.formula>['body']>['formula']
const share: Formula = {
  ...{ of: { base: 'share', percent: 50 }, served: 'days', rounding: 'hundred' },
}
const ask = (given: Partial<Formula> = {}, payslips = slips, by = primary) =>
  by.call(offCycle.formula, { ...path(), body: { formula: { ...share, ...given }, payslips } })

test('tells each amount with its working, and keeps nothing', async () => {
  const { body } = await ask({ most: 12_000 })
  expect(body.told).toBe(
    '50% of basic pay × months served this year of 12, first and last month by days, ' +
      'rounded to 100, at most 12,000',
  )
  // 50,000 × 3 ÷ 12; 28,000 × (1 + 14/28) ÷ 12.
  expect(body.rows.map(({ amount, working }) => [amount, working])).toEqual([
    [12_000, '3 of 12 months × 50% of 100,000, at most 12,000'],
    [3_500, '1 + 14 of 28 days of 12 months × 50% of 56,000'],
  ])
  expect((await primary.call(offCycle.amounts, path())).body.items).toEqual([
    { name: 'Bonus', kind: 'one-off', formulas: [] },
  ])
})

test('stays with the column it filled, from the draft on', async () => {
  const used = { ...share, most: 12_000, people: 2, who: 'Sales' }
  const items = [{ name: 'Bonus', kind: 'one-off' as const, formulas: [used] }]
  const rows = slips.map((payslip_id) => ({ payslip_id, amounts: [3_500] }))
  const saved = await primary.call(offCycle.save, { ...path(), body: { items, rows } })
  expect(saved.status).toBe(200)
  const kept = { ...used, least: null, told: expect.stringContaining('50% of basic pay') }
  const formulas = async () =>
    (await primary.call(offCycle.amounts, path())).body.items.map((item) => item.formulas)
  expect(await formulas()).toEqual([[kept]])
  expect((await primary.call(payrolls.confirm, path())).status).toBe(200)
  expect(await formulas()).toEqual([[kept]])
  await expect(
    world.byHand(`delete from off_cycle_items where payroll_id = '${run}'`),
  ).rejects.toThrow('payroll is not an extra draft')
})

test('is refused where it is none, for others, and to others', async () => {
  for (const wrong of [
    { least: 2, most: 1 },
    { of: { base: 'share', percent: 1001 } },
    { of: { base: 'share', percent: -1 } },
    { of: { base: 'fixed', amount: 10 ** 13 } },
    { of: { base: 'fixed' } },
    { rounding: 'thousand' },
  ] as Partial<Formula>[]) {
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 422])
  }
  expect((await ask({}, [...slips, run])).status).toBe(422)
  const home = await world.addOrganization('Other Ltd')
  expect((await ask({}, slips, await world.as('primary', home))).status).toBe(404)
  expect((await ask({}, slips, await world.as('employee', home))).status).toBe(403)
})
