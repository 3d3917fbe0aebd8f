// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { raw } from '../../foundation/core/sql.ts'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Pay items with effect from confirmed months: their arrears are paid once (B30). */

const { allowances, corrections, incomes, payrolls, payslips } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string

const person = { salary: 50_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  njeri = (await employ(primary, person)).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName, confirm = true) => runMonth(primary, name, 2026, confirm)
const reason = { reason: 'A slip of the pen' }
const reverse = (id: string) => primary.call(payrolls.reverse, { ...path(id), body: reason })

const house = (amount: number, since: string | null = null) => ({
  ...{ employee_id: njeri, name: 'House Allowance', type: 'house' as const, taxable: true },
  ...{ amount, since },
})
async function addHouse(amount: number, since: string | null = null) {
  const { status, body } = await primary.call(allowances.create, { body: house(amount, since) })
  expect(status).toBe(201)
  return body.id
}
const changeHouse = async (id: string, amount: number, since: string | null = null) => {
  const body = house(amount, since)
  expect((await primary.call(allowances.update, { ...path(id), body })).status).toBe(200)
}

async function slipOf(run: string) {
  const { body } = await primary.call(payrolls.get, path(run))
  const id = body.payslips.find(({ employee }) => employee.id === njeri)?.id as string
  return (await primary.call(payslips.get, path(id))).body
}
/** Arrears of pay on the payslip, by name. */
async function lateIn(run: string) {
  const lines = (await slipOf(run)).incomes.filter(({ name }) => /^Arrears of/.test(name))
  return Object.fromEntries(lines.map(({ name, amount }) => [name, amount]))
}
const houseIn = async (run: string) =>
  (await slipOf(run)).incomes.find(({ name }) => name === 'House Allowance')?.amount ?? 0
const of = (name: MonthName, what = 'House Allowance') => `Arrears of ${name} 2026: ${what}`

