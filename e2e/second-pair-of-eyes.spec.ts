import { contract } from '@mshahara/contract'
import { check, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { found, joinYesterday } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** One makes a payroll, another looks at it and agrees, in two windows (B29). */

const { makerChecker, employees } = contract

/** A button that asks before it acts. */
async function choose(page: Page, name: string, action = name) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: action }).click()
}

const waits = (page: Page) => page.getByRole('alert', { name: /waiting for a second person/ })

test('submitted, sent back, submitted again and agreed to', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [primary, finance] = [await visitor(), await visitor()]
  await found(primary.request, 'Macho Mawili Traders Ltd')
  await joinYesterday(primary.request, finance.request)
  const person = await addEmployee(primary.request, { ...complete })
  const run = await runMonth(primary.request, 'January', new Date().getFullYear(), false)

  // The rule is the organisation's choice.
  await primary.goto('/organization')
  await primary.getByRole('combobox', { name: 'Confirming payrolls' }).click()
  await primary.getByRole('option', { name: 'Always' }).click()
  const asked = primary.getByRole('dialog', { name: 'Second Person' })
  await asked.getByRole('button', { name: 'Change' }).click()
  await expectToast(primary, 'Saved successfully')
  await expect(primary.getByText('another must approve').first()).toBeVisible()

  // The maker submits, and cannot agree.
  await finance.goto(`/payroll/${run.id}`)
  await choose(finance, 'Submit for Approval', 'Submit')
  await expectToast(finance, 'waiting for a second person')
  await expect(waits(finance)).toContainText('Gross pay')
  await expect(waits(finance).getByRole('button')).toHaveText(['Withdraw Request'])
  await expect(finance.getByRole('button', { name: 'Submit for Approval' })).toHaveCount(0)

  // The checker hears of it, looks, and sends it back with a reason.
  await primary.goto('/')
  await primary.getByRole('link', { name: /waiting for your approval/ }).click()
  await expect(primary.getByRole('table')).toContainText('Net pay')
  await check(primary, 'an approval', [phone])
  await primary.getByRole('button', { name: 'Send Back' }).click()
  const dialog = primary.getByRole('dialog', { name: 'Send Back' })
  await dialog.getByLabel('Reason').fill('The bonus is missing')
  await dialog.getByRole('button', { name: 'Send Back' }).click()
  await expectToast(primary, 'Sent back')

  await finance.goto('/approvals?which=mine')
  await expect(finance.getByText('Sent back')).toBeVisible()
  await check(finance, 'the approvals', [phone])
  await finance.goto(`/payroll/${run.id}`)
  await choose(finance, 'Submit for Approval', 'Submit')
  await expect(waits(finance)).toBeVisible()
  await primary.goto(`/payroll/${run.id}`)
  await waits(primary).getByRole('button', { name: 'Agree' }).click()
  const agreeing = primary.getByRole('dialog', { name: 'Agree' })
  await agreeing.getByRole('button', { name: 'Agree' }).click()
  await expectToast(primary, 'Agreed: Confirm')
  await expect(primary.getByRole('button', { name: 'Set Day of Payment' })).toBeVisible()

  // A salary waits on the record.
  await call(primary.request, makerChecker.changeSettings, { body: { salary: true } })
  await salaryWaits(finance, primary, person.id)
})

async function salaryWaits(maker: Page, checker: Page, id: string) {
  const body = { salary: 99_000 } as never
  const asked = await attempt(maker.request, employees.update, { params: { id }, body })
  expect(asked.status()).toBe(202)
  await checker.goto(`/employee/${id}`)
  await expect(waits(checker)).toContainText('99,000.00')
  await check(checker, 'a change that waits', [phone])
  const { salary } = await call(checker.request, employees.get, { params: { id } })
  expect(salary).toBe(85_000)
  await waits(checker).getByRole('button', { name: 'Agree' }).click()
  await checker
    .getByRole('dialog', { name: 'Agree' })
    .getByRole('button', { name: 'Agree' })
    .click()
  await expectToast(checker, 'Agreed')
  const after = await call(checker.request, employees.get, { params: { id } })
  expect(after.salary).toBe(99_000)
}
