import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

const world = await openWorld()
const operator = await world.as('super-admin', '')

type Body = Parameters<ReturnType<World['caller']>['call']>[1]
const simulate = (body: object, address?: string) =>
  world.caller(undefined, address).call(contract.settings.simulate, { body } as Body as never)

describe('payslip/simulate', () => {
  test('100,000 gross in February 2026, open to everybody', async () => {
    const { status, body } = await simulate({ gross: 100_000, month: '2026-02' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      gross: 100_000,
      taxable: 89_750,
      tax: 19_308.35,
      nhif: 2_750,
      nssf: 6_000,
      nhif_relief: 0,
      tax_relief: 2_400,
      housing_levy: 1_500,
      nita: 50,
      net: 70_441.65,
      health: 'SHIF',
      checked: true,
      exact: true,
    })
    const tax = body.lines.find(({ code }) => code === 'taxCharged')
    expect(tax).toMatchObject({
      amount: 21_708.35,
      because: { working: '24,000 × 10% + 8,333 × 25% + 57,417 × 30% = 21,708.35' },
    })
  })
  test('the default month is this month, and the switches switch', async () => {
    const off = { paye: false, nhif: 0, nssf: 'false', housing: false, nita: false }
    const { body } = await simulate({ gross: 50_000, ...off })
    expect(body).toMatchObject({ month: '2026-03', net: 50_000, tax: 0, nhif: 0, nita: 0 })
  })
  test('disability takes 150,000 off taxable pay', async () => {
    const { body } = await simulate({ gross: 200_000, disability: true, month: '2026-02' })
    expect(body).toMatchObject({ taxable: 35_020, tax: 2_889.35, net: 182_130.65 })
  })
  test('starting from net finds the gross', async () => {
    const { body } = await simulate({ net: 80_000, month: '2026-02' })
    expect(body).toMatchObject({ net: 80_000, exact: true })
    const back = await simulate({ gross: body.gross, month: '2026-02' })
    expect(back.body.net).toBe(80_000)
  })
  test('a month past the last check is marked, one before 2021 refused in words', async () => {
    expect((await simulate({ gross: 1, month: '2030-01' })).body.checked).toBe(false)
    const early = await simulate({ gross: 1, month: '2020-12' })
    expect(early.status).toBe(422)
    expect(early.body.errors?.month?.[0]).toMatch(/known from 2021-01/)
  })
  test.each<[object, string, RegExp]>([
    [{ gross: -5 }, 'gross', /cannot be negative/],
    [{ gross: 'much' }, 'gross', /must be a number/],
    [{ gross: 1e15 }, 'gross', /too large/],
    [{ gross: 10.001 }, 'gross', /two decimals/],
    [{}, 'gross', /gross income, or the net/],
    [{ gross: 1, net: 1 }, 'gross', /gross income, or the net/],
    [{ gross: 1, month: 'May' }, 'month', /such as 2026-02/],
  ])('%j is refused in words', async (body, field, sentence) => {
    const reply = await simulate(body)
    expect(reply.status).toBe(422)
    expect(reply.body.errors?.[field]?.[0]).toMatch(sentence)
  })
  test('one address gets 120 a minute, another is not touched', async () => {
    const flood = await Promise.all(
      Array.from({ length: 125 }, () => simulate({ gross: 1 }, '10.9.9.9')),
    )
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await simulate({ gross: 1 }, '10.9.9.8')).status).toBe(200)
    world.pass(61)
    expect((await simulate({ gross: 1 }, '10.9.9.9')).status).toBe(200)
  })
})

