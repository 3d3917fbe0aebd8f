import { readFile } from 'node:fs/promises'
import { check, open } from './axe.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From a confirmed payroll over accounts to the file for the accountant. */

const dialog = (page: Page) => page.getByRole('dialog')

test('a payroll is in the journal, its lines get accounts, and a file is made', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Hesabu Ltd')
  await addEmployee(page.request, complete)
  await runMonth(page.request, 'March', 2026)

  await open(page, '/journal?month=2026-03')
  await expect(page.getByText('No account is chosen yet for', { exact: false })).toContainText(
    'Basic pay',
  )
  await check(page, '/journal')
  await page.getByRole('button', { name: 'Export' }).click()
  await check(page, 'the journal being exported')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText(/No account is chosen yet for: .*Basic pay/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Choose accounts' }).click()
  await page.getByRole('button', { name: 'Take Starting Chart' }).click()
  await page.getByRole('button', { name: 'Take It' }).click()
  await expectToast(page, 'The starting chart is in place')
  await expect(page.getByRole('combobox', { name: 'Account of Basic pay' })).toHaveValue(
    '6000 Salaries and wages',
  )
  await check(page, '/journal-accounts')

  await open(page, '/journal?month=2026-03')
  await page.getByRole('link', { name: /^Payroll / }).click()
  await expect(page.getByRole('row', { name: /Basic pay/ })).toContainText('6000')
  await page.getByRole('button', { name: 'Payslips behind Basic pay' }).click()
  await expect(dialog(page).getByRole('row', { name: /Wanjiru|Njeri|Kamau/ })).toBeVisible()
  await check(page, '/journal-entry, its payslips')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Journal-2026-03-1-QuickBooks-Online.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('MSH-1,31/03/2026,Salaries and wages')

  await open(page, '/trial-balance?month=2026-03')
  await expect(page.getByRole('row', { name: /^PAYE/ }).first()).toContainText('2200 PAYE payable')
  await check(page, '/trial-balance')
})
