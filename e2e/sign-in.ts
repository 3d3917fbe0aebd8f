import { codeIn, type Mail, mailTo, type Person } from './people.ts'
import { expect, type Page } from './test.ts'

/** Signing in as a person does it: by the form, with the code from the mail. */

export async function openLogin(page: Page, path = '/login') {
  await page.goto(path)
  await page.getByRole('dialog', { name: 'First Time Login?' }).getByText('Got it').click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function fillLogin(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export async function enterCode(page: Page, email: string, after?: Mail) {
  await expect(page).toHaveURL('/verify-otp')
  const code = codeIn(await mailTo(page.request, email, { coded: true, after }))
  await page.getByLabel('OTP Code').fill(code)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

export async function signInByForm(page: Page, person: Pick<Person, 'email' | 'password'>) {
  await openLogin(page)
  await fillLogin(page, person)
  await enterCode(page, person.email)
}
