import { contract } from '@mshahara/contract'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, test } from './test.ts'

/** A salary that is agreed net: its gross is seen before it is saved, and the net is paid. */

test('a net is agreed in the form, shown on the record, and paid to the cent', async ({ page }) => {
  test.slow()
  await found(page.request, 'Halisi Ltd')
  const { id } = await addEmployee(page.request, { ...complete, salary: 50_000 })
  await open(page, `/edit-employee/${id}`)
  await page.getByRole('combobox', { name: 'Agreed' }).click()
  await page.getByRole('option', { name: 'Net', exact: true }).click()
  await page.getByLabel('Agreed Net', { exact: true }).fill('80000')
  await page.getByRole('combobox', { name: 'New salary from' }).fill('September 2026')
  await page.getByRole('option', { name: 'September 2026' }).click()
  await expect(page.getByText('Gross Ksh 114,762.17 by the law of September 2026.')).toBeVisible()
  await check(page, '/edit-employee/:id, agreed net')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Employee updated successfully')
  await expect(page.getByText(/^Agreed net 80,000/)).toBeVisible()

  const run = await runMonth(page.request, 'September', 2026)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id: run.id } })
  expect(payslips.map(({ net }) => net)).toEqual([80_000])

  await open(page, '/raises')
  await page.getByRole('combobox', { name: 'Raise', exact: true }).click()
  await page.getByRole('option', { name: 'To an agreed net' }).click()
  await page.getByLabel('New Net').fill('90000')
  await page.getByRole('button', { name: 'Preview' }).click()
  const net = page.getByRole('textbox', { name: 'New agreed net of Wanjiru Kamau' })
  await expect(net).toHaveValue('90,000')
  await check(page, '/raises, agreed net')
})
