// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Days away on duty: up to the law's amount a day free of tax, what is above it is taxed (B33). */

const { corrections, variablePay, payrolls, payslips } = contract
const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const day = { employment_date: '2024-01-01' }
const away = await employ(primary, { first_name: 'Amani', salary: 45_000, ...day })
const atHome = await employ(primary, { first_name: 'Baraka', salary: 45_000, ...day })

const save = (month: string, cells: object, { id } = away) =>
  primary.call(variablePay.save, { body: { month, people: [{ employee_id: id, ...cells }] } })

async function slipsOf(month: string, year: number) {
  const run = await runMonth(primary, month, year, false)
  const of = ({ id }: { id: string }) => run.payslips.find(({ employee }) => employee.id === id)
  const [mine, other] = [of(away), of(atHome)]
  if (!mine || !other) throw new Error('Somebody has no payslip.')
  return { run, mine, other }
}

test('until June 2025 two thousand a day are free, and the rest is taxed once', async () => {
  expect((await save('2025-06', { days_away: 3, per_diem: 8000 })).status).toBe(200)
  const { mine, other } = await slipsOf('June', 2025)
  const { body } = await primary.call(payslips.get, { params: { id: mine.id } })
  expect(body.incomes).toMatchObject([
    { name: 'Per diem', amount: 6000 },
    { name: 'Per diem, taxed part', amount: 18_000 },
  ])
  expect(mine.gross - other.gross).toBe(24_000)
  // Housing levy and SHIF are of regular pay; NSSF and tax are of all that is taxed.
  const without = await primary.call(payslips.get, { params: { id: other.id } })
  const line = (slip: typeof body, name: string) =>
    slip.deductions.find((one) => one.name === name)?.amount ?? Number.NaN
  expect(line(body, 'SHIF')).toBe(line(without.body, 'SHIF'))
  expect(line(body, 'Housing Levy')).toBe(line(without.body, 'Housing Levy'))
  expect(line(body, 'NSSF') - line(without.body, 'NSSF')).toBeCloseTo(1080, 2)
})

test('from July 2025 ten thousand a day are free: nothing but cash is more', async () => {
  expect((await save('2025-07', { days_away: 3, per_diem: 10_000 })).status).toBe(200)
  const { run, mine, other } = await slipsOf('July', 2025)
  expect(mine.net - other.net).toBeCloseTo(30_000, 2)
  const working = (await primary.call(payrolls.working, { params: { id: mine.id } })).body
  expect(working).toContainEqual(
    expect.objectContaining({ label: 'Per diem (3 days away)', working: '3 days × 10,000' }),
  )
  await save('2025-07', { days_away: 4 })
  const checks = async () =>
    (await primary.call(payrolls.checks, { params: { id: run.id } })).body.map(({ kind }) => kind)
  expect(await checks()).toContain('inputs changed')
  await primary.call(payrolls.recalculate, { params: { id: run.id } })
  expect(await checks()).not.toContain('inputs changed')
  const confirmed = await primary.call(payrolls.confirm, { params: { id: run.id } })
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  // A correction can change it: it is not taken for days of leave.
  const { body } = await primary.call(corrections.of, { params: { id: mine.id } })
  expect(body.lines).toContainEqual(expect.objectContaining({ name: 'Per diem', paid: 40_000 }))
  expect(body.left_out).toEqual([])
  const late = await save('2025-07', { days_away: 5 })
  expect(JSON.stringify(late.body)).toContain('July 2025 is already confirmed for')
})

test('the database takes no days without an amount, and no amount without days', async () => {
  const add = (days: number, amount: number) =>
    world.rows(
      `insert into variable_pay (organization_id, employee_id, period, days_away, per_diem)
       values ($1, $2, '2026-01', ${days}, ${amount})`,
      [home, away.id],
    )
  await expect(add(2, 0)).rejects.toThrow(/variable_pay_per_diem/)
  await expect(add(0, 500)).rejects.toThrow(/variable_pay_per_diem/)
})
