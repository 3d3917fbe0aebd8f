import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { writesToMany } from './mass-email.ts'
import { mainMenu, menus, platform, seesMenu } from './menu.ts'
import { codeIn, demo, found, mailTo, newPerson, signIn } from './people.ts'
import { signInByForm } from './sign-in.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { platformPaths, staysWithin } from './widths.ts'

const table = (page: Page) => page.getByRole('table', { name: 'All Organizations' })

test('the operator lands on all organisations and works inside one of them', async ({ page }) => {
  await signInByForm(page, demo('operator@mshahara.test'))
  await expectToast(page, 'Login Successful')
  await expect(page).toHaveURL('/organizations')
  await seesMenu(page, platform)
  await expect(page.getByText(/^Organizations \(\d+\)$/)).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Name',
    'Address',
    'Phone',
    'Email',
    'Status',
    'Created',
    'Actions',
  ])
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/users')
  await expectToast(page, 'Please open an organization first.')
  await expect(page).toHaveURL('/organizations')
  await page.goto('/create-organization')
  await expect(page).toHaveURL('/organizations')

  await page.getByRole('searchbox', { name: 'Search organization' }).fill('baraka')
  await expect(page).toHaveURL('/organizations?search=baraka')
  await page.getByRole('button', { name: 'Details of Baraka Foods Ltd' }).click()
  await page.getByRole('button', { name: 'Open Baraka Foods Ltd' }).click()
  await expectToast(page, 'Organization switched successfully')
  await expect(page.getByRole('banner')).toContainText('Baraka Foods Ltd')
  await expect(page).toHaveURL('/dashboard')
  await mainMenu(page).getByRole('button', { name: 'Account', exact: true }).click()
  await seesMenu(page, menus['super-admin'], 'Account')
  await mainMenu(page).getByRole('link', { name: 'All Organizations' }).click()
  await page.getByRole('searchbox').fill('baraka')
  await page.getByRole('button', { name: 'Details of Baraka Foods Ltd' }).click()
  await expect(page.getByRole('button', { name: 'Baraka Foods Ltd is open' })).toBeDisabled()
  await page.keyboard.press('Escape')
  // The standing bar is on every screen, and leads out with one click.
  const bar = page.getByRole('region', { name: 'Notices' })
  await expect(bar).toContainText('You are working in Baraka Foods Ltd, as the platform operator.')
  await bar.getByRole('button', { name: 'Leave organization' }).click()
  await expect(bar.getByRole('button', { name: 'Leave organization' })).toBeHidden()
  await expect(page).toHaveURL('/organizations')
  await seesMenu(page, platform)
})

