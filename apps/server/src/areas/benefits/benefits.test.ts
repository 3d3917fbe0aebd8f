// @tests story
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addEmployee, asEmployee, employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Benefits in kind of a person: recorded, and in the month's payroll (B33). */

const { benefits, payrolls } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const abroad = await world.addOrganization('Abroad Ltd')
const primary = await world.as('primary', home)
const stranger = await world.as('primary', abroad)

const from = '2026-01-01'
const car = { kind: 'car', amount: 2_000_000, cc: 1800, from } as const
const house = { kind: 'house', house: 'rented', amount: 20_000, from } as const
const add = (employee_id: string, given: object, by: Caller = primary) =>
  by.call(benefits.create, { body: { employee_id, ...given } as never })
const change = (id: string, employee_id: string, given: object, by: Caller = primary) =>
  by.call(benefits.update, { params: { id }, body: { employee_id, ...given } as never })
const list = (id: string, by: Caller = primary) => by.call(benefits.list, { params: { id } })
const remove = (id: string, by: Caller = primary) => by.call(benefits.remove, { params: { id } })
const fieldsOf = (reply: { body: { errors?: object } }) => Object.keys(reply.body.errors ?? {})

const colleague = () => addEmployee(world, home)

interface Kept {
  gross: string
  net: string
  taxable: string
  nssf: string
  health: string
  housing: string
  input: {
    benefits?: { name: string; amount: number }[]
    quarters?: { part?: object }[]
  }
}
const slipOf = async (payroll_id: string, employee_id: string) =>
  (
    await world.rows(`select * from payslips where payroll_id = $1 and employee_id = $2`, [
      payroll_id,
      employee_id,
    ])
  )[0] as Kept

