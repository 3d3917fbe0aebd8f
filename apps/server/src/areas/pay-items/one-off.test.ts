// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** One-off means one pay month, and is paid once (B23). */

const { incomes, payrolls } = contract
const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

const bonus = (employee_id: string, more: object = {}) => ({
  employee_id,
  name: 'Bonus',
  amount: 5000,
  one_off: true,
  from: '2026-03-17',
  to: '',
  description: '',
  ...more,
})
const add = (employee_id: string, more: object = {}) =>
  primary.call(incomes.create, { body: bonus(employee_id, more) })
const grossIn = async (month: string, confirm = true) =>
  (await runMonth(primary, month, 2026, confirm)).payslips.map(({ gross }) => gross)
const only = async (employee_id: string) =>
  (await primary.call(incomes.list, { params: { id: employee_id } })).body[0]

test('is paid in the month of From and in no other, whatever To says', async () => {
  const { id } = await employ(primary, { salary: 50_000 })
  const { body } = await add(id)
  expect(body).toMatchObject({ from: '2026-03-01', to: '2026-03-31', status: 'draft' })
  const { body: long } = await add(id, { name: 'Thirteenth', amount: 100, to: '2026-12-31' })
  expect(long).toMatchObject({ from: '2026-03-01', to: '2026-03-31' })
  expect(await grossIn('February')).toEqual([50_000])
  expect(await grossIn('March')).toEqual([55_100])
  expect(await grossIn('April')).toEqual([50_000])
  expect(await only(id)).toMatchObject({ status: 'paid' })

  const before = await only(id)
  const told = 'This income has been paid and can no longer be changed.'
  const changed = await primary.call(incomes.update, {
    params: { id: body.id },
    body: bonus(id, { from: '2026-05-01' }),
  })
  expect(changed).toMatchObject({ status: 422, body: { message: told } })
  const removed = await primary.call(incomes.remove, { params: { id: body.id } })
  expect(removed).toMatchObject({ status: 422, body: { message: told } })
  expect(await only(id)).toEqual(before)
  await world.rows(`update employees set status = 'inactive' where id = $1`, [id])
})

test('for a month that is confirmed without it is refused, not lost', async () => {
  const { id } = await employ(primary, { salary: 40_000 })
  await runMonth(primary, 'January', 2026)
  const late = await add(id, { from: '2026-01-01' })
  expect([late.status, Object.keys(late.body.errors ?? {})]).toEqual([422, ['from']])
  const { body } = await add(id, { from: '2026-02-01' })
  const moved = await primary.call(incomes.update, {
    params: { id: body.id },
    body: bonus(id, { from: '2026-01-09' }),
  })
  expect(moved.body.errors?.from?.[0]).toMatch(/already confirmed/)
  await world.rows(`update employees set status = 'inactive' where id = $1`, [id])
})

test('added after the draft is noticed; reversed or deleted, it is due again', async () => {
  const { id } = await employ(primary, { salary: 60_000 })
  const draft = await runMonth(primary, 'February', 2026, false)
  await add(id, { from: '2026-02-01' })
  const refused = await primary.call(payrolls.confirm, { params: { id: draft.id } })
  expect(refused.body.errors?.payroll?.[0]).toMatch(/recalculate first/)
  await primary.call(payrolls.recalculate, { params: { id: draft.id } })
  expect((await primary.call(payrolls.confirm, { params: { id: draft.id } })).status).toBe(200)
  expect(await only(id)).toMatchObject({ status: 'paid' })

  const reason = 'Wrong bank file'
  await primary.call(payrolls.reverse, { params: { id: draft.id }, body: { reason } })
  expect(await only(id)).toMatchObject({ status: 'draft' })
  expect(await grossIn('February', false)).toEqual([65_000])
  const second = (await primary.call(payrolls.list)).body.find(({ status }) => status === 'draft')
  await primary.call(payrolls.remove, { params: { id: second?.id ?? '' } })
  expect(await grossIn('February')).toEqual([65_000])
  expect(await only(id)).toMatchObject({ status: 'paid' })
})

test('a month without employment is refused, and what an earlier month left unpaid is told', async () => {
  const { id } = await employ(primary, {
    first_name: 'Chao',
    salary: 40_000,
    employment_date: '2026-01-17',
  })
  const early = await add(id, { from: '2025-12-20' })
  expect(early.body.errors?.from).toEqual(['This person is not employed in that month.'])
  expect((await add(id, { from: '2026-01-31' })).status).toBe(201)
  const run = await runMonth(primary, 'April', 2026, false)
  const { body } = await primary.call(payrolls.checks, { params: { id: run.id } })
  expect(body.find(({ kind }) => kind === 'left unpaid')?.people).toContainEqual(
    expect.objectContaining({ employee_id: id, detail: 'Bonus 5,000.00, January 2026' }),
  )
})
