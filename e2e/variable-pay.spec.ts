import { readFile } from 'node:fs/promises'
import { contract } from '@mshahara/contract'
import { dataUrl, rowsOf, xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { countSteps } from './walks.ts'

/** The month's overtime, bonuses and absence: in one file, or typed and pasted into one grid. */

const { employees, variablePay } = contract
const month = '2026-03'
const grid = '/payrolls/variable-pay?month=2026-03'

const cell = (page: Page, title: string, who: string) =>
  page.getByRole('textbox', { name: `${title} of ${who}`, exact: true })
const totals = (page: Page) => page.getByLabel('Totals of March 2026')
const status = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first()

async function paste(page: Page, title: string, who: string, block: string) {
  await cell(page, title, who).focus()
  await cell(page, title, who).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', event))
  }, block)
}

/** An office of forty, who work overtime. */
async function foundForty(page: Page) {
  await found(page.request)
  const staff = Array.from({ length: 40 }, (_, index) => [
    `Pendo${index}`,
    'Wafula',
    30_000_000 + index,
    45_000,
    '2025-02-03',
  ])
  const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
  await call(page.request, employees.upload, {
    body: { file: dataUrl(xlsx([headings, ...staff])) },
  })
}

/** From the first screen, with everything counted from there on. */
async function toVariablePay(page: Page, steps: Awaited<ReturnType<typeof countSteps>>) {
  await page.goto('/dashboard')
  steps.begin()
  await page.getByRole('button', { name: 'Payrolls' }).click()
  await page.getByRole('link', { name: 'Variable Pay' }).click()
}

test('the overtime of forty people is one file and fewer than ten clicks', async ({ page }) => {
  await foundForty(page)
  const steps = await countSteps(page)
  await toVariablePay(page, steps)
  await page.getByRole('button', { name: 'Upload Spreadsheet' }).click()
  const dialog = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download template' }).click()
  const bytes = await readFile(await (await download).path())
  const rows = rowsOf(dataUrl(bytes), 'Variable Pay')
  expect(rows).toHaveLength(41)
  for (const row of rows.slice(1)) row[3] = 8
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose file' }).click()
  const file = { name: 'overtime.xlsx', mimeType: '', buffer: Buffer.from(xlsx(rows)) }
  await (await chooser).setFiles(file)
  await expect(dialog.getByText('40 people to add.')).toBeVisible()
  await expect(dialog.getByLabel('Sheet totals')).toContainText('320')
  await check(page, 'what a sheet of variable pay adds up to')
  await dialog.getByRole('button', { name: 'Upload 40 rows' }).click()
  await expectToast(page, 'Variable pay uploaded successfully')
  await expect(page.getByLabel(/^Totals of/)).toContainText('320')
  steps.tell('Overtime of 40 people, as a file from the dashboard on')
  expect(steps.clicks()).toBeLessThan(10)
  expect(steps.keys()).toBe(0)
})

test('the overtime of forty people is typed or pasted with four clicks', async ({ page }) => {
  await foundForty(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const steps = await countSteps(page)
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Variable pay saved successfully')
  }
  const hours = Array.from({ length: 40 }, (_, index) => (index < 2 ? '12' : '8'))
  await toVariablePay(page, steps)
  await page
    .getByRole('textbox', { name: /^Overtime hours of / })
    .first()
    .click()
  for (const each of hours) {
    await page.keyboard.type(each)
    await page.keyboard.press('Enter')
  }
  await save()
  await expect(page.getByLabel(/^Totals of/)).toContainText('328')
  steps.tell('Overtime of 40 people, typed from the dashboard on')
  expect(steps.clicks()).toBeLessThanOrEqual(4)
  expect(steps.keys()).toBeLessThanOrEqual(82)

  await toVariablePay(page, steps)
  await page.evaluate((text) => navigator.clipboard.writeText(text), hours.join('\n'))
  await page
    .getByRole('textbox', { name: /^Rest day hours of / })
    .first()
    .click()
  await page.keyboard.press('ControlOrMeta+v')
  await save()
  await expect(page.getByLabel(/^Totals of/)).toContainText(/328.*328/s)
  steps.tell('Rest day hours of 40 people, pasted from the dashboard on')
  expect(steps.clicks()).toBeLessThanOrEqual(4)
  expect(steps.keys()).toBeLessThanOrEqual(2)
})

