import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { found, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { visit } from './visit.ts'

/** Files of a run, the P9 form, and the bank files of an organisation. */

/** A confirmed run of last January with two people, one of them without an account. */
async function runOf(page: Page, given: object = {}) {
  const { request } = page
  const branch_name = 'Equity Bank Corporate'
  const wanjiru = await addEmployee(request, { ...complete, branch_name, ...given })
  const otieno = await addEmployee(request, { first_name: '=1+1', last_name: 'Otieno' })
  const run = await runMonth(request, 'January', 2025)
  return { run, wanjiru, otieno }
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Clicks, and returns what the browser saves. */
async function saved(page: Page, button: string) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await waiting
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a run is exported after type and format are chosen, and whoever is left out is named', async ({
  page,
}) => {
  await found(page.request)
  const { run, otieno } = await runOf(page)
  await page.goto(`/payroll/${run.id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await expectToast(page, 'Please select export type and format')
  await page.getByRole('combobox', { name: 'Export type' }).click()
  for (const group of ['PAYROLL', 'DEDUCTIONS', 'BANKS']) {
    await expect(page.getByText(group, { exact: true })).toBeVisible()
  }
  await page.getByRole('option', { name: 'Equity Bank' }).click()
  await choose(page, 'Format', 'CSV')
  const bank = await saved(page, 'Export')
  await expectToast(page, 'Payroll successfully exported')
  expect(bank.name).toBe('Equity-Bank-2025-01.csv')
  const lines = bank.bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^0123456789012,\d+\.\d\d,Wanjiru Kamau,Salary January 2025,68001$/)
  await expect(page.getByText('Left out (1): No bank account')).toBeVisible()
  await expect(page.getByText(`=1+1 Otieno (${otieno.employee_no})`)).toBeVisible()

  await choose(page, 'Export type', 'All')
  await choose(page, 'Format', 'Excel')
  const all = await saved(page, 'Export')
  expect(all.name).toBe('Payroll-2025-01.xlsx')
  const book = read(all.bytes)
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
  })
  expect(rows[2]?.[1]).toBe('=1+1 Otieno')
  expect(rows[3]?.[0]).toBe('Total:')

  // The link stays, and so does every file that was made.
  const again = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Open file' }).click()
  expect((await again).suggestedFilename()).toBe(all.name)
  const made = page.getByRole('region', { name: 'Files made' })
  await expect(made.getByRole('link')).toHaveText(['All (Excel)', 'Equity Bank (CSV)'])
  await check(page, 'payroll with exports')
})

test('the first bank file asks for bank and format, and says what the employer lacks', async ({
  page,
}) => {
  await found(page.request)
  const { run } = await runOf(page)
  await page.goto(`/payroll/${run.id}`)
  await page.getByRole('button', { name: 'Bank file', exact: true }).click()
  const modal = page.getByRole('dialog', { name: 'Bank file' })
  await expect(modal.getByRole('combobox', { name: 'Bank' })).toBeFocused()
  await choose(page, 'Bank', 'KCB Bank')
  await check(page, 'the first bank file', [phone])
  const made = await saved(page, 'Make file')
  expect(made.name).toBe('KCB-Bank-2025-01.csv')
  await expect(modal).toBeHidden()
  const warning = page.getByRole('alert').filter({ hasText: 'Your organisation has no' })
  await expect(warning).toContainText('no account number and no bank branch with a code on record')
  await expect(warning).toContainText('Add them under Organization Info')
  await check(page, 'a bank file with a warning', [phone])
  // From now on it is one press.
  const next = await saved(page, 'Bank file (KCB Bank, CSV)')
  expect(next.name).toBe(made.name)
})

test('a draft offers its figures only, and what was exported of it vanishes with it', async ({
  page,
}) => {
  await found(page.request)
  await addEmployee(page.request, complete)
  const run = await runMonth(page.request, 'January', 2025, false)
  await page.goto(`/payroll/${run.id}`)
  await page.getByRole('combobox', { name: 'Export type' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['All'])
  await page.getByRole('option', { name: 'All', exact: true }).click()
  await choose(page, 'Format', 'CSV')
  const draft = await saved(page, 'Export')
  expect(draft.name).toBe('DRAFT-Payroll-2025-01.csv')
  expect(draft.bytes.toString('utf8')).toMatch(/^\ufeffDRAFT: this payroll is not confirmed yet/)
  const made = page.getByRole('region', { name: 'Files made' })
  await expect(made.getByRole('link', { name: 'All (CSV)' })).toBeVisible()
  await expect(made).toContainText('Draft')
  await call(page.request, contract.payrolls.confirm, { params: { id: run.id } })
  await page.reload()
  await expect(made).toContainText('None at present.')
  await made.getByRole('button', { name: 'Show withdrawn files' }).click()
  await expect(made).toContainText('Withdrawn')
  await expect(made.getByRole('link')).toHaveCount(0)

  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All payslips (PDF)' }).click()
  expect((await waiting).suggestedFilename()).toBe(`Payslips-January-2025-${run.code}.pdf`)
})

test('the returns of a month: due dates, one file, all of them', async ({ page }) => {
  await found(page.request)
  await open(page, '/returns')
  await expect(page.getByText('No Returns Yet')).toBeVisible()
  await runOf(page)
  await open(page, '/returns')
  const month = page.getByRole('region', { name: 'January 2025' })
  const nssf = month.getByRole('row').filter({ hasText: 'NSSF' })
  await expect(nssf).toContainText('07 February, 2025')
  await expect(nssf).toContainText('Not made yet')
  await check(page, '/returns')
  const waiting = page.waitForEvent('download')
  await month.getByRole('button', { name: 'NSSF as Excel' }).click()
  expect((await waiting).suggestedFilename()).toBe('NSSF-2025-01.xlsx')
  await expect(nssf.getByRole('link', { name: 'NSSF-2025-01.xlsx' })).toBeVisible()
  // Beside the file stand what is paid over, by both, and its state.
  await expect(nssf).toContainText(/([\d,]+\.\d\d).*employer.*Ksh \1.*Confirmed/s)
  const all = page.waitForEvent('download')
  await month.getByRole('button', { name: 'All returns (ZIP)' }).click()
  expect((await all).suggestedFilename()).toBe('Returns-2025-01.zip')
  await expect(month.getByRole('row').filter({ hasText: 'SHIF' })).toContainText('In the ZIP')
})

test('the P9 form of a year, for one and for everybody', async ({ page }) => {
  await found(page.request)
  const { wanjiru } = await runOf(page)
  await page.goto(`/employee/${wanjiru.id}`)
  await expect(page.getByRole('button', { name: 'Download P9' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Download P9' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Download P9 Form' })
  const note = "The P9 form contains the employee's tax information for the selected year."
  await expect(modal.getByText(note)).toBeVisible()
  const year = modal.getByRole('combobox', { name: 'Select Tax Year' })
  const current = String(new Date().getFullYear())
  await expect(year).toHaveValue(current)
  // Choosing it again clears the choice.
  await choose(page, 'Select Tax Year', current)
  await expect(modal.getByRole('button', { name: 'Download', exact: true })).toBeDisabled()
  await choose(page, 'Select Tax Year', '2025')
  const card = await saved(page, 'Download')
  await expectToast(page, 'P9 successfully exported')
  expect(card.name).toBe('P9-2025-Kamau.xlsx')
  expect(read(card.bytes).SheetNames).toEqual(['P9'])
  await expect(modal.getByRole('link', { name: 'Open file' })).toBeVisible()
  await check(page, 'P9 modal')
  await choose(page, 'Format', 'PDF')
  const paper = await saved(page, 'Download')
  expect(paper.name).toBe('P9-2025-Kamau.pdf')
  expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()

  await page.goto('/employees')
  await page.getByRole('button', { name: 'P9 Forms' }).click()
  await choose(page, 'Select Tax Year', '2025')
  const all = await saved(page, 'Download')
  expect(all.name).toBe('P9-2025-All-Employees.xlsx')
  expect(read(all.bytes).SheetNames).toHaveLength(3)

  // On paper it takes a while: progress is shown, and the page can be left meanwhile.
  let held = true
  await page.route('**/api/job/*', async (route) => {
    while (held) await new Promise((resolve) => setTimeout(resolve, 50))
    await route.continue().catch(() => {})
  })
  await choose(page, 'Format', 'PDF')
  await modal.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(modal.getByText('Writing the P9 forms')).toBeVisible()
  await expect(modal.getByText('You can leave this page')).toBeVisible()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await visit(page, '/payrolls/employees')
  // A reload is no other way to leave.
  await page.reload()
  held = false
  await visit(page, '/employees')
  const papers = page.waitForEvent('download')
  await page.getByRole('button', { name: 'P9 Forms' }).click()
  expect((await papers).suggestedFilename()).toBe('P9-2025-All-Employees.zip')
  await expect(modal.getByRole('link', { name: 'Open file' })).toBeVisible()
})

test('a file whose job has failed says why, and can be asked for again', async ({ page }) => {
  await found(page.request)
  const { run } = await runOf(page)
  const why = 'This could not be finished. Please try again or contact support.'
  let failing = true
  await page.route('**/api/job/*', async (route) => {
    if (!failing) return route.continue()
    const response = await route.fetch()
    const json = { ...(await response.json()), state: 'failed', result: null, error: why }
    return route.fulfill({ response, json })
  })
  const told = page.getByRole('alert').filter({ hasText: why })
  await page.goto('/employees')
  await page.getByRole('button', { name: 'P9 Forms' }).click()
  const modal = page.getByRole('dialog', { name: 'Download P9 Form' })
  await choose(page, 'Select Tax Year', '2025')
  await choose(page, 'Format', 'PDF')
  await modal.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(told).toBeVisible()
  await expect(modal.getByText('You can leave this page')).toHaveCount(0)
  await check(page, 'a P9 form that was not made', [phone])
  // Opened anew it begins anew.
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'P9 Forms' }).click()
  await expect(modal.getByRole('combobox', { name: 'Format' })).toHaveValue('Excel')
  await expect(told).toHaveCount(0)
  failing = false
  await choose(page, 'Select Tax Year', '2025')
  await choose(page, 'Format', 'PDF')
  expect((await saved(page, 'Download')).name).toBe('P9-2025-All-Employees.zip')

  // The files of a run are the same in this.
  failing = true
  await page.goto(`/payroll/${run.id}`)
  await page.getByRole('button', { name: 'All payslips (PDF)' }).click()
  await expect(told).toBeVisible()
  await check(page, 'payslips that were not printed', [phone])
  failing = false
  expect((await saved(page, 'All payslips (PDF)')).name).toMatch(/^Payslips-January-2025-/)
  await expect(told).toHaveCount(0)
})

test('employees find their own P9 at the bottom, and no export', async ({ page, visitor }) => {
  await found(page.request)
  const email = newPerson().email
  const id_number = '31245670'
  const { run, wanjiru } = await runOf(page, { email, id_number })
  const own = await visitor()
  await signInFirst(own.request, { ...newPerson(), email, id_number })
  await own.goto(`/employee/${wanjiru.id}`)
  await expect(own.getByRole('button', { name: 'Download P9' })).toHaveCount(1)
  await own.getByRole('button', { name: 'Download P9' }).click()
  await choose(own, 'Select Tax Year', '2025')
  expect((await saved(own, 'Download')).name).toBe('P9-2025-Kamau.xlsx')
  // People who have left reach their payslips and P9 only (B22).
  await own.goto('/my-payslips')
  await own.getByRole('button', { name: 'Download P9' }).click()
  await expect(own.getByRole('dialog', { name: 'Download P9 Form' })).toBeVisible()
  const { make } = contract.exports
  const refused = await attempt(own.request, make, { params: { id: run.id }, body: {} as never })
  expect(refused.status()).toBe(403)
})

test('the columns of a bank file are changed, refused in words, and taken back', async ({
  page,
}) => {
  await found(page.request)
  await open(page, '/organization')
  const card = page.getByRole('region', { name: 'Bank files' })
  await card.getByRole('button', { name: 'Edit NCBA Bank' }).click()
  const modal = page.getByRole('dialog', { name: 'Edit NCBA Bank file' })
  await modal.getByRole('button', { name: 'Remove column 2' }).click()
  await modal.getByRole('button', { name: 'Save Columns' }).click()
  const fault = 'A bank file needs a column with the account number.'
  await expect(modal.getByText(fault)).toBeVisible()
  await modal.getByRole('button', { name: 'Add column' }).click()
  await modal.getByRole('combobox', { name: 'Column 5 holds' }).click()
  await page.getByRole('option', { name: 'Account number', exact: true }).click()
  await modal.getByRole('textbox', { name: 'Heading of column 5' }).fill('Their account')
  await modal.getByRole('button', { name: 'Column 5 up' }).click()
  await modal.getByRole('combobox', { name: 'Between columns (CSV)' }).click()
  await page.getByRole('option', { name: 'Semicolon' }).click()
  await check(page, 'bank file modal')
  await modal.getByRole('button', { name: 'Save Columns' }).click()
  await expectToast(page, 'Bank file updated successfully')
  await expect(modal).toBeHidden()
  const row = card.getByRole('listitem').filter({ hasText: 'NCBA Bank' })
  await expect(row).toContainText('Changed')
  await expect(row).toContainText('Beneficiary Name · Bank · Amount · Their account · Reference')

  const { run } = await runOf(page)
  await page.goto(`/payroll/${run.id}`)
  await choose(page, 'Export type', 'NCBA Bank')
  await choose(page, 'Format', 'CSV')
  const { bytes } = await saved(page, 'Export')
  const [headings] = bytes.toString('utf8').split('\r\n')
  expect(headings).toBe('Beneficiary Name;Bank;Amount;Their account;Reference')

  await page.goto('/organization')
  await card.getByRole('button', { name: 'Restore NCBA Bank' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(row).not.toContainText('Changed')
})
