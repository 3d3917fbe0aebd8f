// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Returns of a month that has runs of every kind: all that was paid is in them. */

const world = await openWorld({ workers: true })
const { corrections, offCycle, returns } = contract
const { confirm, openQuarry, open, path, record } = leavingActs(world)

test('a bonus, a correction and final dues are in them, and a lump sum is told apart', async () => {
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
  const [{ paye }] = await world.rows(
    'select sum(paye)::float as paye from payslips where employee_id = $1 and frozen and not void',
    [id],
  )
  const due = (type: string) => month?.items.find((item) => item.type === type)
  expect(due('SEC_B')).toMatchObject({ people: 1, amount: paye })

  const make = async (type: 'SEC_B' | 'nssf') => {
    const body = { type, extension: 'xlsx' } as never
    const made = await primary.call(returns.make, { params: { month: '2026-10' }, body })
    expect(made.status).toBe(200)
    return made.body
  }
  const p10 = await make('SEC_B')
  expect(p10).toMatchObject({ rows: 1, total: paye })
  expect(p10.notes.map(({ title }) => title)).toContain(
    'A lump sum was paid on leaving: enter it on sheet F, a gratuity on sheet I.',
  )
  const nssf = await make('nssf')
  expect(nssf).toMatchObject({ rows: 1, total: due('nssf')?.amount })
})
