import AxeBuilder from '@axe-core/playwright'
import { demo, found, invite, join, newPerson, signIn, signUp } from './people.ts'
import { fillLogin } from './sign-in.ts'
import { expect, type Page, test } from './test.ts'

/** Every screen, wide and on a phone, light and dark: nothing serious for a screen reader. */

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
const grave = ['serious', 'critical']

async function check(page: Page, screen: string) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const html = page.locator('html')
      if ((await html.getAttribute('data-mantine-color-scheme')) !== null) {
        await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      }
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        // No frames of other sites here, so no second page is needed to put results together.
        .setLegacyMode()
        .analyze()
      const found = violations
        .filter(({ impact }) => grave.includes(impact ?? ''))
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect.soft(found, `${screen}, ${size.width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize(sizes[0] as (typeof sizes)[0])
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

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
  await open(page, '/calculator')
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
  const { person } = await found(owner.request)
  await signUp(page.request)
  await open(page, '/create-organization')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await check(page, '/create-organization')
  await signIn(page.request, person)
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
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => grave.includes(impact ?? ''))).toEqual([])
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

test('an organisation with notices, and the operator', async ({ page, visitor }) => {
  await signIn(page.request, demo('primary@tumaini.test'))
  await open(page, '/dashboard')
  await expect(page.getByText('Your subscription expiring')).toBeVisible()
  await check(page, '/dashboard with notices')
  const operator = await visitor()
  await signIn(operator.request, demo('operator@mshahara.test'))
  await open(operator, '/organizations')
  await check(operator, '/organizations')
  await open(operator, '/settings')
  await check(operator, '/settings')
})
