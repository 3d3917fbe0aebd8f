// @tests story
import { contract } from '@mshahara/contract'
import type { CostReport } from '@mshahara/contract/cost-of-people'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { openBorrowing } from '../../test/loans.ts'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, rowsOf, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What people cost in a month: whichever way it is read, it is what the runs came to. */

const { costBudgets, costCentres, costOfPeople, costSplits, payrolls } = contract

const world = await openWorld()
const cents = (shillings: number) => Math.round(shillings * 100)
const sum = (of: number[]) => of.reduce((all, one) => all + one, 0)
const of = async (by: Caller, month: string) =>
  (await by.call(costOfPeople.get, { params: { month } })).body

/** The same numbers each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Every table of a report comes to its total. */
function addsUp({ total, departments, cost_centres, components }: CostReport) {
  for (const rows of [departments, cost_centres]) {
    for (const name of ['gross', 'employer', 'cost', 'before', 'leave', 'loans'] as const) {
      expect(sum(rows.map((row) => cents(row[name]))), name).toBe(cents(total[name]))
    }
  }
  for (const name of ['cost', 'before'] as const) {
    expect(sum(components.map((row) => cents(row[name])))).toBe(cents(total[name]))
  }
  const gross = components.filter(({ part }) => part === 'gross')
  expect(sum(gross.map(({ cost }) => cents(cost)))).toBe(cents(total.gross))
  expect(cents(total.gross) + cents(total.employer)).toBe(cents(total.cost))
}

async function office(seed: number) {
  const below = chance(seed)
  const home = await world.addOrganization(`Home ${seed} Ltd`)
  const primary = await world.as('primary', home)
  const made = async (answer: Promise<{ status: number; body: { id: string } }>) => {
    const { status, body } = await answer
    expect([status, body]).toMatchObject([201, {}])
    return body.id
  }
  const departments: string[] = []
  for (const name of ['Bakery', 'Shop']) {
    departments.push(await made(primary.call(contract.departments.create, { body: { name } })))
  }
  const site = await made(primary.call(contract.workStations.create, { body: { name: 'Site' } }))
  const centres: string[] = []
  for (const [place, code] of ['A', 'B', 'C'].entries()) {
    const belongs =
      place === 0 ? { departments: departments.slice(0, 1), work_stations: [site] } : {}
    const body = { code, name: `Centre ${code}`, ...belongs } as never
    centres.push(await made(primary.call(costCentres.create, { body })))
  }
  const scheme_id = await made(
    primary.call(contract.pensionSchemes.create, {
      body: { name: 'Staff Pension', own_percent: 5, employer_percent: 7.5 } as never,
    }),
  )
  const people: string[] = []
  for (let place = 0; place < 6; place += 1) {
    const { id } = await employ(primary, {
      salary: 20_000 + below(18_000_000) / 100,
      ...(place % 3 < 2 && { department_id: departments[place % 3] as string }),
    })
    people.push(id)
    const body = { employee_id: id, from: '2026-01', scheme_id } as never
    if (below(2) === 0) await primary.call(contract.pensionMembers.create, { body })
    const item = { employee_id: id, amount: 1 + below(900_000) / 100, from: '2026-01-01' }
    if (below(3) > 0) {
      await primary.call(contract.incomes.create, {
        body: { ...item, name: below(2) ? 'Airtime' : 'House', taxable: below(2) === 0 } as never,
      })
    }
    const first = 1 + below(9_998)
    const shares = [first, 10_000 - first].map((share, at) => ({
      ...{ cost_centre_id: centres[at + 1] as string, percent: share / 100 },
    }))
    if (below(3) > 0) {
      await made(
        primary.call(costSplits.create, { body: { employee_id: id, from: '2026-01', shares } }),
      )
    }
  }
  return { primary, people, centres, departments, site, below }
}

/** From January, with its arrears in March. */
async function lateRaise(primary: Caller, id: string, below: (most: number) => number) {
  const body = { salary: 190_000 + below(3_000_000) / 100, salary_from: '2026-01' }
  const raised = await primary.call(contract.employees.update, { params: { id }, body })
  expect([raised.status, raised.body]).toMatchObject([200, {}])
}

/** With a final run in March; the month's own comes first. */
async function leave(primary: Caller, id: string) {
  const dues = { last_day: '2026-03-31', reason: 'dismissed', notice: 'paid' } as const
  const at = { params: { id } }
  const kept = await primary.call(contract.leaving.record, { ...at, body: dues as never })
  expect([kept.status, kept.body]).toMatchObject([200, {}])
  await runMonth(primary, 'March', 2026)
  const final = await primary.call(contract.leaving.run, {
    ...at,
    body: { month: 'March', year: 2026, pay_on: '2026-03-31' },
  })
  expect([final.status, final.body]).toMatchObject([201, {}])
  const params = { id: final.body.id }
  expect((await primary.call(payrolls.confirm, { params })).status).toBe(200)
}

