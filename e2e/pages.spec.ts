import { check, open } from './axe.ts'
import { menus, seesMenu } from './menu.ts'
import { codeIn, demo, found, invite, mailTo, newPerson, signIn } from './people.ts'
import { ring } from './simulator.ts'
import { addEmployee } from './staff.ts'
import { expect, test } from './test.ts'

test.describe('the outbox', () => {
  // The message is in a frame that may run no scripts, not even the test's.
  test.use({ provoked: /^Blocked script execution in .*\/dev\/mail\// })

  test('lists what was sent, and shows each message', async ({ page, visitor }) => {
    const { person } = await found((await visitor()).request)
    const letter = await mailTo(page.request, person.email)
    await page.goto('/dev/mail')
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    await page.getByRole('link').filter({ hasText: person.email }).first().click()
    await expect(page).toHaveURL(`/dev/mail/${letter.id}`)
    await expect(page.getByRole('heading', { name: letter.subject })).toBeVisible()
    await expect(page.frameLocator('iframe').getByText(codeIn(letter))).toBeVisible()
    await expect(page.locator('pre')).toContainText(codeIn(letter))
    await page.getByRole('link', { name: 'Outbox' }).click()
    await expect(page).toHaveURL('/dev/mail')
  })
})

test('a prompt is answered on the phone, and the money shows there', async ({ page }) => {
  await open(page, '/dev/phone')
  await expect(page.getByText('No prompts.')).toBeVisible()
  await ring(page.request, '254722000111')
  await ring(page.request, '254733000222')
  const answered = page.getByRole('button', { name: 'Enter PIN on 254722000111' })
  await expect(answered).toBeVisible()
  await check(page, '/dev/phone')
  await answered.focus()
  // What is new on the page does not take the key from under the finger.
  await expect(page.getByText(/^5\d s left$/).first()).toBeVisible()
  await expect(answered).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel on 254733000222' }).click()
  await expect(page.getByText('No prompts.')).toBeVisible()
  await page.getByLabel('Phone or account number').fill('0722 000 111')
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(messages).toHaveCount(1)
  await expect(messages).toContainText('Ksh11,000.00 sent to 600100 for account SUB0000481')
  await page.getByLabel('Phone or account number').fill('0733 000 222')
  await expect(page.getByText('No messages.')).toBeVisible()
})

test('the reference of the API is readable', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Mshahara' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Open Group - auth' }).click()
  const entry = page.getByRole('link', { name: /^Exchange the mailed code for a session/ })
  await expect(entry).toBeVisible()
})

test('an address that leads nowhere says so kindly, signed in or not', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'We could not find this page' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Mshahara')
  await found(page.request)
  await page.goto('/payrolls/of/the/moon')
  await expect(page.getByRole('heading', { name: 'We could not find this page' })).toBeVisible()
  await seesMenu(page, menus.primary)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('Back on a page that was opened directly leads one step up', async ({ page }) => {
  await found(page.request)
  const { id } = await invite(page.request, 'user')
  const person = await addEmployee(page.request)
  const parents = [
    [`/employee/${person.id}`, '/employees'],
    ['/add-employee', '/employees'],
    ['/preview/banner', '/templates'],
    [`/user/${id}`, '/users'],
    ['/departments', '/dashboard'],
  ]
  for (const [path = '', parent = ''] of parents) {
    await page.goto(path)
    await page.getByRole('button', { name: /^Back/ }).first().click()
    await expect(page).toHaveURL(parent)
  }
})

test('every list has the same header', async ({ page }) => {
  await found(page.request)
  const lists = ['departments', 'commission-rates', 'employees', 'payrolls/employees', 'users']
  for (const list of lists) {
    await page.goto(`/${list}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('heading', { level: 2, name: /^[A-Z][\w ]+ \(\d+\)$/ }),
    ).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('button', { name: /^Add / }).first(),
    ).toBeVisible()
  }
})

test('every tab says where it is', async ({ page }) => {
  const guests = [
    ['/login', 'Employee Sign In'],
    ['/employee-login', 'Employee Sign In'],
    ['/signup', 'Sign Up'],
    ['/forgot-password', 'Reset Password'],
    ['/update-password/a@b.test', 'Update Password'],
    ['/auth', 'Authentication Failed'],
    ['/calculator', 'Pay calculator'],
  ]
  for (const [path = '', title] of guests) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Mshahara`)
  }
  await found(page.request, undefined, newPerson('Kichwa', 'Cha Habari'))
  const own = [
    ['/', 'Dashboard'],
    ['/organization', 'Organization Info'],
    ['/departments', 'Departments Management'],
    ['/designations', 'Designations Management'],
    ['/work-stations', 'Work Stations Management'],
    ['/commission-rates', 'Commission Rates Management'],
    ['/pension-schemes', 'Pension Schemes'],
    ['/cost-centres', 'Cost Centres'],
    ['/cost-of-people', 'Cost of People'],
    ['/upgrade', 'Subscription Plans'],
    ['/billing', 'Billing History'],
    ['/users', 'User Management'],
    ['/logs', 'System Logs'],
    ['/profile', 'My Profile'],
    ['/change-password', 'Change Password'],
  ]
  for (const [path = '', title] of own) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Mshahara`)
  }
})

test('a subscription that ends soon is announced, to staff', async ({ page }) => {
  await signIn(page.request, demo('primary@tumaini.test'))
  await open(page, '/dashboard')
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toContainText(/Your subscription expiring on \d\d [A-Z][a-z]+, \d{4}/)
  await expect(notices).toContainText('Payments run in simulator mode. No real money moves.')
  await notices.getByRole('button', { name: 'Renew' }).click()
  const modal = page.getByRole('dialog', { name: 'M-PESA Payment' })
  await expect(modal.getByLabel('Summary')).toContainText('Ksh 2,500.00')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/users')
  await expect(notices).toContainText('Your subscription expiring')
  await expect(notices).not.toContainText('simulator')
  await page.goBack()
  await check(page, '/dashboard with notices')
})