test('from a new organisation to its first sign-in, and off and on again', async ({
  page,
  visitor,
}) => {
  test.slow()
  const name = `Mpya ${Date.now() % 1_000_000} Ltd`
  const { email, password } = newPerson()
  await signIn(page.request, demo('operator@mshahara.test'))
  await open(page, '/organizations')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const form = page.getByRole('dialog', { name: 'Add Organization' })
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Name is required.', { exact: true })).toBeVisible()
  await check(page, 'Add Organization', [phone])
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Address').fill('Moi Avenue, Nakuru')
  await form.getByLabel('Phone').first().fill('020 234 5678')
  await form.getByLabel('Email').first().fill(`office.${email}`)
  await form.getByLabel('PIN No').fill(`P${String(Date.now()).slice(-9)}Q`)
  await expect(form.getByLabel('Trial Period')).toHaveValue('1')
  await form.getByRole('switch', { name: 'Deduct NITA' }).click()
  const primary = form.getByRole('group', { name: 'Primary user' })
  await primary.getByLabel('First Name').fill('Nasimiyu')
  await primary.getByLabel('Last Name').fill('Barasa')
  await primary.getByLabel('Email').fill(email)
  await primary.getByLabel('Phone').fill('0712 345 678')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Organization created successfully')
  await expect(form).toBeHidden()

  const owner = await visitor()
  const first = codeIn(await mailTo(owner.request, email))
  await signIn(owner.request, { email, password: first })
  await owner.goto('/')
  await owner.getByLabel('New Password').fill(password)
  await owner.getByLabel('Confirm Password').fill(password)
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('heading', { name: /^Welcome.*, Nasimiyu$/ })).toBeVisible()
  await expect(owner.getByRole('banner')).toContainText(name)

  await page.getByRole('searchbox', { name: 'Search organization' }).fill(name)
  await page.getByRole('button', { name: `Details of ${name}` }).click()
  const details = page.getByRole('dialog', { name })
  await details.getByRole('button', { name: 'Add File' }).click()
  const adding = page.getByRole('dialog', { name: 'Add File' })
  await adding.getByRole('combobox', { name: 'Document' }).click()
  await page.getByRole('option', { name: 'PIN certificate' }).click()
  const pdf = { name: 'pin.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') }
  await adding.locator('input[type=file]').setInputFiles(pdf)
  await adding.getByRole('button', { name: 'Add File' }).click()
  await expectToast(page, 'Organization file added successfully')
  await expect(details.getByRole('link', { name: 'View PIN certificate' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await check(page, 'organization details', [phone])
  await details.getByRole('button', { name: 'Revoke PIN certificate' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke File' })
  await expect(question).toContainText('Do you want to revoke this file?')
  await expect(details).toBeHidden()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Organization file revoked successfully')

  // Switched off: an open page hears of it by itself.
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Organization' })
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Deactivated' }).click()
  await edit.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Organization updated successfully')
  await expectToast(owner, `${name} has been deactivated.`)
  await expect(owner).toHaveURL(/\/login/)
  await signIn(owner.request, { email, password })
  await owner.goto('/')
  await expect(owner.getByRole('heading', { name: 'Organization deactivated' })).toBeVisible()
  await expect(owner.getByText(`${name} has been deactivated.`)).toBeVisible()
  await check(owner, 'deactivated', [phone])
  await expect(table(page)).toContainText('Deactivated')
})

test('the operator gives an organisation ways to pay, which sees and tests them', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  const { organization } = await found(owner.request, 'Wakala Ltd', newPerson('Wakala', 'Mkuu'))
  await owner.goto('/integration')
  await expect(owner.getByText('No Active Integrations')).toBeVisible()
  const change = { bank_name: 'Equity', branch_name: '', account_no: '0110293847' }
  const params = { id: organization.id }
  await call(owner.request, contract.organizations.update, { params, body: change })
  await owner.reload()
  await expect(
    owner.getByText(/cannot be paid through from here. Pay with the bank file/),
  ).toBeVisible()
  const kcb = { bank_name: 'KCB', branch_name: 'Eastleigh' }
  await call(owner.request, contract.organizations.update, { params, body: kcb })

  await signIn(page.request, demo('operator@mshahara.test'))
  await open(page, '/organizations?search=wakala')
  const opener = page.getByRole('button', { name: 'Integration of Wakala Ltd' })
  await opener.click()
  const modal = page.getByRole('dialog', { name: 'Add Payment Integration' })
  await expect(modal).toContainText('KCB Bank Kenya')
  await check(page, 'Add Payment Integration', [phone])
  await modal.getByLabel('Consumer Key').fill('sim-kcb-key')
  await modal.getByLabel('Consumer Secret').fill('sim-kcb-secret')
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expect(modal.getByText('Company Code is required for this bank.')).toBeVisible()
  await modal.getByLabel('Company Code').fill('KE0010001')
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Bank Integration successfully updated')

  await opener.click()
  await expect(modal.getByText('Available Integrations are:')).toBeVisible()
  await modal.getByRole('combobox', { name: 'Payment Method' }).click()
  await page.getByRole('option', { name: 'MPESA' }).click()
  await modal.getByLabel('Consumer Key').fill('sim-daraja-key')
  await modal.getByLabel('Consumer Secret').fill('sim-daraja-secret')
  await modal.getByLabel('Initiator Name').fill('payrollapi')
  await modal.getByLabel('Initiator Password').fill('no(brackets)')
  await modal.getByLabel('Short Code').fill('600997')
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expect(modal.getByText(/letters, digits and # & % \$ only/)).toBeVisible()
  await modal.getByLabel('Initiator Password').fill('Simulator#2026')
  await modal.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Bank Integration successfully updated')
  await opener.click()
  await modal.getByRole('button', { name: 'Test connection to KCB' }).click()
  await expect(modal.getByText(/KCB accepts the consumer key and secret/)).toBeVisible()

  await owner.reload()
  const mpesa = owner.getByRole('region', { name: 'MPESA' })
  await expect(mpesa).toContainText('********')
  await mpesa.getByRole('button', { name: 'Test connection to M-PESA' }).click()
  await expect(mpesa.getByText(/The credentials are accepted/)).toBeVisible()
  await expect(mpesa.getByText(/Balance Ksh [\d,.]+/)).toBeVisible()
  await expect(owner.getByRole('region', { name: 'BANK' })).toContainText('KE0010001')
  await check(owner, '/integration')
})

test('money that came by bank is entered for one of many organisations', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  const name = `Hazina ${Date.now() % 1_000_000} Ltd`
  await found(owner.request, name, newPerson('Hazina', 'Mweka'))
  await signIn(page.request, demo('operator@mshahara.test'))
  await open(page, '/payments')
  await page.getByRole('button', { name: 'Add Credit' }).click()
  const form = page.getByRole('dialog', { name: 'Add Credit' })
  await form.getByRole('button', { name: 'Add Credit' }).click()
  await expect(form.getByText('Reason is required.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Organization' }).fill(name.toLowerCase())
  await expect(page.getByRole('option', { name: / Ltd/ })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(form.getByRole('combobox', { name: 'Organization' })).toHaveValue(
    new RegExp(`^${name}`),
  )
  await page.keyboard.type('12500')
  await form.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'Bank' }).click()
  const reference = `FT${Date.now()}`
  await form.getByLabel('Reference').fill(reference)
  await form.getByLabel('Reason').fill('By bank transfer')
  await check(page, 'Add Credit', [phone])
  await form.getByRole('button', { name: 'Add Credit' }).click()
  await expectToast(page, 'Credit added successfully')
  await open(owner, '/billing')
  await expect(owner.getByText('Ksh 12,500.00 left for your next payment')).toBeVisible()
  // Money has its receipt when it arrives.
  const credits = owner.getByRole('table', { name: 'Credit on Your Account' })
  await credits.getByRole('link', { name: /^Receipt/ }).click()
  const receipt = owner.frameLocator('iframe')
  await expect(receipt.getByText('Credit on your account')).toBeVisible()
  await expect(receipt.getByText('Bank', { exact: true })).toBeVisible()
  await expect(receipt.getByText('Ksh 12,500.00')).toBeVisible()
  // It was somebody else's.
  await page.getByRole('link', { name: 'Money Received' }).click()
  await page.getByRole('searchbox', { name: 'Search receipt' }).fill(reference)
  const line = page.getByRole('row').filter({ hasText: name })
  await line.getByRole('button', { name: /^Take back the credit of/ }).click()
  const back = page.getByRole('dialog', { name: 'Take Back Credit' })
  await back.getByLabel('Reason').fill('Of another customer')
  await check(page, 'Take Back Credit', [phone])
  await back.getByRole('button', { name: 'Take Back' }).click()
  await expectToast(page, 'Credit taken back successfully')
  await expect(line).toContainText('Credit, taken back')
  await owner.goto('/billing')
  await expect(owner.getByText('Taken back: Of another customer')).toBeVisible()
})

test('money on the statement pays the order that waits for it', async ({ page, visitor }) => {
  const owner = await visitor()
  const name = `Ngojea ${Date.now() % 1_000_000} Ltd`
  await found(owner.request, name, newPerson('Ngojea', 'Risiti'))
  const wish = { package_id: 'basic', type: 'upgrade', duration: 1 } as const
  const ordered = { ...wish, amount: 2500, phone: '0722004733' }
  await call(owner.request, contract.billing.init, { body: ordered })
  await signIn(page.request, demo('operator@mshahara.test'))
  await open(page, '/payments')
  await page.getByRole('button', { name: 'Add Credit' }).click()
  const form = page.getByRole('dialog', { name: 'Add Credit' })
  await form.getByRole('combobox', { name: 'Organization' }).fill(name.toLowerCase())
  await page.getByRole('option', { name }).click()
  const which = form.getByRole('radiogroup', { name: 'Which order is it for?' })
  await expect(which.getByRole('radio')).toHaveCount(2)
  await form.getByLabel('Amount').fill('2500')
  await form.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'M-PESA' }).click()
  const reference = `UK${Date.now()}`
  await form.getByLabel('Reference').fill(reference)
  await form.getByLabel('Reason').fill('On the statement')
  await form.getByRole('button', { name: 'Add Credit' }).click()
  await expect(form.getByText('Please choose the order it is for, or none of them.')).toBeVisible()
  await check(page, 'Add Credit, with an order that waits', [phone])
  await which.getByRole('radio', { name: 'Basic, 1 month: Ksh 2,500.00' }).check()
  await form.getByRole('button', { name: 'Add Credit' }).click()
  await expectToast(page, 'Basic is paid for')
  const { package: plan } = await call(owner.request, contract.subscriptions.current)
  expect(plan.name).toBe('Basic')
  await page.getByRole('link', { name: 'Money Received' }).click()
  await page.getByRole('searchbox', { name: 'Search receipt' }).fill(reference)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(/2,500.00.*M-PESA.*Basic, 1 month/)
  // It stands in the whole list as well, which is pale until the search is answered.
  await expect(page.getByRole('row')).toHaveCount(2)
  await check(page, '/payments/received')
})

