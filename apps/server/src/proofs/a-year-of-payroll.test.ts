// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { monthNames } from '@mshahara/contract/months'
import { describe, expect, test } from 'vitest'
import { employ, terminate } from '../test/office.ts'
import { type Caller, openWorld } from '../test/world.ts'

/**
 * A year as a payroll officer lives it, under a set clock. Every figure expected here was worked
 * out by hand from the law of its month; the sums stand beside it. Law of 2026 from February:
 * NSSF 6% up to 108,000 (January: 72,000), SHIF 2.75%, levy 1.5%, tax 10% of 24,000, 25% of the
 * next 8,333 (together 4,483.25), 30% beyond; relief 2,400.
 */

const { payrolls, employees, allowances, incomes, deductions, revenues, commissionRates } = contract

let primary: Caller
const people: Record<string, string> = {}
const runs: Record<string, string> = {}

const world = await openWorld()
const organization_id = await world.addOrganization('Year Ltd')
await world.rows(`update subscriptions set "from" = '2026-01-01' where organization_id = $1`, [
  organization_id,
])
const founder = await world.addPerson({ organization_id, role: 'primary' })
await goTo('2026-01-28')

/** The clock moves and ends sessions: sign in again. */
async function goTo(day: string) {
  world.setTime(`${day}T08:00:00Z`)
  primary = await world.signIn(founder.email)
}
const ok = <T extends { status: number; body: unknown }>(reply: T): T => {
  if (reply.status > 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}
const hire = async (name: string, given: object) => {
  const { id } = await employ(primary, { first_name: name, last_name: 'Staff', ...given })
  people[name] = id
}
const add = (endpoint: unknown, name: string, body: object) =>
  primary.call(endpoint as never, { body: { employee_id: people[name], ...body } } as never)

async function run(month: MonthName, year = 2026) {
  const at = String(monthNames.indexOf(month) + 1).padStart(2, '0')
  await goTo(`${year}-${at}-28`)
  const { body } = ok(await primary.call(payrolls.create, { body: { month, year } }))
  runs[month] = body.id
  return body
}
const confirm = (id: string | undefined) =>
  primary.call(payrolls.confirm, { params: { id: id ?? '' } })

/** The payslip of a person in a run, by the names of its columns. */
async function slip(month: string, name: string) {
  const { body } = ok(await primary.call(payrolls.get, { params: { id: runs[month] ?? '' } }))
  const found = body.payslips.find(({ employee }) => employee.first_name === name)
  if (!found) return undefined
  const named = (names: string[], cells: { amount: number }[]) =>
    Object.fromEntries(
      names.map((title, index) => [title, cells[index]?.amount]).filter(([, amount]) => amount),
    )
  const { gross, taxable, income_tax, net, days } = found
  return {
    gross,
    taxable,
    income_tax,
    net,
    days,
    incomes: named(body.incomeNames, found.sortedIncomes),
    deductions: named(body.deductionNames, found.sortedDeductions),
  }
}

describe('2026', () => {
  test('January: house allowance, disability, consultants', async () => {
    await hire('Amina', { salary: 60_000, employment_date: '2020-01-01' })
    await add(allowances.create, 'Amina', { name: 'House', amount: 10_000, type: 'house' })
    await hire('Dalila', {
      salary: 200_000,
      disability: 1,
      disability_certificate_no: 'NCPWD/P/9',
      disability_certificate_expiry: '2026-11-30',
    })
    await hire('Esther', { salary: 40_000 })
    await hire('Chege', { salary: 45_000 })
    const consultant = { tos: 'Consultant', paye: 0, nhif: 0, nssf: 0, housing: 0, nita: 0 }
    await hire('Faith', { ...consultant, salary: 50_000 })
    await hire('George', { ...consultant, salary: 58_000, vat_registered: 1 })
    await hire('Hilda', { ...consultant, salary: 23_999.99 })
    await run('January')
    // 70,000: NSSF 6% = 4,200 (under 72,000); SHIF 1,925; levy 1,050; taxable 62,825.
    // Tax 4,483.25 + 30% of 30,492 = 13,630.85, less 2,400.
    expect(await slip('January', 'Amina')).toEqual({
      gross: 70_000,
      taxable: 62_825,
      income_tax: 13_630.85,
      net: 51_594.15,
      days: null,
      incomes: { House: 10_000 },
      deductions: { PAYE: 11_230.85, NSSF: 4200, SHIF: 1925, 'Housing Levy': 1050 },
    })
    expect(await slip('January', 'Faith')).toMatchObject({
      gross: 50_000,
      net: 47_500,
      deductions: { 'Withholding Tax': 2500 },
    })
    // 58,000 = fee 50,000 + VAT 8,000; 5% of the fee alone.
    expect(await slip('January', 'George')).toMatchObject({
      gross: 58_000,
      net: 55_500,
      incomes: { VAT: 8000 },
      deductions: { 'Withholding Tax': 2500 },
    })
    expect(await slip('January', 'Hilda')).toMatchObject({ net: 23_999.99, deductions: {} })
    expect((await confirm(runs.January)).status).toBe(200)
  })

  test('February: a joiner on the 17th; new NSSF limits', async () => {
    await hire('Brian', { salary: 56_000, employment_date: '2026-02-17' })
    await run('February')
    // 12 of 28 days: 24,000. NSSF 1,440; SHIF 660; levy 360; tax 2,154 under the relief.
    expect(await slip('February', 'Brian')).toEqual({
      gross: 24_000,
      taxable: 21_540,
      income_tax: 2154,
      net: 21_540,
      days: '12 of 28 days',
      incomes: {},
      deductions: { NSSF: 1440, SHIF: 660, 'Housing Levy': 360 },
    })
    // 200,000: NSSF 6,480; SHIF 5,500; levy 3,000; 185,020 − 150,000 exempt = 35,020.
    expect(await slip('February', 'Dalila')).toMatchObject({ taxable: 35_020, net: 182_130.65 })
    await confirm(runs.February)
  })

  test('March, and in April: a raise from March, and a commission recorded late', async () => {
    await run('March')
    // Brian in full: NSSF 3,360; SHIF 1,540; levy 840; 50,260 taxed 9,861.35, less 2,400.
    expect(await slip('March', 'Brian')).toMatchObject({ net: 42_798.65, days: null })
    await confirm(runs.March)
    await goTo('2026-04-20')
    const { body: rate } = await primary.call(commissionRates.create, {
      body: { name: 'Retail', display_name: 'Commission', amount: 100_000, rate: 5 },
    })
    await add(revenues.create, 'Esther', {
      month: 'January',
      year: 2026,
      commission_rate_id: rate.id,
      amount: 180_000,
    })
    ok(
      await primary.call(employees.update, {
        params: { id: people.Amina ?? '' },
        body: { salary: 66_000, salary_from: '2026-03' },
      }),
    )
    await run('April')
    // 76,000: NSSF 4,560; SHIF 2,090; levy 1,140; 68,210 taxed 15,246.35, less 2,400.
    // 55,363.65; and of March 6,000 less NSSF 360, SHIF 165, levy 90 and 30% of 5,385: 3,769.50.
    expect(await slip('April', 'Amina')).toMatchObject({ gross: 82_000, net: 59_133.15 })
    expect(await slip('March', 'Amina')).toMatchObject({ gross: 70_000 })
    // 5% of 80,000 = 4,000. 44,000: NSSF 2,640; SHIF 1,210; levy 660; 39,490 taxed 6,630.35.
    expect(await slip('April', 'Esther')).toMatchObject({
      incomes: { 'Commission (January 2026)': 4000 },
      net: 35_259.65,
    })
    await confirm(runs.April)
  })

  test('June: allowance ended, a bonus, a leaver on the 9th', async () => {
    await run('May')
    await confirm(runs.May)
    const { body: list } = await primary.call(allowances.list, {
      params: { id: people.Amina ?? '' },
    })
    await primary.call(allowances.remove, { params: { id: list[0]?.id ?? '' } })
    await add(incomes.create, 'Esther', {
      name: 'Bonus',
      amount: 10_000,
      one_off: 1,
      from: '2026-06-01',
      to: '2026-06-30',
    })
    await goTo('2026-06-10')
    await terminate(primary, people.Chege ?? '', '2026-06-09')
    await run('June')
    // 66,000: NSSF 3,960; SHIF 1,815; levy 990; 59,235 taxed 12,553.85, less 2,400.
    expect(await slip('June', 'Amina')).toMatchObject({ incomes: {}, net: 49_081.15 })
    // NSSF on 50,000, SHIF and levy on 40,000: 3,000; 1,100; 600; 45,300 taxed 8,373.35.
    expect(await slip('June', 'Esther')).toMatchObject({
      gross: 50_000,
      taxable: 45_300,
      net: 39_326.65,
    })
    // 45,000 × 9/30 = 13,500: NSSF 810; SHIF 371.25; levy 202.50; tax 1,211.63 under the relief.
    expect(await slip('June', 'Chege')).toMatchObject({
      gross: 13_500,
      taxable: 12_116.25,
      income_tax: 1211.63,
      net: 12_116.25,
      days: '9 of 30 days',
    })
    await confirm(runs.June)
  })

  test('July: a pension before tax; August: a reimbursement, corrected before confirming', async () => {
    await add(deductions.create, 'Esther', {
      name: 'Pension',
      amount: 5000,
      kind: 'pension',
      from: '2026-07-01',
    })
    await run('July')
    expect(await slip('July', 'Chege')).toBeUndefined()
    // NSSF 2,400; SHIF 1,100; levy 600; pension 5,000; 30,900 taxed 2,400 + 25% of 6,900 = 4,125.
    expect(await slip('July', 'Esther')).toMatchObject({
      taxable: 30_900,
      net: 29_175,
      deductions: { PAYE: 1725, Pension: 5000 },
    })
    await confirm(runs.July)
    await run('August')
    await add(incomes.create, 'Esther', {
      name: 'Travel refund',
      amount: 3000,
      taxable: 0,
      from: '2026-08-01',
      to: '2026-08-31',
    })
    const refused = await confirm(runs.August)
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.payroll?.[0]).toMatch(/recalculate first: Esther Staff/)
    await primary.call(payrolls.recalculate, { params: { id: runs.August ?? '' } })
    expect(await slip('August', 'Esther')).toMatchObject({
      gross: 43_000,
      taxable: 30_900,
      net: 32_175,
    })
    expect((await confirm(runs.August)).status).toBe(200)
  })

  test('September: a second run for somebody recorded late', async () => {
    await run('September')
    await confirm(runs.September)
    await goTo('2026-09-30')
    await hire('Irene', { salary: 30_000, employment_date: '2026-09-21' })
    const late = await primary.call(payrolls.create, { body: { month: 'September', year: 2026 } })
    expect(late.body.count).toBe(1)
    runs.late = late.body.id
    // 10 of 30 days: 10,000. NSSF 600; SHIF 300 at least; levy 150; tax 895 under the relief.
    expect(await slip('late', 'Irene')).toMatchObject({ gross: 10_000, net: 8950 })
    await confirm(late.body.id)
  })

  test('October: confirmed in error, reversed, and run again', async () => {
    const first = await run('October')
    await confirm(first.id)
    ok(
      await primary.call(payrolls.reverse, {
        params: { id: first.id },
        body: { reason: 'The bank details were those of last year' },
      }),
    )
    const again = await run('October')
    expect(again.count).toBe(first.count)
    expect(again.net).toBe(first.net)
    await confirm(again.id)
  })

  test('December: the certificate has expired, and the law is not yet checked', async () => {
    await run('December')
    // No exemption any more: 185,020 taxed 4,483.25 + 30% of 152,687 = 50,289.35.
    expect(await slip('December', 'Dalila')).toMatchObject({
      taxable: 185_020,
      income_tax: 50_289.35,
    })
    const { body: checks } = await primary.call(payrolls.checks, {
      params: { id: runs.December ?? '' },
    })
    expect(checks.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['disability certificate', 'law not checked']),
    )
  })

  test('nobody was paid twice for a month, and every run adds up', async () => {
    const twice = await world.rows(
      `select employee_id, month from payslips where not void group by 1, 2 having count(*) > 1`,
    )
    expect(twice).toEqual([])
    const wrong = await world.rows(
      `select id from payslips where gross - total_deductions <> net
         or total_deductions <> (select coalesce(sum((l ->> 'amount')::numeric), 0) / 100
           from jsonb_array_elements(deductions) l)
         or gross <> salary + (select coalesce(sum((l ->> 'amount')::numeric), 0) / 100
           from jsonb_array_elements(incomes) l)`,
    )
    expect(wrong).toEqual([])
  })
})

describe('the law of its month, for a salary of 100,000', () => {
  test.each([
    ['March', 2023, 75_415.65, ['PAYE', 'NSSF', 'NHIF', 'Housing Levy']],
    ['January', 2024, 75_415.65, ['PAYE', 'NSSF', 'NHIF', 'Housing Levy']],
    ['October', 2024, 72_079.65, ['PAYE', 'NSSF', 'SHIF', 'Housing Levy']],
    ['December', 2024, 73_129.65, ['PAYE', 'NSSF', 'SHIF', 'Housing Levy']],
    ['February', 2026, 70_441.65, ['PAYE', 'NSSF', 'SHIF', 'Housing Levy']],
  ] as const)('%s %i', async (month, year, net, names) => {
    const caller = await world.as('primary', await world.addOrganization())
    await employ(caller, { salary: 100_000, employment_date: '2021-01-01' })
    const { body } = ok(await caller.call(payrolls.create, { body: { month, year } }))
    expect(body.net).toBe(net)
    const { body: payroll } = await caller.call(payrolls.get, { params: { id: body.id } })
    expect(payroll.deductionNames).toEqual(names)
  })
})
