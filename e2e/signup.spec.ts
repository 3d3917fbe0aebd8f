import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { found, newPerson, signUp } from './people.ts'
import { enterCode } from './sign-in.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const later = (months: number) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(new Date())
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10)
}

async function fillOrganization(page: Page, name: string) {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address').fill('Tom Mboya Street, Nairobi')
  await page.getByLabel('Phone').fill('+254 722 123 456')
  await page.getByLabel('Email').fill('office@mwangaza.test')
  await page.getByLabel('PIN No').fill('p051234567x')
}

test('from sign-up by way of the code to an organisation on trial', async ({ page }) => {
  const person = newPerson('Nekesa', 'Wafula')
  await page.goto('/signup')
  await page.getByLabel('First Name').fill(person.first_name)
  await page.getByLabel('Last Name').fill(person.last_name)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expectToast(page, 'OTP sent to your email')
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/create-organization')
  await expect(page.getByRole('heading', { name: 'Register Organization' })).toBeVisible()

  await fillOrganization(page, 'Mwangaza Bakery')
  await page.getByRole('combobox', { name: 'Bank Name' }).fill('equity')
  await page.getByRole('option', { name: 'Equity Bank Kenya' }).click()
  // Enter in the list picks from it: the form is not sent with half a branch.
  const branch = page.getByRole('combobox', { name: 'Branch Name' })
  await branch.pressSequentially('equity bank corp')
  await expect(page.getByRole('option', { name: 'Equity Bank Corporate' })).toBeVisible()
  await branch.press('Enter')
  await expect(branch).toHaveValue('Equity Bank Corporate')
  await expect(page.getByText('Branch code 001')).toBeVisible()
  await expect(page).toHaveURL('/create-organization')
  await page.getByLabel('Account Number').fill('0123456789')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expectToast(page, 'Organization created successfully')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('Mwangaza Bakery')
  await expect(page.getByText('This is your first sign-in.')).toBeVisible()
  const plan = await call(page.request, contract.subscriptions.current)
  expect(plan).toMatchObject({ package: { name: 'Trial' }, to: later(2) })
  const organization = await call(page.request, contract.organizations.get)
  expect(organization).toMatchObject({
    pin_no: 'P051234567X',
    phone: '0722123456',
    bank_name: 'Equity Bank Kenya',
    branch_name: 'Equity Bank Corporate',
    account_no: '0123456789',
  })
})

test('the branches offered are those of the chosen bank', async ({ page }) => {
  await signUp(page.request)
  await page.goto('/create-organization')
  const bank = page.getByRole('combobox', { name: 'Bank Name' })
  const branch = page.getByRole('combobox', { name: 'Branch Name' })
  await bank.fill('diamond')
  await page.getByRole('option', { name: 'Diamond Trust Bank Kenya' }).click()
  await branch.fill('nation')
  await page.getByRole('option', { name: 'Nation Centre' }).click()
  await expect(branch).toHaveValue('Nation Centre')
  // One that has two branches with the same name.
  await bank.fill('central bank')
  await page.getByRole('option', { name: 'Central Bank of Kenya' }).click()
  await expect(branch).toHaveValue('')
  await branch.click()
  await expect(page.getByRole('option', { name: 'Nation Centre' })).toBeHidden()
  await expect(page.getByRole('option', { name: 'Head Office' })).toHaveCount(1)
  // A branch that is not in the list is as good as a suggestion; a bank is picked.
  await branch.fill('Lamu')
  await fillOrganization(page, 'Bahari Fishers')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('without an organisation every door leads to registering one', async ({ page }) => {
  await signUp(page.request)
  for (const path of ['/dashboard', '/users', '/profile']) {
    await page.goto(path)
    await expectToast(page, 'Please create your organization first.')
    await expect(page).toHaveURL('/create-organization')
  }
  await page.goto('/login')
  await expectToast(page, 'You have an active session. Please logout first.')
  await expect(page).toHaveURL('/create-organization')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expectToast(page, 'Logout Successful')
  await expect(page).toHaveURL('/login')
})

test('a field that is wrong says what is expected', async ({ page }) => {
  await signUp(page.request)
  await page.goto('/create-organization')
  await fillOrganization(page, '')
  await page.getByLabel('PIN No').fill('51')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(
    page.getByText('A KRA PIN is a letter, nine digits and a letter, such as P051234567A.'),
  ).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('doors for guests only send a signed-in person back with a word', async ({ page }) => {
  await found(page.request)
  const doors = ['/login', '/employee-login', '/signup', '/verify-otp', '/forgot-password']
  for (const path of [...doors, '/update-password/somebody@people.test']) {
    await page.goto(path)
    await expectToast(page, 'You have an active session. Please logout first.')
    await expect(page).toHaveURL('/dashboard')
  }
  await page.goto('/create-organization')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/logout')
  await expectToast(page, 'Logout Successful')
  await expect(page).toHaveURL('/login')
})

test('somebody known who signs up again learns nothing on the screen, all by mail', async ({
  page,
  visitor,
}) => {
  const { person } = await found((await visitor()).request)
  await page.goto('/signup')
  await page.getByLabel('First Name').fill('Other')
  await page.getByLabel('Last Name').fill('Person')
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Phone').fill('0711000000')
  await page.getByLabel('Password', { exact: true }).fill('siri-kubwa-2026')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expectToast(page, 'OTP sent to your email')
  await expect(page).toHaveURL('/verify-otp')
})
