import { contract, type Endpoint } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { mainMenu } from './menu.ts'
import { found, join, newPerson, signInFirst } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
)

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function fillPerson(page: Page, idNumber = '30112233') {
  await page.getByLabel('First Name').fill('Akinyi')
  await page.getByLabel('Last Name').fill('Odongo')
  await page.getByLabel('ID Number').fill(idNumber)
  await page.getByLabel('Salary', { exact: true }).fill('65000')
  await page.getByRole('textbox', { name: 'Employment Date' }).fill('2026-02-01')
  await page.getByRole('textbox', { name: 'Employment Date' }).blur()
}

test('an empty organisation is invited to add its first employee', async ({ page }) => {
  await found(page.request)
  await open(page, '/employees')
  await expect(page.getByText('No Employees Found')).toBeVisible()
  await expect(page.getByText('Start by adding your first employee')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Employees' }).first()).toBeVisible()
  await check(page, '/employees, empty')
  await page.getByRole('button', { name: 'Add Employee' }).last().click()
  await expect(page).toHaveURL('/add-employee')
})

test('an employee is added, checked at each field, and shown', async ({ page }) => {
  await found(page.request, 'Umoja Dairy Ltd')
  await open(page, '/add-employee')
  await expect(page.getByLabel('Employee No')).toHaveValue('UD-0001')
  await page.getByRole('button', { name: 'Submit' }).click()
  for (const sentence of [
    'First Name is required.',
    'ID Number is required.',
    'Salary is required.',
    'Employment Date is required, such as 28 February, 2026.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await check(page, '/add-employee with errors')
  await fillPerson(page)
  await page.getByRole('textbox', { name: 'Date of Birth' }).fill('2015-01-01')
  await page.getByLabel('PIN No').fill('A12')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('An employee must be at least 16 when employed.')).toBeVisible()
  await expect(page.getByText(/A KRA PIN is a letter, nine digits and a letter/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Date of Birth' }).fill('1995-01-01')
  await page.getByLabel('PIN No').fill('p051234567b')
  const companys = page.getByText("This looks like a company's KRA PIN: a person's begins with A.")
  await expect(companys).toBeVisible()
  await page.getByLabel('PIN No').fill('a001234567b')
  await expect(companys).toBeHidden()
  // Typed as at a till: no list is clicked, and an account asks for its bank.
  const bank = page.getByRole('combobox', { name: 'Bank Name' })
  await page.getByLabel('Account Number').fill('1100220033')
  await expect(page.getByText('An account number without a bank.')).toBeVisible()
  await bank.click()
  await page.keyboard.press('Tab')
  await expect(bank).toHaveValue('')
  await bank.click()
  await page.keyboard.type('KCB')
  await page.keyboard.press('Tab')
  await expect(bank).toHaveValue('KCB Bank Kenya')
  await expect(page.getByText('An account number without a bank.')).toBeHidden()
  // Once saved, the person would be found as her own double: nobody asks any more.
  let saved = false
  const askedAfter: string[] = []
  page.on('request', (request) => {
    if (saved && request.url().endsWith('/employee/check')) askedAfter.push(request.url())
    if (request.method() === 'POST' && request.url().endsWith('/api/employee')) saved = true
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee added successfully')
  await expect(page).toHaveURL(/\/employee\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Akinyi Odongo' })).toBeVisible()
  await expect(page.getByText('A001234567B')).toBeVisible()
  expect([saved, askedAfter]).toEqual([true, []])
  await expect(page.getByText('Worth completing before the next payroll')).toBeVisible()
  await expect(page).toHaveTitle('Akinyi Odongo · Mshahara')
  await check(page, '/employee/:id')
})

test('the terms decide the switches, the label and the end date', async ({ page }) => {
  await found(page.request)
  await open(page, '/add-employee')
  await expect(page.getByLabel('Termination Date')).toBeHidden()
  await expect(page.getByRole('switch', { name: 'Deduct PAYE' })).toBeChecked()
  await pick(page, 'Employment Terms', 'Consultant')
  await expect(page.getByLabel('Salary incl. VAT')).toBeVisible()
  await expect(page.getByLabel('Termination Date')).toBeHidden()
  for (const name of ['Deduct PAYE', 'Deduct NHIF', 'Deduct NSSF', 'Housing Levy', 'Deduct NITA']) {
    await expect(page.getByRole('switch', { name })).not.toBeChecked()
  }
  await expect(page.getByRole('switch', { name: 'Email Payslip' })).toBeChecked()
  await pick(page, 'Employment Terms', 'Contract')
  await expect(page.getByLabel('Termination Date')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Housing Levy' })).toBeChecked()
})

test('a department added on the way comes back chosen, with nothing lost', async ({ page }) => {
  await found(page.request)
  await open(page, '/add-employee')
  await fillPerson(page)
  await page.getByRole('switch', { name: 'Deduct NITA' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Add department' }).click()
  const modal = page.getByRole('dialog', { name: 'Add Department' })
  await modal.getByLabel('Department Name').fill('Packing')
  await modal.getByRole('button', { name: 'Save Department' }).click()
  await expect(page).toHaveURL(/\/add-employee/)
  await expect(page.getByLabel('First Name')).toHaveValue('Akinyi')
  await expect(page.getByLabel('Salary', { exact: true })).toHaveValue('65,000')
  await expect(page.getByRole('switch', { name: 'Deduct NITA' })).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue('Packing')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee added successfully')
  await expect(page.getByText('Packing')).toBeVisible()
})

test('a correction keeps what it does not touch, and a new salary asks from when', async ({
  page,
}) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, {
    kin: { name: 'Baraka', relationship: 'Brother', phone: '0722000111' },
    disability: 1,
  })
  await open(page, `/employee/${id}`)
  await page.getByRole('link', { name: 'Edit Employee' }).first().click()
  await expect(page.getByLabel('Employee No')).toHaveAttribute('readonly', '')
  await expect(page.getByLabel('Kin Name')).toHaveValue('Baraka')
  await expect(page.getByRole('switch', { name: 'Deduct SHIF' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'New salary from' })).toBeHidden()
  await page.getByLabel('Salary', { exact: true }).fill('91000')
  await expect(page.getByRole('combobox', { name: 'New salary from' })).toHaveValue('February 2024')
  await page.getByRole('combobox', { name: 'New salary from' }).fill('October 2026')
  await page.getByRole('option', { name: 'October 2026' }).click()
  for (const [typed, name] of [
    ['I&M', 'I&M Bank Kenya'],
    ['DTB', 'Diamond Trust Bank Kenya'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Bank Name' }).click()
    await page.keyboard.type(typed)
    await expect(page.getByRole('option').first()).toHaveText(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Bank Name' })).toHaveValue(name)
  }
  await page.getByLabel('Disability certificate no').fill('NCPWD/P/1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  const history = page.getByRole('region', { name: 'Salary history' })
  await expect(history.getByRole('row').nth(1)).toContainText('October 2026')
  await expect(history.getByRole('row').nth(2)).toContainText('85,000.00')
  await expect(page.getByText('Brother')).toBeVisible()
  await page.goto(`/edit-employee/${id}`)
  await expect(page.getByLabel('Disability certificate no')).toHaveValue('NCPWD/P/1')
  await check(page, '/edit-employee/:id')
})

test('an address that the person could not be told of is said to whoever wrote it', async ({
  page,
}) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  await open(page, `/edit-employee/${id}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(newPerson().email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  await expect(page).toHaveURL(`/employee/${id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'could not be told' })).toBeVisible()
})

test('status: described, and leaving asks for the last working day', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  await open(page, `/employee/${id}`)
  await page.getByRole('button', { name: 'Change Status' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Change Employee Status' })
  await expect(modal.getByText('Active Employee')).toBeVisible()
  await pick(page, 'Status', 'Suspended')
  await expect(modal.getByText(/will not be included in payroll calculations until/)).toBeVisible()
  await check(page, 'change status')
  await pick(page, 'Status', 'Terminated')
  await modal.getByRole('textbox', { name: 'Last working day' }).fill('')
  await modal.getByRole('textbox', { name: 'Last working day' }).blur()
  await modal.getByRole('button', { name: 'Update Status' }).click()
  await expect(modal.getByText('Please give the last working day.')).toBeVisible()
  await modal.getByRole('textbox', { name: 'Last working day' }).fill('2026-10-30')
  await modal.getByRole('textbox', { name: 'Last working day' }).blur()
  await modal.getByRole('button', { name: 'Update Status' }).click()
  await expectToast(page, 'Employee status updated successfully')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Terminated')
  await expect(page.getByText('30 October, 2026')).toBeVisible()
})

test('status: coming back for a contract asks for its last day', async ({ page }) => {
  await found(page.request)
  const contracted = { tos: 'Contract', termination_date: '2099-12-31' } as const
  const { id } = await addEmployee(page.request, contracted)
  await call(page.request, contract.employees.status, {
    params: { id },
    body: { status: 'terminated', termination_date: '2099-03-31' },
  })
  await open(page, `/employee/${id}`)
  await page.getByRole('button', { name: 'Change Status' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Change Employee Status' })
  await pick(page, 'Status', 'Active')
  const last = modal.getByRole('textbox', { name: 'Last day of the contract' })
  await expect(last).toHaveValue('')
  await modal.getByRole('button', { name: 'Update Status' }).click()
  await expect(modal.getByText('Please give the last day of the contract')).toBeVisible()
  await last.fill('2099-06-30')
  await last.blur()
  await modal.getByRole('button', { name: 'Update Status' }).click()
  await expectToast(page, 'Employee status updated successfully')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Active')
})

test('a photo is taken as a picture only', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  await open(page, `/employee/${id}`)
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload Photo' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('face.png', 'image/png', Buffer.from('no picture at all'))
  await expectToast(page, 'Please choose a JPEG or PNG picture.')
  await choose('face.png', 'image/png', picture)
  await expectToast(page, 'Employee picture updated successfully')
  await expect(page.getByRole('region', { name: 'Profile' }).locator('img')).toBeVisible()
})

test('the list searches and turns pages on the server', async ({ page }) => {
  await found(page.request)
  for (let number = 1; number <= 12; number += 1) {
    const last_name = `Number${String(number).padStart(2, '0')}`
    await addEmployee(page.request, { first_name: 'Staff', last_name })
  }
  await open(page, '/employees')
  await expect(page.getByRole('heading', { name: 'Employees (12)' })).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toContainText('Number12')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL('/employees?page=2')
  await page.getByLabel('Search employee').fill('NUMBER03')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL('/employees?search=NUMBER03')
  await page.getByLabel('Search employee').fill('nobody of this name')
  await expect(page.getByText('No employees match your search criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(page)).toHaveCount(10)
  await check(page, '/employees')
  await page.getByRole('link', { name: 'Details of Staff Number12' }).click()
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
})

test('at the limit of the subscription no road leads to a form that would be refused', async ({
  page,
  visitor,
}) => {
  const { person } = await found(page.request, 'Kikomo Ltd')
  await addEmployee(page.request)
  await addEmployee(page.request, { first_name: 'Atieno' })
  const full = async (where: Page) =>
    where.route('**/api/subscription', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), employees: 2 } })
    })
  await full(page)
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Quick Links' }).getByText('Add Employee').click()
  await expect(page.getByText('Your subscription allows 2 employees. You have 2.')).toBeVisible()
  await expect(page).toHaveURL('/upgrade')
  await check(page, '/upgrade')
  await mainMenu(page).getByRole('button', { name: 'Employees' }).click()
  await mainMenu(page).getByRole('link', { name: 'Add Employee' }).click()
  await expect(page).toHaveURL('/upgrade')
  await page.goto('/employees')
  const add = page.getByRole('main').getByRole('button', { name: 'Add Employee' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(page.getByRole('tooltip')).toContainText('Your subscription allows 2 employees')
  const admin = await visitor()
  await join(page.request, admin.request, 'admin')
  await full(admin)
  await admin.goto('/add-employee')
  await expect(admin).toHaveURL('/upgrade')
  await expect(admin.getByText('the primary user of Kikomo Ltd')).toContainText(person.email)
})

test('each role sees its own buttons', async ({ page, visitor }) => {
  const owner = await visitor()
  await found(owner.request)
  const { id } = await addEmployee(owner.request)
  const admin = await visitor()
  await join(owner.request, admin.request, 'admin')
  await admin.goto(`/employee/${id}`)
  await expect(admin.getByRole('button', { name: 'Change Status' })).toHaveCount(2)
  await expect(admin.getByRole('link', { name: 'Edit Employee' })).toHaveCount(1)
  await join(owner.request, page.request, 'user')
  await page.goto('/employees')
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/employee/${id}`)
  await expect(page.getByText('Employee not found')).toBeVisible()
})

test('employees see their own record without buttons, on a phone too', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request)
  const person = newPerson('Mwende', 'Nzioka')
  const employee = await addEmployee(owner.request, {
    first_name: 'Mwende',
    last_name: 'Nzioka',
    email: person.email,
    id_number: '29887766',
  })
  const profile = await signInFirst(page.request, { ...person, id_number: '29887766' })
  await open(page, '/dashboard')
  await page.getByRole('link', { name: 'My Details' }).click()
  await expect(page).toHaveURL(`/employee/${employee.id}`)
  await expect(page.getByRole('heading', { name: 'Mwende Nzioka' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Status' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Edit Employee' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeHidden()
  await check(page, 'own details', [phone])
  expect(profile.employee_id).toBe(employee.id)
  const other = await addEmployee(owner.request)
  await page.goto(`/employee/${other.id}`)
  await expect(page.getByText('Employee not found')).toBeVisible()
})

test('Back after Update leads to the record, not to the form that was saved', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request)
  await open(page, '/employees')
  await page.goto(`/employee/${id}`)
  await page.getByRole('link', { name: 'Edit Employee' }).first().click()
  await page.getByLabel('Middle Name').fill('Atieno')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  await expect(page).toHaveURL(`/employee/${id}`)
  await page.goBack()
  await expect(page).toHaveURL(`/employee/${id}`)
  await expect(page.getByText('Atieno').first()).toBeVisible()
})

test('a call without the right is refused, whatever the screen shows', async ({
  page,
  visitor,
}) => {
  const owner = await visitor()
  await found(owner.request)
  const { id } = await addEmployee(owner.request)
  await join(owner.request, page.request, 'user')
  const { list, create, status } = contract.employees
  for (const endpoint of [list, create, status, contract.allowances.list] as Endpoint[]) {
    const body = endpoint.method === 'GET' ? undefined : {}
    const answer = await attempt(page.request, endpoint, { params: { id }, body } as never)
    expect(answer.status()).toBe(403)
  }
})

test('the quick jump finds a person by name or number', async ({ page }) => {
  await found(page.request)
  const { id } = await addEmployee(page.request, { first_name: 'Zuhura', last_name: 'Kombo' })
  await open(page, '/dashboard')
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Jump to a screen').fill('zuhura')
  await page.getByRole('button', { name: /Zuhura Kombo/ }).click()
  await expect(page).toHaveURL(`/employee/${id}`)
})
