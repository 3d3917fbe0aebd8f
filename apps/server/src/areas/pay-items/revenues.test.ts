import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addEmployee, asEmployee } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { commission_rates } from '../structure/tables.ts'

/** What an employee sold in a month, and the commission it earns (B11). */

const { list, create, update } = contract.revenues

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)

type Rate = Partial<typeof commission_rates.$inferInsert>
const addRate = (organization_id: string, given: Rate = {}) =>
  world.platform(async (tx) => {
    const [row] = await tx
      .insert(commission_rates)
      .values({
        organization_id,
        name: `Rate ${randomUUID()}`,
        display_name: 'Shown',
        amount: 100_000_00,
        rate: 2.5,
        ...given,
      })
      .returning()
    return (row as { id: string }).id
  })
const rate = await addRate(home, { name: 'Retail', display_name: 'Retail commission' })
const colleague = () => addEmployee(world, home)
const given = (employee_id: string, more: object = {}) => ({
  employee_id,
  month: 'February' as const,
  year: 2026,
  commission_rate_id: rate,
  amount: 150_000,
  description: '',
  ...more,
})
const add = (employee_id: string, more: object = {}, caller: Caller = primary) =>
  caller.call(create, { body: given(employee_id, more) })
const change = (id: string, employee_id: string, more: object = {}, caller: Caller = primary) =>
  caller.call(update, { params: { id }, body: given(employee_id, more) })
const rowsOf = (id: string, caller: Caller = primary) => caller.call(list, { params: { id } })
const fieldsOf = (reply: { body: { errors?: object } }) => Object.keys(reply.body.errors ?? {})

describe('a revenue', () => {
  test('takes the terms of its rate and earns on what lies above the target', async () => {
    const employee_id = await colleague()
    const reply = await add(employee_id)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.any(String),
      employee_id,
      name: 'Retail',
      month: 'February',
      year: 2026,
      commission_rate_id: rate,
      amount: 150_000,
      target: 100_000,
      rate: 2.5,
      commission: 1250,
      status: 'draft',
      description: null,
    })
    const [stored] = await world.rows('select * from employee_revenues where id = $1', [
      reply.body.id,
    ])
    expect(stored).toMatchObject({ period: '2026-02', display_name: 'Retail commission' })
  })

  test.each([
    [99_999.99, 0],
    [100_000, 0],
    [100_000.19, 0],
    [100_000.2, 0.01],
    [100_000.6, 0.02],
    [0, 0],
  ])('of %d earns %d', async (amount, commission) => {
    expect((await add(await colleague(), { amount })).body.commission).toBe(commission)
  })

  test('without a rate earns nothing', async () => {
    for (const commission_rate_id of [null, '', undefined]) {
      const { body } = await add(await colleague(), { commission_rate_id })
      expect(body).toMatchObject({
        name: '',
        commission_rate_id: null,
        target: 0,
        rate: 0,
        commission: 0,
      })
    }
  })

  test('keeps its terms when the rate changes, and takes new ones with another rate', async () => {
    const employee_id = await colleague()
    const old = await addRate(home, { name: 'Old terms', amount: 10_000_00, rate: 10 })
    const { id } = (await add(employee_id, { commission_rate_id: old, amount: 20_000 })).body
    await world.rows(
      `update commission_rates set name = 'New', rate = 50, amount = 0
      where id = $1`,
      [old],
    )
    const kept = await change(id, employee_id, { commission_rate_id: old, amount: 30_000 })
    expect(kept.body).toMatchObject({ name: 'Old terms', target: 10_000, rate: 10 })
    expect(kept.body.commission).toBe(2000)
    const moved = await change(id, employee_id, { month: 'December', year: '2025' })
    expect(moved.body).toMatchObject({
      name: 'Retail',
      month: 'December',
      year: 2025,
      target: 100_000,
      rate: 2.5,
      commission: 1250,
    })
    const none = await change(id, employee_id, { commission_rate_id: null })
    expect(none.body).toMatchObject({ name: '', target: 0, rate: 0, commission: 0 })
    const back = await change(id, employee_id, { commission_rate_id: old })
    expect(back.body).toMatchObject({ name: 'New', target: 0, rate: 50 })
  })

  test.each([
    ['no month', { month: '' }, 'month'],
    ['a month by number', { month: '02' }, 'month'],
    ['the year 1999', { year: 1999 }, 'year'],
    ['the year 2101', { year: 2101 }, 'year'],
    ['half a year', { year: 2025.5 }, 'year'],
    ['a year in words', { year: 'this' }, 'year'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['three decimals', { amount: 1.005 }, 'amount'],
    ['an amount that is none', { amount: '12,5' }, 'amount'],
    ['a rate nobody knows', { commission_rate_id: randomUUID() }, 'commission_rate_id'],
    ['a rate that is no id', { commission_rate_id: 'retail' }, 'commission_rate_id'],
  ])('with %s is refused at its field', async (_name, wrong, field) => {
    const employee_id = await colleague()
    const added = await add(employee_id, wrong)
    expect([added.status, fieldsOf(added)]).toEqual([422, [field]])
    const { id } = (await add(employee_id)).body
    const changed = await change(id, employee_id, wrong)
    expect([changed.status, fieldsOf(changed)]).toEqual([422, [field]])
    expect((await rowsOf(employee_id)).body).toHaveLength(1)
  })

  test('that was paid is left as it is', async () => {
    const employee_id = await colleague()
    const { id } = (await add(employee_id)).body
    await world.rows(`update employee_revenues set status = 'paid' where id = $1`, [id])
    const reply = await change(id, employee_id, { amount: 1 })
    expect(reply).toMatchObject({
      status: 422,
      body: { message: 'This revenue has been paid and can no longer be changed.' },
    })
    expect((await rowsOf(employee_id)).body).toMatchObject([{ status: 'paid', amount: 150_000 }])
  })

  test('stays with its employee', async () => {
    const employee_id = await colleague()
    const { id } = (await add(employee_id)).body
    const moved = await change(id, await colleague())
    expect([moved.status, fieldsOf(moved)]).toEqual([422, ['employee_id']])
  })
})

