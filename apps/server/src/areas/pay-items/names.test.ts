import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { addEmployee, employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()

describe('name suggestions', () => {
  const names = (caller: Caller) => caller.call(contract.allowances.names)
  const outsider = async () => world.as('primary', await world.addOrganization())

  test('are what is usual and what is in use here, each once and in order', async () => {
    const organization_id = await world.addOrganization()
    const clerk = await world.as('finance', organization_id)
    const before = (await names(clerk)).body
    expect(before.allowances).toContain('House Allowance')
    expect(before.incomes).toContain('Bonus')
    expect(before.deductions).toContain('HELB')
    expect(before.files).toContain('National ID')
    const employee_id = await addEmployee(world, organization_id)
    for (const name of ['house allowance', 'Zebra Allowance']) {
      await clerk.call(contract.allowances.create, { body: { employee_id, name, amount: 1 } })
    }
    const { allowances, incomes } = (await names(clerk)).body
    expect(allowances).toContain('Zebra Allowance')
    expect(allowances.filter((name) => /^house allowance$/i.test(name))).toEqual([
      'house allowance',
    ])
    expect(allowances).toEqual([...allowances].sort((a, b) => a.localeCompare(b, 'en')))
    expect(incomes).toEqual(before.incomes)
    expect((await names(await outsider())).body.allowances).not.toContain('Zebra Allowance')
  })

  test('are at most 200 of each', async () => {
    const organization_id = await world.addOrganization()
    const clerk = await world.as('finance', organization_id)
    const employee_id = await addEmployee(world, organization_id)
    await world.rows(
      `insert into allowances (organization_id, employee_id, name, amount)
       select $1, $2, 'Name ' || n, 1 from generate_series(1, 500) n`,
      [organization_id, employee_id],
    )
    expect((await names(clerk)).body.allowances).toHaveLength(200)
  })

  test('are for whoever may see employees', async () => {
    const home = await world.addOrganization()
    expect((await names(await world.as('user', home))).status).toBe(403)
    expect((await names(await world.as('employee', home))).status).toBe(403)
  })
})

describe('usual amounts', () => {
  const usual = (caller: Caller, query = {}) => caller.call(contract.allowances.usual, { query })

  test('are the middle of what there is here, by name without case', async () => {
    const organization_id = await world.addOrganization()
    const clerk = await world.as('finance', organization_id)
    expect((await usual(clerk)).body).toEqual({ salary: null, item: null })
    const { create } = contract.allowances
    for (const [salary, amount] of [
      [50_000, 12_500.5],
      [80_000, 15_000],
      [900_000, 12_000],
    ] as const) {
      const { id: employee_id } = await employ(clerk, { salary })
      await clerk.call(create, { body: { employee_id, name: 'House', amount } })
    }
    const asked = await usual(clerk, { list: 'allowances', name: ' HOUSE ' })
    expect(asked.body).toEqual({ salary: 80_000, item: 12_500.5 })
    expect((await usual(clerk, { list: 'incomes', name: 'House' })).body.item).toBeNull()
    const elsewhere = await world.as('primary', await world.addOrganization())
    const none = await usual(elsewhere, { list: 'allowances', name: 'House' })
    expect(none.body).toEqual({ salary: null, item: null })
  })

  test('are not for people who may not see employees', async () => {
    const user = await world.as('user', await world.addOrganization())
    expect((await usual(user)).status).toBe(403)
  })
})
