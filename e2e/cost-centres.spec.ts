import { contract } from '@mshahara/contract'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found, join } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Cost centres, who belongs to them, and what people cost in a month. */

const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, label: string, option: string) {
  const box = dialog(page).getByRole('combobox', { name: label })
  await box.click()
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

async function upload(page: Page, button: string, rows: unknown[][]) {
  await page.getByRole('button', { name: button }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose file' }).click()
  const file = { name: 'sheet.xlsx', mimeType: 'application/octet-stream' }
  await (await chooser).setFiles({ ...file, buffer: Buffer.from(xlsx(rows)) })
}

test('people are split over cost centres, and a month is told by them', async ({ page }) => {
  test.slow()
  const { request } = page
  await found(request, 'Akiba Ltd')
  const bakery = await call(request, contract.departments.create, { body: { name: 'Bakery' } })
  const wanjiru = await addEmployee(request, { ...complete, department_id: bakery.id })
  const otieno = await addEmployee(request, {
    ...{ ...complete, first_name: 'Brian', last_name: 'Otieno', salary: 50_000 },
  })
  await open(page, '/cost-centres')
  await expect(page.getByText('No Cost Centres Found')).toBeVisible()
  await page.getByRole('button', { name: 'Add Cost Centre' }).first().click()
  await dialog(page).getByLabel('Code').fill('N')
  await dialog(page).getByLabel('Cost Centre Name').fill('North')
  await choose(page, 'Departments', 'Bakery')
  await dialog(page).getByLabel('Cost Centre Name').click()
  await check(page, 'a cost centre being added')
  await dialog(page).getByRole('button', { name: 'Save Cost Centre' }).click()
  await expectToast(page, 'Cost Centre created successfully')
  await expect(page.getByRole('row', { name: /North/ })).toContainText('1 department')
  await call(request, contract.costCentres.create, { body: { code: 'S', name: 'South' } })

  await page.goto(`/employee/${wanjiru.id}`)
  await page.getByRole('tab', { name: 'Cost Centres', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Cost Centres', exact: true })
  await expect(panel.getByText('No shares of their own')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Split' }).click()
  await choose(page, 'From Month', 'January 2026')
  await dialog(page).getByRole('button', { name: 'Add Cost Centre' }).click()
  await choose(page, 'Cost centre 1', 'North')
  await dialog(page).getByLabel('Share 1 in percent').fill('60')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog(page).getByText('The shares must come to 100%.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Add Cost Centre' }).click()
  await choose(page, 'Cost centre 2', 'South')
  await expect(dialog(page).getByLabel('Share 2 in percent')).toHaveValue('40')
  await expect(dialog(page).getByText('Together 100% of 100%')).toBeVisible()
  await check(page, 'shares being added')
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Split created successfully')
  await expect(panel.getByRole('row', { name: /January 2026/ })).toContainText('60% North (N)')

  await open(page, '/cost-centres')
  const headings = ['Employee No', 'From Month', 'Cost Centre', 'Share %']
  await upload(page, 'Upload Shares', [headings, [otieno.employee_no, 'January 2026', 'S', 99]])
  await expect(dialog(page).getByText(/come to 99%, not 100%/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await upload(page, 'Upload Shares', [headings, [otieno.employee_no, 'January 2026', 'S', 100]])
  await dialog(page).getByRole('button', { name: 'Upload 1 row' }).click()
  await expectToast(page, 'Cost centres uploaded successfully')

  await runMonth(request, 'January', 2026)
  await open(page, '/cost-of-people?month=2026-01')
  const budget = ['Month', 'Department', 'Cost Centre', 'Component', 'Amount']
  await upload(page, 'Upload Budget', [budget, ['January 2026', '', 'N', '', 50_000]])
  await dialog(page).getByRole('button', { name: 'Upload 1 row' }).click()
  await expectToast(page, 'Budget uploaded successfully')
  await page.getByText('By cost centre', { exact: true }).first().click()
  const table = page.getByRole('region', { name: 'By cost centre', exact: true })
  // 60% of 85,000 and of what the employer adds to it.
  await expect(table.getByRole('row', { name: /N North/ })).toContainText('51,000.00')
  await expect(table.getByRole('row', { name: /N North/ })).toContainText('50,000.00')
  await expect(table.getByRole('row', { name: /S South/ })).toContainText('84,000.00')
  await check(page, '/cost-of-people')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await waiting).suggestedFilename()).toBe('Cost-of-People-2026-01.xlsx')
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printing = 'yes'
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printing', 'yes')
  const paper = wordsOf(await page.pdf({ preferCSSPageSize: true })).join(' ')
  expect(paper).toMatch(/Akiba Ltd.*Cost of people in January 2026.*N North.*Basic pay/s)
})

test('cost centres are kept by whoever keeps the departments', async ({ page, visitor }) => {
  await found(page.request, 'Akiba Ltd')
  await call(page.request, contract.costCentres.create, { body: { code: 'N', name: 'North' } })
  const admin = await visitor()
  await join(page.request, admin.request, 'admin')
  await open(admin, '/cost-centres')
  await expect(admin.getByRole('row', { name: /North/ })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Add Cost Centre' })).toBeHidden()
  await open(admin, '/cost-of-people')
  await expect(admin.getByRole('button', { name: 'Upload Budget' })).toBeHidden()
})
