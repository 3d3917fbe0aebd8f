// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** What a leaving says stays, for whoever writes statements as the application as well. */

const world = await openWorld({ workers: true })
const { leaving } = contract
const { openQuarry, path, record, open, confirm } = leavingActs(world)
const refusal = { code: '23514' }

const others = {
  last_day: `'2026-12-31'`,
  reason: `'retired'`,
  notice: `'served'`,
  notice_unit: `'months'`,
  notice_count: '1',
  notice_served: '1',
  leave_days: '99',
  severance_days: '90',
  severance_divisor: '22',
  service_pay: 'true',
  gratuity_percent: '50',
  exempt_reason: `'x'`,
  years: `'[]'`,
  last_day_before: `'2026-01-01'`,
  recorded_by: `'Somebody else'`,
  created_at: 'now()',
  undone_at: 'now()',
  employee_id: 'gen_random_uuid()',
  id: 'gen_random_uuid()',
}

test('paid, no column of it changes', async () => {
  const { primary, id } = await openQuarry()
  await record(primary, id, redundant)
  const { body: run } = await open(primary, id)
  expect((await confirm(primary, run.id)).status).toBe(200)
  const columns = await world.byHand(`select column_name as name from information_schema.columns
    where table_name = 'leavings' and column_name <> 'organization_id'`)
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(others).sort())
  const { refused } = statementsIn(world, primary)
  for (const [column, value] of Object.entries(others)) {
    const change = `update leavings set ${column} = ${value} where employee_id = $1`
    expect([column, await refused(change, [id])]).toEqual([column, refusal])
  }
  const gone = 'delete from leavings where employee_id = $1'
  expect(await refused(gone, [id])).toEqual({ code: '42501' })
})

test('before, never whose it is and who recorded it; undone, nothing', async () => {
  const { primary, id } = await openQuarry()
  await record(primary, id, redundant)
  const { refused } = statementsIn(world, primary)
  for (const column of ['recorded_by', 'created_at', 'employee_id', 'id'] as const) {
    const change = `update leavings set ${column} = ${others[column]} where employee_id = $1`
    expect([column, await refused(change, [id])]).toEqual([column, refusal])
  }
  expect(await refused('update leavings set leave_days = 1 where employee_id = $1', [id])).toEqual({
    rows: [],
  })
  expect((await primary.call(leaving.undo, path(id))).status).toBe(200)
  for (const change of ['leave_days = 1', 'undone_at = null']) {
    expect(await refused(`update leavings set ${change} where employee_id = $1`, [id])).toEqual(
      refusal,
    )
  }
})
