import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, test } from './test.ts'
import { textOn } from './texts.ts'

/** From the proposal on a phone, by the code, to the checks of the next payroll. */

const month = (back: number) => {
  const now = new Date()
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1))
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(day)
  return [name as MonthName, day.getUTCFullYear()] as const
}

test('a bank account proposed on a phone is accepted and shows in the next payroll', async ({
  page: owner,
  visitor,
}) => {
  test.slow()
  await found(owner.request)
  const person = newPerson('Wambui', 'Mwangi')
  const id_number = `4${String(Math.random()).slice(2, 10)}`
  const { password: _, ...contact } = person
  const given = { ...contact, ...complete, id_number, pin_no: `A${id_number}Z` }
  const { id } = await addEmployee(owner.request, { ...given, account_no: id_number })
  await runMonth(owner.request, ...month(1))

  // The employee proposes, and confirms by the code on the phone on record.
  const page = await visitor()
  await signInFirst(page.request, { ...person, id_number })
  await page.setViewportSize(phone)
  await page.goto(`/employee/${id}`)
  await page.getByRole('link', { name: 'Change My Details' }).click()
  await expect(page.getByRole('heading', { name: 'Change My Details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the proposal' })).toBeDisabled()
  await check(page, '/my-details', [phone])
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Change bank account' }).click()
  await page.getByRole('combobox', { name: 'Bank' }).click()
  await page.getByRole('combobox', { name: 'Bank' }).fill('KCB')
  await page.getByRole('option', { name: /KCB/ }).first().click()
  const account = page.getByRole('textbox', { name: 'Account number' })
  await account.fill('')
  await page.getByRole('button', { name: 'Send the proposal' }).click()
  await expect(page.getByText('Account number is required.').first()).toBeVisible()
  await account.pressSequentially('1234 567 890')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('textbox', { name: 'New address' }).fill('Milimani Road 4, Nakuru')
  await page.getByRole('button', { name: 'Send the proposal' }).click()
  await expect(page.getByText('Please confirm it by code.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the code' }).click()
  const text = await textOn(page.request, person.phone)
  await page.getByRole('textbox', { name: 'Code' }).fill('000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('The code is not valid or has expired.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(/^\d{6}/.exec(text)?.[0] ?? '')
  await check(page, 'open proposal', [phone])
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(
    page.getByText('It is waiting for your employer. You will be notified.'),
  ).toBeVisible()

  // Staff compare old and new, refuse the one and accept the other.
  await owner.goto('/employees')
  await owner.getByRole('link', { name: 'Proposed Changes (1)' }).click()
  await expect(owner.getByText('Waits for you')).toBeVisible()
  await check(owner, '/detail-proposals')
  await owner.getByRole('link', { name: 'Wambui Mwangi', exact: true }).click()
  await expect(owner.getByText(id_number).first()).toBeVisible()
  await expect(owner.getByText('1234567890').first()).toBeVisible()
  await check(owner, '/detail-proposal')
  await owner.getByRole('checkbox', { name: 'Accept address' }).uncheck()
  await owner.getByRole('button', { name: 'Accept 1, refuse 1' }).click()
  await expect(owner.getByText('Please say why you are refusing it.').first()).toBeVisible()
  await owner.getByRole('textbox', { name: 'Reason for refusing' }).fill('Please bring a bill.')
  await owner.getByRole('button', { name: 'Accept 1, refuse 1' }).click()
  await expectToast(owner, 'The employee has been notified.')
  await expect(owner.getByText(/^Decided by/)).toBeVisible()

  // The employee reads it, and so does whoever runs the next payroll.
  await page.reload()
  await expect(page.getByText('Reason: Please bring a bill.')).toBeVisible()
  await expect(page.getByText('KCB Bank Kenya, 1234567890').first()).toBeVisible()
  const run = await runMonth(owner.request, ...month(0), false)
  const checks = await call(owner.request, contract.payrolls.checks, { params: { id: run.id } })
  const [moved] = checks.find(({ kind }) => kind === 'bank changed')?.people ?? []
  expect(moved?.detail).toContain('Confirmed by the employee by code on the phone on')
  await owner.goto(`/payroll/${run.id}`)
  await expect(owner.getByText('Bank details changed since the last payroll')).toBeVisible()
})
