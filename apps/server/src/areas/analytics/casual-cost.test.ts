import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals } from '../../test/casuals.ts'
import { cellsOf, sheetsOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What casuals cost stands beside the figures of employees, never among them. */

const world = await openWorld()
const { analytics, casualTerms } = contract
const annual = async (by: Caller) =>
  (await by.call(analytics.annual, { params: { year: 2026 } })).body
const monthly = async (by: Caller, employee_id = '') => {
  const body = { employee_id, from: '2026-02-01', to: '2026-02-01' }
  return (await by.call(analytics.monthly, { body })).body
}

test('casual pay is reported by month, beside the employees', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  const { id } = await employ(primary)
  await runMonth(primary, 'February', 2026)
  const before = await annual(primary)
  expect(before.casuals).toMatchObject({ grossTotal: 0, costTotal: 0 })
  expect(before.staffCostTotal).toBe(before.employerCostTotal)

  await addCasual(primary, { pay: 1000 })
  // Two days in February and five in March; nothing of a draft.
  await confirmCasuals(primary, '2026-02-27', '2026-03-05')
  await draftCasuals(primary, '2026-03-06', '2026-03-07')
  const after = await annual(primary)
  expect(after.casuals).toMatchObject({ grossTotal: 7000, employerTotal: 0, costTotal: 7000 })
  expect(after.casuals?.costDatasets).toMatchObject([{ label: 'Casual Pay' }])
  expect(after.casuals?.costDatasets[0]?.data.slice(0, 4)).toEqual([0, 2000, 5000, 0])
  expect(after.staffCostTotal).toBe(before.employerCostTotal + 7000)
  const { casuals: _, staffCostTotal: __, ...employees } = after
  expect(before).toMatchObject(employees)

  expect((await monthly(primary)).casuals).toMatchObject({ grossTotal: 2000, costTotal: 2000 })
  expect((await monthly(primary, id)).casuals).toBeNull()
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await annual(stranger)).casuals).toMatchObject({ costTotal: 0 })
})

test('the annual report as a file has casuals apart, and both together', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  const sheet = async (extension: 'xlsx' | 'csv') => {
    const call = { params: { year: 2026 }, query: { extension } }
    const { body } = await primary.call(analytics.sheet, call)
    return Buffer.from(body.file.split(',')[1] ?? '', 'base64')
  }
  await employ(primary)
  await runMonth(primary, 'February', 2026)
  expect(sheetsOf(await sheet('xlsx')).SheetNames).not.toContain('Casuals')
  const alone = (await sheet('csv')).toString('utf8').trimEnd()

  await addCasual(primary, { pay: 1000 })
  await confirmCasuals(primary, '2026-02-27', '2026-03-05')
  const { employerCostTotal } = await annual(primary)
  const both = (employerCostTotal + 7000).toFixed(2)
  // Nothing of the employees has changed; below it, the casuals.
  const csv = (await sheet('csv')).toString('utf8').trimEnd()
  expect(csv.startsWith(alone)).toBe(true)
  expect(csv.slice(alone.length).trim().split('\r\n')).toEqual([
    "Casual workers by month,Casual Pay,Employer's contributions,Cost",
    'February 2026,2000.00,0.00,2000.00',
    'March 2026,5000.00,0.00,5000.00',
    'Total,7000.00,0.00,7000.00',
    `"Total staff cost, employees and casuals",,,${both}`,
  ])
  const cells = cellsOf(await sheet('xlsx'))
  expect(cells).toContain('March 2026')
  expect(cells).toContain('Total staff cost, employees and casuals')
})

test("where the law is applied, the employer's part is in it", async () => {
  const primary = await world.as('primary', await world.addOrganization())
  const { body: terms } = await primary.call(casualTerms.get)
  await primary.call(casualTerms.change, { body: { ...terms, statutory: true } })
  await addCasual(primary, { pay: 1000 })
  await confirmCasuals(primary, '2026-03-01', '2026-03-07')
  await confirmCasuals(primary, '2024-12-30', '2025-01-05')
  const { casuals, years } = await annual(primary)
  // Offered, though no employee was ever paid.
  expect(years).toEqual([2026, 2025, 2024])
  // Six per cent of 7,000 for NSSF, 1.5 for the Housing Levy, and 50 for NITA.
  expect(casuals).toMatchObject({ grossTotal: 7000, employerTotal: 575, costTotal: 7575 })
  expect(casuals?.costDatasets.map(({ label }) => label)).toEqual([
    "Employer's contributions",
    'Casual Pay',
  ])
})
