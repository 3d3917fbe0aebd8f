import { contract } from '@mshahara/contract'
import { drawingsOf, wordsOf } from '../apps/server/src/test/pdf.ts'
import { open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, complete } from './staff.ts'
import { expect, type Page, test } from './test.ts'

/** Screens that have no paper of their own, printed by the browser's own menu. */

const scheme = 'data-mantine-color-scheme'

/** Once on a light screen and once on a dark one, which must come to the same paper. */
async function printed(page: Page) {
  const root = page.locator('html')
  const papers = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(root).toHaveAttribute(scheme, colorScheme)
    papers.push(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    await expect(root).toHaveAttribute(scheme, colorScheme)
  }
  const [light, dark] = papers as [Buffer, Buffer]
  expect(drawingsOf(dark)).toEqual(drawingsOf(light))
  const sizes = [...light.toString('latin1').matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return {
    text: wordsOf(light).join(' ').replace(/\s+/g, ' '),
    sheets: sizes.length,
    landscape: sizes.every(([, width, height]) => Number(width) > Number(height)),
  }
}
/** Around every screen. */
const around = /Search employees|Jump to|Notifications|Dashboard|Log ?out/

test('any screen prints its content, and nothing that could only be pressed', async ({ page }) => {
  test.slow()
  await found(page.request, 'Karatasi Ltd')
  const email = 'akinyi@karatasi.example.test'
  const person = { ...complete, first_name: 'Akinyi', last_name: 'Odongo', id_number: '30445566' }
  const { id } = await addEmployee(page.request, { ...person, email, phone: '0712345678' })
  await addEmployee(page.request, { first_name: 'Baraka', last_name: 'Mutua' })

  // Where the window has no room for all columns, paper has.
  await page.setViewportSize({ width: 800, height: 900 })
  await open(page, '/employees')
  const headings = page.getByRole('columnheader')
  await expect(page.getByRole('cell', { name: 'Akinyi Odongo', exact: true })).toBeVisible()
  await expect(headings.filter({ hasText: 'Created' })).toHaveCount(0)
  const list = await printed(page)
  for (const part of ['Employees (2)', '30445566', '0712345678', email, 'Created', '1–2 of 2']) {
    expect(list.text).toContain(part)
  }
  expect(list.text).not.toMatch(around)
  expect(list.text).not.toMatch(/Add Employee|Actions|Details|Rows per page|Previous/)
  expect(list).toMatchObject({ landscape: true, sheets: 1 })
  await expect(headings.filter({ hasText: 'Created' })).toHaveCount(0)

  await open(page, `/employee/${id}`)
  await expect(page.getByText('30445566')).toBeVisible()
  const details = await printed(page)
  for (const part of ['Akinyi Odongo', '30445566', 'Details', complete.account_no]) {
    expect(details.text).toContain(part)
  }
  expect(details.text).not.toMatch(around)
  expect(details.text).not.toMatch(/Edit Employee|Change Status|Allowances/)
  expect(details.landscape).toBe(false)

  // What a row of the result is called is a button.
  await open(page, '/calculator?gross=50000&month=2025-03')
  await page.getByRole('button', { name: 'SHIF', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Working for March 2025' })).toBeVisible()
  const result = await printed(page)
  for (const part of ['Gross Income', 'Housing Levy', '750.00', '2.75', 'March 2025']) {
    expect(result.text).toContain(part)
  }
  expect(result.text).not.toMatch(/Back to the application/)

  const unpaid = (await call(page.request, contract.leaveTypes.list)).find(
    ({ name }) => name === 'Unpaid Leave',
  )
  const days = { start_date: '2027-02-10', end_date: '2027-02-12' }
  await call(page.request, contract.leaveRequests.create, {
    body: { employee_id: id, leave_type_id: unpaid?.id ?? '', ...days },
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/leave-calendar?day=2027-02-01')
  await expect(page.getByRole('rowheader', { name: 'Akinyi Odongo' })).toBeVisible()
  const calendar = await printed(page)
  for (const part of ['February 2027', 'Akinyi Odongo', '28']) {
    expect(calendar.text).toContain(part)
  }
  expect(calendar.text).not.toMatch(around)
  expect(calendar.text).not.toMatch(/Today|Week/)
  expect(calendar).toMatchObject({ landscape: true, sheets: 1 })
})
