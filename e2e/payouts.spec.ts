import { contract } from '@mshahara/contract'
import { mpesa, kcb as throughKcb } from '../apps/server/src/test/integrations.ts'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { inDatabase } from './database.ts'
import { found, join, mailTo, signUpOperator } from './people.ts'
import { addEmployee, complete, newEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From a confirmed payroll to money on phones, by two people, with the providers' simulator. */

const { employees, exports, integrations, organizations, payrolls, payslips } = contract
const byPhone = { ...complete, pay_by: 'mpesa' } as const
const arrives = newEmployee({ ...byPhone, phone: '0712009910' })
/** The utility account has too little money for numbers that end so. */
const fails = newEmployee({ ...byPhone, first_name: 'Fatuma', phone: '0712000001' })

const three = async (visitor: () => Promise<Page>) =>
  [await visitor(), await visitor(), await visitor()] as const

/** An office that pays by M-PESA: one who gets it, one who does not, one paid by bank. */
async function office(primary: Page, operator: Page) {
  const { organization } = await found(primary.request, 'Malipo Traders Ltd')
  await signUpOperator(operator.request)
  await call(operator.request, integrations.save, { body: mpesa(organization.id) })
  const paid = await call(primary.request, employees.create, { body: arrives })
  const failing = await call(primary.request, employees.create, { body: fails })
  await addEmployee(primary.request, { ...complete, first_name: 'Simon' })
  const run = await runMonth(primary.request, 'January', new Date().getFullYear())
  return { run, paid, failing }
}

async function ask(page: Page, people: number) {
  await page.getByRole('button', { name: 'Make Payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Payments' })
  await expect(dialog).toContainText('Do you want to make payments for this payroll?')
  await expect(dialog).toContainText('From M-PESA, short code 600997')
  await expect(dialog.getByLabel('Paid from')).toContainText(
    people === 1 ? '1 person' : `${people} people`,
  )
  return dialog
}

async function approve(page: Page, payroll: string) {
  await page.goto(payroll)
  await page.getByRole('button', { name: 'Approve Payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve Payments' })
  await expect(dialog).toContainText('has asked for these payments')
  await dialog.getByRole('button', { name: 'Approve Payments' }).click()
  await expectToast(page, 'Payout successfully initiated')
}

/** A button that asks before it acts. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name }).click()
}

const progress = (page: Page) => page.getByRole('region', { name: 'Progress' }).getByRole('status')

test('asked for, approved, followed, retried, mended and paid', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [primary, finance, operator] = await three(visitor)
  const { run, paid, failing } = await office(primary, operator)
  await joinPayers(primary, finance)
  const payroll = `/payroll/${run.id}`

  // One person asks, and cannot agree as well.
  await finance.goto(payroll)
  const asking = await ask(finance, 2)
  await expect(asking.getByLabel('Cannot be paid now')).toContainText(/Simon.*no bank integration/)
  await check(finance, 'the payments dialog', [phone])
  // Meanwhile a number changes: what was shown is not what would be ordered.
  await call(primary.request, employees.update, {
    params: { id: paid.id },
    body: { ...arrives, phone: '0712009911' } as never,
  })
  await asking.getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(asking.getByText(/has changed since they were shown/)).toBeVisible()
  await expect(asking.getByLabel('New accounts or phone numbers')).toContainText('0712009911')
  await asking.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast(finance, 'Approval requested')
  await expect(finance.getByText('Payments are waiting for approval')).toBeVisible()
  await expect(finance.getByRole('button', { name: /Make|Approve/ })).toHaveCount(0)

  // Taken back by whoever asked, it is as if nobody had; then it is asked for again.
  await choose(finance, 'Withdraw Request')
  await expectToast(finance, 'Request withdrawn successfully')
  await expect(finance.getByText('Payments are waiting for approval')).toHaveCount(0)
  await (await ask(finance, 2)).getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(finance.getByText('Payments are waiting for approval')).toBeVisible()

  // Another agrees, and follows the money without reloading.
  await approve(primary, payroll)
  // Whoever asked hears of it, without reloading.
  await expect(finance.getByRole('link', { name: 'Payout Details' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(finance.getByText('Payments are waiting for approval')).toHaveCount(0)
  await primary.getByRole('link', { name: 'Payout Details' }).click()
  await expect(primary.getByRole('heading', { name: 'Payouts (2)' })).toBeVisible()
  await expect(progress(primary)).toHaveText('1 of 3 people paid, 1 failed, 1 not paid', {
    timeout: 60_000,
  })
  await expect(primary.getByRole('table', { name: 'Not paid' })).toContainText('Simon')
  await primary.setViewportSize({ width: 1366, height: 768 })
  await expect(
    primary.getByRole('table', { name: 'Payouts' }).getByRole('columnheader'),
  ).toHaveText([
    ...['Payslip#', 'Employee no', 'Account name', 'Account no', 'Bank', 'Amount', 'Status'],
    ...['Created', 'Actions'],
  ])
  await check(primary, 'payouts')

  // A day of payment says nothing of her: whoever retries reads so before and afterwards.
  const day = (paid_on: string) =>
    call(finance.request, payrolls.setPayment, { params: { id: run.id }, body: { paid_on } })
  await day(`${new Date().getFullYear()}-01-31`)
  await primary.reload()
  await primary.getByRole('button', { name: 'Retry All Failed' }).click()
  const again = primary.getByRole('dialog', { name: 'Retry All Failed' })
  await expect(again).toContainText('not of these people: Fatuma Kamau.')
  await check(primary, 'the retry dialog', [phone])

  // What failed fails again, and tells why.
  await again.getByRole('button', { name: 'Retry All Failed' }).click()
  await expectToast(primary, 'Payout successfully resubmitted')
  await expect(primary.getByText('not of these people: Fatuma Kamau.')).toBeVisible()
  await day('')
  await expect(progress(primary)).toContainText('1 failed', { timeout: 60_000 })
  await primary.getByRole('button', { name: 'Details of Fatuma Kamau' }).click()
  const story = primary.getByRole('dialog', { name: 'Payout Information' })
  await expect(story).toContainText('254712000001')
  await expect(story).toContainText('does not have enough money')
  await expect(story.getByText('Sent (attempt 2)')).toBeVisible()
  await check(primary, 'the story of a payout', [phone])
  await primary.keyboard.press('Escape')

  // Another number is another payment, to which two people agree again.
  const params = { id: failing.id }
  await call(finance.request, employees.update, {
    params,
    body: { ...fails, phone: '0712009912' } as never,
  })
  await primary.getByRole('button', { name: 'Retry Fatuma Kamau' }).click()
  const offered = primary.getByRole('dialog', { name: 'Retry Payout' })
  await expect(offered.getByRole('list', { name: 'Not sent again' })).toContainText('has changed')
  await expect(offered.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await check(primary, 'a retry that is another payment', [phone])
  await offered.getByRole('button', { name: 'Make Payments' }).click()
  const mended = primary.getByRole('dialog', { name: 'Make Payments' })
  await expect(mended.getByLabel('New accounts or phone numbers')).toContainText('0712009912')
  await mended.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast(primary, 'Approval requested')
  await finance.setViewportSize(phone)
  await approve(finance, payroll)
  await finance.goto(`/payrollPayouts/${run.id}`)
  await expect(progress(finance)).toHaveText('2 of 3 people paid, 1 not paid', { timeout: 60_000 })

  const [slip] = await call(finance.request, payslips.ofEmployee, { params: { id: paid.id } })
  await finance.goto(`/payslip/${slip?.id}`)
  await expect(finance.getByText(/^Paid on .*, reference [A-Z0-9]{8,}$/)).toBeVisible()
})

test('whoever left before the month is ticked by one, and seen by the other', async ({
  visitor,
}) => {
  test.setTimeout(300_000)
  const [primary, finance, operator] = await three(visitor)
  const { run, paid } = await office(primary, operator)
  await joinPayers(primary, finance)
  const year = new Date().getFullYear()
  await call(primary.request, employees.status, {
    params: { id: paid.id },
    body: { status: 'terminated', termination_date: `${year - 1}-12-31` },
  })
  await finance.goto(`/payroll/${run.id}`)
  await expect(finance.getByRole('list', { name: 'Paid only when ticked' })).toContainText(
    'Left on',
  )
  const dialog = await ask(finance, 1)
  await dialog.getByRole('checkbox', { name: new RegExp(arrives.first_name) }).check()
  await expect(dialog.getByLabel('Paid from')).toContainText('2 people')
  await check(finance, 'payments to somebody who left', [phone])
  await dialog.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast(finance, 'Approval requested')
  await primary.goto(`/payroll/${run.id}`)
  await primary.getByRole('button', { name: 'Approve Payments' }).click()
  const seen = primary.getByRole('dialog', { name: 'Approve Payments' })
  await expect(seen.getByLabel('To be paid anyway')).toContainText(arrives.first_name)
  await expect(seen).toContainText('They were ticked to be paid anyway.')
})

/** Pays by bank and by M-PESA: one number stops the sending, of another nothing is ever heard. */
async function troubledOffice(primary: Page, operator: Page) {
  const { organization } = await found(primary.request, 'Makini Stores Ltd')
  const kcb = { bank_name: 'KCB Bank Kenya', account_no: '1300000001' }
  await call(primary.request, organizations.update, { params: organization, body: kcb })
  await signUpOperator(operator.request)
  for (const through of [throughKcb, mpesa]) {
    await call(operator.request, integrations.save, { body: through(organization.id) })
  }
  const account = { ...complete, bank_name: kcb.bank_name, account_no: '1300009901' }
  await addEmployee(primary.request, { ...account, first_name: 'Benki' })
  await addEmployee(primary.request, { ...byPhone, first_name: 'Zuia', phone: '0712000004' })
  const silent = { ...account, first_name: 'Kimya', phone: '0712000009' }
  return { organization, silent: await addEmployee(primary.request, silent) }
}

/** Two days pass for what was sent and never heard of. */
const growOld = (organization: { id: string }) =>
  inDatabase((client) =>
    expect(async () => {
      const { rowCount } = await client.query(
        `update payout_attempts set sent_at = sent_at - interval '2 days'
         where state = 'unknown' and organization_id = $1`,
        [organization.id],
      )
      expect(rowCount).toBe(1)
    }).toPass({ timeout: 60_000 }),
  )

/** A colleague who pays, and has for longer than a day. */
async function joinPayers(primary: Page, colleague: Page) {
  const { email, id } = await join(primary.request, colleague.request, 'finance')
  await inDatabase(async (client) => {
    await client.query(
      `update payer_changes set made_at = made_at - interval '1 day' where organization_id =
         (select organization_id from memberships where user_id = $1)`,
      [id],
    )
  })
  return email
}

test('a stop is continued, two people decide, and the operator only looks', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [primary, finance, operator] = await three(visitor)
  const { organization, silent } = await troubledOffice(primary, operator)
  await joinPayers(primary, finance)

  // How somebody is paid is chosen on their form.
  await primary.goto(`/edit-employee/${silent.id}`)
  await primary.getByRole('combobox', { name: 'Pay by' }).click()
  await primary.getByRole('option', { name: 'M-PESA' }).click()
  await expect(primary.getByText('Paid to 0712000009 through M-PESA.')).toBeVisible()
  await primary.getByRole('button', { name: 'Submit' }).click()
  await expectToast(primary, 'Employee updated successfully')

  const { id } = await runMonth(primary.request, 'January', new Date().getFullYear())
  const file = { type: 'kcb-bank', extension: 'csv' } as const
  await call(primary.request, exports.make, { params: { id }, body: file })
  await finance.goto(`/payroll/${id}`)
  const dialog = await ask(finance, 2)
  // Whoever is in a bank file is left out, until somebody says that it was not used.
  await expect(dialog.getByText(/^A bank file of this payroll was made on/)).toBeVisible()
  await expect(dialog.getByLabel('Cannot be paid now')).toContainText(/Benki.*bank file/)
  await expect(dialog.getByRole('list', { name: 'Paid for the first time' })).toContainText('Kimya')
  await check(finance, 'payments beside a bank file')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await finance.getByRole('button', { name: 'Not Used' }).click()
  const doubt = finance.getByRole('dialog', { name: 'Mark as Not Used' })
  await doubt.getByRole('button', { name: 'Not Used' }).click()
  await expectToast(finance, 'File marked as not used')
  const free = await ask(finance, 2)
  await expect(free.getByLabel('Paid from')).toContainText('From KCB Bank Kenya')
  await expect(free.getByText(/marked the bank file .* as not used on/)).toBeVisible()
  await free.getByRole('button', { name: 'Ask for Approval' }).click()
  await approve(primary, `/payroll/${id}`)

  // Refused credentials stop what would be refused as well, until somebody goes on.
  await primary.goto(`/payrollPayouts/${id}`)
  const stopped = primary.getByRole('alert').filter({ hasText: 'Sending by M-PESA has stopped' })
  await expect(stopped).toContainText('nothing is sent until somebody continues', {
    timeout: 60_000,
  })
  await check(primary, 'payouts that were stopped', [phone])
  await stopped.getByRole('button', { name: 'Continue Sending' }).click()
  await expect(stopped).toBeHidden()
  await expect(progress(primary)).toContainText('1 under way', { timeout: 60_000 })
  await growOld(organization)
  await expect(progress(primary)).toContainText('1 in review', { timeout: 60_000 })

  // The operator sees all of it, is offered nothing, and is told why.
  await call(operator.request, contract.auth.switch, { params: organization })
  await operator.goto(`/payrollPayouts/${id}`)
  await expect(operator.getByRole('note')).toContainText('organization’s own staff only')
  await expect(progress(operator)).toContainText('1 in review')
  const acts = /Retry|Decide|Make Payments|Continue Sending|Withdraw/
  await expect(operator.getByRole('button', { name: acts })).toHaveCount(0)
  await operator.goto(`/payroll/${id}`)
  await expect(operator.getByRole('note')).toContainText('organization’s own staff only')
  await expect(operator.getByRole('button', { name: 'Make Payments' })).toHaveCount(0)

  await decide(primary, 'Decide', 'Statement of today')
  await expectToast(primary, 'Decision saved: somebody else has to agree')
  await finance.goto(`/payrollPayouts/${id}`)
  await decide(finance, 'Agree or Object')
  await expect(progress(finance)).toHaveText('1 of 3 people paid, 2 failed', { timeout: 60_000 })

  await finance.keyboard.press('Escape')
  await finance.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printing = 'yes'
    }
  })
  await finance.getByRole('button', { name: 'Print' }).click()
  await expect(finance.locator('html')).toHaveAttribute('data-printing', 'yes')
  const paper = wordsOf(await finance.pdf({ preferCSSPageSize: true })).join(' ')
  expect(paper).toMatch(/Payouts for January.*Benki.*Paid.*Zuia.*Failed.*Kimya.*Failed/s)
})