describe.each([1, 2, 3])('random runs of every kind, %i', (seed) => {
  let primary: Caller
  const runs: string[] = []

  beforeAll(async () => {
    const { below, people, site, ...made } = await office(seed)
    primary = made.primary
    const january = await runMonth(primary, 'January', 2026)
    const february = await runMonth(primary, 'February', 2026)
    runs.push(february.id)
    expect(january.id).not.toBe(february.id)
    const bonus = { name: 'Bonus', kind: 'one-off' as const }
    const extra = await primary.call(contract.offCycle.create, {
      body: {
        ...{ title: 'Bonus', month: 'February', year: 2026, pay_on: '2026-02-14' },
        ...{ items: [bonus], employees: people.slice(0, 3) },
      },
    })
    const at = { params: { id: extra.body.id } }
    const { rows } = (await primary.call(contract.offCycle.amounts, at)).body
    await primary.call(contract.offCycle.save, {
      ...at,
      body: {
        items: [bonus],
        rows: rows.map(({ payslip_id }) => {
          return { payslip_id, amounts: [1 + below(5_000_000) / 100] }
        }),
      },
    })
    const corrected = february.payslips[3]?.id ?? ''
    const correction = await primary.call(contract.corrections.create, {
      params: { id: corrected },
      body: {
        ...{ reason: 'It was more', pay_on: '2026-03-10' },
        lines: [{ side: 'salary', key: 'salary', due: 15_000 + below(20_000_000) / 100 }],
      },
    })
    for (const { body } of [extra, correction]) {
      const done = await primary.call(payrolls.confirm, { params: { id: body.id } })
      expect([done.status, done.body]).toMatchObject([200, {}])
      runs.push(body.id)
    }
    await lateRaise(primary, people[5] ?? '', below)
    await leave(primary, people[4] ?? '')
    for (let place = 0; place < 3; place += 1) {
      await addCasual(primary, {
        pay: 500 + below(90_000) / 100,
        ...(place > 0 && { work_station_id: site }),
      } as never)
    }
    const days = ['2026-01-31', '2026-02-01', '2026-02-02']
    await confirmCasuals(primary, '2026-01-31', '2026-02-02', days)
  })

  test('come to what the runs come to, by department, cost centre and component', async () => {
    const report = await of(primary, '2026-02')
    addsUp(report)
    addsUp(await of(primary, '2026-01'))
    const march = await of(primary, '2026-03')
    addsUp(march)
    expect(march.components.map(({ name }) => name)).toContain('Arrears')
    const { body: listed } = await primary.call(payrolls.list)
    const ofMarch = listed.filter(({ month }) => month === 'March')
    expect(ofMarch.length).toBeGreaterThan(1)
    expect(cents(march.total.gross)).toBe(sum(ofMarch.map(({ gross }) => cents(gross ?? 0))))
    const answers = await Promise.all(
      runs.map((id) => primary.call(payrolls.get, { params: { id } })),
    )
    const { body: year } = await primary.call(contract.analytics.annual, { params: { year: 2026 } })
    const casuals = cents(year.casuals?.costDatasets[0]?.data[1] ?? Number.NaN)
    const totals = answers.map(({ body }) => body.totals)
    expect(cents(report.total.gross) - casuals).toBe(sum(totals.map(({ gross }) => cents(gross))))
    expect(cents(report.total.cost) - casuals).toBe(
      sum(totals.map(({ employer_cost }) => cents(employer_cost))),
    )
    expect(march.total.before).toBe(report.total.cost)
    const found = report.cost_centres.map(({ name }) => name)
    expect(found).toEqual(['A Centre A', 'B Centre B', 'C Centre C', 'Not assigned'])
  })

  test('stand in the file line by line', async () => {
    const call = { params: { month: '2026-02' }, query: { extension: 'xlsx' } } as const
    const { body } = await primary.call(costOfPeople.sheet, call)
    expect(body.name).toBe('Cost-of-People-2026-02.xlsx')
    const { total } = await of(primary, '2026-02')
    const all = rowsOf(body.file, 'All').slice(1)
    const amounts = all.map((row) => cents(Number(row[4])))
    expect(amounts.pop()).toBe(cents(total.cost))
    expect(sum(amounts)).toBe(cents(total.cost))
    for (const [name, place] of [
      ['By department', 3],
      ['By cost centre', 3],
      ['By component', 2],
    ] as const) {
      const last = rowsOf(body.file, name).at(-1)
      expect(cents(Number(last?.[place])), name).toBe(cents(total.cost))
    }
  })
})

