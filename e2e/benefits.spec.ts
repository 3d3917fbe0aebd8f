import { contract } from '@mshahara/contract'
import { check } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, test } from './test.ts'

/** Benefits in kind on the employee's page, and on the payslip of a draft. */

test('a car and a house are added, and stand on the payslip apart from the pay', async ({
  page,
}) => {
  await found(page.request)
  const employee = await addEmployee(page.request, complete)
  await page.goto(`/employee/${employee.id}`)
  await page.getByRole('tab', { name: 'Benefits in Kind', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Benefits in Kind', exact: true })
  await expect(panel.getByText('No benefits in kind found')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Benefit' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Benefit', exact: true })
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  await adding.getByRole('textbox', { name: 'From Date' }).fill('2026-01-01')
  await add.click()
  await expect(adding.getByText('Amount is required.')).toBeVisible()
  await expect(adding.getByText('Engine Size is required.')).toBeVisible()
  await adding.getByLabel('Cost when bought').fill('2,000,000')
  await adding.getByLabel('Engine, cc').fill('1800')
  await adding.getByLabel('Description').fill('KDA 123A')
  await check(page, 'a benefit being added')
  await add.click()
  await expectToast(page, 'Benefit created successfully')
  await expect(panel.getByRole('row', { name: /Company car/ })).toHaveText(
    /Company car1,800 cc2,000,000\.00.*01 January, 2026Open-endedKDA 123A/,
  )

  // Another kind asks something else.
  await panel.getByRole('button', { name: 'Add Benefit' }).click()
  await adding.getByRole('combobox', { name: 'Benefit' }).click()
  await page.getByRole('option', { name: 'House from the employer' }).click()
  await expect(adding.getByLabel('Engine, cc')).toBeHidden()
  await adding.getByRole('combobox', { name: 'The house is' }).click()
  await page.getByRole('option', { name: 'Rented', exact: true }).click()
  await adding.getByLabel('Rent a month').fill('20000')
  await adding.getByRole('textbox', { name: 'From Date' }).fill('2026-01-01')
  await add.click()
  await expect(panel.getByRole('row', { name: /House from the employer/ })).toHaveText(
    /Rented20,000\.00/,
  )

  const { id } = await runMonth(page.request, 'January', 2026, false)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id } })
  await page.goto(`/payslip/${payslips[0]?.id}`)
  const paper = page.frameLocator('iframe')
  await expect(paper.getByText('Benefits in kind (not cash)').first()).toBeVisible()
  await expect(paper.getByText('40,000.00', { exact: true })).toBeVisible()
  await page.goto(`/employee/${employee.id}`)
  await panel.getByRole('button', { name: 'Delete Company car' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete Benefit' })
  await expect(
    ask.getByText(/^The next payroll gives back what it was taxed with in confirmed months/),
  ).toBeVisible()
  await ask.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Benefit deleted successfully')
})
