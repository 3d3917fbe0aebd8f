import { contract } from '@mshahara/contract'
import { check } from './axe.ts'
import { call } from './calls.ts'
import { menus, seesMenu } from './menu.ts'
import { codeIn, found, invite, join, mailTo, newPerson } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'User Management' })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

test.describe('the list', () => {
  test.beforeEach(async ({ page }) => {
    await found(page.request, undefined, newPerson('Founder', 'Person'))
    for (let number = 1; number <= 11; number++) {
      const person = newPerson('Colleague', `Number${String(number).padStart(2, '0')}`)
      await invite(page.request, number === 1 ? 'finance' : 'user', person)
    }
    await page.goto('/users')
  })

  test('columns, count, pages and their sizes', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await expect(page.getByText('Users (12)')).toBeVisible()
    await expect(table(page).getByRole('columnheader')).toHaveText([
      '#',
      'Name',
      'Phone',
      'Email',
      'Role',
      'Status',
      'Created',
      'Actions',
    ])
    await expect(rows(page)).toHaveCount(10)
    await page.setViewportSize({ width: 1366, height: 768 })
    await expect(table(page).getByRole('columnheader', { name: 'Created' })).toBeVisible()
    await expect(rows(page).nth(1).getByRole('button')).toHaveText('Resend')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(rows(page).first()).toContainText(/^1.*Founder Person.*Primary.*Active/s)
    await expect(rows(page).nth(1)).toContainText(/Number01.*Finance.*Invited/s)
    await expect(pages(page)).toContainText('1–10 of 12')
    await expect(pages(page).getByRole('button', { name: 'Prev' })).toBeDisabled()
    await pages(page).getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL('/users?page=2')
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText(/^11/)
    await expect(pages(page).getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.reload()
    await expect(rows(page).first()).toContainText(/^11/)
    const size = pages(page).getByLabel('Rows per page')
    await expect(size.getByRole('option')).toHaveText(['5', '10', '25', '50', '100'])
    await size.selectOption('25')
    await expect(page).toHaveURL('/users?per_page=25')
    await expect(rows(page)).toHaveCount(12)
    await size.selectOption('5')
    await expect(pages(page)).toContainText('Page 1 of 3')
  })

  test('the search looks at name, email, phone and role, and starts at page 1', async ({
    page,
  }) => {
    await page.goto('/users?page=2')
    const search = page.getByRole('searchbox', { name: 'Search user' })
    await search.fill('NUMBER0')
    await expect(rows(page)).toHaveCount(9)
    await expect(page).toHaveURL('/users?search=NUMBER0')
    await search.fill('finance')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Number01')
    await search.fill('founder person')
    await expect(rows(page)).toContainText('Founder Person')
    const phone = (await rows(page).getByRole('cell').nth(2).textContent()) ?? ''
    await search.fill('number11')
    await expect(rows(page)).toContainText('Number11')
    await search.fill(phone.slice(-7))
    await expect(rows(page)).toContainText('Founder Person')
    await search.fill('nobody of this name')
    await expect(page.getByText('No Users Found')).toBeVisible()
    await expect(page.getByText('No users match your search criteria')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(rows(page)).toHaveCount(10)
  })
})

test('Add User mails an invitation, which can be sent again', async ({ page }) => {
  await found(page.request, 'Pwani Salt Ltd')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add User' })
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(modal.getByText('First Name is required.')).toBeVisible()
  await expect(modal.getByText('Email address is required.')).toBeVisible()
  const person = newPerson('Baraza', 'Simiyu')
  await modal.getByLabel('First Name').fill(person.first_name)
  await modal.getByLabel('Last Name').fill(person.last_name)
  await modal.getByLabel('Email').fill(person.email)
  await modal.getByLabel('Phone').fill(person.phone)
  await modal.getByRole('combobox', { name: 'Role' }).click()
  const offered = page.getByRole('listbox').getByRole('option')
  await expect(offered).toHaveText(['Primary', 'Admin', 'Finance', 'User'])
  await page.getByRole('option', { name: 'Finance' }).click()
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await expectToast(page, 'Invitation sent')
  await expect(modal).toBeHidden()
  const row = rows(page).filter({ hasText: 'Baraza Simiyu' })
  await expect(row).toContainText('Finance')
  await expect(row).toContainText('Invited')
  const letter = await mailTo(page.request, person.email)
  expect(letter.subject).toContain('Pwani Salt Ltd invites you to Mshahara')
  expect(codeIn(letter)).toMatch(/^\S{12}$/)
  await row.getByRole('button', { name: 'Resend invitation to Baraza Simiyu' }).click()
  await mailTo(page.request, person.email, { after: letter })
})

test('one address is one user: a second invitation is refused with a message', async ({ page }) => {
  await found(page.request)
  const person = await invite(page.request, 'user')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const modal = page.getByRole('dialog', { name: 'Add User' })
  await modal.getByLabel('First Name').fill('Again')
  await modal.getByLabel('Last Name').fill('Person')
  await modal.getByLabel('Email').fill(person.email)
  await modal.getByLabel('Phone').fill('0700000001')
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('a role given takes effect at once in the open session of the other person', async ({
  page,
  visitor,
}) => {
  await found(page.request)
  const other = await visitor()
  const person = await join(page.request, other.request, 'user', newPerson('Naliaka', 'Barasa'))
  await other.goto('/dashboard')
  await seesMenu(other, menus.user)

  await page.goto('/users')
  await page.getByRole('link', { name: 'Edit Naliaka Barasa' }).click()
  await expect(page).toHaveURL(`/user/${person.id}`)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await page.getByRole('button', { name: 'Update User' }).click()
  await expectToast(page, 'User updated successfully')
  await expect(page).toHaveURL('/users')
  await expect(rows(page).filter({ hasText: 'Naliaka' })).toContainText('Admin')

  // Any answer from the server says so: here the profile screen is opened inside the application.
  await other.getByRole('button', { name: 'Notifications' }).click()
  await seesMenu(other, menus.admin)
  await expect(other.getByRole('button', { name: /user menu/ })).toContainText('Admin')
})

test('whoever is deactivated is signed out at once', async ({ page, visitor }) => {
  await found(page.request)
  const other = await visitor()
  const person = await join(page.request, other.request, 'finance')
  const listening = other.waitForResponse((response) => response.url().endsWith('/api/news'))
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await listening
  await page.goto(`/user/${person.id}`)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await page.getByRole('button', { name: 'Update User' }).click()
  await expectToast(page, 'User updated successfully')
  await expect(rows(page).filter({ hasText: person.email })).toContainText('Inactive')
  // Nothing is clicked there: the page hears that its session has ended.
  await expectToast(other, 'Unauthorized: Please log in again to continue.')
  await expect(other).toHaveURL('/login')
})

test('the list of a colleague who may only look has no buttons', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request)
  const person = await join(owner.request, page.request, 'user')
  const body = { user_id: person.id, added: ['view users' as const], removed: [] }
  await call(owner.request, contract.users.updatePermissions, { body })
  await page.goto('/users')
  await expect(rows(page)).toHaveCount(2)
  await expect(table(page).getByRole('columnheader', { name: 'Actions' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeHidden()
  // Too wide for this window, and nothing inside that takes the focus: the keyboard scrolls it.
  await check(page, '/users', [{ width: 1024, height: 768 }])
})