/** Everything that confirmed payslips paid and took, in cents. */
async function sums() {
  const [row] = await world.rows(
    `select sum(gross) * 100 as gross, sum(net) * 100 as net, sum(paye) * 100 as paye,
       sum(nssf) * 100 as nssf, sum(health) * 100 as health, sum(housing) * 100 as housing
     from payslips where employee_id = $1 and frozen and not void`,
    [njeri],
  )
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
/** The same of somebody who had the allowance from the beginning. */
async function clean(amounts: readonly [MonthName, number][]) {
  const mine = { home, primary, njeri }
  primary = await world.as('primary', await world.addOrganization())
  njeri = (await employ(primary, person)).id
  let id: string | undefined
  for (const [name, amount] of amounts) {
    if (amount > 0 && !id) id = await addHouse(amount)
    else if (id) await changeHouse(id, amount)
    await month(name)
  }
  const due = await sums()
  ;({ home, primary, njeri } = mine)
  return due
}

describe('an allowance', () => {
  test('that is added late is paid with its arrears, by the law of each month', async () => {
    await month('January')
    await month('February')
    await addHouse(10_000, '2026-01')
    const march = await month('March')
    expect(await lateIn(march.id)).toEqual({ [of('January')]: 10_000, [of('February')]: 10_000 })
    expect(await houseIn(march.id)).toBe(10_000)
    expect(await lateIn((await month('April', false)).id)).toEqual({})
    const due = await clean([
      ['January', 10_000],
      ['February', 10_000],
      ['March', 10_000],
    ])
    expect(await sums()).toEqual(due)
  })

  test('without a month leaves what is confirmed as it was paid', async () => {
    await month('January')
    const id = await addHouse(10_000)
    const february = await month('February')
    expect(await lateIn(february.id)).toEqual({})
    await changeHouse(id, 12_000)
    expect(await lateIn((await month('March', false)).id)).toEqual({})
    expect(await world.rows('select from arrears where organization_id = $1', [home])).toEqual([])
  })

  test('raised, and cut again, pays and takes back what is left', async () => {
    const id = await addHouse(10_000)
    await month('January')
    await month('February')
    await changeHouse(id, 16_000, '2026-02')
    const march = await month('March')
    expect(await lateIn(march.id)).toEqual({ [of('February')]: 6_000 })
    await changeHouse(id, 13_000, '2026-02')
    const april = await month('April')
    expect(await lateIn(april.id)).toEqual({ [of('February')]: -3_000, [of('March')]: -3_000 })
    const due = await clean([
      ['January', 10_000],
      ['February', 13_000],
      ['March', 13_000],
      ['April', 13_000],
    ])
    expect(await sums()).toEqual(due)
  })

  test('ended late is taken back, and the salary of the month with it', async () => {
    const id = await addHouse(10_000)
    await month('January')
    await month('February')
    await changeHouse(id, 0, '2026-02')
    await primary.call(contract.employees.update, {
      ...path(njeri),
      body: { salary: 55_000, salary_from: '2026-02' },
    })
    const march = await month('March', false)
    expect(await lateIn(march.id)).toEqual({
      [of('February')]: -10_000,
      [of('February', 'Basic pay')]: 5_000,
    })
  })

  test('from a month to come is paid from there on, and until then as it was', async () => {
    const id = await addHouse(10_000)
    await month('January')
    await changeHouse(id, 15_000, '2026-03')
    const february = await month('February')
    expect(await houseIn(february.id)).toBe(10_000)
    expect(await houseIn((await month('March')).id)).toBe(15_000)
    expect(await lateIn((await month('April', false)).id)).toEqual({})
  })

  test('of a month that is reversed and made again is paid by that month', async () => {
    await month('January')
    const february = await month('February')
    await addHouse(10_000, '2026-02')
    expect((await reverse(february.id)).status).toBe(200)
    expect(await houseIn((await month('February')).id)).toBe(10_000)
    expect(await lateIn((await month('March', false)).id)).toEqual({})
  })

  test('is due again when the run that paid it is reversed', async () => {
    const february = await month('February')
    await addHouse(10_000, '2026-02')
    const march = await month('March')
    expect((await reverse(february.id)).status).toBe(422)
    expect((await reverse(march.id)).status).toBe(200)
    const again = await month('March')
    expect(await lateIn(again.id)).toEqual({ [of('February')]: 10_000 })
  })

  test('that a correction has lowered is due in the share that was left', async () => {
    const id = await addHouse(10_000)
    const february = await month('February')
    const slip = await slipOf(february.id)
    const body = {
      lines: [{ side: 'income' as const, key: id, due: 6_000 }],
      ...{ reason: 'Not for the whole month', pay_on: '2026-06-25' },
    }
    const made = await primary.call(corrections.create, { ...path(slip.id), body })
    expect(made.status).toBe(201)
    expect((await primary.call(payrolls.confirm, path(made.body.id))).status).toBe(200)
    await changeHouse(id, 15_000, '2026-02')
    // 15,000 × 6,000 / 10,000, less 6,000.
    expect(await lateIn((await month('March', false)).id)).toEqual({ [of('February')]: 3_000 })
  })

  test('shows as a change of a draft that was made before it', async () => {
    await month('February')
    const march = await month('March', false)
    await addHouse(10_000, '2026-02')
    expect((await primary.call(payrolls.confirm, path(march.id))).status).toBe(422)
  })
})

describe('a recurrent income', () => {
  const acting = (amount: number, from: string, more: object = {}) => ({
    ...{ employee_id: njeri, name: 'Acting pay', amount, from, ...more },
  })
  test('is paid for the months of its period, and taken back when it ended before', async () => {
    await month('January')
    await month('February')
    const body = acting(5_000, '2026-02-01', { since: '2026-01' })
    const made = await primary.call(incomes.create, { body })
    expect(made.status).toBe(201)
    const march = await month('March')
    expect(await lateIn(march.id)).toEqual({ [of('February', 'Acting pay')]: 5_000 })
    const ended = acting(5_000, '2026-02-01', { to: '2026-02-28', since: '2026-03' })
    const changed = await primary.call(incomes.update, { ...path(made.body.id), body: ended })
    expect(changed.status).toBe(200)
    expect(await lateIn((await month('April', false)).id)).toEqual({
      [of('March', 'Acting pay')]: -5_000,
    })
  })

  test('of one month only has no other month to begin with', async () => {
    const body = acting(5_000, '2026-03-01', { one_off: true, since: '2026-02' })
    const { status, body: told } = await primary.call(incomes.create, { body })
    expect(status).toBe(422)
    expect(told).toMatchObject({ errors: { since: [expect.stringMatching(/one-off/)] } })
  })
})

describe('asked before it is saved', () => {
  const ask = (item: ReturnType<typeof house>, id: string | null = null, by: Caller = primary) =>
    by.call(allowances.arrears, { body: { id, item } })

  test('is what the next payroll then pays, and nothing is written', async () => {
    await month('January')
    await month('February')
    const { status, body } = await ask(house(10_000, '2026-02'))
    expect(status).toBe(200)
    // 30% of what is left of 10,000 after 600 of NSSF, 275 and 150.
    expect(body).toEqual([
      {
        month: '2026-02',
        pay: [
          {
            ...{ component: 'House Allowance', amount: 10_000 },
            working: '10,000 for the month, less 0 paid',
          },
        ],
        deductions: [
          { name: 'PAYE', amount: 2_692.5 },
          { name: 'NSSF', amount: 600 },
          { name: 'SHIF', amount: 275 },
          { name: 'Housing Levy', amount: 150 },
        ],
        net: 6_282.5,
      },
    ])
    expect(await world.rows('select from arrears where organization_id = $1', [home])).toEqual([])
    expect((await ask(house(10_000))).body).toEqual([])
    const id = await addHouse(10_000, '2026-02')
    const raised = await ask(house(12_000, '2026-02'), id)
    expect(raised.body.map(({ pay }) => pay[0]?.amount)).toEqual([12_000])
  })

  test('of an income with a period, by its months', async () => {
    await month('January')
    await month('February')
    const item = {
      ...{ employee_id: njeri, name: 'Acting pay', amount: 5_000, from: '2026-02-01' },
      since: '2026-01',
    }
    const { body } = await primary.call(incomes.arrears, { body: { id: null, item } })
    expect(body.map((one) => [one.month, one.pay[0]?.amount])).toEqual([['2026-02', 5_000]])
  })

  test('by whoever may edit employees, of the own organisation', async () => {
    await month('February')
    const item = house(10_000, '2026-02')
    const user = await world.as('user', home)
    expect((await ask(item, null, user)).status).toBe(403)
    const abroad = await world.as('primary', await world.addOrganization())
    expect((await ask(item, null, abroad)).status).toBe(404)
    const id = await addHouse(10_000)
    const other = (await employ(primary, { first_name: 'Otieno' })).id
    expect((await ask({ ...item, employee_id: other }, id)).status).toBe(422)
    for (const since of ['May', '2026-13']) {
      expect((await ask(house(10_000, since))).status).toBe(422)
    }
  })
})

describe('a sheet', () => {
  const top = ['ID Number', 'Allowance Name', 'Amount', 'With Effect From']
  async function send(rows: [amount: number, since: string][], dry = false) {
    const { id_number } = (await primary.call(contract.employees.get, path(njeri))).body
    const cells = rows.map(([amount, since]) => [id_number, 'House Allowance', amount, since])
    const file = dataUrl(xlsx([top, ...cells]))
    const query = dry ? { query: { dry: '1' } } : {}
    return (await primary.call(allowances.upload, { ...query, body: { file } } as never)).body
  }

  test('names the month, and uploaded again changes nothing', async () => {
    await month('January')
    await month('February')
    expect(await send([[10_000, 'Feb 2026']])).toMatchObject({ created: 1 })
    expect(await send([[10_000, '2026-02']])).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await send([[10_000, '']])).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await send([[10_000, 'January 2026']])).toMatchObject({ updated: 1 })
    const march = await month('March')
    expect(await lateIn(march.id)).toEqual({ [of('January')]: 10_000, [of('February')]: 10_000 })
    // An amount without a month is from now on.
    expect(await send([[12_000, '']])).toMatchObject({ updated: 1 })
    const april = await month('April', false)
    expect([await lateIn(april.id), await houseIn(april.id)]).toEqual([{}, 12_000])
  })

  test.each(['soon', '2026-13', 'December 2020'])(
    'with %s for a month has a fault',
    async (since) => {
      const { faults } = await send([[10_000, since]], true)
      expect(faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)).toEqual([
        '2, With Effect From: Please give a month, such as November 2026.',
      ])
    },
  )
})

