import { check, open, phone } from './axe.ts'
import { codeIn, found, invite, join, mailTo, newPerson, signIn, signUp } from './people.ts'
import { fillLogin } from './sign-in.ts'
import { expect, test } from './test.ts'

/** Every screen, for everybody; the operator's are looked at in operator.spec.ts. */

test.beforeEach(() => test.slow())

test('before signing in', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('dialog', { name: 'First Time Login?' })).toBeVisible()
  await check(page, 'first-time modal')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByText('Demo sign-ins').click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await check(page, '/login')
  for (const path of ['/signup', '/forgot-password', '/update-password/a@b.test', '/auth', '/x']) {
    await open(page, path)
    await check(page, path)
  }
  const kind = 'benefits=car_a2500000_c1800,water&house=employee_hown_m20000'
  await open(page, `/calculator?month=2026-02&${kind}`)
  await expect(page.getByRole('button', { name: 'Remove Water, communal' })).toBeVisible()
  await page.getByRole('button', { name: 'P.A.Y.E' }).click()
  await expect(page.getByRole('region', { name: /^Working for/ })).toBeVisible()
  await check(page, '/calculator')
})

test('the code and the outbox', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request)
  await page.addInitScript(() => localStorage.setItem('mshahara.first-time-hidden', '1'))
  await page.goto('/login')
  await fillLogin(page, person)
  await expect(page.getByLabel('OTP Code')).toBeVisible()
  await check(page, '/verify-otp')
  await open(page, '/dev/mail')
  await check(page, '/dev/mail')
})

test('before there is an organisation, and while a password must be changed', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request)
  const { email } = await invite(owner.request, 'user')
  await invite(owner.request, 'admin', await signUp(page.request))
  await open(page, '/create-organization')
  await expect(page.getByText('has invited you as Admin.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await check(page, '/create-organization')
  await signIn(page.request, { email, password: codeIn(await mailTo(page.request, email)) })
  await open(page, '/change-password')
  await check(page, '/change-password')
})

test('the shell and its menus', async ({ page }) => {
  await found(page.request, undefined, newPerson('Shell', 'Person'))
  await open(page, '/dashboard')
  await check(page, '/dashboard')
  await page.getByRole('button', { name: /user menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await check(page, 'user menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await check(page, 'notifications')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+K')
  await expect(page.getByPlaceholder('Jump to a screen')).toBeVisible()
  await check(page, 'quick jump')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await check(page, 'collapsed menu')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await check(page, 'phone menu', [phone])
})

test('profile, users and logs', async ({ page, visitor }) => {
  await found(page.request)
  const other = await join(page.request, (await visitor()).request, 'finance')
  await invite(page.request, 'user')
  await open(page, '/profile')
  await check(page, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'edit profile')
  await open(page, '/users')
  await check(page, '/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: 'Send Invitation', exact: true }).click()
  await expect(page.getByText('First Name is required.')).toBeVisible()
  await check(page, 'add user')
  await open(page, '/users?search=nobody')
  await check(page, '/users, nobody found')
  await open(page, `/user/${other.id}`)
  await check(page, '/user/:id')
  await open(page, '/logs')
  await check(page, '/logs')
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Log Details' })).toBeVisible()
  await check(page, 'log details')
})
