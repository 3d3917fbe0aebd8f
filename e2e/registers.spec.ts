import { contract } from '@mshahara/contract'
import { xlsx } from '../apps/server/src/test/spreadsheets.ts'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, type Page, test } from './test.ts'

/** Before somebody moves here: the old system's register beside the first draft. */

const send = (page: Page, name: string, rows: unknown[][]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(xlsx(rows)),
  })

test('a register is compared, its columns matched by hand, until it says equal', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Hamia Ltd')
  await addEmployee(page.request, { ...complete, first_name: 'Amina', salary: 80_000 })
  await addEmployee(page.request, { first_name: 'Brian', salary: 50_000 })
  const { id } = await runMonth(page.request, 'October', 2026, false)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id } })
  const top = ['Staff No', 'Names', 'Gross', 'Paid Out']
  const rows = payslips.map(({ employee, gross, net }) => [
    ...[employee.employee_no, employee.first_name, gross, net],
  ])

  await open(page, `/payroll/${id}`)
  await page.getByRole('link', { name: 'Compare with a Register' }).click()
  await expect(page.getByRole('heading', { name: 'Compare with a Register' })).toBeVisible()
  await check(page, '/payrollRegister/:id')
  await send(page, 'wrong.xlsx', [['Colour'], ['red']])
  await expect(page.getByRole('alert')).toContainText('could not be compared')

  const other = rows.map((row, at) => (at === 0 ? [row[0], row[1], 81_000, row[3]] : row))
  await send(page, 'old.xlsx', [top, ...other, ['TC-99', 'Chebet', 30_000, 25_000], ['TOTAL']])
  await expect(page.getByText('1 of 2 people equal')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Who differs' })).toContainText('Input')
  await expect(page.getByRole('table', { name: 'Only in the register' })).toContainText('Chebet')
  await expect(page.getByText(/Not compared: .*Net/)).toBeVisible()

  await page.getByRole('button', { name: 'Match columns' }).click()
  await page.getByRole('combobox', { name: 'Net' }).click()
  await page.getByRole('option', { name: 'Paid Out' }).click()
  const sums = page.getByRole('table', { name: 'In sum' })
  await expect(sums.getByRole('row', { name: /^Net/ })).toContainText('–')
  await check(page, '/payrollRegister/:id, compared')
  await page.setViewportSize(phone)
  await check(page, '/payrollRegister/:id on a phone', [phone])
  await page.setViewportSize({ width: 1440, height: 900 })

  // The next file has the same headings: they are known by now.
  await page.reload()
  await send(page, 'corrected.xlsx', [top, ...rows])
  await expect(page.getByText('2 people, to the cent: Gross, Net.')).toBeVisible()
  await expect(sums.getByRole('row', { name: /^Net/ })).toBeVisible()
})
