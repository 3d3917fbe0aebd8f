import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From another system to a payroll that says the same: by the registers of two months. */

const send = (page: Page, name: string, rows: (string | number)[][]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((row) => row.join(',')).join('\r\n')),
  })

const step = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Move in/ }).getByRole('link', { name: new RegExp(title) })

test('the year is opened from a register, a draft is made and compared until it is equal', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Safari Ltd')
  const { employee_no } = await addEmployee(page.request, { ...complete, salary: 100_000 })
  const { id } = await runMonth(page.request, 'October', 2026, false)

  await open(page, '/dashboard')
  const steps = page.getByRole('region', { name: /^Move in/ })
  await expect(steps.getByRole('listitem')).toHaveCount(7)
  await expect(step(page, 'Open the year')).toContainText(
    'Missing: pay of 2026: January to September of 1 person',
  )
  await expect(step(page, 'Draft your first payroll')).toContainText('October 2026, 1 payslip')
  await expect(step(page, 'Compare with')).toContainText('Missing: a comparison')
  await check(page, '/dashboard, moving in')
  await page.setViewportSize(phone)
  await check(page, '/dashboard, moving in, on a phone', [phone])
  await page.setViewportSize({ width: 1440, height: 900 })

  // The register of September, with a column that nobody would recognise.
  await step(page, 'Open the year').click()
  await page.getByRole('link', { name: 'From a Register or P10' }).first().click()
  await expect(page.getByRole('heading', { name: 'Open the Year from a Register' })).toBeVisible()
  await check(page, '/openingRegister')
  await page.getByRole('combobox', { name: 'Month' }).fill('September 2026')
  await page.getByRole('combobox', { name: 'Month' }).press('Enter')
  await page.getByLabel('Where from').fill('Old payroll')
  const top = ['Staff No', 'Names', 'Gross', 'Taxed', 'Steuer', 'NSSF', 'SHA', 'AHL', 'Paid Out']
  const row = [employee_no, 'Amina', 100_000, 89_750, 19_308.35, 6000, 2750, 1500, 70_441.65]
  await send(page, 'september.csv', [top, row, ['TOTAL', '', 100_000]])
  await expect(page.getByText('No column of the sheet is this one. Please match it.')).toBeVisible()
  await page.getByRole('button', { name: 'Match columns' }).click()
  await page.getByRole('combobox', { name: 'PAYE' }).click()
  await page.getByRole('option', { name: 'Steuer' }).click()
  await expect(page.getByText('1 row to add.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Net Pay' }).click()
  await page.getByRole('option', { name: 'Paid Out' }).click()
  await expect(page.getByText('1 row to add.')).toBeVisible()
  await check(page, '/openingRegister, read')
  await page.setViewportSize(phone)
  await check(page, '/openingRegister on a phone', [phone])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Upload 1 row' }).click()
  await expectToast(page, 'Opening balances uploaded successfully')
  await expect(page.getByRole('row', { name: /^2026: Old payroll/ })).toContainText('19,308.35')

  // October beside the draft; the columns are known by now.
  await open(page, '/dashboard')
  await expect(step(page, 'Open the year')).toContainText('There: 2026, 1 person')
  await expect(step(page, 'Open the year')).toContainText('January to August of 1 person')
  await step(page, 'Compare with').click()
  const [slip] = (await call(page.request, contract.payrolls.get, { params: { id } })).payslips
  const own = [employee_no, 'Amina', slip?.gross ?? 0]
  const columns = ['Staff No', 'Names', 'Gross', 'Paid Out']
  await send(page, 'october.csv', [columns, [...own, (slip?.net ?? 0) + 1]])
  await expect(page.getByText('0 of 1 person equal')).toBeVisible()
  await send(page, 'october.csv', [columns, [...own, slip?.net ?? 0]])
  await expect(page.getByText(/^1 person, to the cent: Gross, Net/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Compared last: equal, 1 person')).toBeVisible()
  await check(page, '/payrollRegister/:id, compared before')
  await open(page, '/dashboard')
  await expect(step(page, 'Compare with')).toContainText('There: equal, 1 person')

  await call(page.request, contract.payrolls.confirm, { params: { id } })
  await open(page, '/dashboard')
  await expect(steps).toHaveCount(0)
})
