import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open, phone } from './axe.ts'
import { found, join } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** The year so far comes by sheet, is looked at, taken back, and stays once somebody is paid. */

const dialog = (page: Page) => page.getByRole('dialog')

const headings = [
  ...['Employee No', 'Month', 'Until', 'Where From', 'Basic Salary', 'Pension and NSSF'],
  ...['Housing Levy', 'SHIF', 'Chargeable Pay', 'Tax Charged', 'Personal Relief', 'PAYE'],
]
const ofAugust = [100_000, 4320, 1500, 2750, 91_430, 22_212.35, 2400, 19_812.35]
const row = (number: string, paye = 19_812.35) => [
  ...[number, 'January 2026', '', 'Sage payroll', ...ofAugust.slice(0, -1), paye],
]

async function upload(page: Page, rows: unknown[][]) {
  await page.getByRole('button', { name: 'Upload Balances' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from(xlsx([headings, ...rows]))
  const file = { name: 'year.xlsx', mimeType: 'application/octet-stream', buffer }
  await (await chooser).setFiles(file)
}

test('the year so far is opened, taken back, and kept once a payroll is confirmed', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Kuhamia Ltd')
  const { employee_no } = await addEmployee(page.request, { ...complete, salary: 100_000 })
  await open(page, '/dashboard')
  await page.getByRole('link', { name: /Open the year/ }).click()
  await expect(page.getByText('No Opening Balances Yet')).toBeVisible()
  await check(page, '/openingBalances, none')

  await upload(page, [row(employee_no, 25_000)])
  await expect(dialog(page).getByText('This is more than Tax Charged.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await upload(page, [row(employee_no)])
  await expect(dialog(page).getByText('1 row to add.')).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: '19,812.35' }).first()).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Upload 1 row' }).click()
  await expectToast(page, 'Opening balances uploaded successfully')
  await expect(page.getByRole('row', { name: /^2026: Sage payroll/ })).toContainText('19,812.35')
  await check(page, '/openingBalances')

  await page.getByRole('link', { name: '2026: Sage payroll' }).click()
  await expect(page.getByRole('heading', { name: 'Opening Balances of 2026' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Kamau/ })).toContainText('January')
  await check(page, '/openingBalance/$id')
  await page.getByRole('button', { name: 'Back to opening balances' }).click()

  await page.getByRole('button', { name: 'Take back 2026 from Sage payroll' }).click()
  await dialog(page).getByRole('button', { name: 'Take Back' }).click()
  await expectToast(page, 'The opening balances were taken back.')
  await expect(page.getByText('No Opening Balances Yet')).toBeVisible()

  await upload(page, [row(employee_no)])
  await dialog(page).getByRole('button', { name: 'Upload 1 row' }).click()
  // The toast may still be that of the first time.
  await expect(page.getByRole('row', { name: /^2026: Sage payroll/ })).toBeVisible()
  await runMonth(page.request, 'February', 2026)
  await page.reload()
  await expect(page.getByText(/^Kept since .* of February 2026$/)).toBeVisible()
  await page.setViewportSize(phone)
  await expect(page.getByText(/^Kept since .* of February 2026$/)).toBeVisible()
})

test('is not offered to whoever may not edit employees', async ({ page, visitor }) => {
  await found(page.request, 'Wengine Ltd')
  const user = await visitor()
  await join(page.request, user.request, 'user')
  await open(user, '/openingBalances')
  await expect(user.getByRole('button', { name: 'Upload Balances' })).toBeHidden()
})