describe('what is recorded', () => {
  test('is listed by its first day, changed and deleted', async () => {
    const id = await colleague()
    expect((await list(id)).body).toEqual([])
    const meals = await add(id, { kind: 'meals', amount: '7,500', from: '2026-02-01', to: '' })
    expect(meals).toMatchObject({
      status: 201,
      body: { kind: 'meals', amount: 7500, to: null, cc: null, occupant: null, farm: null },
    })
    const mine = await add(id, car)
    expect(mine.body).toMatchObject({ body: 'saloon', cc: 1800, agreed: null })
    expect((await list(id)).body).toEqual([mine.body, meals.body])
    const changed = await change(mine.body.id, id, { ...car, agreed: 30_000, to: '2026-06-30' })
    expect(changed.body).toMatchObject({ agreed: 30_000, to: '2026-06-30' })
    expect((await remove(mine.body.id)).body.message).toBe('Benefit deleted successfully')
    expect((await list(id)).body).toEqual([meals.body])
    expect((await remove(mine.body.id)).status).toBe(404)
    expect((await change(mine.body.id, id, car)).status).toBe(404)
  })

  test('keeps what its kind asks about, and forgets the rest of the form', async () => {
    const id = await colleague()
    const cell = { farm: 1, occupant: 'director', house: 'own', market: 5, recovered: 7 }
    const { body } = await add(id, { ...car, ...cell, with_gains: 1, total_income: 9 })
    expect(body).toMatchObject({ farm: null, occupant: null, market: null, recovered: null })
    const farm = { kind: 'house', occupant: 'farm', house: 'rented', amount: 5, from }
    expect((await add(id, farm)).body).toMatchObject({ house: 'own', amount: null, market: null })
    const water = await add(id, { kind: 'water', amount: 5, from })
    expect(water.body).toMatchObject({ farm: false, amount: null })
    const moved = await change(water.body.id, id, { kind: 'school fees', amount: 100, from })
    expect(moved.body).toMatchObject({ kind: 'school fees', farm: null, amount: 100 })
  })

  test.each([
    ['no kind', { kind: 'yacht', amount: 1, from }, 'kind'],
    ['no amount', { kind: 'meals', amount: '', from }, 'amount'],
    ['a negative amount', { kind: 'meals', amount: -1, from }, 'amount'],
    ['no engine', { ...car, cc: null }, 'cc'],
    ['half a cc', { ...car, cc: 1800.5 }, 'cc'],
    ['another body', { ...car, body: 'boat' }, 'body'],
    ['a day long gone', { ...house, from: '1900-01-01' }, 'from'],
    ['a day that nobody will see', { ...house, to: '9999-12-31' }, 'to'],
    ['a rented house without rent', { ...house, amount: '' }, 'amount'],
    ['the employer’s own without market rent', { ...house, house: 'own' }, 'market'],
    ['no first day', { ...car, from: '' }, 'from'],
    ['an end before the beginning', { ...car, to: '2025-12-31' }, 'to'],
    ['nobody', { ...car, employee_id: randomUUID() }, 'employee_id'],
  ])('%s is refused at its field', async (_name, given, field) => {
    const id = await colleague()
    const added = await add(id, given)
    expect([added.status, fieldsOf(added)]).toEqual([422, [field]])
    const { id: row } = (await add(id, { kind: 'telephone', amount: 1, from })).body
    const changed = await change(row, id, given)
    expect([changed.status, fieldsOf(changed)]).toEqual([422, [field]])
  })

  test('is no second house on any day, and no second click', async () => {
    const id = await colleague()
    const first = (await add(id, { ...house, to: '2026-03-15' })).body
    const second = await add(id, { ...house, from: '2026-03-15' })
    expect([second.status, fieldsOf(second)]).toEqual([422, ['from']])
    const next = await add(id, { ...house, from: '2026-03-16' })
    expect(next.status).toBe(201)
    const longer = await change(first.id, id, { ...house, to: '' })
    expect([longer.status, fieldsOf(longer)]).toEqual([422, ['from']])
    await add(id, car)
    const again = await add(id, car)
    expect([again.status, fieldsOf(again)]).toEqual([422, ['description']])
    expect((await add(id, { ...car, description: 'KDA 123A' })).status).toBe(201)
  })

  test('stays with its person and its organisation', async () => {
    const id = await colleague()
    const theirs = await addEmployee(world, abroad)
    const own = (await add(theirs, car, stranger)).body
    expect((await list(theirs)).status).toBe(404)
    const added = await add(theirs, car)
    expect([added.status, fieldsOf(added)]).toEqual([422, ['employee_id']])
    expect((await change(own.id, id, car)).status).toBe(404)
    expect((await remove(own.id)).status).toBe(404)
    const mine = (await add(id, car)).body
    expect(fieldsOf(await change(mine.id, await colleague(), car))).toEqual(['employee_id'])
    expect((await list(theirs, stranger)).body).toEqual([own])
  })

  test('is read by the person and whoever sees employees, changed by whoever edits them', async () => {
    const id = await colleague()
    const { id: row } = (await add(id, car)).body
    const person = await asEmployee(world, home, id)
    expect((await list(id, person)).body).toMatchObject([{ id: row }])
    expect((await list(await colleague(), person)).status).toBe(403)
    const viewer = await world.as('user', home, ['view employees'])
    expect((await list(id, viewer)).status).toBe(200)
    expect((await list(id, await world.as('user', home))).status).toBe(403)
    for (const by of [person, viewer]) {
      expect((await add(id, house, by)).status).toBe(403)
      expect((await change(row, id, car, by)).status).toBe(403)
      expect((await remove(row, by)).status).toBe(403)
    }
    const clerk = await world.as('finance', home)
    expect((await add(id, house, clerk)).status).toBe(201)
    expect((await remove(row, clerk)).status).toBe(200)
  })

  test('is held to its kind by the database, too', async () => {
    const id = await colleague()
    const insert = (columns: string, values: string) =>
      world.rows(
        `insert into benefits (organization_id, employee_id, "from", kind, ${columns})
         values ($1, $2, '2026-01-01', ${values})`,
        [home, id],
      )
    const refused = (name: string) => expect.objectContaining({ constraint: name })
    await expect(insert('farm', `'water', null`)).rejects.toEqual(refused('benefits_farm'))
    await expect(insert('cc', `'meals', 1800`)).rejects.toThrow()
    await expect(insert('amount', `'car', 5`)).rejects.toEqual(refused('benefits_car'))
    await expect(insert('amount, market', `'meals', 5, 5`)).rejects.toEqual(
      refused('benefits_market'),
    )
    await expect(insert('amount, "to"', `'meals', 5, '2025-12-31'`)).rejects.toEqual(
      refused('benefits_period'),
    )
    await expect(insert('occupant', `'house', 'farm'`)).rejects.toEqual(refused('benefits_house'))
  })
})

