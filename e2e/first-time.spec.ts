import { codeIn, found, invite, mailTo, newPerson } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, type Page, test } from './test.ts'

async function changePassword(page: Page, password: string) {
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByText('First time login. Change of password required.')).toBeVisible()
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Password updated successfully')
  await expect(page).toHaveURL('/dashboard')
}

test('the ID number fetches the first password, which must be changed', async ({ page }) => {
  const email = 'new@baraka.test'
  await page.goto('/login')
  const modal = page.getByRole('dialog', { name: 'First Time Login?' })
  await expect(modal).toContainText(
    'To activate your account, please use your email address and ID number as your password. ' +
      'You will then receive an email with a login password.',
  )
  await modal.getByRole('button', { name: 'Got it' }).click()
  await fillLogin(page, { email, password: '31245678' })
  await expectToast(page, 'First time login. Your password has been sent to your email.')
  await expect(page).toHaveURL('/employee-login')
  const first = await mailTo(page.request, email, { subject: 'Your first password' })
  expect(first.text).toContain('Baraka Foods Ltd')
  await fillLogin(page, { email, password: codeIn(first) })
  await expectToast(page, 'OTP sent to your email')
  await enterCode(page, email)
  await changePassword(page, 'habari-ya-leo-1')
  await expect(page.getByRole('heading', { name: 'Welcome, Halima' })).toBeVisible()
})

test('whoever is invited signs in with the mailed password and chooses their own', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request)
  const person = await invite(owner.request, 'finance', newPerson('Kerubo', 'Nyaboke'))
  const letter = await mailTo(page.request, person.email)
  expect(letter.subject).toContain('Umoja Traders Ltd invites you to Mshahara')
  await openLogin(page)
  await fillLogin(page, { email: person.email, password: codeIn(letter) })
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/change-password')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/change-password')
  await changePassword(page, person.password)
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expectToast(page, 'Logout Successful')
  await expect(page).toHaveURL('/login')
  await openLogin(page)
  await fillLogin(page, person)
  await enterCode(page, person.email)
  await expect(page.getByRole('heading', { name: 'Welcome back, Kerubo' })).toBeVisible()
})

test('leaving the forced change of password signs out', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request)
  const person = await invite(owner.request, 'user')
  await openLogin(page)
  const password = codeIn(await mailTo(page.request, person.email))
  await fillLogin(page, { email: person.email, password })
  await enterCode(page, person.email)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/change-password')
  await expect(page).toHaveURL(/^[^?]*\/login/)
})

test('the modal stays away once ticked, and comes back when asked for', async ({ page }) => {
  await page.goto('/login')
  const modal = page.getByRole('dialog', { name: 'First Time Login?' })
  await modal.getByLabel("Don't show this again").check()
  await modal.getByRole('button', { name: 'Got it' }).click()
  await expect(modal).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Employee Sign In' })).toBeVisible()
  await page.getByLabel('Email address').fill('somebody@people.test')
  await expect(modal).toBeHidden()
  await page.getByRole('button', { name: 'First Time Login?' }).click()
  await expect(modal.getByLabel("Don't show this again")).toBeChecked()
})
