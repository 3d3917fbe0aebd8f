import { contract } from '@mshahara/contract'
import { totp } from '../apps/server/src/test/second-factor.ts'
import { call } from './calls.ts'
import { found, join, mailTo, newPerson, signIn } from './people.ts'
import { fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Second factor' })

/** The key under the picture. */
const keyShown = async (page: Page) =>
  ((await page.getByRole('dialog').locator('pre, code').first().textContent()) ?? '').replaceAll(
    ' ',
    '',
  )
const confirmWith = async (page: Page, password: string) => {
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' })
  await asked.getByLabel('Current Password').fill(password)
  await asked.getByRole('button', { name: 'Continue' }).click()
}

/** Adds an app, and answers with its key and the recovery codes. */
async function addApp(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add an app' }).click()
  await confirmWith(page, password)
  const modal = page.getByRole('dialog', { name: 'Add an app' })
  await expect(modal.getByRole('img', { name: 'Picture to scan' })).toBeVisible()
  const key = await keyShown(page)
  await modal.getByLabel('Six digits').fill('000000')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByText("This is not the app's current code.")).toBeVisible()
  await modal.getByLabel('Six digits').fill(totp(key, new Date()))
  await modal.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = ((await shown.locator('pre, code').first().textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  return { key, codes }
}

test('an app is added, and asked for at the next sign-in', async ({ page }) => {
  const { person } = await found(page.request)
  await page.goto('/profile')
  const { key, codes } = await addApp(page, person.password)
  await expect(card(page).getByRole('listitem')).toContainText('My phone')
  await expect(card(page)).toContainText('Recovery codes left: 10')
  await mailTo(page.request, person.email, { subject: 'A second factor was added to your sign-in' })
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await openLogin(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL('/second-step')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectToast(page, 'This code is not valid, or was used before.')
  // The one after the code that was used: valid half a minute ahead.
  await page.getByLabel('Code').fill(totp(key, new Date(), 1))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/profile')
  await card(page).getByRole('button', { name: 'Remove' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove second factor' })
  await asked.getByLabel('Code').fill(codes[0] ?? '')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'The second factor was removed')
  await expect(card(page)).toContainText('You have none yet')
})

test('a passkey is made and used by the browser itself', async ({ page, baseURL }) => {
  // A passkey belongs to a name, not to an address of numbers.
  const site = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const device = {
    protocol: 'ctap2',
    transport: 'internal',
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const { person } = await found(page.request)
  await openLogin(page, `${site}/login`)
  await signInAt(page, person)
  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmWith(page, person.password)
  const modal = page.getByRole('dialog', { name: 'Add a passkey' })
  await modal.getByLabel('Name').fill('Work laptop')
  await modal.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(card(page).getByRole('listitem')).toContainText('Work laptop')
  await page.goto(`${site}/logout`)
  await expect(page).toHaveURL(/\/login/)
  await openLogin(page, `${site}/login`)
  await fillLogin(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto(`${site}/profile`)
  await card(page).getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const moving = page.getByRole('dialog', { name: 'Edit Profile' })
  await moving.getByLabel('Email').fill(newPerson().email)
  await moving.getByLabel('Current Password').fill(person.password)
  await moving.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your new email' })).toBeVisible()
})

/** On another name of the same machine, where this browser has not signed in yet. */
async function signInAt(page: Page, person: { email: string; password: string }) {
  await fillLogin(page, person)
  await expect(page).toHaveURL(/\/verify-otp/)
  const letter = await mailTo(page.request, person.email, { subject: 'Your sign-in code' })
  await page.getByLabel('OTP Code').fill(/^ {4}(\S+)$/m.exec(letter.text)?.[1] ?? '')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

async function addAppByCalls({ request }: Page, current_password: string) {
  const begun = await call(request, contract.secondFactor.beginTotp, { body: { current_password } })
  const body = { name: 'My phone', code: totp(begun.secret, new Date()) }
  const { recovery_codes } = await call(request, contract.secondFactor.confirmTotp, { body })
  return recovery_codes
}

test('a new email asks for the password and the second factor', async ({ page }) => {
  const { person } = await found(page.request)
  const [code = ''] = await addAppByCalls(page, person.password)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(modal.getByLabel('Code')).toBeHidden()
  await modal.getByLabel('Email').fill(newPerson().email)
  await modal.getByLabel('Current Password').fill(person.password)
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(modal.getByText('Please enter a code.')).toBeVisible()
  await modal.getByLabel('Code').fill(code)
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your new email' })).toBeVisible()
})

/** As the server says it a while after the sign-in. */
const aWhileLater = (page: Page) =>
  page.route('**/api/second-factors', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), fresh: false } })
  })

test('a while after the sign-in the window asks for what the person has', async ({
  page,
  visitor,
}) => {
  const { person } = await found(page.request)
  await signIn((await visitor()).request, person)
  await aWhileLater(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'End all others' }).click()
  const asked = page.getByRole('dialog', { name: 'End all others' })
  await expect(asked).toContainText('You signed in a while ago.')
  await expect(asked.getByLabel('Current Password')).toBeFocused()
  await asked.getByLabel('Current Password').fill(person.password)
  await asked.getByRole('button', { name: 'End all others' }).click()
  await expectToast(page, 'Every other session has ended')
})

test('where the organization asks for it, nothing else can be done before', async ({
  page,
  visitor,
}) => {
  const { person } = await found(page.request)
  const elsewhere = await visitor()
  const member = await join(page.request, elsewhere.request, 'finance')
  await page.goto('/organization')
  const choice = page.getByLabel('Those who pay, approve or manage must use a second factor')
  await expect(choice).toBeDisabled()
  await expect(page.getByText('Please set up a second factor of your own first')).toBeVisible()
  await addAppByCalls(page, person.password)
  await page.reload()
  await choice.click()
  const asked = page.getByRole('dialog', { name: 'Require a second factor' })
  await asked.getByRole('button', { name: 'Require' }).click()
  await expectToast(page, 'A second factor is required from now on')
  await expect(page.getByText('Without one so far: Zawadi Njoroge')).toBeVisible()
  await elsewhere.goto('/users')
  await expect(elsewhere).toHaveURL('/second-factor')
  await addApp(elsewhere, member.password)
  await expect(elsewhere).toHaveURL('/dashboard')
  const { id } = await call(elsewhere.request, contract.auth.profile)
  await page.goto(`/user/${id}`)
  await page.getByRole('button', { name: 'Reset second factors' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expectToast(page, 'The second factors were removed')
  await mailTo(page.request, member.email, { subject: 'Your second factors were removed' })
})
