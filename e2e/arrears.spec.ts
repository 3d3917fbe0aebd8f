import { contract } from '@mshahara/contract'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, test } from './test.ts'

/** A raise from confirmed months: seen before it is saved, paid by the next run. */

test('a raise from confirmed months shows its arrears, and the next payroll has them', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Malimbikizo Ltd')
  const { id } = await addEmployee(page.request, { ...complete, salary: 50_000 })
  for (const month of ['August', 'September'] as const) await runMonth(page.request, month, 2026)

  await open(page, `/edit-employee/${id}`)
  await page.getByLabel('Salary', { exact: true }).fill('60000')
  await expect(page.getByRole('combobox', { name: 'New salary from' })).toHaveValue('October 2026')
  const arrears = page.getByRole('region', { name: 'Arrears of confirmed months' })
  await expect(arrears).toBeHidden()
  await page.getByRole('combobox', { name: 'New salary from' }).fill('August 2026')
  await page.getByRole('option', { name: 'August 2026' }).click()
  await expect(arrears.getByRole('row', { name: /^August 2026/ })).toContainText('6,282.50')
  await expect(arrears).toContainText('PAYE 2,692.50, NSSF 600.00, SHIF 275.00')
  await expect(arrears.getByRole('row', { name: 'Paid by the next payroll' })).toContainText(
    '12,565.00',
  )
  await check(page, '/edit-employee/:id, arrears')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  await expectToast(
    page,
    'Arrears of Ksh 12,565.00 for August 2026, September 2026 come with the next payroll.',
  )

  const run = await runMonth(page.request, 'October', 2026)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id: run.id } })
  await open(page, `/payslip/${payslips[0]?.id}`)
  const paper = page.frameLocator('iframe')
  await expect(paper.getByRole('row', { name: /Arrears of August 2026: Basic pay/ })).toContainText(
    '10,000.00',
  )
  await expect(paper.getByRole('row', { name: /PAYE of arrears, September 2026/ })).toContainText(
    '2,692.50',
  )
  await open(page, `/payroll/${run.id}`)
  await expect(page.getByText('Arrears of August 2026: Basic pay')).toBeVisible()
})

test('an allowance from a confirmed month shows its arrears, and a salary what it replaces', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Posho Ltd')
  const { id } = await addEmployee(page.request, { ...complete, salary: 50_000 })
  for (const month of ['August', 'September'] as const) await runMonth(page.request, month, 2026)
  await open(page, `/employee/${id}`)
  await page.getByRole('tab', { name: 'Allowances', exact: true }).click()
  await page.getByRole('button', { name: 'Add Allowance' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add Allowance' })
  await adding.getByLabel('Allowance Name').fill('House Allowance')
  await adding.getByLabel('Amount').fill('10000')
  await adding.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'House' }).click()
  await adding.getByRole('combobox', { name: 'With effect from' }).fill('September 2026')
  await page.getByRole('option', { name: 'September 2026' }).click()
  await expect(adding.getByRole('row', { name: /^September 2026/ })).toContainText('6,282.50')
  await check(page, 'an allowance from a confirmed month')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, 'Allowance created successfully')
  const run = await runMonth(page.request, 'October', 2026, false)
  await open(page, `/payroll/${run.id}`)
  await expect(page.getByText('Arrears of September 2026: House Allowance')).toBeVisible()

  // Its month is unpaid, and stays with another amount.
  const coming = { employee_id: id, name: 'Commuter', amount: 5_000 }
  const commuter = await call(page.request, contract.allowances.create, { body: coming })
  await call(page.request, contract.allowances.update, {
    params: { id: commuter.id },
    body: { ...coming, amount: 6_000, since: '2026-12' },
  })
  await page.goto(`/employee/${id}`)
  await page.getByRole('tab', { name: 'Allowances', exact: true }).click()
  await expect(page.getByRole('row', { name: /^Commuter/ })).toContainText(
    '5,000.00from December 2026: 6,000.00',
  )
  await check(page, 'an allowance that is another from a month to come')
  await page.getByRole('button', { name: 'Edit House Allowance' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Allowance' })
  await expect(editing.getByRole('combobox', { name: 'With effect from' })).toHaveValue(
    'September 2026',
  )
  await editing.getByLabel('Amount').fill('11000')
  await expect(editing.getByRole('row', { name: /^September 2026/ })).toContainText('11,000')
  await editing.getByRole('button', { name: 'Update', exact: true }).click()
  await expectToast(page, 'Allowance updated successfully')

  const body = { salary: 70_000, salary_from: '2026-12' }
  await call(page.request, contract.employees.update, { params: { id }, body })
  await page.goto(`/edit-employee/${id}`)
  await page.getByLabel('Salary', { exact: true }).fill('60000')
  await expect(
    page.getByText('Ksh 70,000.00 from December 2026 is on record and will no longer count.'),
  ).toBeVisible()
})
