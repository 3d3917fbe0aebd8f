import { check, open, phone } from './axe.ts'
import { found, join, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format()
const year = Number(today.slice(0, 4))

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The totals of a summary, as a person reads them. */
const totals = (page: Page, name: string) => card(page, name).locator('dl')
const choose = (page: Page, field: string, option: string) =>
  page.getByRole('combobox', { name: field, exact: true }).selectOption(option)
const showAs = (page: Page, name: string, view: string) =>
  card(page, name).getByText(view, { exact: true }).click()
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

test('without a confirmed payroll every report says so', async ({ page }) => {
  test.slow()
  await found(page.request)
  await addEmployee(page.request)
  await runMonth(page.request, 'January', year, false)
  await open(page, '/dashboard')
  // A new owner sees the way to the first payroll instead of zeros.
  const steps = page.getByRole('region', { name: /^Move in/ })
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Complete your organization/,
    /^2Set up departments/,
    /^Add your people/,
    /^4Bring pay items, leave and loans/,
    /^Open the year/,
    /^Draft your first payroll/,
    /^7Compare with your old register/,
  ])
  await expect(steps).toContainText('4 of 7 done')
  await expect(page.getByText('Payroll Annual Summary')).toHaveCount(0)
  await check(page, '/dashboard, no figures')
  const next = page.getByRole('region', { name: 'What is next' })
  await next.getByRole('link', { name: `The payroll for January ${year} is a draft` }).click()
  await expect(page).toHaveURL(/\/payroll\/[0-9a-f-]{36}$/)
  for (const path of ['/annual-report', '/monthly-report']) {
    await open(page, path)
    await expect(page.getByText('No confirmed payroll in these months')).toHaveCount(2)
    await check(page, `${path}, no figures`)
  }
})

