// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { bytesOf, cellsOf } from '../../test/exported.ts'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Returns of a month that has runs of every kind: all that was paid is in them. */

const world = await openWorld({ workers: true })
const { analytics, corrections, exports, offCycle, returns } = contract
const { confirm, openQuarry, open, path, record } = leavingActs(world)

test('a bonus, a correction and final dues are in them, and the tax on a lump sum', async () => {
  const { primary, id } = await openQuarry()
  const october = await runMonth(primary, 'October', 2026)
  const items = [{ name: 'Bonus', kind: 'one-off' as const }]
  const facts = { month: 'October' as const, year: 2026, title: 'Bonus', pay_on: '2026-10-30' }
  const { body: bonus } = await primary.call(offCycle.create, {
    body: { ...facts, items, employees: [id] },
  })
  const { rows } = (await primary.call(offCycle.amounts, path(bonus.id))).body
  const filled = rows.map(({ payslip_id }) => ({ payslip_id, amounts: [9_000] }))
  await primary.call(offCycle.save, { ...path(bonus.id), body: { items, rows: filled } })
  expect((await confirm(primary, bonus.id)).status).toBe(200)
  const lines = [{ side: 'salary' as const, key: 'salary', due: 80_000 }]
  const { body: correction } = await primary.call(corrections.create, {
    ...path(october.payslips[0]?.id as string),
    body: { lines, reason: 'It was agreed otherwise', pay_on: '2026-10-30' },
  })
  expect((await confirm(primary, correction.id)).status).toBe(200)
  await record(primary, id, redundant)
  const { body: final } = await open(primary, id)
  expect((await confirm(primary, final.id)).status).toBe(200)

  const [month] = (await primary.call(returns.list)).body
  const all = [october, bonus, correction, final].map((run) => run.id)
  expect(month?.runs.map((run) => run.id)).toEqual(all)
  const [{ paye, other, lump }] = await world.rows(
    `select sum(paye)::float as paye, sum(other_deductions)::float as other, sum((select
       sum((l ->> 'amount')::numeric) / 100 from jsonb_array_elements(deductions) l
       where l ->> 'kind' = 'lump sum tax'))::float as lump
     from payslips where employee_id = $1 and frozen and not void`,
    [id],
  )
  expect(lump).toBeGreaterThan(0)
  const due = (type: string) => month?.items.find((item) => item.type === type)
  const all_paye = Number((paye + lump).toFixed(2))
  expect(due('SEC_B')).toMatchObject({ people: 1, deducted: all_paye, amount: all_paye })
  // It goes to the authority with the rest, and is nobody's remittance.
  expect(due('remittance')).toBeUndefined()

  const make = async (type: 'SEC_B' | 'nssf') => {
    const body = { type, extension: 'xlsx' } as never
    const made = await primary.call(returns.make, { params: { month: '2026-10' }, body })
    expect(made.status).toBe(200)
    return made.body
  }
  const p10 = await make('SEC_B')
  expect(p10).toMatchObject({ rows: 1, total: all_paye })
  const beside = p10.notes.find(({ title }) => title.startsWith('A lump sum was paid on leaving'))
  expect(beside).toMatchObject({ count: 1, amount: lump })
  expect(beside?.title).toMatch(/sheet F, a gratuity on sheet I\. The amount here is its PAYE/)
  const nssf = await make('nssf')
  expect(nssf).toMatchObject({ rows: 1, total: due('nssf')?.amount })

  // The card has its columns by the bands of each month, and the tax on the lump sum below them.
  const card = await primary.call(exports.p9, { body: { employee_id: id, year: 2026 } })
  expect(card.body.total).toBe(all_paye)
  const below = `"PAYE on lump sum, in no column, Ksh.",${lump}`
  expect(cellsOf(await bytesOf(world, primary, card.body))).toContain(below)
  const cards = await primary.call(exports.p9, { body: { employee_id: '', year: 2026 } })
  expect(cards.body.total).toBe(all_paye)
  const { body: annual } = await primary.call(analytics.annual, { params: { year: 2026 } })
  const others = Number((other - lump).toFixed(2))
  expect(annual).toMatchObject({ taxTotal: all_paye, otherDeductionsTotal: others })
})
