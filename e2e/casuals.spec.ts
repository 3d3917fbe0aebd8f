import { contract } from '@mshahara/contract'
import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { isWhole, payingOffice } from './casual-work.ts'
import { found } from './people.ts'
import { lastWeek } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From the upload of casuals over the muster roll to M-PESA, as an office does it. */

test.use({ provoked: /net::ERR_FAILED/ })

const tablet = { width: 1024, height: 768 }
const laptop = { width: 1366, height: 768 }
const { from } = lastWeek()
const weekday = (index: number) => {
  const day = new Date(Date.parse(from) + index * 86_400_000)
  const told = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(day)
  return `${told({ weekday: 'short' })} ${told({ day: 'numeric', month: 'short' })}`
}

const sheet = xlsx([
  ['Full Name', 'ID Number', 'Phone', 'Daily Pay', 'Employment Date', 'Pay By'],
  ['Achieng Ouma', '31000001', '0712009901', 850, '2025-01-06', 'M-PESA'],
  // The number of nobody who is registered.
  ['Fatuma Said', '31000002', '0712000002', 900, '2025-01-06', 'M-PESA'],
  ['Kiprono Cheruiyot', '31000003', '0712009903', 800, '2025-01-06', 'Cash'],
])

const cell = (page: Page, day: number, who: string) =>
  page.getByRole('textbox', { name: `${weekday(day)} of ${who}`, exact: true })

async function upload(page: Page) {
  await page.goto('/casuals')
  await expect(page.getByText('Start by adding your first casual worker')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Casuals' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'casuals.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(sheet),
  })
  await dialog.getByRole('button', { name: 'Upload 3 rows' }).click()
  await expectToast(page, 'Casuals created successfully')
  await expect(page.getByRole('heading', { name: 'Casuals (3)' })).toBeVisible()
}

