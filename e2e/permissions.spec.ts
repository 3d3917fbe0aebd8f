import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { mainMenu, menus, seesMenu } from './menu.ts'
import { found, invite, join, newPerson } from './people.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const box = (page: Page, name: string) =>
  page.getByRole('region', { name: 'User Permissions' }).getByRole('checkbox', { name })
const hint = "This permission is included in the user's role and cannot be modified"

async function chooseRole(page: Page, role: string) {
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
}

test('permissions of the role are locked, tagged and explained', async ({ page }) => {
  await found(page.request)
  const { id } = await invite(page.request, 'user', newPerson('Tatu', 'Mwakio'))
  await page.goto(`/user/${id}`)
  await expect(page.getByRole('heading', { name: 'Edit User' })).toBeVisible()
  await expect(page.getByText('Has basic permissions for viewing and creating leave')).toBeVisible()
  await expect(
    page.getByText(
      "Note: Permissions marked with User are included in the user's role and cannot be " +
        'modified individually. To change these permissions, you need to assign a different ' +
        'role to the user.',
    ),
  ).toBeVisible()
  const locked = box(page, 'View Departments')
  await expect(locked).toBeChecked()
  await expect(locked).toBeDisabled()
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: 'View Departments' }) })
  await expect(item).toContainText('User')
  await item.getByText('View Departments').hover()
  await expect(page.getByRole('tooltip', { name: hint })).toBeVisible()
  await expect(box(page, 'View Employees')).toBeEnabled()
  await expect(box(page, 'View Employees')).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Update Permissions' })).toBeDisabled()
  const groups = page.getByRole('region', { name: 'User Permissions' }).getByRole('group')
  await expect(groups.first()).toHaveAccessibleName('Organization')
  await expect(groups.last()).toHaveAccessibleName('Account')
})

test('another role replaces the selection and the locks', async ({ page }) => {
  await found(page.request)
  const { id } = await invite(page.request, 'user')
  await page.goto(`/user/${id}`)
  await box(page, 'View Billing').check()
  await chooseRole(page, 'Finance')
  await expect(page.getByText('Has permissions related to payroll management')).toBeVisible()
  await expect(box(page, 'Approve Payrolls')).toBeChecked()
  await expect(box(page, 'Approve Payrolls')).toBeDisabled()
  await expect(box(page, 'View Billing')).not.toBeChecked()
  await expect(page.getByText('Note: Permissions marked with Finance')).toBeVisible()
  await chooseRole(page, 'Primary')
  await expect(page.getByText('Can approve the final payroll')).toBeVisible()
  const boxes = page.getByRole('region', { name: 'User Permissions' }).getByRole('checkbox')
  for (const one of await boxes.all()) await expect(one).toBeDisabled()
  await chooseRole(page, 'User')
  await expect(box(page, 'View Departments')).toBeDisabled()
  await expect(box(page, 'Approve Payrolls')).toBeEnabled()
})

test('an extra permission opens its screen in the session already open', async ({
  page,
  visitor,
}) => {
  await found(page.request)
  const other = await visitor()
  const person = await join(page.request, other.request, 'finance', newPerson('Jelimo', 'Rono'))
  await other.goto('/users')
  await expectToast(other, 'You do not have permission to access this page.')
  await seesMenu(other, menus.finance)

  await page.goto(`/user/${person.id}`)
  await box(page, 'View Users').check()
  await page.getByRole('button', { name: 'Update Permissions' }).click()
  await expectToast(page, 'Permissions updated successfully')
  await expect(page.getByRole('button', { name: 'Update Permissions' })).toBeDisabled()

  await other.getByRole('button', { name: 'Notifications' }).click()
  // What they may see now is what an admin sees.
  await seesMenu(other, menus.admin)
  await mainMenu(other).getByRole('link', { name: 'Users' }).click()
  await expect(other.getByText('Users (2)')).toBeVisible()

  await page.reload()
  await expect(box(page, 'View Users')).toBeChecked()
  await box(page, 'View Users').uncheck()
  await page.getByRole('button', { name: 'Update Permissions' }).click()
  await expectToast(page, 'Permissions updated successfully')
  await other.getByRole('button', { name: 'Notifications' }).click()
  await seesMenu(other, menus.finance)
})

test('people can look at themselves, but not promote themselves', async ({ page }) => {
  await found(page.request)
  const { id } = await call(page.request, contract.auth.profile)
  await page.goto(`/user/${id}`)
  await expect(
    page.getByText('You cannot change the role, status or permissions of this person.'),
  ).toBeVisible()
  for (const name of ['Role', 'Status']) {
    await expect(page.getByRole('combobox', { name })).toBeDisabled()
  }
  await expect(page.getByRole('button', { name: 'Update User' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Update Permissions' })).toBeDisabled()
})

test('what somebody else owns is closed: name and email belong to the person', async ({
  page,
  visitor,
}) => {
  await found(page.request)
  const person = await join(page.request, (await visitor()).request, 'user')
  await page.goto(`/user/${person.id}`)
  await expect(page.getByText('This person manages their own email.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('First Name')).toBeEnabled()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL('/users')
})

test('a user of another organisation does not exist here', async ({ page, visitor }) => {
  const stranger = await visitor()
  await found(stranger.request)
  const foreign = await invite(stranger.request, 'user')
  await found(page.request)
  await page.goto(`/user/${foreign.id}`)
  await expect(page.getByText('This user does not exist')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL('/users')
})
