import { mainMenu } from './menu.ts'
import { found, invite, newPerson } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const sidebar = (page: Page) => page.getByRole('complementary')
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width ?? 0

test.beforeEach(async ({ page }) => {
  await found(page.request, 'Ganda Ltd', newPerson('Moraa', 'Onyango'))
})

test('the sidebar is 260 px wide, 65 when collapsed, and stays as it was left', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect.poll(() => widthOf(page)).toBe(260)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(() => widthOf(page)).toBe(65)
  await mainMenu(page).getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/users')
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(65)
  await mainMenu(page).getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'System Logs' }).click()
  await expect(page).toHaveURL('/logs')
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect.poll(() => widthOf(page)).toBe(260)
})

test('it collapses by itself under 1000 px and hides behind a burger under 600', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await expect.poll(() => widthOf(page)).toBe(260)
  await page.setViewportSize({ width: 999, height: 800 })
  await expect.poll(() => widthOf(page)).toBe(65)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => widthOf(page)).toBe(260)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sidebar(page)).toBeHidden()
  expect((await page.getByRole('main').boundingBox())?.width).toBe(390)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBe(260)
  await drawer.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/users')
  await expect(drawer).toBeHidden()
})

test('the current place is lit in the menu, on the screens below an entry too', async ({
  page,
}) => {
  const { id } = await invite(page.request, 'user')
  await page.goto('/users')
  const users = mainMenu(page).getByRole('link', { name: 'Users' })
  await expect(users).toHaveAttribute('aria-current', 'page')
  await page.goto(`/user/${id}`)
  await expect(users).toHaveAttribute('aria-current', 'page')
  await page.goto('/logs')
  await expect(mainMenu(page).getByRole('link', { name: 'System Logs' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(users).not.toHaveAttribute('aria-current')
  await sidebar(page).getByRole('link', { name: 'Mshahara, home' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the colour scheme is chosen in the user menu, and follows the system on Auto', async ({
  page,
}) => {
  const scheme = page.locator('html')
  const attribute = 'data-mantine-color-scheme'
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard')
  await expect(scheme).toHaveAttribute(attribute, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(scheme).toHaveAttribute(attribute, 'light')
  await page.getByRole('button', { name: /user menu/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Auto' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(scheme).toHaveAttribute(attribute, 'dark')
  await page.reload()
  await expect(scheme).toHaveAttribute(attribute, 'dark')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('Ctrl K jumps to any screen the person may open', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  const search = page.getByPlaceholder('Jump to a screen')
  await expect(search).toBeFocused()
  await page.keyboard.type('no such screen')
  await expect(page.getByText('Nothing found with that name')).toBeVisible()
  await search.fill('prof')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await expect(search).toBeHidden()
  await page.getByRole('button', { name: /Jump to/ }).click()
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('the bell opens the notifications', async ({ page }) => {
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list).toContainText('No notifications')
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()
})

test.describe('a screen that breaks', () => {
  test.use({ provoked: /net::ERR_FAILED|Failed to fetch dynamically imported module/ })

  test('says so, and the rest of the application goes on', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.route('**/assets/users-*.js', (route) => route.abort())
    await mainMenu(page).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('This screen could not be shown')).toBeVisible()
    await expect(page).toHaveTitle('Something went wrong · Mshahara')
    await page.unroute('**/assets/users-*.js')
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await mainMenu(page).getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('Users (1)')).toBeVisible()
  })
})

test.describe('an answer nobody understands', () => {
  test.use({ provoked: /SyntaxError/ })

  test('is told as unexpected', async ({ page }) => {
    await page.route('**/api/users', (route) => route.fulfill({ body: '<html>Sign in to Wi-Fi' }))
    await page.goto('/users')
    await expectToast(
      page,
      'An unexpected error occurred. Please try again or contact support if the issue persists.',
    )
    await expect(page.getByText('This list could not be loaded')).toBeVisible()
  })
})
