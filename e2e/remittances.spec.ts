import { check, open } from './axe.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, test } from './test.ts'

/** What a month owes to others closes when it is recorded as paid. */

const paper = {
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF'),
}

test('a month is paid over, with its receipts, and a mistake is taken back', async ({ page }) => {
  await found(page.request)
  await open(page, '/remittances')
  await expect(page.getByText('Nothing to Pay Over Yet')).toBeVisible()
  await addEmployee(page.request, complete)
  await runMonth(page.request, 'January', 2026)
  await open(page, '/remittances')
  const due = page.getByRole('table', { name: 'Remittances for January 2026' })
  const nssf = due.getByRole('row').filter({ hasText: 'NSSF' })
  await expect(nssf).toContainText('09 February, 2026')
  await expect(nssf).toContainText('days late')
  const late = page.getByRole('region', { name: 'Paid Late' })
  await expect(late).toContainText(/NSSF.*the penalty is not known here/)
  await expect(late).toContainText(/Levy.*estimated penalty Ksh [\d,.]+\. 3% × \d+ months/)
  await check(page, '/remittances')

  await nssf.getByRole('button', { name: 'Record Payment of NSSF' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByLabel('Amount')).not.toHaveValue('')
  await modal.getByRole('button', { name: 'Record Payment' }).click()
  await expect(modal.getByText('Reference is required.')).toBeVisible()
  await modal.getByLabel('Reference').fill('FT26037XK2')
  await modal.locator('input[type=file]').setInputFiles(paper)
  await check(page, 'Record Payment')
  await modal.getByRole('button', { name: 'Record Payment' }).click()
  await expectToast(page, 'Payment recorded successfully')
  await expect(nssf).toContainText('Paid')
  await expect(nssf).not.toContainText('late')
  const paid = page
    .getByRole('table', { name: 'Payments' })
    .getByRole('row', { name: 'FT26037XK2' })
  await expect(paid.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /^\/storage\/remittances\/.*\.pdf$/,
  )

  await paid.getByRole('button', { name: 'Take Back FT26037XK2' }).click()
  await modal.getByLabel('Reason').fill('Typed into the wrong month')
  await modal.getByRole('button', { name: 'Take Back' }).click()
  await expectToast(page, 'Payment taken back')
  await expect(paid).toContainText('Typed into the wrong month')
  await expect(nssf).toContainText('late')
})

test('the year is a list and a sheet, and the due days are a calendar', async ({ page }) => {
  await found(page.request)
  await addEmployee(page.request, complete)
  await runMonth(page.request, 'January', 2026)
  await open(page, '/remittances')
  await page.getByRole('link', { name: 'Whole Year' }).click()
  await expect(page.getByRole('heading', { name: /^Remittances 20/ })).toBeVisible()
  await open(page, '/remittances-year?year=2026')
  await expect(page.getByRole('row').filter({ hasText: 'NSSF' })).toContainText('January 2026')
  await check(page, '/remittances-year')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await waiting).suggestedFilename()).toBe('Remittances-2026.xlsx')
  await page.getByRole('link', { name: 'NSSF' }).click()
  await expect(page.getByRole('table', { name: 'Remittances for January 2026' })).toBeVisible()

  await page.getByRole('button', { name: 'Calendar' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('button', { name: 'New Address' }).click()
  const address = await modal.getByLabel('Private address').inputValue()
  const feed = await page.request.get(new URL(address).pathname)
  expect(await feed.text()).toContain('SUMMARY:NSSF for January 2026 is due')
  await modal.getByRole('button', { name: 'Close Address' }).click()
  await expectToast(page, 'The calendar address is closed.')
  expect((await page.request.get(new URL(address).pathname)).status()).toBe(404)
})
