import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, mailTo, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Payslips on the screen, on paper and by email; how they look; who may verify them. */

// The accessibility checker tries to run inside the payslip's frame, where no script may.
test.use({ provoked: /^Blocked script execution in 'about:srcdoc'/ })

const year = new Date().getFullYear() - 1
const nobody = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

async function run(page: Page, month: MonthName, confirm = true) {
  const { id } = await runMonth(page.request, month, year, confirm)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id } })
  return { id, payslip: payslips[0]?.id as string }
}

/** An employer with one person on the payroll. */
async function office(page: Page, given: object = {}) {
  await found(page.request)
  return addEmployee(page.request, { ...complete, employment_date: `${year - 1}-02-01`, ...given })
}

const paper = (page: Page) => page.frameLocator('iframe')

test('a payslip is read, downloaded without a wait, and sent', async ({ page }) => {
  const { email } = newPerson()
  await office(page, { email, email_payslip: false })
  const { payslip } = await run(page, 'March')
  await open(page, `/payslip/${payslip}`)
  await expect(paper(page).getByText('Wanjiru Kamau')).toBeVisible()
  await expect(
    paper(page)
      .getByRole('row', { name: /Net pay|Gross pay/ })
      .first(),
  ).toBeVisible()
  await expect(paper(page).getByText(`March ${year}`).first()).toBeVisible()
  const opened = page.waitForEvent('popup')
  const answered = page.waitForResponse(/payslip\/generate/)
  await page.getByRole('button', { name: 'Download' }).click()
  await opened
  const { available, file } = await (await answered).json()
  expect(available).toBe('true')
  for (const address of [file, `storage/payslips/Wanjiru-Payroll-March-${payslip}.pdf`]) {
    const answer = await page.request.get(`/${address}`)
    expect(answer.headers()['content-type']).toBe('application/pdf')
  }
  await page.getByRole('button', { name: 'Send to Email' }).click()
  await expectToast(page, 'Payslip sent to email successfully')
  await expect(page).toHaveURL(`/payslip/${payslip}`)
  const letter = await mailTo(page.request, email, { subject: `Payslip for March ${year}` })
  expect(letter.text).toContain('is attached')
})

test('a draft says so and cannot be downloaded or sent', async ({ page }) => {
  await office(page)
  const { payslip } = await run(page, 'March', false)
  await open(page, `/payslip/${payslip}`)
  await expect(paper(page).getByText('Draft: this payroll is not confirmed yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send to Email' })).toBeHidden()
  await page.goto(`/payslip/${nobody}`)
  await expect(page.getByText('Payslip not found')).toBeVisible()
})

test('on a phone nothing is cut off, and print is the sheet alone', async ({ page }) => {
  await office(page)
  const { payslip } = await run(page, 'March')
  await page.setViewportSize(phone)
  await open(page, `/payslip/${payslip}`)
  await expect(paper(page).getByText('Wanjiru Kamau')).toBeVisible()
  const wide = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth - innerWidth,
    sheet: (() => {
      const root = document.querySelector('iframe')?.contentDocument?.documentElement
      return root ? root.scrollWidth - root.clientWidth : -1
    })(),
  }))
  expect(wide).toEqual({ page: 0, sheet: 0 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden()
  await expect(page.locator('iframe')).toBeVisible()
})

test('employees find their own payslips, and no draft', async ({ page, visitor }) => {
  const { email } = newPerson()
  const id_number = `3${String(Date.now()).slice(-7)}`
  await office(page, { email, id_number })
  await run(page, 'January')
  await run(page, 'February')
  const draft = await run(page, 'March', false)
  const employee = await visitor()
  await signInFirst(employee.request, { ...newPerson(), email, id_number })
  await employee.setViewportSize(phone)
  await open(employee, '/dashboard')
  // The newest is on the first screen, even of a phone.
  const newest = employee.getByRole('region', { name: 'Newest payslip' })
  await expect(newest).toContainText(`Net pay, February ${year}`)
  await expect(newest).toContainText(/Ksh \d\d,\d{3}\.\d\d/)
  await expect(newest.getByRole('link', { name: 'View Payslip' })).toBeInViewport({ ratio: 1 })
  await newest.getByRole('link', { name: 'All Payslips' }).click()
  const card = employee.getByRole('row').filter({ hasText: 'January' })
  const title = card.getByRole('link', { name: new RegExp(`^January ${year} Ksh 6\\d,\\d{3}`) })
  await expect(title).toBeVisible()
  await title.click()
  await expect(paper(employee).getByText('Wanjiru Kamau')).toBeVisible()
  await employee.setViewportSize({ width: 1440, height: 900 })
  await employee.getByRole('link', { name: 'My Payslips' }).click()
  await expect(employee.getByRole('heading', { name: 'Payslips (2)' })).toBeVisible()
  const rows = employee.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toContainText('February')
  await expect(rows.nth(1)).toContainText('85,000.00')
  await check(employee, '/my-payslips')
  await employee.getByLabel('Search payslip').fill('January')
  await expect(rows).toHaveCount(2)
  await employee.getByLabel('Search payslip').fill('nothing of the kind')
  await expect(employee.getByText('No Matching Payslips Found')).toBeVisible()
  await expect(employee.getByText('Try adjusting your search criteria')).toBeVisible()
  await employee.getByLabel('Search payslip').fill('')
  await employee.getByRole('link', { name: `Details of January ${year}` }).click()
  await expect(paper(employee).getByText('Wanjiru Kamau')).toBeVisible()
  await check(employee, '/payslip')
  await employee.goto(`/payslip/${draft.payslip}`)
  await expect(employee.getByText('Payslip not found')).toBeVisible()
})