describe('in the payroll', () => {
  test('a car, meals, a telephone and a rented house raise tax and no cash', async () => {
    const office = await world.addOrganization('Office Ltd')
    const by = await world.as('primary', office)
    const plain = await employ(by, { id_number: '10000001', salary: 100_000 })
    const given = await employ(by, { id_number: '10000002', salary: 100_000 })
    for (const one of [
      car,
      { kind: 'meals', amount: 7000, from },
      { kind: 'telephone', amount: 10_000, from },
      { ...house, recovered: 5000 },
    ]) {
      expect((await add(given.id, one, by)).status).toBe(201)
    }
    const run = await runMonth(by, 'February', 2026)
    const [without, having] = [await slipOf(run.id, plain.id), await slipOf(run.id, given.id)]
    for (const name of ['gross', 'nssf', 'health', 'housing'] as const) {
      expect([name, having[name]]).toEqual([name, without[name]])
    }
    // 40,000 for the car; 2,000 of meals; 3,000 of telephone is below its limit; of the house 15%
    // of 142,000, which is more than the rent, less 5,000.
    const taxed = 40_000 + 2_000 + (21_300 - 5_000)
    expect(Number(having.taxable) - Number(without.taxable)).toBe(taxed)
    expect(Number(without.net)).toBeGreaterThan(Number(having.net))
    expect(having.input.benefits?.map(({ name, amount }) => [name, amount]).sort()).toEqual([
      ['Company car', 40_000_00],
      ['Meals', 7_000_00],
      ['Telephone', 3_000_00],
    ])
    expect(without.input.benefits).toBeUndefined()
    expect(run.status).toBe('confirmed')
  })

  test('whoever joins or is given something within the month has it for their days', async () => {
    const { id } = await employ(primary, { id_number: '20000001', employment_date: '2026-02-15' })
    const { id: other } = await employ(primary, { id_number: '20000002' })
    await add(id, car)
    await add(id, house)
    await add(other, { ...car, to: '2026-02-07' })
    await add(other, { kind: 'meals', amount: 9000, from: '2026-03-01' })
    const run = await runMonth(primary, 'February', 2026, false)
    const [joiner, had] = [await slipOf(run.id, id), await slipOf(run.id, other)]
    expect(joiner.input.benefits).toMatchObject([{ amount: 20_000_00 }])
    expect(joiner.input.quarters).toMatchObject([{ part: { lived: 14, employed: 14, of: 28 } }])
    expect(had.input.benefits).toMatchObject([{ name: 'Company car', amount: 10_000_00 }])
    await primary.call(payrolls.remove, { params: { id: run.id } })
  })

  test('a change after the draft is told; what changes nothing in the month is not', async () => {
    const office = await world.addOrganization('Drafts Ltd')
    const by = await world.as('primary', office)
    const { id } = await employ(by, { id_number: '30000001' })
    const run = await runMonth(by, 'February', 2026, false)
    const changed = async () =>
      (await by.call(payrolls.get, { params: { id: run.id } })).body.payslips.map(
        (one) => one.changed,
      )
    expect(await changed()).toEqual([false])
    const { body } = await add(id, car, by)
    expect(body.warning).toBeUndefined()
    expect(await changed()).toEqual([true])
    await by.call(payrolls.recalculate, { params: { id: run.id } })
    expect(await changed()).toEqual([false])
    await change(body.id, id, { ...car, to: '2026-03-31', description: 'KDA 123A' }, by)
    expect(await changed()).toEqual([false])
    await change(body.id, id, { ...car, to: '2026-02-20' }, by)
    expect(await changed()).toEqual([true])
    await remove(body.id, by)
    await by.call(payrolls.recalculate, { params: { id: run.id } })
    expect((await slipOf(run.id, id)).input.benefits).toBeUndefined()
  })

  test('what comes too late for a confirmed payslip says so, and leaves it as it is', async () => {
    const office = await world.addOrganization('Late Ltd')
    const by = await world.as('primary', office)
    const { id } = await employ(by, { id_number: '40000001' })
    const run = await runMonth(by, 'January', 2026)
    await runMonth(by, 'February', 2026)
    const before = await slipOf(run.id, id)
    const late = await add(id, { ...car, to: '2026-02-28' }, by)
    expect(late.body.warning).toMatch(
      /^The payslips of January 2026 and February 2026 are confirmed and stay/,
    )
    expect(await slipOf(run.id, id)).toEqual(before)
    const { id: row } = late.body
    const shorter = await change(row, id, { ...car, to: '2026-02-14' }, by)
    expect(shorter.body.warning).toMatch(/^The payslips of February 2026 are/)
    const same = await change(row, id, { ...car, to: '2026-02-14', description: 'x' }, by)
    expect(same.body.warning).toBeUndefined()
    expect((await list(id, by)).body[0]).not.toHaveProperty('warning')
    const next = await add(id, { ...car, from: '2026-03-01' }, by)
    expect(next.body.warning).toBeUndefined()
  })
})
