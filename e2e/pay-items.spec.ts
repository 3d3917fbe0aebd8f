import { contract, type Endpoint } from '@mshahara/contract'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, join } from './people.ts'
import { addEmployee, addRate, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Locator, type Page, test } from './test.ts'

/** What an employee is paid besides the salary, on the tabs of the employee's page. */

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

async function openTab(page: Page, name: string, employee?: { id: string }): Promise<Locator> {
  if (employee) await page.goto(`/employee/${employee.id}`)
  await page.getByRole('tab', { name, exact: true }).click()
  return page.getByRole('region', { name, exact: true })
}
const rowsOf = (panel: Locator) =>
  panel.getByRole('row').filter({ has: panel.page().getByRole('cell') })
const headers = (panel: Locator) => panel.getByRole('columnheader')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const submit = (modal: Locator, name: 'Add' | 'Update' | 'Upload') =>
  modal.getByRole('button', { name, exact: true }).click()
const day = (modal: Locator, end: 'From' | 'To') =>
  modal.getByRole('textbox', { name: `${end} Date` })
async function choose(page: Page, modal: Locator, field: string, option: string | RegExp) {
  await modal.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}
async function deleteRow(page: Page, panel: Locator, name: string, thing: string) {
  const text = `Are you sure you want to delete this ${thing}? This action cannot be undone?`
  const ask = dialog(page, `Delete ${thing}`)
  await panel.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(ask.getByText(text)).toBeVisible()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toBeHidden()
  await expect(rowsOf(panel).filter({ hasText: name })).toHaveCount(1)
  await panel.getByRole('button', { name: `Delete ${name}` }).click()
  await ask.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `${thing} deleted successfully`)
}