test('the grid is walked by keys, takes a block, refuses at the cell and keeps what is typed', async ({
  page,
}) => {
  await found(page.request)
  for (const first_name of ['Amina', 'Baraka', 'Chebet']) {
    await addEmployee(page.request, { first_name, last_name: 'Otieno', salary: 45_000 })
  }
  await page.goto('/payrolls/variable-pay?month=2026-04')
  await page.getByRole('combobox', { name: 'Month' }).click()
  await page.keyboard.type('March 2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(grid)
  await expect(cell(page, 'Hourly rate', 'Amina Otieno')).toHaveAttribute('placeholder', '200.00')

  await cell(page, 'Bonus', 'Amina Otieno').fill('1,250.50')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Bonus', 'Baraka Otieno')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Absence days', 'Baraka Otieno')).toBeFocused()
  await page.keyboard.type('1.3')
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Deduction', 'Baraka Otieno')).toBeFocused()
  await expect(cell(page, 'Absence days', 'Baraka Otieno')).toHaveAttribute('aria-invalid', 'true')
  await paste(page, 'Overtime hours', 'Amina Otieno', '8\t2\n4.5\t\n10\t1\n99\t99\n')
  await expectToast(page, '1 line did not fit on this page and was left out: there are no more')
  await expect(cell(page, 'Overtime hours', 'Chebet Otieno')).toHaveValue('10')
  await expect(totals(page)).toContainText('22.5')
  await expect(totals(page)).toContainText('1,250.50')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Absence Days are whole or half days.')
  await expect(cell(page, 'Absence days', 'Baraka Otieno')).toBeFocused()
  await expect(cell(page, 'Absence days', 'Baraka Otieno')).toHaveAttribute('aria-invalid', 'true')
  await check(page, 'a refused cell')
  await page.keyboard.type('1.5')

  await page.getByRole('searchbox', { name: 'Search employee' }).fill('chebet')
  await expect(cell(page, 'Bonus', 'Amina Otieno')).toBeHidden()
  await expect(status(page, '3 people changed, not saved yet')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await cell(page, 'Hourly rate', 'Chebet Otieno').fill('20')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const doubt = page.getByRole('dialog', { name: 'Is this amount right?' })
  await expect(doubt).toContainText('Chebet Otieno: An hourly rate of 20 is far from 200')
  await doubt.getByRole('button', { name: 'Cancel' }).click()
  await cell(page, 'Hourly rate', 'Chebet Otieno').fill('210')
  await cell(page, 'Days away', 'Chebet Otieno').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Chebet Otieno: Please give the per diem of a day away.')
  await expect(cell(page, 'Per diem', 'Chebet Otieno')).toBeFocused()
  await page.keyboard.type('2,500')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Variable pay saved successfully')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')

  await runMonth(page.request, 'March', 2026)
  await page.setViewportSize(phone)
  await page.goto(grid)
  await expect(page.getByText('Confirmed', { exact: true })).toHaveCount(3)
  await expect(page.getByRole('row', { name: /Amina/ })).toContainText('1,250.50')
  await expect(cell(page, 'Bonus', 'Amina Otieno')).toBeHidden()
  await check(page, 'a month that is paid, on a phone')
  const { totals: kept } = await call(page.request, variablePay.list, { query: { month } })
  expect(kept).toMatchObject({
    people: 3,
    overtime_hours: 22.5,
    bonus: 1250.5,
    absence_days: 1.5,
    days_away: 3,
  })
})
