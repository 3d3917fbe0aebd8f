// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { bytesOf, cellsOf } from '../../test/exported.ts'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { rowsOf } from '../../test/spreadsheets.ts'
import { openWorld } from '../../test/world.ts'

/** Benefits in kind where people and the tax authority read them. */

const { analytics, benefits, employees, exports, payrolls, payslips, returns } = contract

const world = await openWorld({ workers: true })
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const { id } = await employ(primary, {
  ...{ first_name: 'Njeri', last_name: 'Mwangi', pin_no: 'A001234567X', salary: 100_000 },
})
const from = '2026-01-01'
for (const one of [
  { kind: 'car', amount: 2_000_000, cc: 1800 },
  { kind: 'meals', amount: 7000 },
  { kind: 'telephone', amount: 10_000 },
  { kind: 'house', house: 'rented', amount: 20_000, recovered: 5000 },
] as const) {
  await primary.call(benefits.create, { body: { employee_id: id, ...one, from } })
}
const draft = await runMonth(primary, 'February', 2026, false)
const slip = draft.payslips[0]?.id ?? ''

test('a payslip shows each apart from the pay, in the language of who reads it', async () => {
  const { body } = await primary.call(payslips.html, { params: { id: slip } })
  const words = body.html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  const [, listed = ''] = words.split('Benefits in kind (not cash) KES ')
  for (const line of ['Company car 40,000.00', 'Meals 7,000.00', 'Telephone 3,000.00']) {
    expect(listed).toContain(line)
  }
  expect(listed).toContain('House from the employer 16,300.00')
  expect(words).toContain('Gross pay 100,000.00')
  expect(words).toContain('Taxable benefits 58,300.00')
  await primary.call(payrolls.confirm, { params: { id: draft.id } })
  const person = await asEmployee(world, home, id)
  const read = { params: { id: slip } }
  const swahili = await person.call(payslips.html, read, { 'accept-language': 'sw' })
  expect(swahili.body.html).toContain('Manufaa yasiyo ya fedha')
  expect(swahili.body.html).toContain('Gari la kampuni')
})

test('the working tells how each is valued', async () => {
  const { body } = await primary.call(payrolls.working, { params: { id: slip } })
  const told = new Map(body.map(({ label, working }) => [label, working]))
  expect(told.get('Company car')).toMatch(
    /^the higher of 2,000,000 × 2%, 40,000, and 7,200 for 1800 cc/,
  )
  expect(told.get('Telephone')).toBe('bills 10,000 × 30% = 3,000')
})

test('P9 and P10 have them in their columns', async () => {
  const card = await primary.call(exports.p9, { body: { employee_id: id, year: 2026 } })
  const cells = cellsOf(await bytesOf(world, primary, card.body))
  expect(cells).toMatch(/^"February",100000.00,42000.00,16300.00,158300.00,/m)
  const made = await primary.call(returns.make, {
    params: { month: '2026-02' },
    body: { type: 'SEC_B', extension: 'csv' } as never,
  })
  const p10 = (await bytesOf(world, primary, made.body)).toString('utf8')
  expect(p10).toContain(",40000.00,2000.00,0.00,Employer's Rented House,16300.00,0.00,")
  const workbook = await primary.call(returns.make, {
    params: { month: '2026-02' },
    body: { type: 'SEC_B', extension: 'xlsx' } as never,
  })
  const bytes = await bytesOf(world, primary, workbook.body)
  const address = `data:x;base64,${bytes.toString('base64')}`
  const cars = rowsOf(address, 'D_Computation_of_Car_Benefit')
  expect(cars.at(-1)).toEqual([
    ...['A001234567X', 'Njeri Mwangi', 'Resident', 'Primary Employee', 'Company car'],
    expect.stringMatching(/^the higher of 2,000,000 × 2%, 40,000, and 7,200 for 1800 cc/),
    40_000,
  ])
  expect(JSON.stringify(made.body)).toContain('Cars are on sheet D')
  expect(JSON.stringify(workbook.body)).not.toContain('Cars are on sheet D')
})

test('the annual report tells what of them was taxed, and counts it as no pay', async () => {
  const { body } = await primary.call(analytics.annual, { params: { year: 2026 } })
  expect(body).toMatchObject({ benefitsTotal: 58_300, grossTotal: 100_000 })
  const asked = { params: { year: 2026 }, query: { extension: 'xlsx' } } as const
  const { body: sheet } = await primary.call(analytics.sheet, asked)
  // The telephone is below the limit of small benefits.
  expect(rowsOf(sheet.file, 'Benefits')).toEqual([
    ['Taxed benefits, not cash', 'Cars', 'Meals', 'Others', 'Houses', 'Taxed'],
    ['February 2026', 40_000, 2000, 0, 16_300, 58_300],
    ['Total', 40_000, 2000, 0, 16_300, 58_300],
  ])
})

test('a raise that reaches back values a house anew, in the annual report as on the P9', async () => {
  const other = await world.as('primary', await world.addOrganization('House Ltd'))
  const tenant = await employ(other, { salary: 100_000, employment_date: '2024-02-01' })
  const house = { kind: 'house', house: 'rented', amount: 5000, from: '2026-01-01' } as const
  await other.call(benefits.create, { body: { employee_id: tenant.id, ...house } })
  await runMonth(other, 'January', 2026)
  const raise = { salary: 200_000, salary_from: '2026-01' } as never
  await other.call(employees.update, { params: { id: tenant.id }, body: raise })
  await runMonth(other, 'February', 2026)
  const { body } = await other.call(analytics.annual, { params: { year: 2026 } })
  expect(body.benefitsTotal).toBe(60_000)
})
