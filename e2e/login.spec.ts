import { contract } from '@mshahara/contract'
import { attempt } from './calls.ts'
import { found } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, test } from './test.ts'

test('a wrong password is reported, and the right one works after it', async ({
  page,
  visitor,
}) => {
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  await fillLogin(page, { ...person, password: 'si-hii' })
  await expectToast(page, 'Invalid email or password.')
  await expect(page).toHaveURL('/employee-login')
  await expect(page.getByLabel('Email address')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await fillLogin(page, person)
  await enterCode(page, person.email)
  await expectToast(page, 'Login Successful')
  await expect(page.getByText(/^Last login: \d\d [A-Z][a-z]+, \d{4} \d\d:\d\d$/)).toBeVisible()
})

test('a demo sign-in fills the form at a click', async ({ page }) => {
  await openLogin(page)
  await page.getByText('Demo sign-ins').click()
  await page.getByRole('button', { name: 'finance@baraka.test' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue('finance@baraka.test')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('karibu-2026')
})

test('the password can be looked at, and Remember me keeps the email on the device', async ({
  page,
  visitor,
}) => {
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('siri')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByLabel('Remember me').check()
  await fillLogin(page, person)
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await page.evaluate(() => sessionStorage.clear())
  await openLogin(page)
  await expect(page.getByLabel('Email address')).toHaveValue(person.email)
  await expect(page.getByLabel('Remember me')).toBeChecked()
})

test('too many wrong passwords from one place are stopped, from elsewhere not', async ({
  page,
  visitor,
}) => {
  const elsewhere = await visitor()
  const { person } = await found(elsewhere.request)
  const { email } = person
  for (let tries = 0; tries < 10; tries++) {
    const body = { email, password: 'si-hii' }
    const answer = await attempt(page.request, contract.auth.login, { body })
    expect(answer.status()).toBe(401)
  }
  await openLogin(page)
  await fillLogin(page, person)
  await expectToast(page, 'Error 429: Too many attempts. Please wait a little and try again.')
  await elsewhere.goto('/logout')
  await expect(elsewhere).toHaveURL('/login')
  await openLogin(elsewhere)
  await fillLogin(elsewhere, person)
  await enterCode(elsewhere, email)
  await expect(elsewhere).toHaveURL('/dashboard')
})
