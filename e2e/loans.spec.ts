import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, type Page, test } from './test.ts'

/** From the application on a phone to the instalment on the payslip. */

/** This month, or one so many months back. */
function monthBack(months: number) {
  const now = new Date()
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth() - months, 1))
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(day)
  return [name as MonthName, day.getUTCFullYear()] as const
}

/** An employee who signs in for the first time, in a browser of their own. */
async function employee(owner: Page, page: Page, first_name: string) {
  const person = newPerson(first_name, 'Mwangi')
  const id_number = `4${String(Math.random()).slice(2, 10)}`
  const { password: _, ...contact } = person
  const { id } = await addEmployee(owner.request, {
    ...contact,
    ...complete,
    id_number,
    salary: 60_000,
    pin_no: `A${id_number}Z`,
    account_no: id_number,
  })
  return { id, first_name, signIn: () => signInFirst(page.request, { ...person, id_number }), page }
}

/** Looked at there, and left there. */
async function onPhone(page: Page, screen: string) {
  await check(page, screen, [phone])
  await page.setViewportSize(phone)
}

test('apply on a phone, two guarantors, the decision, the payroll, the statement', async ({
  page: owner,
  visitor,
}) => {
  test.slow()
  await found(owner.request)
  const wambui = await employee(owner, await visitor(), 'Wambui')
  const otieno = await employee(owner, await visitor(), 'Otieno')
  const kiptoo = await employee(owner, await visitor(), 'Kiptoo')
  await runMonth(owner.request, ...monthBack(1))
  for (const one of [wambui, otieno, kiptoo]) await one.signIn()

  // The employee applies.
  const { page } = wambui
  await page.setViewportSize(phone)
  await page.goto('/my-loans')
  await expect(page.getByText('No Loan Applications Found')).toBeVisible()
  await onPhone(page, '/my-loans')
  await page.getByRole('button', { name: 'New Loan Application' }).first().click()
  const terms = page.getByRole('dialog', { name: 'Terms & Conditions' })
  await expect(terms.getByText(/^I authorise Umoja Traders Ltd, my employer/)).toBeVisible()
  await expect(terms.getByText(/^Ninaidhinisha Umoja Traders Ltd/)).toBeVisible()
  await expect(terms.getByText(/^Ninaomba Umoja Traders Ltd/)).toBeVisible()
  await expect(terms.getByText(/^The English text is binding/)).toBeVisible()
  await onPhone(page, 'terms of loans')
  await terms.getByRole('button', { name: 'Accept' }).click()
  const form = page.getByRole('dialog', { name: 'Loan Application' })
  await form.getByRole('button', { name: 'Apply Loan' }).click()
  await expect(page.getByText('Please fill all required fields').first()).toBeVisible()
  await expect(form.getByText('Choose a guarantor.')).toHaveCount(2)
  const pick = async (label: string, option: string | RegExp) => {
    await form.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('Loan Product', 'Check-Off Loan')
  await expect(form.getByText('Product range: 8,000.00 – 250,000.00')).toBeVisible()
  await pick('Repayment Term (months)', '3')
  await expect(form.getByText(/^Maximum loan amount: [\d,.]+$/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Amount' }).fill('30,000')
  await expect(form.getByText('Ksh 38,040.00')).toBeVisible()
  await expect(form.getByText('Ksh 12,680.00')).toBeVisible()
  const guarantor = async (label: string, typed: string) => {
    await form.getByRole('combobox', { name: label }).fill(typed)
    await page.getByRole('option', { name: new RegExp(typed) }).click()
  }
  await guarantor('Guarantor 1', 'Wambui')
  await expect(page.getByText('You cannot select yourself as a guarantor')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Guarantor 1' })).toHaveValue('')
  await guarantor('Guarantor 1', 'Otieno')
  await guarantor('Guarantor 2', 'Kiptoo')
  await pick('Purpose', 'Medical')
  await onPhone(page, 'loan application')
  await form.getByRole('button', { name: 'Apply Loan' }).click()
  await expect(page.getByText('Loan application submitted successfully')).toBeVisible()
  await page.getByRole('link', { name: /^View loan of/ }).click()
  await expect(page.getByText('Waiting for guarantors')).toBeVisible()

  // She thinks again about another one.
  const emergency = {
    ...{ product_id: 2, amount: 12_000, term_months: 3, purpose: 'Emergency' },
    ...{ guarantor_1: otieno.id, guarantor_2: kiptoo.id },
  } as const
  const tank = await call(page.request, contract.loans.create, { body: emergency })
  await page.goto(`/loan/${tank.id}`)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const asked = page.getByRole('dialog', { name: 'Withdraw Application' })
  await asked.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Loan application withdrawn successfully')).toBeVisible()
  await expect(page.getByText('Withdrawn On')).toBeVisible()

  // Both guarantors agree.
  for (const { page: own } of [otieno, kiptoo]) {
    await own.setViewportSize(phone)
    await own.goto('/guarantor-requests')
    await own.getByRole('button', { name: /^Approve request of Wambui/ }).click()
    const dialog = own.getByRole('dialog', { name: 'Approve Guarantor Request' })
    await expect(dialog).toContainText(
      'By approving, you agree to guarantee the loan amount of Ksh 30,000.00 for Wambui Mwangi.',
    )
    await expect(dialog).toContainText('With fees and interest that is Ksh ')
    await onPhone(own, 'guarantor request')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(own.getByText('Guarantor request approved successfully')).toBeVisible()
  }

  // The primary user decides.
  await owner.goto('/loans')
  await expect(owner.getByRole('heading', { name: 'Loan Applications (2)' })).toBeVisible()
  await check(owner, '/loans')
  await owner
    .getByRole('link', { name: /^View loan of Wambui/ })
    .last()
    .click()
  await owner.getByRole('button', { name: 'Approve' }).click()
  const approval = owner.getByRole('dialog', { name: 'Approve Loan Application' })
  await approval.getByLabel('Comments (Optional)').fill('Get well soon')
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(owner.getByText('Loan application approved successfully')).toBeVisible()
  const table = owner.getByRole('table', { name: 'Repayment Schedule' })
  await expect(table.getByRole('row')).toHaveCount(5)
  await owner.getByRole('button', { name: 'Correct Day' }).click()
  const correction = owner.getByRole('dialog', { name: 'Correct the Day of Payment' })
  await correction.getByRole('button', { name: 'Save Changes' }).click()
  await expect(owner.getByText('Day corrected successfully')).toBeVisible()
  await check(owner, '/loan')

  // The payroll takes the instalment, and the borrower has a statement of it.
  await runMonth(owner.request, ...monthBack(0))
  const [slip] = await call(page.request, contract.payslips.ofEmployee, {
    params: { id: wambui.id },
  })
  await page.goto(`/payslip/${slip?.id}`)
  await expect(page.frameLocator('iframe').getByText('Check-Off Loan').first()).toBeVisible()
  await page.goto('/my-loans')
  await page
    .getByRole('link', { name: /^View loan of/ })
    .last()
    .click()
  await expect(page.getByText('Ksh 25,360.00').first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Loan-Statement-Mwangi-.*\.pdf$/)
  await onPhone(page, 'own loan')

  // Another one is approved, and its money never paid out.
  const second = await call(page.request, contract.loans.create, { body: emergency })
  for (const one of [otieno, kiptoo]) {
    const [asked] = await call(one.page.request, contract.loans.requests, {
      params: { id: one.id },
    })
    await call(one.page.request, contract.loans.approveRequest, {
      params: { id: asked?.id ?? '' },
    })
  }
  const params = { id: second.id }
  await call(owner.request, contract.loans.approve, { params, body: {} })
  await owner.goto(`/loan/${second.id}`)
  await owner.getByRole('button', { name: 'Cancel Approval' }).click()
  const cancelling = owner.getByRole('dialog', { name: 'Cancel Approval' })
  await cancelling.getByLabel('Reason').fill('The lender has declined')
  await check(owner, 'cancel approval')
  await cancelling.getByRole('button', { name: 'Cancel Approval' }).click()
  await expect(owner.getByText('Approval cancelled successfully')).toBeVisible()
  await page.goto(`/loan/${second.id}`)
  await expect(page.getByText('The lender has declined')).toBeVisible()
})
