// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The month of an item decides what paid months are due of it: past the log it is found. */

const world = await openWorld()
const { allowances, incomes } = contract

let primary: Caller
let employee_id: string

beforeEach(async () => {
  primary = await world.as('primary', await world.addOrganization())
  employee_id = (await employ(primary, { employment_date: '2024-02-01' })).id
})

const unlike = () =>
  world.rows('select of_table, subject, what from records_unlike_their_log() order by 1, 2, 3')
/** Past every trigger. */
const quietly = (statement: string) =>
  world.byHand(`begin; set local session_replication_role = replica; ${statement}; commit`)

test('another month of an item, another amount in what it was, and an end that never was', async () => {
  await runMonth(primary, 'January', 2026)
  const given = { employee_id, amount: 5_000, taxable: true }
  const house = { ...given, name: 'House', since: '2026-01' }
  const { body: allowance } = await primary.call(allowances.create, { body: house })
  const duty = { ...given, name: 'Duty', from: '2025-01-01' }
  const { body: income } = await primary.call(incomes.create, { body: duty })
  const { body: gone } = await primary.call(incomes.create, { body: { ...duty, name: 'Gone' } })
  const changed = { body: { ...duty, amount: 6_000, since: '2026-01' } }
  await primary.call(incomes.update, { params: { id: income.id }, ...changed })
  await primary.call(incomes.remove, { params: { id: gone.id } })
  const once = { ...given, name: 'Bonus', one_off: true, from: '2026-03-01' }
  await primary.call(incomes.create, { body: once })
  expect(await unlike()).toEqual([])

  await quietly(`update allowances set since = '2025-06' where id = '${allowance.id}'`)
  const item = { of_table: 'item_changes', what: 'amount or months' }
  expect(await unlike()).toEqual([
    { of_table: 'allowances', subject: allowance.id, what: 'since' },
    { ...item, subject: `of item ${allowance.id}` },
  ])
  await quietly(`update allowances set since = '2026-01' where id = '${allowance.id}'`)

  await quietly(`update item_changes set amount = 1 where item_id = '${income.id}'`)
  expect(await unlike()).toEqual([{ ...item, subject: `of item ${income.id}` }])
  await quietly(`update item_changes set amount = 6000 where item_id = '${income.id}'`)

  await quietly(`delete from item_changes where item_id = '${gone.id}' and ended`)
  expect(await unlike()).toEqual([{ ...item, subject: `of item ${gone.id}` }])
})