describe('payslip/simulate with benefits in kind', () => {
  const car = { kind: 'car', amount: 2_500_000, cc: 1800 }
  const house = { occupant: 'employee', house: 'rented', rent: 20_000 }
  test('raises taxable pay and not cash', async () => {
    const asked = { gross: 100_000, month: '2026-02' }
    const { body: plain } = await simulate(asked)
    expect(plain).toMatchObject({ benefits: 0, in_kind: [] })
    const { body } = await simulate({ ...asked, benefits: [car], quarters: house })
    // 50,000 for the car; 15% of 150,000 for the house.
    expect(body).toMatchObject({ gross: 100_000, benefits: 72_500, taxable: 162_250, nssf: 6_000 })
    expect(plain.net - body.net).toBeCloseTo(72_500 * 0.3, 2)
    expect(body.in_kind).toMatchObject([{ name: 'Company car', part: 'car', amount: 50_000 }])
  })
  test('starts from net with them', async () => {
    const { body } = await simulate({ net: 80_000, month: '2026-02', benefits: [car] })
    expect(body).toMatchObject({ net: 80_000, benefits: 50_000, exact: true })
  })
  test.each<[object, string, RegExp]>([
    [{ benefits: [{ kind: 'yacht' }] }, 'benefits.0.kind', /./],
    [{ benefits: [{ kind: 'meals', amount: -1 }] }, 'benefits.0.amount', /cannot be negative/],
    [{ benefits: [{ ...car, cc: 1800.5 }] }, 'benefits.0.cc', /whole cc/],
    [{ quarters: { house: 'rented' } }, 'quarters.rent', /give the rent/],
    [{ quarters: { house: 'own', rent: 1 } }, 'quarters.market', /market rent/],
    [{ quarters: { occupant: 'director', market: 0 } }, 'quarters.market', /market rent/],
  ])('%j is refused in words', async (kind, field, sentence) => {
    const reply = await simulate({ gross: 1, ...kind })
    expect(reply.status).toBe(422)
    expect(reply.body.errors?.[field]?.[0]).toMatch(sentence)
  })
})

test("the employer's costs are apart from deductions, and NITA is none", async () => {
  const { body } = await simulate({ gross: 100_000, month: '2026-02' })
  const { gross, net, tax, nhif, nssf, housing_levy, nita } = body
  expect(body.total_deductions).toBeCloseTo(tax + nhif + nssf + housing_levy, 2)
  expect(gross - body.total_deductions).toBeCloseTo(net, 2)
  expect(nita).toBe(50)
  expect(body.employer_cost).toBe(gross + body.nssf_employer + body.housing_employer + nita)
  expect(body.employer_cost).toBe(body.lines.find(({ code }) => code === 'employerCost')?.amount)
})

describe('GET settings', () => {
  const law = (month?: string) =>
    operator.call(contract.settings.law, month ? { query: { month } } : {})
  test('this month by default, every figure with its source', async () => {
    const { body } = await law()
    expect(body.month).toBe('2026-03')
    expect(body.nhif_rates).toEqual([])
    expect(
      body.paye_rates.map(({ band_month, band_year, rate }) => [band_month, band_year, rate]),
    ).toEqual([
      [24_000, 288_000, 10],
      [32_333, 388_000, 25],
      [500_000, 6_000_000, 30],
      [800_000, 9_600_000, 32.5],
      [null, null, 35],
    ])
    for (const { source, since, value } of body.settings) {
      expect(source.length).toBeGreaterThan(10)
      expect(since).toMatch(/^\d{4}-\d\d$/)
      expect(value).toBeTruthy()
    }
  })
  test('an older month has the law of its time', async () => {
    const { body } = await law('2023-05')
    expect(body.paye_rates.at(-1)?.rate).toBe(30)
    expect(body.nhif_rates).toHaveLength(17)
    expect(body.nhif_rates[1]).toMatchObject({ from: 6_000, to: 7_999.99, amount: 300 })
    const named = Object.fromEntries(body.settings.map(({ name, value }) => [name, value]))
    expect(named.NSSF).toBe('6% each side: tier I to 6,000, tier II to 18,000')
    expect(named['Housing Levy']).toBe('none')
    expect(named['Per diem free of tax up to']).toBe('2,000 a day')
    expect(Object.keys(named).some((name) => name.startsWith('Market interest'))).toBe(false)
  })
  test('benefits in kind are among them', async () => {
    const { body } = await law('2026-03')
    const named = Object.fromEntries(body.settings.map(({ name, value }) => [name, value]))
    expect(named).toMatchObject({
      'Company car':
        'to 1200 cc 3,600, to 1500 cc 4,200, to 1750 cc 5,800, to 2000 cc 7,200, to 3000 cc 8,600, above 14,400; or 2% of cost',
      'Land Rover or Cruiser': '7,200; or 2% of cost',
      Telephone: '30% of bills',
      'Electricity, communal': '1,500, on a farm 900',
      'House from the employer': '15% of gains, 10% on a farm, a director 15% of income',
      'Per diem free of tax up to': '10,000 a day',
      'Market interest, for fringe benefit tax': '8% a year',
    })
  })
  test('before 2021 is refused in words', async () => {
    expect((await law('2019-01')).body.errors?.month?.[0]).toMatch(/known from 2021-01/)
  })
})
