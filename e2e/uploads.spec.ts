import { contract } from '@mshahara/contract'
import { encrypted, filledIn, xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, join } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Both uploads as a person does them: template, dry run, one confirmation. */

const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date', 'Department']
const people = (count: number, department = 'Bakery') =>
  Array.from({ length: count }, (_, index) => [
    `Pendo${index}`,
    'Wafula',
    30_000_000 + index,
    40_000 + index,
    '2026-02-02',
    department,
  ])

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name })

async function choose(page: Page, bytes: Uint8Array, name: string, by = 'Choose file') {
  const chooser = page.waitForEvent('filechooser')
  await button(page, by).click()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await (await chooser).setFiles(file)
}

async function startUpload(page: Page) {
  await found(page.request)
  await call(page.request, contract.departments.create, { body: { name: 'Bakery' } })
  await open(page, '/employees')
  await page.getByRole('button', { name: 'Upload Employees' }).first().click()
}

test('the template is filled in, looked at, and taken', async ({ page }) => {
  await startUpload(page)
  const download = page.waitForEvent('download')
  await button(page, 'Download template').click()
  expect((await download).suggestedFilename()).toBe('employees-template.xlsx')
  const { file } = await call(page.request, contract.employees.template)
  const filled = filledIn(file, [
    {
      'First Name': 'Akinyi',
      'Last Name': 'Odongo',
      'ID Number': '30112233',
      Salary: 65_000,
      'Employment Date': '2026-02-01',
      Department: 'Bakery',
    },
  ])
  await check(page, 'choosing a spreadsheet')
  await choose(page, filled, 'staff.xlsx')
  await expect(dialog(page).getByText('1 employee will be added.')).toBeVisible()
  await expect(dialog(page).getByRole('cell', { name: '65,000.00' })).toBeVisible()
  await check(page, 'a spreadsheet understood')
  await button(page, 'Upload 1 row').click()
  await expectToast(page, 'Employees created successfully')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('table').getByText('Akinyi Odongo')).toBeVisible()
})

test('mistakes are explained, and nothing is stored until they are corrected', async ({ page }) => {
  await startUpload(page)
  await choose(page, new TextEncoder().encode('First Name,Salary\n'), 'staff.csv')
  await expect(dialog(page).getByRole('alert')).toContainText('This is a text file (CSV).')
  await choose(page, encrypted(), 'staff.xlsx')
  await expect(dialog(page).getByRole('alert')).toContainText('protected with a password')
  await check(page, 'a spreadsheet refused')
  const rows = [...people(3), ['', 'Wafula', '12', 'much', '30/02/2026', 'Bakkery']]
  await choose(page, xlsx([headings, ...rows]), 'staff.xlsx')
  await expect(dialog(page).getByText(/^5 problems were found, so nothing/)).toBeVisible()
  const fault = dialog(page).getByRole('row').filter({ hasText: 'Bakkery' })
  await expect(fault).toHaveText(/^5Department/)
  await expect(fault).toContainText('The departments are: Bakery.')
  await check(page, 'a spreadsheet with faults')
  await expect(button(page, 'Upload')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await button(page, 'Download rows to correct').click()
  expect((await download).suggestedFilename()).toBe('employees-to-correct.xlsx')
  // The same phone twice is let through, with a word about it.
  const twice = people(3).map((row) => [...row, '0712345678'])
  await choose(page, xlsx([[...headings, 'Phone'], ...twice]), 'staff.xlsx', 'Choose another file')
  await expect(dialog(page).getByText('120,003.00 in 3 rows')).toBeVisible()
  await expect(dialog(page).getByText('Permanent: Employment Terms')).toBeVisible()
  await expect(dialog(page).getByText('Row 2 has the same phone number.')).toHaveCount(2)
  await check(page, 'a spreadsheet that deserves a look')
  // The buttons stay in sight, however long the rest is.
  for (const size of [phone, { width: 1366, height: 768 }]) {
    await page.setViewportSize(size)
    await expect(button(page, 'Upload 3 rows')).toBeInViewport({ ratio: 1 })
  }
  await button(page, 'Upload 3 rows').click()
  await expectToast(page, 'Employees created successfully')
  await expect(page.getByText('Employees (3)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Employees' })).toHaveCount(1)
})

test('many rows work in the background, which can be left', async ({ page }) => {
  await startUpload(page)
  await choose(page, xlsx([headings, ...people(800)]), 'everybody.xlsx')
  await button(page, 'Upload 800 rows').click()
  await expect(dialog(page).getByText(/ of 800$/)).toBeVisible()
  await dialog(page).getByText('Close', { exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect(async () => {
    await open(page, '/employees')
    await expect(bell).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 40_000 })
  await bell.click()
  await expect(dialog(page)).toContainText('800 employees were added.')
  await expect(page.getByText('Employees (800)')).toBeVisible()
})

test('allowances are added and changed, by finance, on a phone too', async ({ page, visitor }) => {
  await found(page.request)
  const { employee_no } = await addEmployee(page.request)
  const finance = await visitor()
  await join(page.request, finance.request, 'finance')
  const top = ['Employee No', 'Allowance Name', 'Amount']
  await finance.setViewportSize(phone)
  await open(finance, '/employees')
  await finance.getByRole('button', { name: 'Upload Allowances' }).click()
  await choose(finance, xlsx([top, ['NO-1', 'House', 5]]), 'pay.xlsx')
  await expect(dialog(finance).getByText('There is no employee with this number.')).toBeVisible()
  await check(finance, 'faults on a phone')
  const good = xlsx([top, [employee_no, 'House', '12,500']])
  await choose(finance, good, 'pay.xlsx', 'Choose another file')
  await expect(dialog(finance).getByText('1 allowance to add.')).toBeVisible()
  await button(finance, 'Upload 1 row').click()
  await expectToast(finance, 'Allowances uploaded successfully')
  await finance.getByRole('button', { name: 'Upload Allowances' }).click()
  await choose(finance, good, 'pay.xlsx')
  await expect(dialog(finance).getByText('1 allowance as before.')).toBeVisible()
  await button(finance, 'Upload 1 row').click()
  await expectToast(finance, 'Nothing changed: everything was recorded already.')
})
