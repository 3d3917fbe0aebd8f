// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addEmployee, asEmployee } from '../../test/office.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Allowances, recurrent incomes and recurrent deductions: what holds for all three. */

const body = {
  allowances: { name: 'House Allowance', amount: 12500.5, taxable: 1, type: 'house' },
  incomes: {
    name: 'Bonus',
    amount: 4000,
    taxable: 0,
    one_off: true,
    from: '2026-03-01',
    to: '2026-05-31',
    description: 'Sales target met',
  },
  deductions: {
    name: 'SACCO',
    amount: 1500,
    taxable: true,
    kind: 'other',
    from: '2026-03-01',
    to: '',
    description: '',
  },
} as const
const kinds = [
  { area: 'allowances', title: 'Allowance', table: 'allowances' },
  { area: 'incomes', title: 'Income', table: 'recur_incomes' },
  { area: 'deductions', title: 'Deduction', table: 'recur_deductions' },
] as const

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const abroad = await world.addOrganization('Abroad Ltd')
const primary = await world.as('primary', home)
const stranger = await world.as('primary', abroad)

const colleague = () => addEmployee(world, home)

describe.each(kinds)('$area', ({ area, title, table }) => {
  // The three areas have the same calls; one of them stands for all to the compiler.
  const calls = contract[area] as typeof contract.incomes
  const given = body[area] as unknown as typeof body.incomes
  const add = (employee_id: string, more: object = {}, caller: Caller = primary) =>
    caller.call(calls.create, { body: { employee_id, ...given, ...more } })
  const change = (id: string, employee_id: string, more: object, caller: Caller = primary) =>
    caller.call(calls.update, { params: { id }, body: { employee_id, ...given, ...more } })
  const list = (id: string, caller: Caller = primary) => caller.call(calls.list, { params: { id } })
  const remove = (id: string, caller: Caller = primary) =>
    caller.call(calls.remove, { params: { id } })
  const fieldsOf = (reply: { body: { errors?: object } }) => Object.keys(reply.body.errors ?? {})

  test('are added, listed in the order they came, changed and deleted', async () => {
    const employee_id = await colleague()
    expect((await list(employee_id)).body).toEqual([])
    world.setTime('2026-03-10T09:00:00Z')
    const first = await add(employee_id)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      employee_id,
      name: given.name,
      amount: given.amount,
      taxable: given.taxable ? 1 : 0,
      created_at: '2026-03-10T09:00:00.000Z',
    })
    world.pass(1)
    const second = await add(employee_id, { name: 'A second one', amount: 0 })
    world.pass(1)
    const changed = await change(first.body.id, employee_id, { name: 'Renamed', amount: 99.99 })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed', amount: 99.99 } })
    const rows = (await list(employee_id)).body
    expect(rows).toEqual([changed.body, second.body])
    expect(Object.keys(rows[0] ?? {})).not.toContain('organization_id')
    expect(await remove(first.body.id)).toMatchObject({
      status: 200,
      body: { message: `${title} deleted successfully` },
    })
    expect((await list(employee_id)).body).toEqual([second.body])
    expect((await remove(first.body.id)).status).toBe(404)
    expect((await change(first.body.id, employee_id, {})).status).toBe(404)
  })

  test.each([
    ['a negative amount', { amount: -1 }, 'amount'],
    ['three decimals', { amount: 10.005 }, 'amount'],
    ['an amount that is none', { amount: '12,5' }, 'amount'],
    ['no amount', { amount: null }, 'amount'],
    ['more than anybody has', { amount: 1e12 }, 'amount'],
    ['no name', { name: '   ' }, 'name'],
    ['the name of what the law takes', { name: 'paye' }, 'name'],
    ['the same in other letters', { name: ' Housing  levy' }, 'name'],
    ['a name of many pages', { name: 'x'.repeat(121) }, 'name'],
    ['taxable maybe', { taxable: 'maybe' }, 'taxable'],
    ['nobody', { employee_id: '' }, 'employee_id'],
  ])('%s is refused at its field, when added and when changed', async (_name, wrong, field) => {
    const employee_id = await colleague()
    const added = await add(employee_id, wrong)
    expect([added.status, fieldsOf(added)]).toEqual([422, [field]])
    const { id } = (await add(employee_id)).body
    const changed = await change(id, employee_id, wrong)
    expect([changed.status, fieldsOf(changed)]).toEqual([422, [field]])
    expect((await list(employee_id)).body).toMatchObject([{ id, amount: given.amount }])
  })

  test('start as taxable', async () => {
    const employee_id = await colleague()
    expect((await add(employee_id, { taxable: undefined })).body.taxable).toBe(1)
  })

  test('stay with their employee', async () => {
    const employee_id = await colleague()
    const other = await colleague()
    const { id } = (await add(employee_id)).body
    const moved = await change(id, other, {})
    expect([moved.status, fieldsOf(moved)]).toEqual([422, ['employee_id']])
    expect((await list(other)).body).toEqual([])
  })

  test('of another organisation are out of reach', async () => {
    const theirs = await addEmployee(world, abroad)
    const own = (await add(theirs, {}, stranger)).body
    for (const employee_id of [theirs, randomUUID()]) {
      expect((await list(employee_id)).status).toBe(404)
      const added = await add(employee_id)
      expect([added.status, fieldsOf(added)]).toEqual([422, ['employee_id']])
    }
    const mine = await colleague()
    expect((await change(own.id, mine, {})).status).toBe(404)
    expect((await remove(own.id)).status).toBe(404)
    expect((await list(theirs, stranger)).body).toEqual([own])
  })

  test('are read by their employee, who changes nothing and sees nobody else’s', async () => {
    const employee_id = await colleague()
    const other = await colleague()
    const { id } = (await add(employee_id)).body
    const person = await asEmployee(world, home, employee_id)
    expect((await list(employee_id, person)).body).toMatchObject([{ id }])
    expect((await list(other, person)).status).toBe(403)
    expect((await list(await addEmployee(world, abroad), person)).status).toBe(404)
    expect((await add(employee_id, {}, person)).status).toBe(403)
    expect((await change(id, employee_id, {}, person)).status).toBe(403)
    expect((await remove(id, person)).status).toBe(403)
    await world.rows(
      `update employees set status = 'terminated', termination_date = '2026-03-01' where id = $1`,
      [employee_id],
    )
    expect((await list(employee_id, person)).status).toBe(403)
  })

  test('are read with the right to see employees and changed with the right to edit', async () => {
    const employee_id = await colleague()
    const { id } = (await add(employee_id)).body
    const user = await world.as('user', home)
    expect((await list(employee_id, user)).status).toBe(403)
    const viewer = await world.as('user', home, ['view employees'])
    expect((await list(employee_id, viewer)).status).toBe(200)
    expect((await add(employee_id, {}, viewer)).status).toBe(403)
    expect((await change(id, employee_id, {}, viewer)).status).toBe(403)
    expect((await remove(id, viewer)).status).toBe(403)
    for (const role of ['admin', 'finance'] as const) {
      const clerk = await world.as(role, home)
      expect((await add(employee_id, { name: role }, clerk)).status).toBe(201)
      expect((await change(id, employee_id, { amount: 7 }, clerk)).status).toBe(200)
    }
    expect((await remove(id, await world.as('finance', home))).status).toBe(200)
  })

  test('leave their traces in the activity log', async () => {
    const employee_id = await colleague()
    const { id } = (await add(employee_id, { amount: 100 })).body
    await change(id, employee_id, { amount: 250 })
    await remove(id)
    const entries = await world.rows(
      `select causer_id, organization_id, log_name, event, properties from activity_log
       where subject_id = $1 order by id`,
      [id],
    )
    const by = { causer_id: primary.id, organization_id: home, log_name: 'pay-items' }
    expect(entries).toMatchObject([
      { ...by, event: 'created', properties: { new: { amount: 100, employee_id } } },
      { ...by, event: 'updated', properties: { old: { amount: 100 }, new: { amount: 250 } } },
      { ...by, event: 'deleted', properties: { old: { amount: 250, name: given.name } } },
    ])
  })

  test('are fetched by the same questions, however many there are', async () => {
    const employee_id = await colleague()
    const questions = () => queriesOf(world, () => list(employee_id))
    await add(employee_id)
    const one = await questions()
    await world.rows(
      `insert into ${table} (organization_id, employee_id, name, amount
         ${area === 'allowances' ? '' : ', "from"'})
       select $1, $2, 'Item ' || n, n ${area === 'allowances' ? '' : ", '2026-01-01'"}
       from generate_series(1, 300) n`,
      [home, employee_id],
    )
    expect((await list(employee_id)).body).toHaveLength(301)
    expect(await questions()).toBe(one)
  })
})
