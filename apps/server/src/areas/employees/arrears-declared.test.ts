// @tests long
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { bytesOf, cellsOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Arrears as they are declared and told: in the months they are of, and as they were paid. */

const { employees, payrolls, payslips } = contract
const world = await openWorld({ workers: true })

let home: string
let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  const given = { salary: 50_000, employment_date: '2024-02-01', pin_no: 'A001234567Z' }
  njeri = (await employ(primary, given)).id
})

const pathOf = (id: string) => ({ params: { id } })
const raise = (salary: number, salary_from: string) =>
  primary.call(employees.update, { ...pathOf(njeri), body: { salary, salary_from } })
const draft = (month: MonthName, year: number) => runMonth(primary, month, year, false)

async function slipOf(run: string) {
  const { body } = await primary.call(payrolls.get, pathOf(run))
  const id = body.payslips.find(({ employee }) => employee.id === njeri)?.id as string
  return (await primary.call(payslips.get, pathOf(id))).body
}

async function confirmedMonths() {
  for (const [month, year] of [
    ['November', 2025],
    ['December', 2025],
    ['January', 2026],
  ] as const) {
    await runMonth(primary, month, year)
  }
}

describe('what is declared and told', () => {
  const { exports, returns, analytics } = contract

  async function filed(call: typeof returns.make, params: object, body: object) {
    const reply = await primary.call(call as never, { params, body } as never)
    expect(reply.status).toBe(200)
    return cellsOf(await bytesOf(world, primary, reply.body as never))
  }
  const p9 = (year: number) =>
    filed(exports.p9 as never, {}, { employee_id: njeri, year, extension: 'xlsx' })
  const p10 = (month: string, extension = 'xlsx') =>
    filed(returns.make, { month }, { type: 'SEC_B', name: null, extension })

  test('the P9 has them in their months, the P10 on sheet G, as they were paid', async () => {
    await confirmedMonths()
    await p9(2025)
    await raise(60_000, '2025-12')
    const february = await runMonth(primary, 'February', 2026)
    // A card of 2025 that was handed out is of another state.
    const withdrawn = `select from byproducts
      where organization_id = $1 and withdrawn_at is not null`
    expect(await world.rows(withdrawn, [home])).toHaveLength(1)
    const lineOf = (cells: string, month: string) =>
      cells.split('\n').find((line) => line.startsWith(`"${month}"`)) ?? ''
    const card = await p9(2025)
    // 60,000 in December: NSSF 3,600, levy 900, SHIF 1,650; tax on 53,850 is 10,938.35 − 2,400.
    expect(lineOf(card, 'November')).toContain('50000')
    for (const amount of ['60000', '3600', '900', '1650', '53850', '8538.35']) {
      expect(lineOf(card, 'December')).toContain(amount)
    }
    const card26 = await p9(2026)
    for (const month of ['January', 'February']) expect(lineOf(card26, month)).toContain('60000')
    const sheet = await p10('2026-02')
    expect(sheet).toContain('G_Arrears_Dtls_E')
    const late = sheet.split('\n').filter((line) => /December 2025|January 2026/.test(line))
    expect(late).toHaveLength(2)
    for (const line of late) {
      for (const amount of ['10000', '2692.5', '600', '275', '150', '8975']) {
        expect(line).toContain(amount)
      }
    }
    // February by itself, as the tax of the month is.
    expect(sheet.split('\n').find((line) => line.includes('Benefit not given'))).toContain(
      '8538.35',
    )
    const slip = await slipOf(february.id)
    expect(february.totals.deductions[0]).toBe(8_538.35 + 2 * 2_692.5)
    const { body } = await primary.call(analytics.annual, { params: { year: 2026 } })
    expect(JSON.stringify(body)).toContain(String(slip.gross + 50_000))
  })

  test('what cards, returns and payslips come to is the same sum, raised and cut', async () => {
    world.setTime('2026-05-28T09:00:00Z')
    // A session is for the day.
    primary = await world.as('primary', home)
    await confirmedMonths()
    await raise(70_000, '2025-11')
    await runMonth(primary, 'February', 2026)
    await raise(66_000, '2025-12')
    await runMonth(primary, 'March', 2026)
    await raise(55_000, '2026-01')
    await runMonth(primary, 'April', 2026)
    await runMonth(primary, 'May', 2026)
    const cents = (shillings: number) => Math.round(shillings * 100)
    const totalOf = async (call: unknown, params: object, body: object) => {
      const reply = await primary.call(call as typeof returns.make, { params, body } as never)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return cents((reply.body as { total: number }).total)
    }
    let declared = 0
    for (const month of [
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
    ]) {
      const asked = { type: 'SEC_B', name: null, extension: 'xlsx' }
      declared += await totalOf(returns.make, { month }, asked)
    }
    let carded = 0
    for (const year of [2025, 2026]) {
      carded += await totalOf(exports.p9, {}, { employee_id: njeri, year, extension: 'xlsx' })
    }
    const [{ paye }] = await world.rows(
      `select (sum(paye) * 100)::int as paye from paid_slips where organization_id = $1`,
      [home],
    )
    expect([declared, carded]).toEqual([paye, paye])
    const open = `select from arrears where organization_id = $1 and status = 'draft'`
    expect(await world.rows(open, [home])).toEqual([])
    // Every month as if it had been paid by what is agreed now: 70,000, 66,000 and then 55,000.
    const fresh = await world.as('primary', await world.addOrganization())
    const other = { salary: 70_000, employment_date: '2024-02-01' }
    const { id } = await employ(fresh, other)
    for (const [salary, salary_from] of [
      [66_000, '2025-12'],
      [55_000, '2026-01'],
    ] as const) {
      await fresh.call(employees.update, { ...pathOf(id), body: { salary, salary_from } })
    }
    const months = [
      ['November', 2025],
      ['December', 2025],
      ['January', 2026],
      ['February', 2026],
      ['March', 2026],
      ['April', 2026],
      ['May', 2026],
    ] as const
    for (const [month, year] of months) await runMonth(fresh, month, year)
    const sums = `select sum(gross) as gross, sum(paye) as paye, sum(nssf) as nssf,
      sum(health) as health, sum(housing) as housing, sum(nssf_employer) as employer,
      sum(net) as net, sum(taxable) as taxable from paid_slips where employee_id = $1`
    expect(await world.rows(sums, [njeri])).toEqual(await world.rows(sums, [id]))
  })

  test('the payslip says how each line came about', async () => {
    await confirmedMonths()
    await raise(60_000, '2026-01')
    const run = await draft('February', 2026)
    const { body } = await primary.call(payrolls.get, pathOf(run.id))
    const slip = body.payslips.find(({ employee }) => employee.id === njeri)
    const told = await primary.call(payrolls.working, pathOf(slip?.id as string))
    const line = (label: string) => told.body.find((one) => one.label === label)
    expect(line('Arrears of January 2026: Basic pay')).toMatchObject({
      amount: 10_000,
      working: '60,000 for the month, less 50,000 paid',
    })
    expect(line('PAYE of arrears, January 2026')).toMatchObject({ amount: 2_692.5 })
    const whole = await slipOf(run.id)
    expect(told.body.find(({ figure }) => figure === 'net')?.amount).toBe(whole.net)
    expect(told.body.find(({ figure }) => figure === 'gross')?.amount).toBe(whole.gross)
  })
})
