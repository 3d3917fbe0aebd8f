import { contract } from '@mshahara/contract'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { isWhole, onRoll, payingOffice } from './casual-work.ts'
import { addCasual, lastWeek } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Week after week, with what the law takes: who is new, what was paid last time, the payslip. */

const laptop = { width: 1366, height: 768 }
const week = lastWeek()
const before = lastWeek(new Date(Date.now() - 7 * 86_400_000))
const { casualPayrolls, casualTerms } = contract

const pay = (page: Page, days: { from: string; to: string }) =>
  call(page.request, casualPayrolls.create, { body: days })

test('the second week: a new face, last time beside each net, and how it was paid', async ({
  page,
  visitor,
}) => {
  test.setTimeout(300_000)
  await payingOffice(page, await visitor(), 'Jiwe Imara Ltd')
  const law = { statutory: true, overtime_factor: 1.5, day_hours: 8 }
  await call(page.request, casualTerms.change, { body: law })
  const add = async (first_name: string, given: object = {}) =>
    (await addCasual(page.request, { first_name, last_name: 'Wanyama', pay: 2850, ...given })).data
  const paid = await add('Achieng Nasimiyu', { phone: '0712009941', pay_by: 'mpesa' })
  const cash = await add('Kiprono', { pay_by: 'cash' })
  await onRoll(page, before.from, { [paid.id]: 'F F F F F F', [cash.id]: 'F F F F F F' })
  const first = await pay(page, before)
  await call(page.request, casualPayrolls.confirm, { params: { id: first.id } })
  const added = await add('Fatuma', { phone: '0712009942', pay_by: 'mpesa' })
  await onRoll(page, week.from, {
    [paid.id]: 'F F F+2 F F H',
    [cash.id]: 'F F F F F F',
    [added.id]: 'F F F F+1 A A',
  })
  const { id } = await pay(page, week)

  await page.setViewportSize(laptop)
  await page.goto(`/payroll/casual/${id}`)
  const checks = page.getByRole('region', { name: 'Checks before confirming' })
  await expect(checks).toContainText('New since the last payroll')
  await expect(checks).toContainText('In no payroll before')
  const table = page.getByRole('table', { name: 'Casual Workers' })
  await expect(table.getByRole('row', { name: /Achieng/ })).toContainText(/Last [\d,]+\.\d\d/)
  await expect(table.getByRole('row', { name: /Fatuma/ })).toContainText('New')
  await expect(table.getByRole('row', { name: /Total:/ })).toContainText(/Last [\d,]+\.\d\d/)
  await expect(table.getByRole('columnheader')).toContainText([
    ...['Total', 'Overtime', 'Advance', 'Gross', 'Statutory', 'Deduction', 'NET'],
  ])
  expect(await isWhole(page, 'Casual Workers')).toBe(true)
  await check(page, 'a casual payroll of the second week', [phone])

  await call(page.request, casualPayrolls.confirm, { params: { id } })
  await page.goto(`/payroll/casual/${id}`)
  await page.getByRole('button', { name: 'Make Payments' }).click()
  const paying = page.getByRole('dialog', { name: 'Make Payments' })
  await paying.getByRole('button', { name: 'Make Payments' }).click()
  await expectToast(page, 'Casuals payout successfully initiated')
  await page.getByRole('link', { name: 'Payout Details' }).click()
  const progress = page.getByRole('region', { name: 'Progress' }).getByRole('status')
  await expect(progress).toHaveText('2 of 3 people paid, 1 not paid', { timeout: 60_000 })

  await page.goto(`/payroll/casual/${id}`)
  await page.getByRole('link', { name: /^Payslip of Achieng/ }).click()
  const main = page.getByRole('main')
  const code = main.locator('dt', { hasText: 'Mpesa Code' })
  await expect(code).toBeVisible()
  await expect(main.locator('dd').filter({ hasText: /^[A-Z][A-Z0-9]{9}$/ })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Days' })).toContainText('F+2')
  await expect(main.getByRole('table', { name: 'Pay' })).toContainText('2 hours')
  await check(page, '/casual-payslip')
  // A payment whose code nobody knows has no empty line for it.
  await page.route('**/api/casual-payslip/*', async (route) => {
    const response = await route.fetch()
    const slip = await response.json()
    const json = { ...slip, paid: { ...slip.paid, reference: null } }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await expect(main.locator('dt', { hasText: 'Paid on' })).toBeVisible()
  await expect(code).toHaveCount(0)
})