test('allowances: none, refused, added, changed, deleted', async ({ page }) => {
  await found(page.request)
  const panel = await openTab(page, 'Allowances', await addEmployee(page.request))
  await expect(panel.getByText('No allowances found')).toBeVisible()
  await expect(panel.getByText('Add an allowance to see it here')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Allowance' }).click()
  const adding = dialog(page, 'Add Allowance')
  const note = "Taxable allowances will be included in the employee's taxable income."
  await expect(adding.getByText(note)).toBeVisible()
  await expect(adding.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await submit(adding, 'Add')
  await expect(adding.getByText('Allowance Name is required.')).toBeVisible()
  await expect(adding.getByText('Amount is required.')).toBeVisible()
  await adding.getByLabel('Allowance Name').fill('hous')
  await page.getByRole('option', { name: 'House Allowance' }).click()
  await adding.getByLabel('Amount').fill('25000.5')
  await choose(page, adding, 'Type', 'House')
  await submit(adding, 'Add')
  await expectToast(page, 'Allowance created successfully')
  await expect(adding).toBeHidden()
  await expect(headers(panel)).toHaveText(['Name', 'Amount', 'Taxable', 'Created', 'Actions'])
  await expect(rowsOf(panel)).toHaveText([/House Allowance.*25,000\.50.*Yes.*\d{4}/])

  await panel.getByRole('button', { name: 'Add Allowance' }).click()
  await expect(adding.getByLabel('Allowance Name')).toHaveValue('')
  await adding.getByLabel('Allowance Name').fill('HOUSE ALLOWANCE')
  await adding.getByLabel('Amount').fill('20000')
  await submit(adding, 'Add')
  const twice = 'This employee already has an allowance with this name.'
  await expect(adding.getByText(twice)).toBeVisible()
  await adding.getByRole('button', { name: 'Cancel' }).click()

  await panel.getByRole('button', { name: 'Edit House Allowance' }).click()
  const editing = dialog(page, 'Edit Allowance')
  await expect(editing.getByLabel('Amount')).toHaveValue('25,000.50')
  await editing.getByLabel('Amount').fill('30000')
  await editing.getByRole('radio', { name: 'No' }).check()
  await submit(editing, 'Update')
  await expectToast(page, 'Allowance updated successfully')
  await expect(rowsOf(panel)).toHaveText([/House Allowance.*30,000\.00.*No/])
  await deleteRow(page, panel, 'House Allowance', 'Allowance')
  await expect(panel.getByText('No allowances found')).toBeVisible()
})

test('recurrent incomes: regular from a day to a day, or one-off in a month', async ({ page }) => {
  await found(page.request)
  const panel = await openTab(page, 'Recurrent Incomes', await addEmployee(page.request))
  await expect(panel.getByText('No recurrent incomes found')).toBeVisible()
  await expect(panel.getByText('Add a recurrent income to see it here')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Recurrent Income' }).click()
  const adding = dialog(page, 'Add Recurrent Income')
  const note = "Taxable incomes will be included in the employee's taxable income."
  await expect(adding.getByText(note)).toBeVisible()
  await expect(adding.getByRole('radio', { name: 'Regular' })).toBeChecked()
  await adding.getByLabel('Income Name').fill('Year-end Bonus')
  await adding.getByLabel('Amount').fill('40000')
  await day(adding, 'From').fill('01/12/2026')
  await day(adding, 'To').fill('2026-11-30')
  await submit(adding, 'Add')
  await expect(adding.getByText('To Date cannot be before the From Date.')).toBeVisible()
  await day(adding, 'To').fill('2026-12-31')
  await adding.getByLabel('Description').fill('For the best branch of the year')
  await submit(adding, 'Add')
  await expectToast(page, 'Income created successfully')
  await expect(headers(panel)).toHaveText([
    'Name',
    'Amount',
    'Taxable',
    'From',
    'To',
    'Description',
    'Actions',
  ])
  await expect(rowsOf(panel)).toHaveText([
    /Year-end Bonus40,000\.00.*Yes.*01 December, 2026.*31 December, 2026.*For the best/,
  ])
  await panel.getByRole('button', { name: 'Edit Year-end Bonus' }).click()
  const editing = dialog(page, 'Edit Recurrent Income')
  await day(editing, 'To').fill('')
  await editing.getByLabel('Description').fill('')
  await submit(editing, 'Update')
  await expectToast(page, 'Income updated successfully')
  await expect(rowsOf(panel)).toHaveText([/01 December, 2026Open-ended—/])
  // One-off has a month instead of days (B23).
  await panel.getByRole('button', { name: 'Edit Year-end Bonus' }).click()
  await editing.getByRole('radio', { name: 'One-off' }).check()
  await expect(day(editing, 'To')).toBeHidden()
  await expect(editing.getByRole('combobox', { name: 'Paid in' })).toHaveValue('December 2026')
  await choose(page, editing, 'Paid in', 'January 2026')
  await submit(editing, 'Update')
  await expect(rowsOf(panel)).toHaveText([/Bonus.*One-off.*01 January, 202631 January, 2026/])
  await deleteRow(page, panel, 'Year-end Bonus', 'Income')
  await expect(panel.getByText('No recurrent incomes found')).toBeVisible()
})

test('a one-off that was paid is closed, and says so', async ({ page }) => {
  await found(page.request)
  const employee = await addEmployee(page.request, complete)
  const body = { employee_id: employee.id, name: 'Bonus', amount: 5000, one_off: true }
  const { incomes } = contract
  await call(page.request, incomes.create, { body: { ...body, from: '2026-01-01' } })
  await call(page.request, incomes.create, {
    body: { ...body, name: 'Next', from: '2026-02-01' },
  })
  await runMonth(page.request, 'January', 2026)
  const panel = await openTab(page, 'Recurrent Incomes', employee)
  await expect(rowsOf(panel)).toHaveText([/BonusOne-offPaid/, /NextOne-off5/])
  await expect(panel.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(2)
  await panel.getByRole('button', { name: 'Edit Next' }).click()
  const editing = dialog(page, 'Edit Recurrent Income')
  await choose(page, editing, 'Paid in', 'January 2026')
  await submit(editing, 'Update')
  await expect(editing.getByText(/already confirmed, so this would not be paid/)).toBeVisible()
})

test('recurrent deductions: each kind says what it does', async ({ page }) => {
  await found(page.request)
  const panel = await openTab(page, 'Recurrent Deductions', await addEmployee(page.request))
  await expect(panel.getByText('No recurrent deductions found')).toBeVisible()
  await expect(panel.getByText('Add a recurrent deduction to see it here')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Recurrent Deduction' }).click()
  const adding = dialog(page, 'Add Recurrent Deduction')
  const note = "Taxable deductions will affect the employee's taxable income calculation."
  await expect(adding.getByText(note)).toBeVisible()
  await expect(adding.getByText(/deducted after tax, whatever Taxable says/)).toBeVisible()
  await choose(page, adding, 'Kind', 'Mortgage Interest')
  await expect(adding.getByText(/Not deducted from pay/)).toBeVisible()
  await choose(page, adding, 'Kind', 'Pension')
  await expect(adding.getByText(/lowers taxable pay, up to the legal limit/)).toBeVisible()
  await adding.getByLabel('Deduction Name').fill('Jubilee')
  await adding.getByLabel('Amount').fill('6000')
  await day(adding, 'From').fill('2026-01-01')
  await submit(adding, 'Add')
  await expectToast(page, 'Deduction created successfully')
  await expect(rowsOf(panel)).toHaveText([/Jubilee.*Pension.*6,000\.00.*Yes.*01 January, 2026/])
  await panel.getByRole('button', { name: 'Edit Jubilee' }).click()
  const editing = dialog(page, 'Edit Recurrent Deduction')
  await choose(page, editing, 'Kind', 'Other')
  await editing.getByLabel('Deduction Name').fill('HELB')
  await submit(editing, 'Update')
  await expectToast(page, 'Deduction updated successfully')
  await deleteRow(page, panel, 'HELB', 'Deduction')
  await expect(panel.getByText('No recurrent deductions found')).toBeVisible()
})

test('revenues: the preview, the totals, and paid ones left alone', async ({ page }) => {
  await found(page.request)
  await addRate(page.request)
  const employee = await addEmployee(page.request)
  const panel = await openTab(page, 'Commission / Revenues', employee)
  await expect(panel.getByText('No revenues found')).toBeVisible()
  await expect(panel.getByText('Add a revenue to see it here')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Revenue' }).click()
  const adding = dialog(page, 'Add Employee Revenue')
  const ready = adding.getByRole('button', { name: 'Add', exact: true })
  await expect(ready).toBeDisabled()
  await expect(adding.getByRole('combobox', { name: 'Month' })).not.toHaveValue('')
  await expect(adding.getByLabel('Year')).toHaveValue(/^20\d\d$/)
  await adding.getByLabel('Amount').fill('182450.75')
  await expect(ready).toBeEnabled()
  await adding.getByLabel('Year').fill('')
  await expect(ready).toBeDisabled()
  await adding.getByLabel('Year').fill('1999')
  await choose(page, adding, 'Month', 'February')
  await choose(page, adding, 'Commission Rate', 'Retail (2.5%) - Threshold 100,000.00')
  const preview =
    'Based on the Retail category with a rate of 2.5%, the commission for this revenue would be ' +
    'approximately 2,061.27.'
  await expect(adding.getByText('Commission Calculation')).toBeVisible()
  await expect(adding.getByText(preview)).toBeVisible()
  await submit(adding, 'Add')
  await expect(adding.getByText('Year must be between 2000 and 2100.')).toBeVisible()
  await adding.getByLabel('Year').fill('2026')
  await submit(adding, 'Add')
  await expectToast(page, 'Employee Revenue created successfully')

  await panel.getByRole('button', { name: 'Add Revenue' }).click()
  await adding.getByLabel('Amount').fill('90000')
  await choose(page, adding, 'Month', 'January')
  await adding.getByLabel('Year').fill('2026')
  await choose(page, adding, 'Commission Rate', /^Retail/)
  await expect(adding.getByText(/approximately 0\.00\.$/)).toBeVisible()
  await submit(adding, 'Add')
  await expect(headers(panel)).toHaveText([
    'Name',
    'Month',
    'Year',
    'Target',
    'Revenue',
    'Comm. Amount',
    'Rate(%)',
    'Commission',
    'Actions',
  ])
  await expect(rowsOf(panel)).toHaveText([
    'RetailFebruary2026100,000.00182,450.7582,450.752.52,061.27',
    'RetailJanuary2026100,000.0090,000.000.002.50.00',
    'Totals:272,450.752,061.27',
  ])
  await panel.getByRole('button', { name: 'Edit revenue of January 2026' }).click()
  const editing = dialog(page, 'Edit Employee Revenue')
  await editing.getByLabel('Amount').fill('200000')
  await expect(editing.getByText(/approximately 2,500\.00\.$/)).toBeVisible()
  await submit(editing, 'Update')
  await expectToast(page, 'Employee Revenue updated successfully')
  await expect(rowsOf(panel).last()).toHaveText('Totals:382,450.754,561.27')

  // A confirmed payroll has paid the first.
  await page.route('**/api/employee-revenues/*', async (route) => {
    const answer = await route.fetch()
    const [first, ...others] = await answer.json()
    await route.fulfill({ json: [{ ...first, status: 'paid' }, ...others] })
  })
  await page.reload()
  await expect(rowsOf(panel).first()).toContainText('Paid')
  await expect(panel.getByRole('button', { name: /^Edit revenue/ })).toHaveCount(1)
})

test('files: one is asked for, a wrong one is refused, a right one opens in a tab', async ({
  page,
}) => {
  await found(page.request)
  const panel = await openTab(page, 'Files', await addEmployee(page.request))
  await expect(panel.getByText('No files found')).toBeVisible()
  await expect(panel.getByText('Upload files to see them here')).toBeVisible()
  await panel.getByRole('button', { name: 'Add File' }).click()
  const modal = dialog(page, 'Upload File')
  const picker = page.locator('input[type="file"]').last()
  await expect(modal.getByText('Supported formats: JPEG, PNG, JPG, PDF')).toBeVisible()
  await modal.getByLabel('File Name').fill('National')
  await page.getByRole('option', { name: 'National ID' }).click()
  await submit(modal, 'Upload')
  await expect(modal.getByText('Please select a file')).toBeVisible()
  await picker.setInputFiles({
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
  })
  await expect(modal.getByText('Supported formats: JPEG, PNG, JPG, PDF')).toHaveCount(2)
  const markup = Buffer.from('<html></html>')
  await picker.setInputFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: markup })
  await submit(modal, 'Upload')
  await expect(modal.getByText('Please choose a JPEG, PNG or PDF file.')).toBeVisible()
  const buffer = Buffer.from(png, 'base64')
  await picker.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer })
  await modal.getByLabel('Description').fill('Both sides')
  await submit(modal, 'Upload')
  await expectToast(page, 'Employee file added successfully')
  await expect(headers(panel)).toHaveText(['Name', 'Description', 'Created', 'Actions'])
  await expect(rowsOf(panel)).toHaveText([/National ID.*Both sides.*\d{4}.*View File/])
  const opening = page.waitForEvent('popup')
  await panel.getByRole('link', { name: 'View File National ID' }).click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/storage\/employee\/[\w-]+\.webp$/)

  await panel.getByRole('button', { name: 'Add File' }).click()
  await expect(modal.getByLabel('File Name')).toHaveValue('')
  await modal.getByLabel('File Name').fill('Contract')
  await picker.setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer: pdf })
  await submit(modal, 'Upload')
  await expect(rowsOf(panel)).toHaveCount(2)
  const link = panel.getByRole('link', { name: 'View File Contract' })
  const served = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([served.status(), served.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('suggestions are fetched once a session, and a new name joins them', async ({ page }) => {
  await found(page.request)
  const [one, two] = [
    await addEmployee(page.request),
    await addEmployee(page.request, { first_name: 'Otieno', last_name: 'Ouma' }),
  ]
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/allowanceNames')) asked += 1
  })
  const panel = await openTab(page, 'Allowances', one)
  await panel.getByRole('button', { name: 'Add Allowance' }).click()
  const modal = dialog(page, 'Add Allowance')
  await modal.getByLabel('Allowance Name').fill('Laundry Allowance')
  await modal.getByLabel('Amount').fill('100')
  await submit(modal, 'Add')
  await expectToast(page, 'Allowance created successfully')
  await openTab(page, 'Allowances', two)
  await panel.getByRole('button', { name: 'Add Allowance' }).click()
  await modal.getByLabel('Allowance Name').fill('laun')
  await expect(page.getByRole('option')).toHaveText(['Laundry Allowance'])
  await page.keyboard.press('Escape')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await openTab(page, 'Recurrent Deductions')
  await page.getByRole('button', { name: 'Add Recurrent Deduction' }).click()
  await page.getByRole('combobox', { name: 'Deduction Name' }).fill('hel')
  await expect(page.getByRole('option')).toHaveText(['HELB'])
  expect(asked).toBe(1)
})

const tabs = [
  'Allowances',
  'Recurrent Incomes',
  'Recurrent Deductions',
  'Commission / Revenues',
  'Files',
]

async function fill(page: Page, employee_id: string) {
  const { id } = await addRate(page.request)
  const { allowances, incomes, deductions, revenues, employees } = contract
  const item = { employee_id, amount: 5000, name: 'Sundry' }
  const add = (endpoint: Endpoint, more: object) =>
    call(page.request, endpoint, { body: { ...item, ...more } } as never)
  await add(allowances.create, {})
  await add(incomes.create, { from: '2026-01-01', to: '' })
  await add(deductions.create, { from: '2026-01-01', to: '' })
  await add(revenues.create, { month: 'May', year: 2026, commission_rate_id: id })
  await add(employees.addFile, { file: `data:image/png;base64,${png}` })
}

test('whoever may only look sees no buttons', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request)
  const employee = await addEmployee(owner.request)
  await fill(owner, employee.id)
  const person = await join(owner.request, page.request, 'user')
  const body = { user_id: person.id, added: ['view employees' as const], removed: [] }
  await call(owner.request, contract.users.updatePermissions, { body })
  await page.goto(`/employee/${employee.id}`)
  for (const name of tabs) {
    const panel = await openTab(page, name)
    await expect(panel.getByRole('table')).toBeVisible()
    await expect(rowsOf(panel).first()).toBeVisible()
    await expect(panel.getByRole('button')).toHaveCount(0)
  }
})

test('no serious barrier for people with impaired sight, wide and on a phone', async ({ page }) => {
  test.slow()
  await found(page.request)
  const employee = await addEmployee(page.request, complete)
  await fill(page, employee.id)
  await page.goto(`/employee/${employee.id}`)
  for (const name of tabs) {
    const panel = await openTab(page, name)
    await expect(rowsOf(panel).first()).toBeVisible()
    await check(page, name)
    await panel.getByRole('button', { name: /^Add / }).click()
    const modal = page.getByRole('dialog')
    await expect(modal.getByLabel('Description').or(modal.getByLabel('Type'))).toBeVisible()
    await check(page, `${name}, adding`)
    await modal.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.setViewportSize(phone)
  const panel = await openTab(page, 'Commission / Revenues')
  await expect(panel.getByRole('cell', { name: '5,000.00' }).first()).toBeVisible()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wider).toBe(false)
})
