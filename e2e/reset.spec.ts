import { codeIn, found, mailTo, newPerson } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, test } from './test.ts'

test('a forgotten password is replaced with the mailed code', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request)
  const { email } = person
  await openLogin(page)
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Password reset successful. Please check your email.')
  await expect(page).toHaveURL(`/update-password/${encodeURIComponent(email)}`)

  const code = codeIn(await mailTo(page.request, email, { subject: 'Reset your password' }))
  const password = 'nenosiri-jipya-9'
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(`${password}0`)
  await page.getByLabel('Reset OTP').fill('AAAAAAAAAA')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible()
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'The code is not valid or has expired.')
  await page.getByLabel('Reset OTP').fill(code)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Password successfully updated. Please login.')
  await expect(page).toHaveURL('/login')

  await fillLogin(page, person)
  await expectToast(page, 'Invalid email or password.')
  await expect(page).toHaveURL('/employee-login')
  await fillLogin(page, { email, password })
  await enterCode(page, email)
  await expect(page).toHaveURL('/dashboard')
})

test('an address nobody knows is answered alike, and Cancel leads back', async ({ page }) => {
  await page.goto('/forgot-password')
  const { email } = newPerson()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Password reset successful. Please check your email.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/forgot-password')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/login')
})

test('a field that is wrong says so in words and takes the focus', async ({ page }) => {
  await page.goto('/forgot-password')
  const field = page.getByLabel('Email address')
  await field.fill('not an address')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address.')
})
