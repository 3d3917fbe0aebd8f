import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** A confirmed payslip that paid too little, and one that paid too much. */

test.beforeEach(() => test.slow())

const due = (page: Page, line: string) =>
  page.getByRole('textbox', { name: `${line}, should have been` })

async function office(page: Page, name: string) {
  await found(page.request, name)
  const person = { ...complete, first_name: 'Amina', last_name: 'Mwangi', salary: 100_000 }
  const { id } = await addEmployee(page.request, person)
  const run = await runMonth(page.request, 'October', 2026)
  const [slip] = await call(page.request, contract.payslips.ofEmployee, { params: { id } })
  return { id, run, slip: slip?.id ?? '' }
}

async function correct(page: Page, slip: string, amount: string, reason: string) {
  await open(page, `/payslip/${slip}`)
  await page.getByRole('link', { name: 'Correct this Payslip' }).click()
  await expect(page.getByRole('heading', { name: 'Correct Payslip' })).toBeVisible()
  await due(page, 'Basic pay').fill(amount)
  await page.getByRole('button', { name: 'Work Out the Difference' }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByLabel('Pay Date').fill('10 November 2026')
  await page.getByLabel('Pay Date').blur()
}

async function confirm(page: Page) {
  await page.getByRole('button', { name: 'Create Correction' }).click()
  await expectToast(page, 'Correction created successfully')
  await expect(page).toHaveURL(/\/payroll\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
}

test('a payslip that paid too little is corrected by one of its own', async ({ page }) => {
  const { run, slip } = await office(page, 'Sahihisha Ltd')
  await open(page, `/correctPayslip/${slip}`)
  await expect(page.getByText('31 of 31 days were paid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Correction' })).toBeDisabled()
  await correct(page, slip, '110,000', 'A raise was missed')
  const row = page.getByRole('row').filter({ hasText: 'Basic pay' })
  await expect(row).toContainText('+10,000.00')
  await expect(page.getByText('6,366.50')).toBeVisible()
  await check(page, '/correctPayslip/:id, worked out')
  // Other amounts are worked out again before they are kept.
  await page.getByRole('button', { name: 'Add a Missing Line' }).click()
  await expect(page.getByRole('button', { name: 'Create Correction' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove this line' }).click()
  await expect(page.getByText('6,366.50')).toBeVisible()
  await page.setViewportSize(phone)
  await expect(due(page, 'Basic pay')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await confirm(page)
  await expect(page.getByText(`Correction of ${run.code}, October, 2026`)).toBeVisible()
  await page.getByRole('link', { name: 'Lines of the Correction' }).click()
  await expect(page.getByText('A raise was missed')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Basic pay' })).toContainText('+10,000.00')
  await check(page, '/correction/:id')

  await open(page, `/payslip/${slip}`)
  await page.getByText('Corrected by').getByRole('link').click()
  await expect(page.getByText('Corrects')).toBeVisible()
  await open(page, `/verifyPayslip/${slip}`)
  await expect(page.getByText('Corrected by:')).toBeVisible()
})

test('a payslip that paid too much pays nothing, and later pay gives it back', async ({ page }) => {
  const { id, slip } = await office(page, 'Rudisha Ltd')
  await correct(page, slip, '90,000', 'Three days were not worked')
  await expect(page.getByText('Ksh 6,282.50 was paid too much.')).toBeVisible()
  await check(page, '/correctPayslip/:id, owed')
  await confirm(page)
  await runMonth(page.request, 'November', 2026)
  const [newest] = await call(page.request, contract.payslips.ofEmployee, { params: { id } })
  await open(page, `/payslip/${newest?.id}`)
  const paper = page.frameLocator('iframe')
  await expect(paper.getByText('Overpayment taken back')).toBeVisible()
  await expect(paper.getByText('6,282.50')).toBeVisible()
})
