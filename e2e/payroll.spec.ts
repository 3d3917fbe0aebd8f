import { contract } from '@mshahara/contract'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, join, mailTo, newPerson } from './people.ts'
import { answer, ringing } from './simulator.ts'
import { addEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { textOn } from './texts.ts'

const complete = {
  pin_no: 'A001234567B',
  nssf_no: '200300400',
  nhif_no: 'SHA1',
  bank_name: 'Equity Bank (Kenya) Limited',
  account_no: '0123456789',
}
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Payslips' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .filter({ hasNotText: 'Total:' })

test('an empty organisation has no payrolls and nobody to pay', async ({ page }) => {
  await found(page.request)
  await open(page, '/payrolls/employees')
  await expect(page.getByText('No Payrolls Found')).toBeVisible()
  await expect(page.getByText('Manage and view all employee payrolls')).toBeVisible()
  await check(page, '/payrolls/employees, empty')
  await page.goto('/payrolls/employees?add=true')
  const modal = page.getByRole('dialog', { name: 'Create New Payroll' })
  await expect(modal.getByLabel('Payroll Code')).toHaveValue(/^PR-\w+-0001$/)
  await check(page, 'create payroll')
  await modal.getByRole('button', { name: 'Create Payroll' }).click()
  await expectToast(page, 'All active employees already have a payslip for')
})

test("one person's impossible amounts are named, and hold up nobody else", async ({ page }) => {
  await found(page.request, 'Deni Ltd')
  const { id } = await addEmployee(page.request, { first_name: 'Otieno', last_name: 'Ouma' })
  await addEmployee(page.request, { ...complete, first_name: 'Brian', salary: 50_000 })
  for (let loan = 1; loan <= 11; loan += 1) {
    const deduction = { name: `Loan ${loan}`, amount: 1e9, from: '2026-01-01' }
    const body = { employee_id: id, ...deduction }
    await call(page.request, contract.deductions.create, { body })
  }
  const run = await runMonth(page.request, 'October', 2026, false)
  await open(page, `/payroll/${run.id}`)
  await page.getByRole('button', { name: /Figures that cannot be worked out/ }).click()
  await expect(page.getByText('is too large to be a month')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Brian' })).toContainText('50,000.00')
  await check(page, '/payroll/:id, a check opened')
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(page, 'Figures that cannot be worked out: Otieno Ouma')
})

test('create, look, open a working, correct, recalculate, confirm', async ({ page }) => {
  test.slow()
  await found(page.request, 'Malipo Ltd')
  const email = `paid-${Date.now()}@example.test`
  const amina = await addEmployee(page.request, {
    ...complete,
    first_name: 'Amina',
    salary: 100_000,
    email,
  })
  await addEmployee(page.request, { first_name: 'Brian', salary: 50_000 })
  const body = { employee_id: amina.id, name: 'House Allowance', amount: 20_000 }
  await call(page.request, contract.allowances.create, { body })
  await open(page, '/payrolls/employees')
  await page.getByRole('button', { name: 'Add Payroll' }).first().click()
  await page.getByRole('button', { name: 'Create Payroll' }).click()
  await expectToast(page, 'Payroll created successfully')
  await expect(page).toHaveURL(/\/payroll\/[0-9a-f-]{36}$/)
  await expect(page.getByText('(2 payslips)')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('columnheader', { name: 'House Allowance' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'SHIF', exact: true })).toBeVisible()
  await check(page, '/payroll/:id, draft')

  const first = rows(page).filter({ hasText: 'Amina' })
  await first.getByTitle('How this PAYE was worked out').click()
  const working = page.getByRole('dialog', { name: /How the pay of Amina/ })
  await expect(working.getByText(/PAYE/).first()).toBeVisible()
  await expect(working.getByText(/since/).first()).toBeVisible()
  await check(page, 'working')
  await working.getByRole('button', { name: 'Close' }).click()

  const checks = page.getByRole('region', { name: 'Checks before confirming' })
  await expect(checks.getByText('No KRA PIN')).toBeVisible()
  const raise = { params: { id: amina.id }, body: { salary: 110_000 } }
  await call(page.request, contract.employees.update, raise)
  await page.reload()
  await expect(checks.getByText(/recalculate first/)).toBeVisible()
  await expect(first.getByText('Changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'recalculate first')
  await first.getByRole('button', { name: /^Recalculate payslip of Amina/ }).click()
  await expectToast(page, 'Payslip recalculated successfully')
  await expect(first).toContainText('110,000.00')

  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  const sure = page.getByRole('dialog', { name: 'Confirm Payroll' })
  await expect(sure.getByText('Do you want to confirm this payroll?')).toBeVisible()
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')
  await expect(page.getByRole('button', { name: 'Actualize Payroll' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Payroll' })).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeInViewport()
  await check(page, '/payroll/:id, confirmed')
  const letter = await mailTo(page.request, email)
  expect(letter.subject).toMatch(/^Payslip for /)
})

test('a draft loses a payslip, then goes', async ({ page }) => {
  await found(page.request)
  await addEmployee(page.request, { first_name: 'Zuri' })
  await addEmployee(page.request, { first_name: 'Imani' })
  const { id } = await runMonth(page.request, 'October', 2026, false)
  await open(page, `/payroll/${id}`)
  await page.getByRole('button', { name: /^Delete payslip of Zuri/ }).click()
  const sure = page.getByRole('dialog', { name: 'Delete Payslip' })
  await expect(sure).toContainText('Are you sure you want to delete this Payslip?')
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payslip deleted successfully')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll deleted successfully')
  await expect(page).toHaveURL('/payrolls/employees')
})

test('filters narrow the run, and are reset', async ({ page }) => {
  await found(page.request)
  const department = { body: { name: 'Bakery' } }
  const { id: department_id } = await call(page.request, contract.departments.create, department)
  await addEmployee(page.request, { first_name: 'Zuri', department_id })
  await addEmployee(page.request, { first_name: 'Imani' })
  const { id } = await runMonth(page.request, 'October', 2026, false)
  await open(page, `/payroll/${id}`)
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'Bakery' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('(1 payslip)')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.setViewportSize(phone)
  await check(page, '/payroll/:id on a phone', [phone])
})

test('a confirmed run is reversed with a reason, by a primary user only', async ({
  page,
  visitor,
}) => {
  await found(page.request)
  await addEmployee(page.request)
  const { id } = await runMonth(page.request, 'October', 2026)
  const finance = await visitor()
  await join(page.request, finance.request, 'finance')
  await finance.goto(`/payroll/${id}`)
  await expect(finance.getByText('(1 payslip)')).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Reverse Payroll' })).toBeHidden()
  await open(page, `/payroll/${id}`)
  await page.getByRole('button', { name: 'Reverse Payroll' }).click()
  const modal = page.getByRole('dialog', { name: 'Reverse Payroll' })
  await modal.getByRole('button', { name: 'Reverse Payroll' }).click()
  await expect(modal.getByText('Reason is required.')).toBeVisible()
  await check(page, 'reverse payroll')
  await modal.getByLabel('Reason').fill('Paid from the wrong account')
  await modal.getByRole('button', { name: 'Reverse Payroll' }).click()
  await expectToast(page, 'Payroll reversed successfully')
  await expect(page.getByText('Paid from the wrong account')).toBeVisible()
  await expect(page.getByText(/Reversed by/)).toBeVisible()
})

test('each role sees its own buttons', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request)
  await addEmployee(owner.request)
  const { id } = await runMonth(owner.request, 'October', 2026, false)
  await join(owner.request, page.request, 'admin')
  await page.goto(`/payroll/${id}`)
  await expect(page.getByRole('button', { name: 'Delete Payroll' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actualize Payroll' })).toBeHidden()
  const user = await visitor()
  await join(owner.request, user.request, 'user')
  await user.goto(`/payroll/${id}`)
  await expect(user).toHaveURL('/dashboard')
})

test('payroll settings are kept, and a draft then asks to be recalculated', async ({ page }) => {
  await found(page.request)
  await addEmployee(page.request, { salary: 33_333 })
  const { id } = await runMonth(page.request, 'October', 2026, false)
  await open(page, '/organization')
  const card = page.getByRole('region', { name: 'Payroll settings' })
  await card.getByRole('combobox', { name: 'SHIF rounding' }).click()
  await page.getByRole('option', { name: 'To the shilling' }).click()
  await card.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Payroll settings updated successfully')
  await page.goto(`/payroll/${id}`)
  await expect(page.getByText(/recalculate first/)).toBeVisible()
  await page.getByRole('button', { name: 'Recalculate', exact: true }).click()
  await expectToast(page, 'Payroll recalculated successfully')
  await expect(rows(page)).toContainText('917.00')
})

async function payForPlan(request: Page['request']) {
  const phone = '0722990017'
  const body = { package_id: 'basic', type: 'upgrade', duration: 1, amount: 2500, phone } as const
  await call(request, contract.billing.init, { body })
  const { id } = await ringing(request, '254722990017')
  await answer(request, id, 'pin')
  await expect(async () => {
    const { package: plan } = await call(request, contract.subscriptions.current)
    expect(plan.name).toBe('Basic')
  }).toPass({ timeout: 60_000 })
}

test('an organization that asks for text messages has its people told that they are paid', async ({
  page,
}) => {
  await found(page.request, 'Simba Tea Ltd')
  await open(page, '/organization')
  const card = page.getByRole('region', { name: 'Payroll settings' })
  const texts = card.getByRole('switch', { name: 'Text messages to employees' })
  await texts.check()
  await card.getByRole('button', { name: 'Save Settings' }).click()
  await expect(card).toContainText('Text messages are for organizations on a paid plan.')
  await payForPlan(page.request)
  await card.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Payroll settings updated successfully')
  await page.reload()
  await expect(texts).toBeChecked()

  const { phone } = newPerson()
  await addEmployee(page.request, { phone })
  const { id } = await runMonth(page.request, 'October', 2026)
  await page.goto(`/payroll/${id}`)
  await page.getByRole('button', { name: 'Set Day of Payment' }).click()
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi' }).format()
  await page.getByRole('textbox', { name: 'Paid on' }).fill(today)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Day of payment saved successfully')
  expect(await textOn(page.request, phone)).toMatch(/^Simba Tea Ltd: .*paid/)
})

/** As the browser prints it, once the page has asked it to. */
async function printed(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const sizes = [...pdf.toString('latin1').matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const landscape = sizes.every(([, width, height]) => Number(width) > Number(height))
  return { text: wordsOf(pdf).join(' ').replace(/\s+/g, ' '), sheets: sizes.length, landscape }
}
const count = (text: string, part: string) => text.split(part).length - 1

test('print takes every row and column, and nothing of the screen', async ({ page }) => {
  test.slow()
  await found(page.request, 'Karatasi Ltd')
  const staff = [
    'Asha',
    'Baraka',
    'Chebet',
    'Daudi',
    'Esther',
    'Farida',
    'Gitau',
    'Halima',
    'Imani',
  ]
  const people = [...staff, 'Juma', 'Kiprop', 'Lulu', 'Mutua', 'Neema']
  for (const [at, first_name] of people.entries()) {
    const { id } = await addEmployee(page.request, { first_name, salary: 90_000 + at })
    if (at > 1) continue
    for (const name of ['House', 'Car', 'Airtime', 'Meals', 'Risk', 'Hardship']) {
      const body = { employee_id: id, name: `${name} Allowance`, amount: 1000 }
      await call(page.request, contract.allowances.create, { body })
    }
  }
  const run = await runMonth(page.request, 'October', 2026, false)
  const { totals, deductionNames, incomeNames } = await call(page.request, contract.payrolls.get, {
    params: { id: run.id },
  })
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printing = 'yes'
    }
  })
  await open(page, `/payroll/${run.id}?per_page=10`)
  await expect(rows(page)).toHaveCount(10)
  // By the browser's own menu: what is on the screen, laid out as a sheet.
  const part = await printed(page)
  expect(part.text).toContain('10 of 14 payslips')
  expect(part.text).not.toContain('Actualize')
  expect(part.text).toContain('These are 10 of 14 people: use Print on the page')
  const net = totals.net.toLocaleString('en-US', { minimumFractionDigits: 2 })
  for (const word of [net, 'Prepared by']) expect(part.text).not.toContain(word)

  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printing', 'yes')
  const { text, sheets, landscape } = await printed(page)
  expect(landscape).toBe(true)
  expect(sheets).toBeGreaterThan(1)
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    expect(text).toContain(`Page ${sheet} of ${sheets}`)
  }
  const own = ['Salary', 'Gross', 'Taxable', 'Income Tax', 'Tax Relief', 'Total Deductions', 'Net']
  for (const title of [...own, ...incomeNames, ...deductionNames]) expect(text).toContain(title)
  const parts = count(text, 'Employee Name')
  for (const name of people) expect(count(text, `${name} Kamau`), name).toBeGreaterThanOrEqual(2)
  expect(count(text, 'Asha Kamau')).toBeLessThanOrEqual(parts)
  expect(text).toContain(net)
  expect(text).toContain('Karatasi Ltd')
  expect(text).toContain('October 2026 (draft)')
  for (const word of ['Prepared by', 'Checked by', 'Approved by']) expect(text).toContain(word)
  for (const word of ['Actualize', 'Dashboard', 'Filter', 'Export', 'Recalculate']) {
    expect(text).not.toContain(word)
  }
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.getByText('Prepared by')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(10)
})