test('templates are looked at, applied and coloured', async ({ page, context }) => {
  await office(page)
  await open(page, '/templates')
  await expect(page.getByText('Customize your payslip appearance (6 available)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Classic is the current template' })).toBeDisabled()
  const preview = async (name: string) => {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: `Preview ${name}` }).click()
    return opened
  }
  const early = await preview('Banner')
  await expect(early.getByRole('alert')).toContainText(
    'You need to have active payrolls to preview templates. Run Payroll first.',
  )
  await early.close()
  const { payslip } = await run(page, 'March')
  const shown = await preview('Banner')
  await expect(paper(shown).getByText('Wanjiru Kamau')).toBeVisible()
  await expect(shown.getByText('Payroll that adds up.')).toHaveCount(0)
  await check(shown, '/preview')
  await shown.close()
  await page.getByRole('button', { name: 'Apply Banner' }).click()
  await expectToast(page, 'Template successfully changed')
  await expect(page.getByRole('button', { name: 'Banner is the current template' })).toBeDisabled()
  await page.getByLabel('Light color:').fill('#FFF4D6')
  await page.getByLabel('Dark color:').fill('#ffe08a')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Colors' }).click()
  await expectToast(page, 'Template colors successfully changed')
  await expect(page.getByRole('img', { name: 'The Banner template' })).toHaveAttribute(
    'src',
    /dark=ffe08a/i,
  )
  await check(page, '/templates')
  await page.getByLabel('Dark color:').fill('nonsense')
  await page.getByRole('button', { name: 'Save Colors' }).click()
  await open(page, `/payslip/${payslip}`)
  await expect(paper(page).getByText('Wanjiru Kamau')).toBeVisible()
})

test('an expired subscription closes the templates', async ({ page }) => {
  await office(page)
  // The same answer, a year later.
  await page.route('**/api/subscription', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), to: `${year}-01-01` } })
  })
  await page.goto('/templates')
  await expectToast(page, 'You have an expired subscription. Please renew your subscription.')
  await expect(page).toHaveURL('/dashboard')
})

test('a paid payslip is found, and anybody may verify it and its amount', async ({
  page,
  visitor,
}) => {
  const person = await office(page, { id_number: '27182818' })
  const { id, payslip } = await run(page, 'March')
  await open(page, `/payroll/${id}`)
  const day = page.getByRole('region', { name: 'Day of payment' })
  await expect(day).toContainText('The day of payment is not recorded yet.')
  await day.getByRole('button', { name: 'Set Day of Payment' }).click()
  await page.getByRole('textbox', { name: 'Paid on' }).fill(`28/03/${year}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Day of payment saved successfully')
  await expect(day).toContainText(`Paid on 28 March, ${year}`)
  await page.goto(`/employee/${person.id}`)
  await page.getByRole('tab', { name: 'Payslips' }).click()
  const list = page.getByRole('region', { name: 'Payslips' })
  await check(page, 'the payslips of an employee')
  await list
    .getByRole('link', { name: /March|View/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/payslip/${payslip}`)
  await expect(paper(page).getByText(`28 March ${year}`)).toBeVisible()

  const stranger = await visitor()
  await stranger.goto(`/verifyPayslip/${payslip}`)
  await expect(stranger.getByRole('heading', { name: 'Payslip Verified' })).toBeVisible()
  await expect(stranger.getByText('This payslip is valid and exists in our system.')).toBeVisible()
  await expect(stranger.getByText('Wanjiru Kamau')).toBeVisible()
  await expect(stranger.getByText('*****818')).toBeVisible()
  await expect(stranger.getByText('27182818')).toBeHidden()
  // A payslip that exists is no proof of the amount on the paper.
  await expect(stranger.getByText('The amounts on the paper have not been compared')).toBeVisible()
  await check(stranger, '/verifyPayslip')
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id } })
  const typed = stranger.getByRole('textbox', { name: 'Net pay on the payslip' })
  await typed.fill('99,000.00')
  await stranger.getByRole('button', { name: 'Check Amount' }).click()
  await expect(stranger.getByRole('heading', { name: 'The amount is not right' })).toBeVisible()
  await expect(stranger.getByText(`March ${year}`)).toBeHidden()
  await typed.fill((payslips[0]?.net ?? 0).toLocaleString('en', { minimumFractionDigits: 2 }))
  await stranger.getByRole('button', { name: 'Check Amount' }).click()
  await expect(stranger.getByText('The net pay is right too.')).toBeVisible()
  await expect(stranger.getByText(`March ${year}`)).toBeVisible()
  await expect(stranger.getByText('**,***.**')).toBeVisible()
  await check(stranger, '/verifyPayslip, compared', [phone])
  await stranger.getByRole('button', { name: 'Verify Again' }).click()
  await expect(stranger.getByRole('heading', { name: 'Payslip Verified' })).toBeVisible()
  await stranger.goto(`/verifyPayslip/${nobody}`)
  await expect(stranger.getByRole('heading', { name: 'Payslip Invalid' })).toBeVisible()
  await expect(
    stranger.getByText('This payslip is invalid and does not exists in our system.'),
  ).toBeVisible()
  await check(stranger, '/verifyPayslip, invalid')
})

test('a run tells what became of its emails', async ({ page }) => {
  const { email } = newPerson()
  await office(page, { email })
  const { id } = await run(page, 'March')
  await mailTo(page.request, email, { subject: `Payslip for March ${year}` })
  await open(page, `/payroll/${id}`)
  const mails = page.getByRole('region', { name: 'Payslip emails' })
  await expect(mails.getByText('Sent')).toBeVisible()
  await check(page, '/payroll with emails', [phone])
})
