import { found, newPerson } from './people.ts'
import { enterCode, fillLogin } from './sign-in.ts'
import { expect, test } from './test.ts'

test('the hand-over page says what is missing', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  await expect(page.getByText('No authentication token provided.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('a token is refused here, and leaves the address bar at once', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/sso', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/auth?token=abc.def.ghi')
  await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible()
  await expect(page.getByText('Securely signing you in')).toBeVisible()
  await expect(
    page.getByText(
      'Please wait while we verify your credentials and redirect you to the dashboard...',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL('/auth')
  release()
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Single sign-on is not set up here.')
})

const attempts = ['//evil.test', 'https://evil.test/x', '/\\evil.test']

test('after signing in, next leads to own pages only', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request, undefined, newPerson('Next'))
  await page.addInitScript(() => localStorage.setItem('mshahara.first-time-hidden', '1'))
  await page.goto('/profile')
  await expect(page).toHaveURL('/login?next=%2Fprofile')
  await fillLogin(page, person)
  await enterCode(page, person.email)
  await expect(page).toHaveURL('/profile')
  const origin = new URL(page.url()).origin
  for (const next of attempts) {
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fillLogin(page, person)
    await enterCode(page, person.email)
    await expect(page).toHaveURL('/dashboard')
    expect(new URL(page.url()).origin).toBe(origin)
  }
})
