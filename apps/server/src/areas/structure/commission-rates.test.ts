import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

const { list, create, update } = contract.commissionRates

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)

const terms = { amount: 50_000, rate: 5 }
type Terms = typeof terms & { name: string; display_name?: string | null }
const add = (caller: Caller, name: string, more: object = {}) =>
  caller.call(create, { body: { name, ...terms, ...more } as Terms })
const change = (caller: Caller, id: string, body: object) =>
  caller.call(update, { params: { id }, body: body as Terms })
const names = async (caller: Caller) => (await caller.call(list)).body.map(({ name }) => name)

describe('a commission rate', () => {
  test('is kept to the cent and to the hundredth of a percent, and listed by name', async () => {
    const exact = { display_name: 'Sales bonus', amount: 99_999.99, rate: 7.25, description: 'A' }
    const { status, body } = await add(primary, 'sales', exact)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'sales',
      ...exact,
      created_at: '2026-03-10T09:00:00.000Z',
    })
    await add(primary, 'Zonal')
    await add(primary, 'Agents')
    expect(await names(primary)).toEqual(['Agents', 'sales', 'Zonal'])
    expect((await primary.call(list)).body[1]).toEqual(body)
  })

  test.each([undefined, null, '', '   '])('shows its name on payslips for %j', async (given) => {
    const name = `Plain ${randomUUID().slice(0, 8)}`
    const { body } = await add(primary, name, { display_name: given })
    expect(body.display_name).toBe(name)
    const renamed = await change(primary, body.id, { ...terms, name: `${name} 2` })
    expect(renamed.body.display_name).toBe(`${name} 2`)
  })

  test.each([
    ['amount 0', { amount: 0 }],
    ['rate 0', { rate: 0 }],
    ['rate 100', { rate: 100 }],
    ['two decimals', { amount: 0.29, rate: 33.33 }],
  ])('may have %s', async (name, more) => {
    expect(await add(primary, name, more)).toMatchObject({ status: 201, body: more })
  })

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['display_name', { display_name: 'x'.repeat(121) }],
    ['amount', { amount: -0.01 }],
    ['amount', { amount: 10.005 }],
    ['amount', { amount: 1_000_000_001 }],
    ['amount', { amount: '' }],
    ['amount', { amount: null }],
    ['rate', { rate: 100.01 }],
    ['rate', { rate: -1 }],
    ['rate', { rate: 5.125 }],
    ['rate', { rate: 'five' }],
    ['rate', { rate: undefined }],
    ['description', { description: 'x'.repeat(501) }],
  ])('is refused at %s: %j', async (field, more) => {
    const before = await names(primary)
    const reply = await add(primary, 'Refused', more)
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
    expect(await names(primary)).toEqual(before)
  })

  test('says in words what is wrong with a rate', async () => {
    const over = await add(primary, 'Over', { rate: 101 })
    expect(over.body.errors).toEqual({ rate: ['Rate can be at most 100%.'] })
    const fine = await add(primary, 'Too fine', { rate: 5.125 })
    expect(fine.body.errors).toEqual({ rate: ['Rate can have at most two decimals.'] })
  })

  test('has a name of its own, in any letter case', async () => {
    const { body: one } = await add(primary, 'Unique')
    const { body: two } = await add(primary, 'Another')
    const sentence = 'A commission rate with this name already exists.'
    const twice = await add(primary, 'uNIQUE')
    expect([twice.status, twice.body.errors]).toEqual([422, { name: [sentence] }])
    const taken = await change(primary, two.id, { ...terms, name: ' UNIQUE ' })
    expect([taken.status, taken.body.errors]).toEqual([422, { name: [sentence] }])
    expect((await change(primary, one.id, { ...terms, name: 'UNIQUE' })).status).toBe(200)
  })
})

test('of one name at once one is made', async () => {
  const other = await world.as('finance', home)
  const replies = await Promise.all(
    ['Race', 'RACE', 'race', 'Race'].map((name, n) => add(n % 2 ? other : primary, name)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  const many = await Promise.all([1, 2, 3, 4].map((n) => add(n % 2 ? other : primary, `R ${n}`)))
  expect(many.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

test('a changed rate leaves revenues recorded before as they were', async () => {
  const { body: rate } = await add(primary, 'Old terms', { amount: 1000, rate: 10 })
  const [employee] = await world.rows(
    `insert into employees (organization_id, employee_no, first_name, last_name, id_number, tos,
       employment_date) values ($1, 'TC-0001', 'Amina', 'Yusuf', '11223344', 'Permanent',
       '2026-01-01') returning id`,
    [home],
  )
  await world.rows(
    `insert into employee_revenues (organization_id, employee_id, period, commission_rate_id,
       name, display_name, amount, target, rate)
     values ($1, $2, '2026-03', $3, 'Old terms', 'Old terms', 5000, 1000, 10)`,
    [home, employee.id, rate.id],
  )
  await change(primary, rate.id, { name: 'New terms', amount: 2000, rate: 20 })
  const [revenue] = await world.rows(
    'select name, display_name, target, rate from employee_revenues where employee_id = $1',
    [employee.id],
  )
  expect(revenue).toEqual({
    name: 'Old terms',
    display_name: 'Old terms',
    target: '1000.00',
    rate: '10.00',
  })
})

describe('who may', () => {
  test('finance adds and changes', async () => {
    const finance = await world.as('finance', home)
    const { body } = await add(finance, 'By finance')
    const changed = await change(finance, body.id, { ...terms, name: 'By finance, changed' })
    expect(changed.status).toBe(200)
  })

  test('admin looks only; user and employee do not even that', async () => {
    const { body } = await add(primary, 'Looked at')
    const admin = await world.as('admin', home)
    expect(await names(admin)).toContain('Looked at')
    for (const role of ['admin', 'user', 'employee'] as const) {
      const me = role === 'admin' ? admin : await world.as(role, home)
      if (role !== 'admin') expect((await me.call(list)).status).toBe(403)
      expect((await add(me, 'Mine')).status).toBe(403)
      expect((await change(me, body.id, { ...terms, name: 'Mine' })).status).toBe(403)
    }
  })

  test('nobody of another organisation sees, changes or hinders it', async () => {
    const stranger = await world.as('primary', await world.addOrganization())
    const { body } = await add(primary, 'Ours alone')
    expect(await names(stranger)).toEqual([])
    for (const id of [body.id, randomUUID(), 'x']) {
      expect((await change(stranger, id, {})).status).toBe(404)
      expect((await change(stranger, id, { ...terms, name: 'Theirs' })).status).toBe(404)
    }
    expect((await add(stranger, 'Ours alone')).status).toBe(201)
    expect(await names(primary)).toContain('Ours alone')
  })
})

test('the log tells who changed which term from what to what', async () => {
  const { body } = await add(primary, 'Logged')
  await change(primary, body.id, { name: 'Logged', amount: 60_000, rate: 5 })
  const entries = await world.rows(
    `select causer_id, log_name, event, properties from activity_log
     where organization_id = $1 and subject_id = $2 order by id`,
    [home, body.id],
  )
  const mine = { causer_id: primary.id, log_name: 'structure' }
  expect(entries).toMatchObject([
    { ...mine, event: 'created', properties: { new: { name: 'Logged', rate: 5 } } },
    { ...mine, event: 'updated', properties: { old: { amount: 50000 }, new: { amount: 60000 } } },
  ])
})
