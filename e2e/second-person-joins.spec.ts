import { contract } from '@mshahara/contract'
import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, joinYesterday } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** People who are new, and pay items above an amount, in two windows: maker and checker (B29). */

const { makerChecker } = contract

async function agree(page: Page) {
  await page.getByRole('button', { name: 'Agree' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agree' })
  await dialog.getByRole('button', { name: 'Agree' }).click()
}

/** From the list of what waits for them. */
async function openApproval(page: Page, title: string) {
  await page.goto('/approvals')
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Approval', exact: true })).toBeVisible()
}

test('a new employee and a sheet of them wait for a second person', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [maker, checker] = [await visitor(), await visitor()]
  await found(maker.request, 'Karibu Wapya Ltd')
  await joinYesterday(maker.request, checker.request)

  await maker.goto('/organization')
  await maker.getByRole('switch', { name: /Adding people to be paid/ }).press('Space')
  const asked = maker.getByRole('dialog', { name: 'Second Person' })
  await asked.getByRole('button', { name: 'Change' }).click()
  await expectToast(maker, 'Saved successfully')
  await maker.getByLabel('Pay items above').fill('50,000')
  await maker.getByRole('button', { name: 'Save Amount' }).click()
  await asked.getByRole('button', { name: 'Change' }).click()
  await expect(maker.getByRole('button', { name: 'Save Amount' })).toHaveCount(0)
  await check(maker, 'what needs a second person', [phone])

  // By the form.
  await open(maker, '/add-employee')
  await maker.getByLabel('First Name').fill('Akinyi')
  await maker.getByLabel('Last Name').fill('Odongo')
  await maker.getByLabel('ID Number').fill('30112233')
  await maker.getByLabel('Salary', { exact: true }).fill('65000')
  await maker.getByRole('textbox', { name: 'Employment Date' }).fill('2026-02-01')
  await maker.getByRole('textbox', { name: 'Employment Date' }).blur()
  await maker.getByRole('button', { name: 'Submit' }).click()
  await expectToast(maker, 'Add Akinyi Odongo: it is waiting for a second person')
  await expect(maker).toHaveURL(/\/approvals/)
  await openApproval(checker, 'Add Akinyi Odongo')
  await expect(checker.getByRole('table')).toContainText('65,000.00')
  await check(checker, 'a new employee that waits', [phone])
  await agree(checker)
  await expectToast(checker, 'Agreed: Add Akinyi Odongo')

  // By a sheet: one request, with the whole list behind it.
  const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date']
  const rows = Array.from({ length: 40 }, (_, n) => [
    ...[`Pendo${n}`, 'Wafula', 30_200_000 + n, 40_000 + n, '2026-02-02'],
  ])
  await open(maker, '/employees')
  await maker.getByRole('button', { name: 'Upload Employees' }).first().click()
  const wizard = maker.getByRole('dialog')
  const chooser = maker.waitForEvent('filechooser')
  await wizard.getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from(xlsx([headings, ...rows]))
  await (await chooser).setFiles({ name: 'new.xlsx', mimeType: 'application/octet-stream', buffer })
  await wizard.getByRole('button', { name: 'Upload 40 rows' }).click()
  await expectToast(maker, 'Add 40 people to be paid: it is waiting for a second person')
  await expect(wizard).toBeHidden()
  await openApproval(checker, 'Add 40 people to be paid')
  await expect(checker.getByRole('table').first()).toContainText('1,600,780.00')
  const list = checker.getByRole('table', { name: 'The whole list' })
  await expect(list.getByRole('row')).toHaveCount(26)
  await checker.getByLabel('Search the list').fill('Pendo39')
  await expect(list.getByRole('row')).toHaveCount(2)
  const download = checker.waitForEvent('download')
  await checker.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('for-approval.csv')
  await check(checker, 'an upload that waits', [phone])
  await agree(checker)
  await expectToast(checker, 'Agreed: Add 40 people')
  const query = { which: 'decided' } as const
  expect(await call(checker.request, makerChecker.list, { query })).toHaveLength(2)
  await open(maker, '/employees')
  await expect(maker.getByText('Employees (41)')).toBeVisible()
})