describe('a budget', () => {
  const headings = ['Month', 'Department', 'Cost Centre', 'Component', 'Amount']
  const send = (by: Caller, rows: unknown[][], dry = false) =>
    by.call(costBudgets.upload, {
      ...(dry ? { query: { dry: '1' } } : {}),
      body: { file: dataUrl(xlsx([headings, ...rows])) },
    })

  test('is uploaded, replaced by month, and held against the report', async () => {
    const { primary } = await office(9)
    await runMonth(primary, 'February', 2026)
    expect((await of(primary, '2026-02')).total.budget).toBeNull()
    const rows = [
      ['February 2026', 'bakery', '', '', 100_000],
      ['February 2026', 'Shop', '', 'Basic pay', 50_000],
      ['February 2026', 'Shop', '', 'Training', 5_000],
      ['February 2026', '', 'B', '', 70_000],
    ]
    expect((await send(primary, rows)).body).toMatchObject({ created: 4, fault_count: 0 })
    const report = await of(primary, '2026-02')
    addsUp(report)
    const budgets = (list: { name: string; budget: number | null }[]) =>
      Object.fromEntries(list.map(({ name, budget }) => [name, budget]))
    expect(budgets(report.departments)).toMatchObject({ Bakery: 100_000, Shop: 55_000 })
    expect(budgets(report.cost_centres)).toMatchObject({ 'B Centre B': 70_000 })
    expect(budgets(report.components)).toMatchObject({ 'Basic pay': 50_000, Training: 5_000 })
    expect(report.total.budget).toBe(155_000)
    expect(report.held.cost_centres.budget).toBe(70_000)
    const south = report.cost_centres.find(({ name }) => name === 'B Centre B')
    expect(cents(south?.beyond ?? 0)).toBe(cents(south?.cost ?? 0) - 7_000_000)
    expect(report.held.cost_centres.beyond).toBe(south?.beyond)
    const again = await send(primary, [['2026-02', '', '', '', 300_000]], true)
    expect(again.body.warnings.map(({ reason }) => reason)).toEqual([
      '4 lines that these months have are not in the sheet, and are taken out.',
    ])
    await send(primary, [['2026-02', '', '', '', 300_000]])
    expect((await of(primary, '2026-02')).total.budget).toBe(300_000)
    expect((await of(primary, '2026-01')).total.budget).toBeNull()
  })

  test('with faults is taken not at all, and of nobody else', async () => {
    const { primary } = await office(10)
    const faults = async (...row: unknown[]) =>
      (await send(primary, [row], true)).body.faults.map(({ column }) => column)
    expect(await faults('soon', '', '', '', 1)).toEqual(['Month'])
    expect(await faults('2026-02', 'Bakery', 'A', '', 1)).toEqual(['Cost Centre'])
    expect(await faults('2026-02', 'Elsewhere', '', '', 1)).toEqual(['Department'])
    expect(await faults('2026-02', '', '', '', -1)).toEqual(['Amount'])
    const twice = ['2026-02', '', '', 'Basic pay', 1]
    const told = (await send(primary, [twice, twice], true)).body
    expect(told.faults).toMatchObject([{ row: 3, column: 'Amount' }])
    await send(primary, [['2026-02', 'Bakery', '', '', 1]])
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await of(stranger, '2026-02')).total.budget).toBeNull()
    const home = await world.addOrganization()
    for (const [role, see, write] of [
      ['finance', 200, 200],
      ['admin', 200, 403],
      ['user', 403, 403],
    ] as const) {
      const by = await world.as(role, home)
      const seen = await by.call(costOfPeople.get, { params: { month: '2026-02' } })
      const given = await by.call(costBudgets.template)
      expect([role, seen.status, given.status]).toEqual([role, see, write])
    }
  })
})

test('fringe benefit tax is borne like the pay, and loans that are taken back are no cost', async () => {
  world.setTime('2026-03-10T09:00:00Z')
  const { primary, borrower } = await openBorrowing(world)
  const body = { code: 'A', name: 'North' } as never
  const { body: north } = await primary.call(costCentres.create, { body })
  await primary.call(costSplits.create, {
    body: {
      ...{ employee_id: borrower.id, from: '2026-01' },
      shares: [{ cost_centre_id: north.id, percent: 100 }],
    },
  })
  await runMonth(primary, 'April', 2026)
  const asked = await borrower.call(contract.loans.create, {
    body: { product_id: 3, amount: 9_000, purpose: 'Rent', term_months: 1 },
  })
  await primary.call(contract.loans.approve, { params: { id: asked.body.id }, body: {} })
  const april = await of(primary, '2026-04')
  addsUp(april)
  // 9,000 × 8% ÷ 12 is 60, and 30% of it.
  expect(april.components.find(({ name }) => name === 'Fringe benefit tax')).toMatchObject({
    ...{ part: 'employer', cost: 18 },
  })
  const borne = april.cost_centres.find(({ id }) => id === north.id)
  expect(borne?.employer).toBeGreaterThan(18)
  expect(april.total.loans).toBe(0)
  await runMonth(primary, 'March', 2026)
  const march = await of(primary, '2026-03')
  addsUp(march)
  expect(march.total.loans).toBe(9_000)
  expect(march.cost_centres.find(({ id }) => id === north.id)?.loans).toBe(9_000)
})
