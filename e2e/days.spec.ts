import { found } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, type Locator, type Page, test } from './test.ts'
import { visit } from './visit.ts'

/** The longest day stands whole where two are side by side: without its year it says nothing. */

const windows = [1440, 1366, 1024, 390]
const longest = '30 September, 2026'

/** Whether all that is written in these fields is in sight. */
const isWhole = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => input.scrollWidth <= input.clientWidth)

async function whole(page: Page, dialog: Locator, names: string[]) {
  const named = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^${name}`) })
  for (const name of names) {
    const field = named(name)
    await field.fill('2026-09-30')
    await field.blur()
    await expect(field).toHaveValue(longest)
  }
  for (const width of windows) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of names) {
      expect.soft(await isWhole(named(name)), `${name} at ${width} px`).toBe(true)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the longest day is whole in recurrent pay, delegations and requests for leave', async ({
  page,
}) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  await page.goto(`/employee/${id}`)
  for (const item of ['Recurrent Income', 'Recurrent Deduction']) {
    await page.getByRole('tab', { name: `${item}s` }).click()
    await page.getByRole('button', { name: `Add ${item}` }).click()
    const dialog = page.getByRole('dialog', { name: `Add ${item}` })
    await whole(page, dialog, ['From Date', 'To Date'])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await visit(page, '/leave-approvals')
  await page.getByRole('button', { name: 'When I Am Away' }).click()
  await whole(page, page.getByRole('dialog', { name: 'When I Am Away' }), ['From', 'To'])
  await page.keyboard.press('Escape')
  await visit(page, '/leave-requests')
  await page.getByRole('button', { name: 'New Leave Request' }).first().click()
  const asking = page.getByRole('dialog', { name: 'New Leave Request' })
  await whole(page, asking, ['Start Date', 'End Date'])
})
