import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { found, invite, join, newPerson } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** What was entered is not lost unasked, and what is chosen is replaced by what is typed. */

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Cancel' | 'Leave') =>
  question(page).getByRole('button', { name, exact: true }).click()

test('a half-filled employee asks before it is left, by whichever way', async ({ page }) => {
  await found(page.request)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Add Employee/ }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL('/users')
  await page.goBack()
  const name = page.getByLabel('First Name')
  await name.fill('Akinyi')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await answer(page, 'Cancel')
  await expect(page).toHaveURL('/add-employee')
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(name).toHaveValue('Akinyi')
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await answer(page, 'Cancel')
  await expect(name).toHaveValue('Akinyi')
  const closing = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await closed
  // To add a department is no way out: the form waits, and has as much to lose afterwards.
  await page.getByRole('button', { name: 'Add department' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Department' })
  await adding.getByLabel('Department Name').fill('Dairy')
  await adding.getByRole('button', { name: 'Save Department' }).click()
  await expect(page).toHaveURL(/\/add-employee/)
  await expect(name).toHaveValue('Akinyi')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/dashboard')
})

test('an edited employee is saved without a question; the organisation asks too', async ({
  page,
}) => {
  await found(page.request, 'Umoja Dairy')
  const { id } = await addEmployee(page.request)
  await page.goto(`/edit-employee/${id}`)
  await page.getByLabel('Middle Name').fill('Nyambura')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  await expect(page).toHaveURL(`/employee/${id}`)
  await page.goto('/organization')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Edit Organization' })
  await modal.getByLabel('Website').fill('umoja.co.ke')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(modal.getByLabel('Website')).toHaveValue('umoja.co.ke')
  await modal.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Organization updated successfully')
  await expect(page.getByText('https://umoja.co.ke')).toBeVisible()
  // A searchable select: what is typed replaces the choice shown there.
  await page.goto('/calculator')
  const month = page.getByRole('combobox', { name: 'Month', exact: true })
  for (const enter of [() => month.focus(), () => month.click()]) {
    await enter()
    await page.keyboard.type('March 2025')
    await expect(month).toHaveValue('March 2025')
    await page.keyboard.press('Escape')
    await month.blur()
  }
})

test('ticks of Edit User: none that one lacks, saved with the rest, not lost unasked', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request)
  await join(owner.request, page.request, 'admin')
  const { id } = await invite(owner.request, 'user', newPerson('Tatu', 'Mwakio'))
  await page.goto(`/user/${id}`)
  const box = (name: string) => page.getByRole('checkbox', { name })
  await expect(box('Approve Payrolls')).toBeDisabled()
  await expect(page.getByText('so you cannot grant them')).toBeVisible()
  await page.getByText('Approve Payrolls').hover()
  await expect(page.getByRole('tooltip')).toContainText('You do not hold this permission yourself')
  const role = page.getByRole('combobox', { name: 'Role' })
  await role.click()
  await expect(page.getByRole('option', { name: 'Primary' })).toHaveAttribute(
    'data-combobox-disabled',
    'true',
  )
  await page.getByRole('option', { name: 'User', exact: true }).click()
  await expect(role).toHaveValue('User')
  await box('View Employees').check()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await answer(page, 'Cancel')
  await expect(box('View Employees')).toBeChecked()
  await page.getByLabel('Last Name').fill('Mwakio Juma')
  await page.getByRole('button', { name: 'Update User' }).click()
  await expectToast(page, 'User updated successfully')
  await expect(page).toHaveURL('/users')
  const saved = await call(owner.request, contract.users.get, { params: { id } })
  expect(saved).toMatchObject({ last_name: 'Mwakio Juma' })
  expect(saved.permissionNames).toContain('view employees')
})

test('an invitation to somebody with a login shows in the bell and on the first screen', async ({
  page,
  visitor,
}) => {
  const me = await found(page.request, 'Umoja Traders Ltd')
  const owner = await visitor()
  await found(owner.request, 'Pili Stores')
  await invite(owner.request, 'finance', me.person)
  await page.goto('/dashboard')
  await expect(page.getByText('has invited you as Finance.')).toBeVisible()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('button', { name: 'Accept' }).click()
  await expectToast(page, 'You have joined Pili Stores.')
  await expect(page.getByText('has invited you as Finance.')).toHaveCount(0)
})
