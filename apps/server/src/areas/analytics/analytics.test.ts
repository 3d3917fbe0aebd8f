// @tests story
import { read, utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import type { Analytics } from '@mshahara/contract/analytics'
import { beforeEach, describe, expect, test } from 'vitest'
import { asEmployee, employ, terminate } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { analytics, payrolls, deductions } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

async function draft(month: string, year = 2026) {
  const { status, body } = await primary.call(payrolls.create, {
    body: { month: month as 'March', year },
  })
  expect(status).toBe(201)
  return body.id
}
async function confirmed(month: string, year = 2026) {
  const id = await draft(month, year)
  const { status } = await primary.call(payrolls.confirm, { params: { id } })
  expect(status).toBe(200)
  return id
}
const ofYear = (year: number | string, by: Caller = primary) =>
  by.call(analytics.annual, { params: { year: year as number } })
const ofMonths = (from: string, to: string, employee_id = '', by: Caller = primary) =>
  by.call(analytics.monthly, { body: { employee_id, from: `${from}-01`, to: `${to}-01` } })

const deduct = (employee_id: string, name: string, amount: number) =>
  primary.call(deductions.create, {
    body: { employee_id, name, amount, from: '2024-01-01' } as never,
  })
const cents = (shillings: number) => Math.round(shillings * 100)
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + cents(one), 0)
type Answered = Analytics
const dataOf = ({ data }: Answered, label: string) =>
  [...data.grossDataset, ...data.deductionDatasets].find((set) => set.label === label)?.data

/** What is shown adds up to the cent: totals, every month, and both charts. */
function addsUp(body: Answered) {
  const total = (name: keyof Answered) => cents(body[name] as number)
  const statutory = total('statutoryDeductionsTotal')
  expect(total('grossTotal') - statutory - total('otherDeductionsTotal')).toBe(total('netTotal'))
  const parts = ['taxTotal', 'nhifTotal', 'nssfTotal', 'housingTotal', 'withholdingTotal'] as const
  expect(parts.reduce((all, name) => all + total(name), 0)).toBe(statutory)
  for (const [label, name] of [
    ['Gross Income', 'grossTotal'],
    ['Statutory Deductions', 'statutoryDeductionsTotal'],
    ['Other Deductions', 'otherDeductionsTotal'],
    ['Net Income', 'netTotal'],
    ['PAYE', 'taxTotal'],
    ['SHIF', 'nhifTotal'],
    ['NSSF', 'nssfTotal'],
    ['Housing Levy', 'housingTotal'],
    ['NITA', 'nitaTotal'],
  ] as const) {
    expect(sum(dataOf(body, label) ?? []), label).toBe(total(name))
  }
  body.data.months.forEach((month, at) => {
    const [gross = 0, taken = 0, other = 0, net = 0] = body.data.grossDataset.map(({ data }) =>
      cents(data[at] ?? Number.NaN),
    )
    expect(gross - taken - other, month).toBe(net)
  })
}