test('the last primary user can be neither demoted nor deactivated', async ({ page, visitor }) => {
  const owner = await visitor()
  const { organization } = await found(owner.request, 'Pekee Ltd', newPerson('Pekee', 'Mmiliki'))
  const { id } = await call(owner.request, contract.auth.profile)
  await signIn(page.request, demo('operator@mshahara.test'))
  await call(page.request, contract.auth.switch, { params: { id: organization.id } })
  const refusal = 'This is the last active primary user. Make another user primary first.'
  const changes = [
    ['Role', 'Admin'],
    ['Status', 'Inactive'],
  ] as const
  for (const [field, option] of changes) {
    await page.goto(`/user/${id}`)
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
    await page.getByRole('button', { name: 'Update User' }).click()
    await expectToast(page, refusal)
    await expect(page).toHaveURL(`/user/${id}`)
  }
  expect(await call(owner.request, contract.auth.profile)).toMatchObject({ role: 'primary' })
})

test('the operator reads the law of any month and simulates a payslip', async ({ page }) => {
  await signIn(page.request, demo('operator@mshahara.test'))
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'System Settings' })).toBeVisible()
  const bands = page.getByRole('table', { name: 'PAYE Rates' })
  await expect(bands.getByRole('columnheader').filter({ hasText: 'Rate(%)' })).toBeVisible()
  await expect(page.getByText('SHIF has replaced NHIF')).toBeVisible()
  await page.getByRole('combobox', { name: 'Month' }).fill('January 2022')
  await page.getByRole('option', { name: 'January 2022' }).click()
  await expect(page.getByRole('table', { name: 'NHIF Rates' })).toContainText('1,700.00')
  await page.getByRole('button', { name: 'Simulate Payslip' }).click()
  const modal = page.getByRole('dialog', { name: 'Simulate Payslip' })
  // The month chosen on the screen.
  await expect(modal.getByRole('combobox', { name: 'Month' })).toHaveValue('January 2022')
  await modal.getByLabel('Gross Income').fill('24000')
  await expect(modal.getByRole('table', { name: 'Result' })).toContainText('24,000.00')
  await expect(page).toHaveURL('/settings?month=2022-01&simulate=true&gross=24000')
  await page.reload()
  await expect(modal.getByLabel('Gross Income')).toHaveValue('24,000')
})

test('the operator writes to all clients, and one of them unsubscribes', async ({
  page,
  visitor,
}) => {
  test.slow()
  await writesToMany(page, visitor)
})

test("the operator's screens have no serious barrier, and fit every window", async ({ page }) => {
  test.slow()
  await signIn(page.request, demo('operator@mshahara.test'))
  for (const path of platformPaths) {
    await open(page, path)
    await check(page, path)
    await staysWithin(page, path)
  }
})