/** Typed, walked, filled down and pasted, on a tablet; and once without a connection. */
async function fillRoll(page: Page) {
  await page.setViewportSize(tablet)
  await page.goto(`/muster-roll?from=${from}`)
  await expect(page.getByText('These days are not on the roll yet')).toBeVisible()
  await cell(page, 0, 'Achieng Ouma').fill('f')
  await page.keyboard.press('Control+Shift+d')
  await expect(cell(page, 0, 'Kiprono Cheruiyot')).toHaveValue('f')
  await cell(page, 1, 'Achieng Ouma').focus()
  await cell(page, 1, 'Achieng Ouma').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'F\tF+2\tH\nF\tF\tF\nA\tF\tA\n')
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(cell(page, 3, 'Achieng Ouma')).toHaveValue('H')
  // A tick from elsewhere is seen as what it counts; what is no mark is marked once it is left.
  await cell(page, 6, 'Achieng Ouma').focus()
  await cell(page, 6, 'Achieng Ouma').evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '✔\nQ\n')
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(cell(page, 6, 'Achieng Ouma')).toHaveValue('F')
  await expect(cell(page, 6, 'Fatuma Said')).toHaveAttribute('aria-invalid', 'true')
  await cell(page, 6, 'Achieng Ouma').fill('')
  await cell(page, 6, 'Fatuma Said').fill('')
  await cell(page, 4, 'Achieng Ouma').fill('2')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('1 cell cannot be saved as written.')).toBeVisible()
  await expect(cell(page, 4, 'Achieng Ouma')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('F')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 4, 'Fatuma Said')).toBeFocused()
  // Down a column, from row to row: what was typed in the rows before stays.
  await cell(page, 5, 'Achieng Ouma').press('a')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a')
  for (const who of ['Achieng Ouma', 'Fatuma Said', 'Kiprono Cheruiyot']) {
    await expect(cell(page, 5, who)).toHaveValue('a')
  }
  await check(page, 'the muster roll', [tablet, phone])

  // The connection drops: nothing that was typed is lost, and the page says so.
  await page.route('**/api/muster-roll', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('16 cells could not be saved')
  await page.unroute('**/api/muster-roll')
  await page.reload()
  await expect(cell(page, 2, 'Achieng Ouma')).toHaveValue('F+2')
  await expect(page.getByText('16 cells not saved yet, kept on this device.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Muster roll saved successfully')
  await expect(page.getByText('Everything on this sheet is saved.')).toBeVisible()
  await expect(page.getByText('These days are on the roll')).toBeVisible()
}

test('upload, roll, payroll, confirmation, M-PESA, one fails, retry', async ({ page, visitor }) => {
  test.setTimeout(300_000)
  await payingOffice(page, await visitor(), 'Machimbo Quarry Ltd')
  await upload(page)
  await check(page, 'casuals', [phone])
  await fillRoll(page)

  // The week that is over is what is paid next.
  await page.goto('/payrolls/casuals?add=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Casual Payroll' })
  await expect(dialog.getByLabel('Total Days')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Create Payroll' }).click()
  await expectToast(page, 'Payroll created successfully')
  const table = page.getByRole('table', { name: 'Casual Workers' })
  // 4 full days, half a day and two hours: 3,825 and 318.75.
  await expect(table.getByRole('row', { name: /Achieng Ouma/ })).toContainText('4,143.75')
  await expect(table.getByRole('row', { name: /Kiprono/ })).toContainText('1,600.00')
  await page.setViewportSize(laptop)
  await expect(table.getByRole('columnheader')).toContainText(['Gross', 'Deduction', 'NET'])
  expect(await isWhole(page, 'Casual Workers')).toBe(true)
  await check(page, 'a casual payroll', [tablet, phone])

  await page.getByRole('button', { name: 'Actualize Payments' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm Payroll' })
  await expect(asked).toContainText('Do you want to confirm this payroll?')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')
  await expect(page.getByRole('button', { name: 'Delete Payments' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Make Payments' }).click()
  const paying = page.getByRole('dialog', { name: 'Make Payments' })
  await expect(paying).toContainText('Do you want to make payments for this payroll?')
  await expect(paying.getByLabel('Cannot be paid now')).toContainText('Paid in cash')
  await paying.getByRole('button', { name: 'Make Payments' }).click()
  await expectToast(page, 'Casuals payout successfully initiated')
  await page.getByRole('link', { name: 'Payout Details' }).click()
  await expect(page.getByRole('heading', { name: 'Casuals Payouts (2)' })).toBeVisible()
  const progress = page.getByRole('region', { name: 'Progress' }).getByRole('status')
  await expect(progress).toHaveText('1 of 3 people paid, 1 failed, 1 not paid', {
    timeout: 60_000,
  })
  await page.setViewportSize(laptop)
  const payouts = page.getByRole('table', { name: 'Payouts' })
  await expect(payouts.getByRole('columnheader')).toHaveText([
    ...['Casual no', 'Name', 'Phone', 'Amount', 'Mpesa Code', 'Status', 'Created', 'Actions'],
  ])
  expect(await isWhole(page, 'Payouts')).toBe(true)
  await page.getByRole('button', { name: 'Details of Achieng Ouma' }).click()
  const details = page.getByRole('dialog', { name: 'Payout Information' })
  await expect(details.getByText('Phone', { exact: true })).toBeVisible()
  await expect(details.getByText('Account no')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await check(page, 'casual payouts', [phone])

  // Mended on the record, retried from the list.
  const { data: fatuma } = await only(page, 'Fatuma')
  await call(page.request, contract.casuals.update, {
    params: { id: fatuma },
    body: { phone: '0712009902' },
  })
  await page.getByRole('button', { name: 'Retry Fatuma Said' }).click()
  const retry = page.getByRole('dialog', { name: 'Retry Payout' })
  await expect(retry).toContainText('Do you want to retry this payout?')
  await expect(retry).toContainText('To M-PESA 0712009902, no longer to M-PESA 0712000002.')
  await retry.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Payout successfully resubmitted')
  await expect(progress).toHaveText('2 of 3 people paid, 1 not paid', { timeout: 60_000 })

  // Whoever is paid in cash signs on the list, and is marked as paid.
  await page.getByRole('link', { name: 'List to sign with Kiprono Cheruiyot' }).click()
  await expect(page.getByRole('heading', { name: 'Paid in Cash (1)' })).toBeVisible()
  await check(page, 'cash payments', [phone])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'List to Sign (PDF)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Cash-List-.*\.pdf$/)
  await page.getByRole('checkbox', { name: 'Kiprono Cheruiyot' }).check()
  await page.getByRole('button', { name: 'Mark as Paid' }).click()
  const marking = page.getByRole('dialog', { name: 'Mark as Paid' })
  await expect(marking).toContainText('1 person signed for Ksh 1,600.00 in cash.')
  await marking.getByRole('button', { name: 'Mark as Paid' }).click()
  await expectToast(page, 'Marked as paid successfully')
  await expect(page.getByRole('row', { name: /Kiprono/ })).toContainText('marked by')
  await page.getByRole('button', { name: 'Back to the payroll' }).click()
  await expect(page.getByRole('link', { name: 'Cash Payments (1 of 1)' })).toBeVisible()
  // The next week is proposed, since this one has its payroll.
  await page.goto('/payrolls/casuals?add=true')
  const next = new Date(Date.parse(from) + 7 * 86_400_000)
  const months = { timeZone: 'UTC', day: '2-digit', month: 'long' } as const
  await expect(page.getByLabel('From Date')).toHaveValue(
    new RegExp(`^${new Intl.DateTimeFormat('en-GB', months).format(next)}, `),
  )
})

test('on a phone a message leaves the buttons free; Back after Update leads to the record', async ({
  page,
}) => {
  await found(page.request, 'Ndovu Farm Ltd')
  const { data: casual } = await call(page.request, contract.casuals.create, {
    body: {
      ...{ first_name: 'Achieng', last_name: 'Ouma', id_number: '31 445 566' },
      ...{ phone: '0712009910', pay: 850, employment_date: '2025-01-06' },
    },
  })
  await page.setViewportSize(phone)
  await page.goto(`/casual/${casual.id}`)
  await expect(page.getByText('31445566')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Casual' }).click()
  await page.getByLabel('Duty').fill('Loading')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Casual updated successfully')
  const message = await page.locator('.mantine-Notification-root').boundingBox()
  const bottom = (message?.y ?? 0) + (message?.height ?? 0)
  for (const name of ['Back', 'Edit Casual']) {
    const button = page
      .getByRole('main')
      .getByLabel(name, { exact: true })
      .or(page.getByRole('main').getByRole('link', { name, exact: true }))
    expect((await button.first().boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(bottom)
  }
  await page.goBack()
  await expect(page).toHaveURL(`/casual/${casual.id}`)

  // At the limit of the subscription the form says so at once, before anybody fills it in.
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch()
    const given = await response.json()
    const json = { ...given, package: { ...given.package, casuals: 1 } }
    await route.fulfill({ response, json })
  })
  await page.goto('/add-casual')
  const told = page.getByText('Your subscription has reached the limit of 1 casual.')
  await expect(told).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await check(page, '/add-casual at the limit', [phone])
})

test('the first row of the roll stays in sight of whoever moves there by keys', async ({
  page,
}) => {
  await found(page.request, 'Msafara Ltd')
  for (let nth = 0; nth < 12; nth += 1) {
    await call(page.request, contract.casuals.create, {
      body: {
        ...{ first_name: `Pendo${nth}`, last_name: 'Wafula', id_number: String(31_000_100 + nth) },
        ...{ phone: `07120098${10 + nth}`, pay: 850, employment_date: '2025-01-06' },
      },
    })
  }
  await page.setViewportSize({ width: 1366, height: 600 })
  await page.goto(`/muster-roll?from=${from}`)
  const fields = page.locator('[data-place$=":0"]')
  await expect(fields).toHaveCount(12)
  await fields.first().focus()
  for (let row = 0; row < 11; row += 1) await page.keyboard.press('ArrowDown')
  await expect(fields.last()).toBeFocused()
  for (let row = 0; row < 11; row += 1) await page.keyboard.press('ArrowUp')
  await expect(fields.first()).toBeFocused()
  const head = await page.locator('thead th').nth(1).boundingBox()
  const first = await fields.first().boundingBox()
  expect(first?.y ?? 0).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))
})

test('days nobody has seen are ticked one by one; a payroll is reversed', async ({ page }) => {
  test.setTimeout(300_000)
  await found(page.request, 'Kinamba Farm Ltd')
  const { data: casual } = await call(page.request, contract.casuals.create, {
    body: {
      ...{ first_name: 'Achieng', last_name: 'Ouma', id_number: '31000009', phone: '0712009909' },
      ...{ pay: 850, employment_date: '2025-01-06', pay_by: 'cash' },
    },
  })
  // The week before last is on the roll, and the one that is paid is not.
  const before = new Date(Date.parse(from) - 7 * 86_400_000).toISOString().slice(0, 10)
  await call(page.request, contract.musterRolls.save, {
    body: { from: before, days: 7, marks: [{ casual_id: casual.id, day: before, present: 1 }] },
  })
  await page.goto('/payrolls/casuals?add=true')
  const dialog = page.getByRole('dialog', { name: 'Create New Casual Payroll' })
  await dialog.getByRole('button', { name: 'Create Payroll' }).click()
  await expectToast(page, 'Payroll created successfully')
  const checks = page.getByRole('region', { name: 'Checks before confirming' })
  await expect(checks).toContainText('No sheet of the muster roll has these days: paid in full')
  await page.getByRole('button', { name: 'Actualize Payments' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm Payroll' })
  await expect(asked).toContainText('which come to Ksh 5,950.00')
  const boxes = asked.getByRole('checkbox')
  await expect(boxes).toHaveCount(7)
  await check(page, 'days to be ticked', [phone])
  for (let day = 0; day < 6; day += 1) await boxes.nth(day).check()
  await expect(asked.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await boxes.nth(6).check()
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')
  await expect(
    page.getByText(/^Paid without a muster roll or in advance, ticked by /),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Reverse Payroll' }).click()
  const reversing = page.getByRole('dialog', { name: 'Reverse Payroll' })
  await reversing.getByLabel('Reason').fill('The roll was forgotten')
  // Whoever is paid in cash may have signed for it.
  await expect(reversing.getByRole('button', { name: 'Reverse Payroll' })).toBeDisabled()
  await check(page, 'a reversal of cash', [phone])
  await reversing.getByRole('checkbox', { name: 'Achieng Ouma has not signed' }).check()
  await reversing.getByRole('button', { name: 'Reverse Payroll' }).click()
  await expectToast(page, 'Payroll reversed successfully')
  await expect(page.getByRole('alert', { name: /^Reversed by/ })).toContainText(
    'The roll was forgotten',
  )
  await expect(page.getByRole('button', { name: 'Make Payments' })).toHaveCount(0)
  await check(page, 'a reversed casual payroll', [phone])
})

async function only(page: Page, search: string) {
  const [one] = await call(page.request, contract.casuals.list, { query: { search, limit: 5 } })
  return { data: one?.id ?? '' }
}