describe('a year', () => {
  test('without any payroll is twelve months of nothing', async () => {
    const { status, body } = await ofYear(2026)
    expect(status).toBe(200)
    expect(body).toMatchObject({ years: [2026], grossTotal: 0, netTotal: 0, nitaTotal: 0 })
    expect(body.data.months).toHaveLength(12)
    expect(body.data.months[0]).toBe('January')
    expect(dataOf(body, 'Gross Income')).toEqual(Array(12).fill(0))
    expect(dataOf(body, 'Withholding Tax')).toBeUndefined()
    addsUp(body)
  })

  test('with one month shows its figures, NITA apart from what is deducted', async () => {
    const { id } = await employ(primary, { salary: 100_000 })
    await deduct(id, 'SACCO', 3000)
    await confirmed('February')
    const { body } = await ofYear(2026)
    expect(body).toMatchObject({
      years: [2026],
      grossTotal: 100_000,
      statutoryDeductionsTotal: 29_558.35,
      otherDeductionsTotal: 3000,
      netTotal: 67_441.65,
      taxTotal: 19_308.35,
      nhifTotal: 2750,
      nssfTotal: 6000,
      housingTotal: 1500,
      withholdingTotal: 0,
      nitaTotal: 50,
    })
    expect(dataOf(body, 'Net Income')?.slice(0, 3)).toEqual([0, 67_441.65, 0])
    const sets = [...body.data.grossDataset, ...body.data.deductionDatasets]
    for (const set of sets) {
      expect(set.backgroundColor).toMatch(/^#[0-9a-f]{6}$/)
      expect(set.borderColor).toMatch(/^#[0-9a-f]{6}$/)
    }
    expect(new Set(sets.map((set) => set.backgroundColor)).size).toBe(sets.length)
    addsUp(body)
  })

  test('counts what consultants have withheld as statutory', async () => {
    await employ(primary, {
      tos: 'Consultant',
      salary: 80_000.35,
      paye: false,
      nssf: false,
    } as never)
    await employ(primary, { salary: 61_234.57 })
    await confirmed('February')
    const { body } = await ofYear(2026)
    expect(body.withholdingTotal).toBe(4000.02)
    expect(dataOf(body, 'Withholding Tax')?.[1]).toBe(4000.02)
    addsUp(body)
  })

  test("tells the employer's cost, by month and by department, and as a file", async () => {
    const { body: bakery } = await primary.call(contract.departments.create, {
      body: { name: 'Bakery' },
    })
    await employ(primary, { salary: 100_000, department_id: bakery.id })
    const { id } = await employ(primary, { salary: 61_234.57 })
    await deduct(id, 'SACCO', 3000)
    await confirmed('January')
    await confirmed('February')
    await draft('March')
    const { body } = await ofYear(2026)
    const added = [
      body.grossTotal,
      body.nssfEmployerTotal,
      body.housingEmployerTotal,
      body.nitaTotal,
    ]
    expect(sum(added)).toBe(cents(body.employerCostTotal))
    expect(body.housingEmployerTotal).toBe(4837.04)
    const [cost, ...parts] = body.costDatasets
    expect(cost?.label).toBe("Employer's cost")
    body.data.months.forEach((month, at) => {
      expect(sum(parts.map(({ data }) => data[at] ?? 0)), month).toBe(cents(cost?.data[at] ?? 0))
    })
    expect(body.departments).toMatchObject([
      { id: bakery.id, name: 'Bakery', gross: 200_000 },
      { id: null, name: 'No department', gross: 122_469.14 },
    ])
    for (const [of, total] of [
      ['gross', body.grossTotal],
      ['net', body.netTotal],
      ['employer_cost', body.employerCostTotal],
    ] as const) {
      expect(sum(body.departments.map((one) => one[of])), of).toBe(cents(total))
    }
    const file = async (extension: 'xlsx' | 'csv') => {
      const call = { params: { year: 2026 }, query: { extension } }
      const { body: sheet } = await primary.call(analytics.sheet, call)
      expect(sheet.name).toBe(`Annual-Report-2026.${extension}`)
      return Buffer.from(sheet.file.split(',')[1] ?? '', 'base64')
    }
    const book = read(await file('xlsx'))
    expect(book.SheetNames).toEqual(['By month', 'By department', 'By both'])
    for (const name of book.SheetNames) {
      const rows = utils.sheet_to_json<Record<string, number>>(book.Sheets[name] as never)
      const costs = rows.map((row) => cents(row["Employer's Cost"] ?? 0))
      expect(costs.pop(), name).toBe(cents(body.employerCostTotal))
      expect(
        costs.reduce((all, one) => all + one, 0),
        name,
      ).toBe(cents(body.employerCostTotal))
    }
    const lines = (await file('csv')).toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(1 + 4 + 1)
    expect(lines[1]).toMatch(/^January 2026,Bakery,100000.00,/)
  })

  test('counts what the employer adds for pension schemes', async () => {
    const body = { name: 'Staff Pension', own_percent: 5, employer_percent: 10 } as never
    const scheme = await primary.call(contract.pensionSchemes.create, { body })
    const { id: employee_id } = await employ(primary, { salary: 100_000 })
    await employ(primary, { salary: 50_000 })
    await primary.call(contract.pensionMembers.create, {
      body: { scheme_id: scheme.body.id, employee_id, from: '2026-02' },
    })
    await confirmed('January')
    const id = await confirmed('February')
    const { body: year } = await ofYear(2026)
    expect(year.pensionEmployerTotal).toBe(10_000)
    const parts = [
      year.grossTotal,
      year.nssfEmployerTotal,
      year.housingEmployerTotal,
      year.nitaTotal,
    ]
    expect(sum([...parts, 10_000])).toBe(cents(year.employerCostTotal))
    const [cost, ...added] = year.costDatasets
    expect(added.find(({ label }) => label === 'Employer Pension')?.data.slice(0, 3)).toEqual([
      ...[0, 10_000, 0],
    ])
    expect(sum(added.map(({ data }) => data[1] ?? 0))).toBe(cents(cost?.data[1] ?? 0))
    expect(sum(year.departments.map((of) => of.employer_cost))).toBe(cents(year.employerCostTotal))
    const run = await primary.call(payrolls.get, { params: { id } })
    expect(run.body.totals.employer_cost).toBe(cost?.data[1])
    const { body: sheet } = await primary.call(analytics.sheet, {
      params: { year: 2026 },
      query: { extension: 'xlsx' },
    })
    const book = read(Buffer.from(sheet.file.split(',')[1] ?? '', 'base64'))
    for (const name of book.SheetNames) {
      const rows = utils.sheet_to_json<Record<string, number>>(book.Sheets[name] as never)
      expect(rows.at(-1), name).toMatchObject({
        ...{ 'Employer Pension': 10_000, "Employer's Cost": year.employerCostTotal },
      })
    }
  })

  test('knows neither drafts nor what was reversed, and both runs of a month', async () => {
    await employ(primary)
    const wrong = await confirmed('January')
    expect((await ofYear(2026)).body.grossTotal).toBe(50_000)
    await primary.call(payrolls.reverse, { params: { id: wrong }, body: { reason: 'Mistake' } })
    await draft('February')
    const { body: nothing } = await ofYear(2026)
    expect(nothing.grossTotal).toBe(0)
    await confirmed('January')
    await employ(primary, { salary: 20_000 })
    await confirmed('January')
    const { body } = await ofYear(2026)
    expect(dataOf(body, 'Gross Income')?.slice(0, 2)).toEqual([70_000, 0])
    addsUp(body)
  })

  test('offers the years that have payrolls and the current one', async () => {
    await employ(primary)
    await confirmed('December', 2024)
    const { body } = await ofYear(2024)
    expect(body.years).toEqual([2026, 2024])
    expect(dataOf(body, 'Gross Income')?.[11]).toBe(50_000)
    expect((await ofYear(2026)).body).toMatchObject({ years: [2026, 2024], grossTotal: 0 })
  })

  test('that is none is not found', async () => {
    for (const year of ['abcd', '1999', '2100', '2026.5', '-1', "2026' or 1=1"]) {
      expect((await ofYear(year)).status, year).toBe(404)
    }
  })
})

describe('a range of months', () => {
  test('of many years is complete, in order and adds up', async () => {
    await employ(primary, { salary: 45_678.91 })
    for (const [month, year] of [
      ['March', 2024],
      ['December', 2025],
      ['January', 2026],
    ] as const) {
      await confirmed(month, year)
    }
    const { body } = await ofMonths('2024-01', '2026-03')
    expect(body.data.months).toHaveLength(27)
    expect(body.data.months.at(0)).toBe('January 2024')
    expect(body.data.months.at(-1)).toBe('March 2026')
    expect(body.years).toEqual([2026, 2025, 2024])
    expect(body.employee).toBeNull()
    expect(body.grossTotal).toBe(137_036.73)
    addsUp(body)
    const { body: one } = await ofMonths('2025-12', '2025-12')
    expect(one.data.months).toEqual(['December 2025'])
    expect(one.grossTotal).toBe(45_678.91)
    expect((await ofMonths('2017-01', '2026-12')).body.data.months).toHaveLength(120)
  })

  test('of one employee holds nobody else', async () => {
    const one = await employ(primary, { first_name: 'Atieno', salary: 30_000 })
    const joined = { employment_date: '2026-02-01' }
    const other = await employ(primary, { salary: 70_000, ...joined })
    await confirmed('December', 2025)
    await confirmed('February')
    const { body } = await ofMonths('2026-01', '2026-03', one.id)
    expect(body.employee).toEqual({
      id: one.id,
      employee_no: 'TC-0001',
      first_name: 'Atieno',
      last_name: 'Mwangi',
    })
    expect(dataOf(body, 'Gross Income')).toEqual([0, 30_000, 0])
    expect(body.years).toEqual([2026, 2025])
    addsUp(body)
    expect((await ofMonths('2026-01', '2026-03', other.id)).body.years).toEqual([2026])
    expect((await ofMonths('2026-01', '2026-03')).body.grossTotal).toBe(100_000)
  })

  test('that makes no sense is refused in words', async () => {
    const refused = async (body: object, field: string, sentence: RegExp) => {
      const reply = await primary.call(analytics.monthly, { body: body as never })
      expect(reply.status, JSON.stringify(body)).toBe(422)
      expect(reply.body.errors?.[field]?.[0]).toMatch(sentence)
    }
    const range = { employee_id: '', from: '2026-01-01', to: '2026-03-01' }
    await refused({ ...range, to: '2025-12-01' }, 'to', /cannot be before Month From/)
    await refused({ ...range, from: '2016-03-01' }, 'to', /10 years at most/)
    await refused({ ...range, from: '2026-01-02' }, 'from', /first day of a month/)
    await refused({ ...range, from: '2026-13-01' }, 'from', /first day of a month/)
    await refused({ ...range, to: 'March' }, 'to', /first day of a month/)
    await refused({ ...range, to: undefined }, 'to', /is required/)
    await refused({ ...range, from: 202601 }, 'from', /is required/)
    await refused({ ...range, employee_id: 'x' }, 'employee_id', /not a valid id/)
  })
})

describe('who may ask', () => {
  test('annual: by permission', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['finance', 200],
      ['user', 403],
      ['employee', 403],
    ] as const) {
      expect((await ofYear(2026, await world.as(role, home))).status, role).toBe(status)
    }
    const extra = await world.as('user', home, ['view annual-analytics'])
    expect((await ofYear(2026, extra)).status).toBe(200)
    expect((await ofMonths('2026-01', '2026-03', '', extra)).status).toBe(403)
  })

  test('monthly: staff for anybody, an employee for themselves only', async () => {
    const mine = await employ(primary)
    const other = await employ(primary)
    await confirmed('February')
    const me = await asEmployee(world, home, mine.id)
    const own = await ofMonths('2026-01', '2026-03', mine.id, me)
    expect(own.status).toBe(200)
    expect(own.body).toMatchObject({ grossTotal: 50_000, employee: { id: mine.id } })
    expect((await ofMonths('2026-01', '2026-03', other.id, me)).status).toBe(403)
    expect((await ofMonths('2026-01', '2026-03', '', me)).status).toBe(403)
    const nobody = await world.as('employee', home)
    expect((await ofMonths('2026-01', '2026-03', mine.id, nobody)).status).toBe(403)
    const malformed = { body: { from: 'x' } as never }
    expect((await nobody.call(analytics.monthly, malformed)).status).toBe(403)
    const finance = await world.as('finance', home)
    expect((await ofMonths('2026-01', '2026-03', other.id, finance)).status).toBe(200)
  })

  test('a person who has left sees none of it', async () => {
    const { id } = await employ(primary)
    await confirmed('February')
    const me = await asEmployee(world, home, id)
    await terminate(primary, id, '2026-03-05')
    const again = await world.signIn(me.email)
    expect((await ofMonths('2026-01', '2026-03', id, again)).status).toBe(403)
    expect((await ofMonths('2026-01', '2026-03', id)).body.grossTotal).toBe(50_000)
  })

  test('another organisation counts nothing of ours and finds nobody', async () => {
    const { id } = await employ(primary)
    await confirmed('February')
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await ofYear(2026, stranger)).body).toMatchObject({ grossTotal: 0, years: [2026] })
    expect((await ofMonths('2026-01', '2026-12', '', stranger)).body.grossTotal).toBe(0)
    const foreign = await ofMonths('2026-01', '2026-12', id, stranger)
    expect(foreign.status).toBe(422)
    expect(foreign.body.errors?.employee_id).toEqual(['This employee was not found.'])
  })
})
