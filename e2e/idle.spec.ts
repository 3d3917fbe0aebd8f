import { found, mailTo, type Person } from './people.ts'
import { enterCode, fillLogin } from './sign-in.ts'
import { expect, expectToast, type Page, test, toast } from './test.ts'

/** Nobody there: a warning at 270 seconds, the end at 300, in all tabs together. */

const warning = 'User inactive. Logout in 30 seconds...'
const second = 1000
/** What the tabs tell each other. */
const lastSign = (page: Page) => page.evaluate(() => localStorage.getItem('mshahara.active'))

let person: Person

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  person = (await found(page.request)).person
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  // The moment from which the test counts.
  await page.mouse.move(200, 200)
})

test('a warning at 270 seconds, signed out at 300', async ({ page }) => {
  await page.clock.fastForward(268 * second)
  await expect(toast(page, warning)).toBeHidden()
  await page.clock.fastForward(3 * second)
  await expectToast(page, warning)
  await page.clock.fastForward(27 * second)
  await expect(page).toHaveURL('/dashboard')
  await page.clock.fastForward(3 * second)
  await expect(page).toHaveURL('/login')
  await expectToast(page, 'You were signed out after 5 minutes without activity.')
  await expect(page.getByRole('dialog', { name: 'First Time Login?' })).toBeHidden()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('whoever comes back goes on where they were', async ({ page }) => {
  const before = await mailTo(page.request, person.email, { coded: true })
  await page.clock.resume()
  await page.goto('/users?search=zawadi')
  await expect(page.getByText('Users (1)')).toBeVisible()
  await page.clock.fastForward(302 * second)
  await expect(page).toHaveURL('/login')
  await fillLogin(page, { ...person, password: 'not-the-password' })
  const refusal = toast(page, 'Invalid email or password.')
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'First Time Login?' })).toBeHidden()
  await fillLogin(page, person)
  await expectToast(page, 'OTP sent to your email')
  await expect(refusal).toBeHidden()
  await enterCode(page, person.email, before)
  await expect(page).toHaveURL('/users?search=zawadi')
})

test('a sign of life takes the warning back and restarts the count', async ({ page }) => {
  await page.clock.fastForward(272 * second)
  await expectToast(page, warning)
  await page.keyboard.press('Shift')
  await page.clock.fastForward(second)
  await expect(toast(page, warning)).toBeHidden()
  await page.clock.fastForward(200 * second)
  await expect(page).toHaveURL('/dashboard')
  await page.clock.fastForward(72 * second)
  await expectToast(page, warning)
})

test('work in one tab keeps the other one signed in; the end comes to both', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.clock.fastForward(200 * second)
  await other.mouse.move(300, 300)
  const noted = await lastSign(other)
  await expect.poll(() => lastSign(page)).toBe(noted)
  await page.clock.fastForward(150 * second)
  await expect(page).toHaveURL('/dashboard')
  await expect(toast(page, warning)).toBeHidden()
  await page.clock.fastForward(121 * second)
  await expectToast(page, warning)
  await page.clock.fastForward(30 * second)
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
})