/** What a person found out; the second one agrees with the reference of the first. */
async function decide(page: Page, button: string, reference?: string) {
  await page.getByRole('button', { name: 'Details of Kimya Kamau' }).click()
  await page.getByRole('button', { name: button }).click()
  const form = page.getByRole('dialog', { name: 'What Happened to It?' })
  await form.getByRole('button', { name: 'Save Finding' }).click()
  await expect(form.getByText('Reason is required.')).toBeVisible()
  await form.getByLabel(/^has not been sent/).check()
  await form.getByLabel('Reason').fill('It is on no statement')
  if (reference) {
    await form.getByLabel('Reference').fill(reference)
    await check(page, 'a decision', [phone])
  }
  await form.getByRole('button', { name: 'Save Finding' }).click()
  await expect(form).toBeHidden()
}

test('what weakens the second person is seen, objected to and agreed to', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [primary, finance, third] = await three(visitor)
  await found(primary.request, 'Wawili Traders Ltd')
  const email = await joinPayers(primary, finance)
  await primary.goto('/organization')
  await primary.getByRole('combobox', { name: 'Payouts need a second person' }).click()
  await primary.getByRole('option', { name: 'Never' }).click()
  const asked = primary.getByRole('dialog', { name: 'Payouts and the Second Person' })
  await asked.getByRole('button', { name: 'Change' }).click()
  await expectToast(primary, 'Payroll settings updated successfully')

  const changed = (page: Page) => page.getByRole('alert', { name: 'Who may pay has changed' })
  await expect(changed(primary)).toContainText('Payouts will no longer need a second person.')
  await expect(changed(primary)).toContainText('This takes effect for payouts from')
  await expect(changed(primary).getByRole('button')).toHaveCount(0)
  await expect(primary.getByText('another must approve')).toBeVisible()

  // The other hears of it by mail, on the first screen, and where it can be decided.
  await mailTo(finance.request, email, { subject: 'Who may pay has changed' })
  await finance.goto('/dashboard')
  await finance.getByRole('link', { name: /Payouts will no longer need a second person/ }).click()
  await expect(finance).toHaveURL(/\/organization$/)
  await check(finance, 'a change of who may pay', [phone])
  await act(finance, 'Object to This Change', 'Object')
  await expectToast(finance, 'Objection saved')
  await expect(changed(finance)).toContainText('has objected')

  // Somebody new counts for nothing yet, and is told so where payments are made.
  await join(primary.request, third.request, 'finance')
  await third.goto('/organization')
  await expect(changed(third)).toContainText('may pay')
  await expect(changed(third).getByRole('button', { name: 'Agree' })).toHaveCount(0)
  await finance.reload()
  await act(finance, 'Agree to This Change', 'Agree Anyway')
  await expectToast(finance, 'Agreed: the change is now in effect')
})

/** The first change of the list. */
async function act(page: Page, title: string, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog', { name: title }).getByRole('button', { name }).click()
}
