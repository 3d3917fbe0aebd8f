import { found } from './people.ts'
import { expect, expectToast, test, toast } from './test.ts'

const lost =
  'Network Error: Unable to connect to the server. Please check your internet connection and try again.'

test.use({ provoked: /net::ERR_FAILED/ })

test('two lost packets are put right by retrying, and nobody is signed out', async ({ page }) => {
  await found(page.request)
  await page.goto('/dashboard')
  let tries = 0
  await page.route('**/api/users', (route) => (++tries < 3 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByText('Users (1)')).toBeVisible()
  expect(tries).toBe(3)
  await expect(toast(page, lost)).toBeHidden()
  await expect(page).toHaveURL('/users')
})

test('a call with an effect is never repeated by itself, and costs no session', async ({
  page,
}) => {
  await found(page.request)
  await page.goto('/profile')
  let tries = 0
  await page.route('**/api/profile', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    tries++
    return tries === 1 ? route.abort() : route.continue()
  })
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Profile' })
  await modal.getByLabel('First Name').fill('Subira')
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, lost)
  expect(tries).toBe(1)
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile updated successfully')
  await expect(page.getByRole('button', { name: /user menu/ })).toContainText('Subira')
})

test('a gap of some seconds signs nobody out and loses no form', async ({ page }) => {
  await found(page.request)
  await page.goto('/departments?add')
  const modal = page.getByRole('dialog', { name: 'Add Department' })
  await modal.getByLabel('Department Name').fill('Transport')
  const keys = new Set<string | undefined>()
  let lost = 0
  await page.route('**/api/**', (route) => {
    if (lost >= 4) return route.continue()
    // What a page looks for by itself comes without a key.
    if (route.request().method() === 'GET') return route.abort()
    lost++
    keys.add(route.request().headers()['idempotency-key'])
    // The first one arrives, and only its answer is lost.
    return lost === 1 ? route.fetch().then(() => route.abort()) : route.abort()
  })
  await modal.getByRole('button', { name: 'Save Department' }).click()
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expectToast(page, 'Department created successfully')
  await expect(page.getByText('Reconnecting…')).toBeHidden()
  await expect(page.getByText('Departments (1)')).toBeVisible()
  await expect(toast(page, 'Network Error')).toBeHidden()
  expect(keys.size).toBe(1)
  expect(keys).not.toContain(undefined)
})

test('no answer at all: the person is told, and the session is given up', async ({
  page,
  context,
}) => {
  await found(page.request)
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  // Half a minute of trying, in larger steps than a person would wait.
  await expect(async () => {
    await page.clock.fastForward(8000)
    await expect(toast(page, lost).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/api/**')
  // At the next contact the session is revoked on the server as well.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  const answer = await context.request.get('/api/profile')
  expect(answer.status()).toBe(401)
})

test.describe('what the server refuses', () => {
  const answers = [
    [400, 'Bad Request: The server could not process your request.'],
    [403, 'Forbidden: You do not have permission to access this resource.'],
    [500, 'Server Error: Something went wrong on our end. Please try again later.'],
    [503, 'Service Unavailable: The server is temporarily unavailable. Please try again later.'],
    [418, 'Error 418: A teapot.'],
  ] as const
  test.use({ provoked: /status of 50\d/ })

  test('is reported in the words of the catalogue, and a list offers Retry', async ({ page }) => {
    await found(page.request)
    for (const [status, words] of answers) {
      await page.route('**/api/users', (route) =>
        route.fulfill({ status, json: { message: 'A teapot.' } }),
      )
      await page.goto('/users')
      await expectToast(page, words)
      await expect(page.getByText('This list could not be loaded')).toBeVisible()
      await page.unroute('**/api/users')
    }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Users (1)')).toBeVisible()
  })

  test('a lost session is reported, and leads to the sign-in screen', async ({ page }) => {
    await found(page.request)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expectToast(page, 'Unauthorized: Please log in again to continue.')
    await expect(page).toHaveURL(/\/login/)
  })
})