test('the year on the dashboard and in the annual report', async ({ page }) => {
  test.slow()
  await found(page.request)
  await addEmployee(page.request, { salary: 100_000, ...complete })
  await runMonth(page.request, 'December', year - 1)
  await runMonth(page.request, 'January', year)
  await runMonth(page.request, 'February', year, false)
  await open(page, '/dashboard')
  const name = `Payroll Annual Summary ${year}`
  await expect(totals(page, name)).toContainText('Gross IncomeKsh 100,000.00')
  await expect(totals(page, name)).toContainText('Other DeductionsKsh 0.00')
  await expect(card(page, name).locator('svg')).toBeVisible()
  // A screen reader reads out the figures, though only bars are visible.
  const heard = card(page, name).getByRole('row', { name: /^January / })
  await expect(heard).toContainText('Ksh 100,000.00')
  await check(page, '/dashboard')

  await page.getByRole('button', { name: 'Analytic Reports' }).click()
  await page.getByRole('link', { name: 'Annual Payroll Report' }).click()
  await expect(page).toHaveURL('/annual-report')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Annual Report Summary ${year}`)
  await expect(card(page, `Deductions Annual Summary ${year}`)).toContainText('NITAKsh 50.00')
  await check(page, '/annual-report')
  await page.getByRole('combobox', { name: 'Year' }).click()
  await page.getByRole('option', { name: `Year: ${year - 1}` }).click()
  await expect(page).toHaveURL(`/annual-report?year=${year - 1}`)
  const last = `Payroll Annual Summary ${year - 1}`
  await showAs(page, last, 'Table')
  const table = card(page, last).getByRole('table')
  await expect(table.getByRole('row', { name: /^January/ })).toContainText('0.00')
  await expect(table.getByRole('row', { name: /^December/ })).toContainText('100,000.00')
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText('100,000.00')
  await check(page, '/annual-report, table')
  await page.reload()
  await expect(page.getByRole('heading', { name: last })).toBeVisible()
})

test('the bars tell their exact amounts, on a phone too', async ({ page }) => {
  await found(page.request)
  await addEmployee(page.request, { salary: 61_234.56 })
  await runMonth(page.request, 'January', year)
  await open(page, '/annual-report')
  const summary = card(page, `Payroll Annual Summary ${year}`)
  const bars = summary.locator('svg')
  const tip = summary
    .locator('p')
    .filter({ hasText: /^January$/ })
    .locator('..')
  await bars.hover({ position: { x: 60, y: 150 } })
  await expect(tip).toContainText('Gross IncomeKsh 61,234.56')
  await page.mouse.move(5, 5)
  await expect(tip).toBeHidden()
  await page.setViewportSize(phone)
  await expect.poll(() => fits(page)).toBe(true)
  await bars.click({ position: { x: 60, y: 150 } })
  await expect(tip).toContainText('Net IncomeKsh 46,087.26')
  await expect(tip).toBeInViewport({ ratio: 1 })
  expect(await fits(page)).toBe(true)
  const axis = await bars.locator('text').allTextContents()
  expect(axis).toEqual(expect.arrayContaining(['0', '20K', '80K', 'Jan']))
})

test('the monthly report of everybody and of one employee', async ({ page }) => {
  test.slow()
  await found(page.request)
  await addEmployee(page.request, { first_name: 'Atieno', last_name: 'Ouma', salary: 30_000 })
  await addEmployee(page.request, { first_name: 'Kiprono', last_name: 'Rotich', salary: 70_000 })
  await runMonth(page.request, 'January', year)
  await runMonth(page.request, 'December', year - 1)
  await open(page, `/monthly-report?to=${year}-03`)
  const range = `(January ${year} to March ${year})`
  const everybody = `All Employees ${range}`
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`Report Summary: ${everybody}`)
  await expect(totals(page, `Payroll Summary: ${everybody}`)).toContainText('Ksh 100,000.00')
  await expect(totals(page, `Deductions Summary: ${everybody}`)).toContainText('NITAKsh 100.00')
  await check(page, '/monthly-report')

  await page.getByRole('combobox', { name: 'Employee' }).fill('atieno')
  await page.getByRole('option', { name: /^Atieno Ouma · / }).click()
  await expect(title).toHaveText(`Report Summary: Atieno Ouma ${range}`)
  const own = totals(page, `Payroll Summary: Atieno Ouma ${range}`)
  await expect(own).toContainText('Gross IncomeKsh 30,000.00')
  await choose(page, 'Year From', String(year - 1))
  await choose(page, 'Month From', 'December')
  const longer = `Payroll Summary: Atieno Ouma (December ${year - 1} to March ${year})`
  await expect(totals(page, longer)).toContainText('Gross IncomeKsh 60,000.00')
  await page.reload()
  await expect(totals(page, longer)).toContainText('Gross IncomeKsh 60,000.00')
  await expect(page.getByRole('combobox', { name: 'Employee' })).toHaveValue(/^Atieno Ouma/)

  await choose(page, 'Year To', String(year - 1))
  await expect(page.getByText('Month To cannot be before Month From.')).toBeVisible()
  await expect(page.getByRole('region', { name: /Payroll Summary/ })).toBeHidden()
  await check(page, '/monthly-report, refused range')
})

test('many years are drawn by year, and stay months in the table', async ({ page }) => {
  await found(page.request)
  await addEmployee(page.request, { employment_date: '2021-01-01', salary: 50_000 })
  await runMonth(page.request, 'January', 2022)
  await runMonth(page.request, 'June', 2022)
  await runMonth(page.request, 'January', year)
  await open(page, `/monthly-report?from=2022-01&to=${year}-01`)
  const name = `Payroll Summary: All Employees (January 2022 to January ${year})`
  await expect(card(page, name).getByText('Ksh, by year')).toBeVisible()
  await expect(card(page, name).locator('svg')).toContainText('2022')
  await showAs(page, name, 'Table')
  const rows = card(page, name).getByRole('row')
  await expect(rows).toHaveCount((year - 2022) * 12 + 1 + 2)
  await expect(card(page, name).getByRole('row', { name: /^Total/ })).toContainText('150,000.00')
})

test('employees see their own figures and nothing of the reports', async ({ page, visitor }) => {
  test.slow()
  const owner = (await visitor()).request
  await found(owner)
  const person = newPerson('Chebet', 'Kiptoo')
  await addEmployee(owner, { ...complete, ...contactOf(person), salary: 40_000 })
  await addEmployee(owner, { salary: 500_000 })
  await runMonth(owner, 'January', year)
  await signInFirst(page.request, { ...person, id_number: idNumber })
  await open(page, '/dashboard')
  await expect(
    page.getByRole('heading', { name: 'Report Summary for Chebet Kiptoo' }),
  ).toBeVisible()
  await expect(totals(page, 'Payroll Summary')).toContainText('Gross IncomeKsh 40,000.00')
  await expect(totals(page, 'Deductions Summary').locator('dt')).toHaveText([
    'Tax',
    'SHIF',
    'NSSF',
    'Housing',
    'NITA',
  ])
  await check(page, '/dashboard of an employee')
  await choose(page, 'Month From', 'December')
  await choose(page, 'Month To', 'December')
  await expect(totals(page, 'Payroll Summary')).toContainText('Gross IncomeKsh 0.00')
  await expect(page.getByRole('link', { name: 'Go to Payrolls' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Analytic Reports' })).toBeHidden()
  for (const path of ['/annual-report', '/monthly-report']) {
    await page.goto(path)
    await expectToast(page, 'You do not have permission to access this page.')
    await expect(page).toHaveURL('/dashboard')
  }
})

test('a colleague without the permission gets no chart', async ({ page, visitor }) => {
  const owner = (await visitor()).request
  await found(owner)
  await addEmployee(owner)
  await runMonth(owner, 'January', year)
  await join(owner, page.request, 'user')
  await open(page, '/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(page.getByText(/Payroll Annual Summary/)).toHaveCount(0)
})

test.describe('when the server fails', () => {
  test.use({ provoked: /status of 500/ })
  test('the figures can be asked for again', async ({ page }) => {
    await found(page.request)
    await page.route('**/api/analytics/*', (route) => route.fulfill({ status: 500, json: {} }))
    await open(page, '/annual-report')
    await expect(page.getByText('The figures could not be loaded')).toBeVisible()
    await page.unroute('**/api/analytics/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, `Payroll Annual Summary ${year}`)).toBeVisible()
  })
})

type Individual = ReturnType<typeof newPerson>
const idNumber = '29112233'
const contactOf = ({ first_name, last_name, email }: Individual) => ({
  ...{ first_name, last_name, email },
  id_number: idNumber,
  // A payslip in the mailbox would be taken for the email with the password.
  email_payslip: false,
})
