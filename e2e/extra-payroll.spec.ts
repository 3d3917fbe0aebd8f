import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { attempt, call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** A payroll beside the month's: opened, filled by a formula, pasted into, and confirmed. */

const cell = (page: Page, who: string) =>
  page.getByRole('textbox', { name: `Bonus of ${who}`, exact: true })

async function paste(page: Page, who: string, block: string) {
  await cell(page, who).focus()
  await cell(page, who).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', event))
  }, block)
}

test('a bonus beside the month takes what one payroll would have taken more', async ({ page }) => {
  test.slow()
  await found(page.request, 'Ziada Ltd')
  await office(page)
  const run = await runMonth(page.request, 'October', 2026)
  await open(page, '/payrolls/employees')
  await page.getByRole('link', { name: 'Extra Payroll' }).click()
  await expect(page.getByRole('heading', { name: 'New Extra Payroll' })).toBeVisible()
  await page.getByRole('button', { name: 'Enter Amounts' }).click()
  await expect(page.getByText('Please choose at least one person.')).toBeVisible()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Performance bonus')
  await page.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'October' }).click()
  await page.getByLabel('Pay Date').fill('14 October 2026')
  await page.getByLabel('Search people').fill('Amina')
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await page.getByLabel('Search people').fill('')
  await page.getByRole('button', { name: 'Choose All Shown (2)' }).click()
  await page.getByRole('combobox', { name: 'Department' }).fill('Sales')
  await page.getByRole('option', { name: 'Sales' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'People (2 chosen)' })).toBeVisible()
  await check(page, '/extraPayroll')
  await page.getByRole('button', { name: 'Enter Amounts' }).click()
  await expectToast(page, 'Extra payroll created successfully')
  await expect(page).toHaveURL(/\/extraPayroll\/[0-9a-f-]{36}$/)

  await page.getByLabel('Percent of basic pay').fill('50')
  await page.getByRole('button', { name: 'Preview for 2 People' }).click()
  await page.getByRole('button', { name: 'Fill for 2 People' }).click()
  await expect(cell(page, 'Amina Mwangi')).toHaveValue('50,000')
  await cell(page, 'Brian Mwangi').fill('ten')
  await expect(page.getByText('Please write it like')).toBeVisible()
  await check(page, '/extraPayroll/:id, a cell that is no amount')
  await page.getByRole('button', { name: 'Save and Work Out' }).click()
  await expectToast(page, 'Nothing was saved: an amount for Brian Mwangi is not valid.')
  await paste(page, 'Amina Mwangi', '50,000\r\n10,000\r\n')
  await expect(page.getByText('2 of 2 people, Ksh 60,000.00, not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save and Work Out' }).click()
  await expectToast(page, 'Amounts saved successfully')
  const amina = page.getByRole('row').filter({ hasText: 'Amina' })
  await expect(amina).toContainText('34,664.00')
  await page.setViewportSize(phone)
  await expect(cell(page, 'Amina Mwangi')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: 'Check and Confirm' }).click()
  await expect(page.getByText('Performance bonus, October, 2026')).toBeVisible()
  await check(page, '/payroll/:id, extra')
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await open(page, '/payrolls/employees')
  await expect(page.getByRole('link', { name: /^Performance bonus, October/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^October/ })).toBeVisible()

  // The month's own payroll is not taken back beneath it.
  const reason = { reason: 'A slip of the pen' }
  const month = { params: { id: run.id }, body: reason }
  expect((await attempt(page.request, contract.payrolls.reverse, month)).status()).toBe(422)
})

test('a 13th month by formula for one department', async ({ page }) => {
  test.slow()
  await found(page.request, 'Kumi na Tatu Ltd')
  const ids = await office(page)
  const made = await call(page.request, contract.offCycle.create, {
    body: {
      ...{ title: '13th month 2026', month: 'December', year: 2026, pay_on: '2026-12-18' },
      ...{ items: [{ name: 'Bonus', kind: 'one-off' }], employees: ids },
    },
  })
  await open(page, `/extraPayroll/${made.id}`)
  await cell(page, 'Brian Mwangi').fill('5,000')
  await page.getByRole('combobox', { name: 'Department' }).fill('Sales')
  await page.getByRole('option', { name: 'Sales' }).click()
  await page.getByRole('combobox', { name: 'Part of the year' }).click()
  await page.getByRole('option', { name: 'By months served this year, of 12' }).click()
  await page.getByLabel('At most').fill('90,000')
  await page.getByRole('button', { name: 'Preview for 1 Person' }).click()
  const preview = page.getByRole('table', { name: 'Preview of the formula' })
  await expect(preview).toContainText('12 of 12 months × 100,000, at most 90,000')
  await check(page, '/extraPayroll/:id, a formula looked over')
  await page.setViewportSize(phone)
  await expect(preview).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Fill for 1 Person' }).click()
  await expect(cell(page, 'Amina Mwangi')).toHaveValue('90,000')
  // Each can still be changed by hand, and whoever is not shown is saved too.
  await cell(page, 'Amina Mwangi').fill('88,000')
  await page.getByRole('button', { name: 'Save and Work Out' }).click()
  await expectToast(page, 'Amounts saved successfully')
  await expect(page.getByText('2 of 2 people, Ksh 93,000.00')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Formulas used' })).toContainText(
    'Bonus: 100% of basic pay × months served this year of 12, at most 90,000 (1 person: Sales)',
  )
})

async function office(page: Page) {
  const { id: department_id } = await call(page.request, contract.departments.create, {
    body: { name: 'Sales' } as never,
  })
  const amina = { ...complete, first_name: 'Amina', last_name: 'Mwangi', salary: 100_000 }
  const brian = { first_name: 'Brian', last_name: 'Mwangi', salary: 100_000 }
  return [
    (await addEmployee(page.request, { ...amina, department_id } as never)).id,
    (await addEmployee(page.request, brian)).id,
  ]
}
