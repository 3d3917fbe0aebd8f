import { readFile } from 'node:fs/promises'
import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, join } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** What an accountant looks at before confirming: the money, and why it is not last month's. */

const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })

test('a second month: totals, what changed, the last look, and the list', async ({ page }) => {
  test.slow()
  await found(page.request, 'Linganisha Ltd')
  const email = `amina-${Date.now()}@example.test`
  const known = { ...complete, email }
  const amina = await addEmployee(page.request, { ...known, first_name: 'Amina', salary: 80_000 })
  await addEmployee(page.request, { first_name: 'Brian', salary: 50_000 })
  const first = await runMonth(page.request, 'September', 2026)
  await open(page, `/payroll/${first.id}`)
  await expect(totals(page)).toContainText('No earlier month is confirmed to compare with.')
  await page.goto(`/payrollVariance/${first.id}`)
  await expect(page.getByText('Nothing to compare with yet')).toBeVisible()

  const raise = { params: { id: amina.id }, body: { salary: 90_000 } }
  await call(page.request, contract.employees.update, raise)
  const newcomer = { first_name: 'Chebet', salary: 40_000, employment_date: '2026-10-01' }
  await addEmployee(page.request, newcomer)
  const { id, code } = await runMonth(page.request, 'October', 2026, false)
  await page.goto(`/payroll/${id}`)
  await expect(totals(page).locator('div')).toContainText([
    /People3\+1/,
    /Gross180,000\.00\+50,000\.00/,
    /Deductions/,
    /Net/,
    /Employer's cost/,
  ])
  await expect(totals(page)).toContainText('Compared with September 2026.')
  await check(page, '/payroll/:id, compared')
  const net = page.getByRole('columnheader', { name: 'Net', exact: true })
  await page.setViewportSize({ width: 1024, height: 768 })
  await net.scrollIntoViewIfNeeded()
  await expect(net).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })

  await totals(page).getByRole('link', { name: 'What changed, person by person' }).click()
  await expect(page).toHaveURL(`/payrollVariance/${id}`)
  const statement = page.getByRole('table', { name: 'From last month to this one' })
  const line = (name: string | RegExp) => statement.getByRole('row', { name })
  await expect(line('September 2026')).toContainText('130,000.00')
  await expect(line('Joined')).toContainText('+40,000.00')
  await expect(line('Salary changes')).toContainText('+10,000.00')
  await expect(line('October 2026')).toContainText('180,000.00')
  const people = page.getByRole('table', { name: 'By person' })
  await expect(people).toContainText('Employed since 01 October, 2026')
  await check(page, '/payrollVariance/:id')
  await line('Salary changes').getByRole('button').click()
  await expect(page).toHaveURL(/kind=salary/)
  await expect(people).not.toContainText('Chebet')
  await expect(people).toContainText('80,000 → 90,000')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`Reconciliation-2026-10-${code}.csv`)
  expect(await readFile(await saved.path(), 'utf8')).toContain('Closing: October 2026')
  await page.setViewportSize(phone)
  await check(page, '/payrollVariance/:id on a phone', [phone])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Back to the payroll' }).click()

  // The whole run is confirmed, whatever the filter leaves on the screen.
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  const sure = page.getByRole('dialog', { name: 'Confirm Payroll' })
  await expect(sure).toContainText('Gross180,000.00+50,000.00')
  await expect(sure.getByRole('region', { name: 'Open warnings' })).toContainText('No KRA PIN: 2')
  await expect(sure).toContainText('1 payslip will be emailed.')
  await expect(sure).toContainText('2 people have no email address: Brian Kamau, Chebet Kamau.')
  await expect(sure).toContainText('Do you want to confirm this payroll?')
  await check(page, 'confirm payroll')
  await sure.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')
  const [top, below] = ['Export', 'Payslips'].map((name) => page.getByRole('region', { name }))
  const place = async (one: typeof top) => (await one?.boundingBox())?.y ?? 0
  expect(await place(top)).toBeLessThan(await place(below))

  await page.goto('/payrolls/employees')
  const listed = page.getByRole('table').getByRole('row')
  await expect(listed.nth(1)).toContainText('October')
  await expect(listed.nth(1)).toContainText('180,000.00')
  await expect(listed.nth(2)).toContainText('September')
  await page.setViewportSize(phone)
  await expect(listed.nth(1).getByText('October 2026')).toBeVisible()
})

test('the annual report tells costs and departments, and saves them', async ({ page, visitor }) => {
  await found(page.request)
  const department = { body: { name: 'Bakery' } }
  const { id: department_id } = await call(page.request, contract.departments.create, department)
  await addEmployee(page.request, { salary: 100_000, department_id })
  await runMonth(page.request, 'October', 2026)
  await open(page, '/annual-report?year=2026')
  const cost = page.getByRole('region', { name: "Employer's Cost 2026" })
  await expect(cost.locator('dl')).toContainText("Employer's costKsh 107,550.00")
  const bakery = page.getByRole('table', { name: 'Departments 2026' }).getByRole('row')
  await expect(bakery.filter({ hasText: 'Bakery' })).toContainText('107,550.00')
  await check(page, '/annual-report, costs')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await saving).suggestedFilename()).toBe('Annual-Report-2026.xlsx')
  const user = await visitor()
  await join(page.request, user.request, 'user')
  await user.goto('/annual-report')
  await expect(user).toHaveURL('/dashboard')
})
