import { contract } from '@mshahara/contract'
import { call } from './calls.ts'
import { found, invite, join, newPerson } from './people.ts'
import { expect, type Page, test } from './test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Activity Logs' })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function choose(page: Page, filter: string, option: string) {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A founder and a colleague who both did something, and a name that changed. */
test.beforeEach(async ({ page, visitor }) => {
  await found(page.request, 'Kumbukumbu Ltd', newPerson('Makena', 'Kirimi'))
  for (const name of ['Third', 'Fourth', 'Fifth']) {
    await invite(page.request, 'user', newPerson(name, 'Person'))
  }
  const other = await visitor()
  const person = await join(page.request, other.request, 'admin', newPerson('Sifuna', 'Wekesa'))
  for (const added of ['view logs', 'view billing'] as const) {
    const body = { user_id: person.id, added: [added], removed: [] }
    await call(page.request, contract.users.updatePermissions, { body })
  }
  await page.goto('/logs')
  await expect(rows(page).first()).toBeVisible()
})

test('filters narrow the list, the address bar keeps them, Reset Filters clears them', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { name: 'System Logs' })).toBeVisible()
  await expect(
    page.getByText(/^Track and monitor system activities \(\d+ entries\)$/),
  ).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'User',
    'Module',
    'Action',
    'Description',
    'Date',
    'View',
  ])
  const all = await page.getByText(/\d+ entries/).textContent()

  await choose(page, 'User', 'Sifuna Wekesa')
  await expect(page).toHaveURL(/\/logs\?causer_id=[0-9a-f-]{36}$/)
  await expect(rows(page).filter({ hasNotText: 'Sifuna Wekesa' })).toHaveCount(0)
  await choose(page, 'Module', 'Sign-in')
  await choose(page, 'Action', 'Login')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/Sifuna Wekesa.*Sign-in.*Login.*login auth/s)
  await expect(rows(page)).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('Sifuna Wekesa')
  await expect(page.getByRole('combobox', { name: 'Module' })).toHaveValue('Sign-in')
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('Login')

  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(page).toHaveURL('/logs')
  await expect(page.getByText(/\d+ entries/)).toHaveText(all ?? '')
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('')
})

test('days are typed or picked, and nothing found says so', async ({ page }) => {
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(new Date()),
  )
  const from = page.getByRole('textbox', { name: 'From Date' })
  await from.fill(today)
  await from.press('Enter')
  await expect(page).toHaveURL(`/logs?from=${today}`)
  await expect(rows(page).first()).toBeVisible()
  const to = page.getByRole('textbox', { name: 'To Date' })
  await to.fill('2099-01-01')
  await to.press('Enter')
  await expect(page).toHaveURL(`/logs?from=${today}&to=2099-01-01`)
  await page.goto('/logs?to=2020-01-31')
  await expect(to).toHaveValue('31 January, 2020')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('pages and their sizes come from the server', async ({ page }) => {
  await expect(rows(page)).toHaveCount(10)
  await expect(pages(page)).toContainText(/1–10 of \d+/)
  const first = await rows(page).first().textContent()
  await pages(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/logs?page=2')
  await expect(pages(page)).toContainText(/11–\d+ of \d+/)
  await expect(rows(page).first()).not.toHaveText(first ?? '')
  await page.reload()
  await expect(pages(page)).toContainText(/11–\d+ of \d+/)
  const size = pages(page).getByLabel('Rows per page')
  await expect(size.getByRole('option')).toHaveText(['10', '15', '25', '50', '100'])
  await size.selectOption('100')
  await expect(page).toHaveURL('/logs?per_page=100')
  await expect(pages(page).getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.goBack()
  await expect(page).toHaveURL('/logs')
})

test('the details show who, when and what changed', async ({ page }) => {
  await choose(page, 'Action', 'Updated')
  const row = rows(page).filter({ hasText: 'Makena Kirimi' }).first()
  const view = row.getByRole('button', { name: /^View/ })
  await view.click()
  const modal = page.getByRole('dialog', { name: 'Log Details' })
  await expect(modal).toContainText('Makena Kirimi')
  await expect(modal).toContainText('updated users')
  await expect(modal).toContainText(/Date & Time\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  await expect(modal).toContainText(/Record\s*user Sifuna Wekesa/)
  const changed = modal.getByRole('table', { name: 'What changed' })
  await expect(changed.getByRole('row').nth(1)).toHaveText(/Permissions.*view logs.*view billing/)
  await expect(modal.locator('pre')).toContainText('"view billing"')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(view).toBeFocused()
})