test('the list has the newest month first', async () => {
  const employee_id = await colleague()
  await add(employee_id, { month: 'November', year: 2025 })
  await add(employee_id, { month: 'March', year: 2026 })
  await add(employee_id, { month: 'January', year: 2026 })
  const months = (await rowsOf(employee_id)).body.map(({ month, year }) => `${month} ${year}`)
  expect(months).toEqual(['March 2026', 'January 2026', 'November 2025'])
})

describe('who may', () => {
  test('nobody of another organisation, and no rate of another one', async () => {
    const abroad = await world.addOrganization()
    const stranger = await world.as('primary', abroad)
    const theirs = await addEmployee(world, abroad)
    const none = { commission_rate_id: null }
    const { id } = (await add(theirs, none, stranger)).body
    expect((await rowsOf(theirs)).status).toBe(404)
    expect((await change(id, theirs)).status).toBe(404)
    const added = await add(theirs)
    expect([added.status, fieldsOf(added)]).toEqual([422, ['employee_id']])
    const borrowed = await add(theirs, {}, stranger)
    expect([borrowed.status, fieldsOf(borrowed)]).toEqual([422, ['commission_rate_id']])
    expect((await rowsOf(theirs, stranger)).body).toMatchObject([{ id, amount: 150_000 }])
  })

  test('employees read their own and write nothing', async () => {
    const employee_id = await colleague()
    const { id } = (await add(employee_id)).body
    const person = await asEmployee(world, home, employee_id)
    expect((await rowsOf(employee_id, person)).body).toMatchObject([{ id }])
    expect((await rowsOf(await colleague(), person)).status).toBe(403)
    expect((await add(employee_id, {}, person)).status).toBe(403)
    expect((await change(id, employee_id, {}, person)).status).toBe(403)
  })

  test('whoever may see employees reads, whoever may edit them writes', async () => {
    const employee_id = await colleague()
    const viewer = await world.as('user', home, ['view employees'])
    expect((await rowsOf(employee_id, viewer)).status).toBe(200)
    expect((await add(employee_id, {}, viewer)).status).toBe(403)
    expect((await rowsOf(employee_id, await world.as('user', home))).status).toBe(403)
    expect((await add(employee_id, {}, await world.as('finance', home))).status).toBe(201)
  })
})

test('two changes at once come one after the other', async () => {
  const employee_id = await colleague()
  const { id } = (await add(employee_id)).body
  const amounts = [200_000, 300_000, 400_000]
  const replies = await Promise.all(amounts.map((amount) => change(id, employee_id, { amount })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const [row] = (await rowsOf(employee_id)).body
  expect(row?.commission).toBe(((row?.amount ?? 0) - 100_000) * 0.025)
  const entries = await world.rows(
    `select event, log_name from activity_log where subject_id = $1 order by id`,
    [id],
  )
  expect(entries).toHaveLength(4)
  expect(entries[3]).toEqual({ event: 'updated', log_name: 'pay-items' })
})