describe('no road goes round it', () => {
  const bySql = (statement: string) =>
    world.parts.db.inOrg({ organization_id: home }, (tx) => tx.run`${raw(statement)}`)

  test('an allowance that SQL writes has its arrears', async () => {
    await month('February')
    await bySql(`insert into allowances (employee_id, name, amount, since)
      values ('${njeri}', 'Commuter', 4000, '2026-02')`)
    expect(await lateIn((await month('March', false)).id)).toEqual({
      [of('February', 'Commuter')]: 4_000,
    })
  })

  test.each([
    `delete from item_changes`,
    `update item_changes set amount = 1`,
    `insert into item_changes (employee_id, item_id, list, name, amount, taxable, one_off)
     select employee_id, item_id, list, name, amount, taxable, one_off from item_changes`,
  ])('%s is refused', async (statement) => {
    await addHouse(10_000)
    await expect(bySql(statement)).rejects.toThrow(/permission denied/)
  })

  test('another organisation neither sees nor moves it', async () => {
    await month('February')
    const id = await addHouse(10_000)
    const abroad = await world.as('primary', await world.addOrganization())
    const body = house(20_000, '2026-02')
    expect((await abroad.call(allowances.update, { ...path(id), body })).status).toBe(404)
    const user = await world.as('user', home)
    expect((await user.call(allowances.update, { ...path(id), body })).status).toBe(403)
    expect(await world.rows('select from arrears where organization_id = $1', [home])).toEqual([])
  })

  test('a month while it is being confirmed has it, or its arrears', async () => {
    const run = await month('February', false)
    const [confirmed, added] = await Promise.all([
      primary.call(payrolls.confirm, path(run.id)),
      primary.call(allowances.create, { body: house(10_000, '2026-02') }),
    ])
    expect(added.status).toBe(201)
    const marked = await world.rows('select month from arrears where organization_id = $1', [home])
    expect(marked).toHaveLength(confirmed.status === 200 ? 1 : 0)
  })
})
