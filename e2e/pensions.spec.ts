import { contract } from '@mshahara/contract'
import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found, join, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** A scheme, its members by hand and by sheet, and what a month takes for them. */

const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, label: string, option: string) {
  const box = dialog(page).getByRole('combobox', { name: label })
  await box.click()
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

const headings = [
  ...['Employee No', 'Scheme', 'From Month', 'Member No', 'Employee %', 'Employer Amount'],
]

async function upload(page: Page, row: unknown[]) {
  await page.getByRole('button', { name: 'Upload Members' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from(xlsx([headings, row]))
  const file = { name: 'members.xlsx', mimeType: 'application/octet-stream', buffer }
  await (await chooser).setFiles(file)
}

test('a scheme is made, people join it, and the month takes both parts', async ({ page }) => {
  test.slow()
  await found(page.request, 'Akiba Ltd')
  const wanjiru = await addEmployee(page.request, complete)
  const otieno = await addEmployee(page.request, {
    ...{ ...complete, first_name: 'Brian', last_name: 'Otieno', salary: 50_000 },
  })
  await open(page, '/pension-schemes')
  await expect(page.getByText('No Pension Schemes Found')).toBeVisible()
  await check(page, '/pension-schemes, none')
  await page.getByRole('button', { name: 'Add Pension Scheme' }).first().click()
  await dialog(page).getByLabel('Scheme Name').fill('Staff Pension')
  await dialog(page).getByLabel("Employee's Percentage").fill('5')
  await dialog(page).getByLabel("Employer's Percentage").fill('10')
  await dialog(page).getByLabel("Employer's Amount").fill('4000')
  await dialog(page).getByRole('button', { name: 'Save Pension Scheme' }).click()
  await expect(
    dialog(page).getByText('Please give a percentage or an amount, not both.'),
  ).toBeVisible()
  await dialog(page).getByLabel("Employer's Amount").fill('')
  await check(page, 'a pension scheme being added')
  await dialog(page).getByRole('button', { name: 'Save Pension Scheme' }).click()
  await expectToast(page, 'Pension Scheme created successfully')
  await expect(page.getByRole('row', { name: /^Staff Pension/ })).toContainText('5% of basic pay')
  await check(page, '/pension-schemes')

  await page.getByRole('link', { name: 'Members of Staff Pension' }).click()
  await expect(page.getByRole('heading', { name: 'Staff Pension', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add Member' }).first().click()
  await choose(page, 'Employee', 'Wanjiru Kamau')
  await choose(page, 'First Month', 'January 2026')
  await dialog(page).getByLabel('Member Number').fill('SP/1')
  await check(page, 'a member being added')
  await dialog(page).getByRole('button', { name: 'Save Member' }).click()
  await expectToast(page, 'Member created successfully')
  await expect(page.getByRole('row', { name: /Wanjiru Kamau/ })).toContainText('SP/1')

  await upload(page, [otieno.employee_no, 'Elsewhere', 'January 2026', 'SP/2', 7.5, 6000])
  await expect(dialog(page).getByText('There is no pension scheme of this name.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await upload(page, [otieno.employee_no, 'Staff Pension', 'January 2026', 'SP/2', 7.5, 6000])
  await expect(dialog(page).getByText('1 membership to add.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Upload 1 row' }).click()
  await expectToast(page, 'Members uploaded successfully')
  const brian = page.getByRole('row', { name: /Brian Otieno/ })
  await expect(brian).toContainText('7.5% of basic pay')
  await expect(brian).toContainText('Ksh 6,000.00 a month')
  await check(page, '/pension-scheme/$id')

  const { id } = await runMonth(page.request, 'January', 2026, false)
  await open(page, `/payroll/${id}`)
  await expect(page.getByRole('columnheader', { name: 'Staff Pension' })).toBeVisible()
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id } })
  await page.goto(`/payslip/${payslips.find((one) => one.employee.id === wanjiru.id)?.id}`)
  const paper = page.frameLocator('iframe')
  // 5% of 85,000, and 10% that the employer adds.
  await expect(paper.getByText('4,250.00', { exact: true }).first()).toBeVisible()
  await expect(paper.getByText('8,500.00', { exact: true }).first()).toBeVisible()
  await call(page.request, contract.payrolls.confirm, { params: { id } })

  await page.goto(`/employee/${wanjiru.id}`)
  await page.getByRole('tab', { name: 'Pension', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Pension Schemes', exact: true })
  await panel.getByRole('button', { name: 'Edit Staff Pension' }).click()
  await choose(page, 'First Month', 'February 2026')
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click()
  await expect(
    dialog(page).getByText(/^January 2026 is confirmed with this membership/),
  ).toBeVisible()
  await choose(page, 'First Month', 'January 2026')
  await choose(page, 'Last Month', 'March 2026')
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Membership updated successfully')
  await expect(panel.getByRole('row', { name: /^Staff Pension/ })).toContainText('March 2026')
  await panel.getByRole('button', { name: 'Delete Staff Pension' }).click()
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'January 2026 is confirmed with this membership, so it stays.')

  await open(page, '/returns')
  const month = page.getByRole('region', { name: 'January 2026' })
  const line = month.getByRole('row').filter({ hasText: 'Staff Pension' })
  await expect(line).toContainText('22,500.00')
  const waiting = page.waitForEvent('download')
  await month.getByRole('button', { name: 'Staff Pension as Excel' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/Staff-Pension.*2026-01\.xlsx$/)
})

test('an employee reads their own membership, and changes nothing', async ({ page, visitor }) => {
  await found(page.request, 'Akiba Ltd')
  const own = { ...newPerson(), id_number: '29881234' }
  const { password: _, ...contact } = own
  const { id: employee_id } = await addEmployee(page.request, { ...contact, ...complete })
  const scheme = await call(page.request, contract.pensionSchemes.create, {
    body: { name: 'Staff Pension', own_percent: 5, employer_percent: 10 },
  })
  await call(page.request, contract.pensionMembers.create, {
    body: { scheme_id: scheme.id, employee_id, from: '2026-01', member_no: 'SP/1' },
  })
  const employee = await visitor()
  await signInFirst(employee.request, own)
  await open(employee, `/employee/${employee_id}`)
  await employee.getByRole('tab', { name: 'Pension', exact: true }).click()
  const panel = employee.getByRole('region', { name: 'Pension Schemes', exact: true })
  await expect(panel.getByRole('row', { name: /^Staff Pension/ })).toContainText('SP/1')
  await expect(panel.getByRole('button')).toHaveCount(0)
})

test('the schemes are changed by whoever may edit the organisation', async ({ page, visitor }) => {
  await found(page.request, 'Akiba Ltd')
  await call(page.request, contract.pensionSchemes.create, { body: { name: 'Staff Pension' } })
  const finance = await visitor()
  await join(page.request, finance.request, 'finance')
  await open(finance, '/pension-schemes')
  await expect(finance.getByRole('row', { name: /^Staff Pension/ })).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Upload Members' })).toBeVisible()
  await expect(finance.getByRole('button', { name: 'Add Pension Scheme' })).toBeHidden()
  await expect(finance.getByRole('button', { name: /^(Edit|Delete) Staff Pension/ })).toHaveCount(0)
})
