import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, joinYesterday } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** Raises for many: chosen, looked over with their arrears, changed by hand, saved, and paid. */

const salaryOf = (page: Page, who: string) =>
  page.getByRole('textbox', { name: `New salary of ${who}`, exact: true })

const sums = (page: Page) => page.getByRole('region', { name: /^Comes to/ })

test('five percent for everybody from a confirmed month is seen, saved, and paid with its arrears', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Nyongeza Ltd')
  const people = await office(page)
  for (const month of ['August', 'September'] as const) await runMonth(page.request, month, 2026)

  await open(page, '/employees')
  await page.getByRole('link', { name: 'Raises' }).click()
  await expect(page.getByRole('heading', { name: 'Raises' })).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expectToast(page, 'Percent is required.')
  await page.getByLabel('Percent').fill('5')
  await page.getByRole('combobox', { name: 'From' }).fill('September 2026')
  await page.getByRole('option', { name: 'September 2026' }).click()
  await page.getByRole('combobox', { name: 'Rounded' }).click()
  await page.getByRole('option', { name: 'To 100 shillings' }).click()
  await check(page, '/raises')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(salaryOf(page, 'Amina Mwangi')).toHaveValue('105,000')
  await expect(salaryOf(page, 'Brian Mwangi')).toHaveValue('42,000')
  const months = page.getByRole('table', { name: 'Arrears by month' })
  await expect(months.getByRole('row', { name: /^September 2026/ })).toContainText('8,500.00')
  await page.getByRole('button', { name: /^Arrears of Amina Mwangi by month/ }).click()
  await expect(page.getByText('September 2026: pay 5,000.00')).toBeVisible()
  await check(page, '/raises, worked out')

  // By hand: another amount, and somebody less.
  await salaryOf(page, 'Brian Mwangi').fill('ten')
  await expect(page.getByText('Please write it like')).toBeVisible()
  await salaryOf(page, 'Brian Mwangi').fill('43,000')
  await page.getByRole('checkbox', { name: 'Include Chege Mwangi' }).uncheck()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Work Out Again' }).click()
  await expect(sums(page)).toContainText('148,000.00')
  await page.getByRole('button', { name: 'Save 2 Salaries' }).click()
  await expect(page.getByText('from Ksh 140,000.00 to Ksh 148,000.00 a month')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, '2 salaries were changed.')

  const run = await runMonth(page.request, 'October', 2026)
  const { payslips } = await call(page.request, contract.payrolls.get, { params: { id: run.id } })
  const slip = payslips.find(({ employee }) => employee.id === people[0])
  await open(page, `/payslip/${slip?.id}`)
  const paper = page.frameLocator('iframe')
  await expect(
    paper.getByRole('row', { name: /Arrears of September 2026: Basic pay/ }),
  ).toContainText('5,000.00')
})

test('what changed since it was looked at is refused by name; a sheet comes to the same grid', async ({
  page,
}) => {
  test.slow()
  await found(page.request, 'Karatasi Ltd')
  const [amina = ''] = await office(page)
  await open(page, '/raises')
  await page.getByRole('combobox', { name: 'Raise', exact: true }).click()
  await page.getByRole('option', { name: 'By an amount' }).click()
  await page.getByLabel('Amount').fill('2,000')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(salaryOf(page, 'Amina Mwangi')).toHaveValue('102,000')
  await call(page.request, contract.employees.update, {
    params: { id: amina },
    body: { salary: 110_000, salary_from: '2026-10' },
  })
  await page.getByRole('button', { name: 'Save 3 Salaries' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/have changed since they were shown\. Amina Mwangi/)).toBeVisible()
  await page.getByRole('button', { name: 'Work Out Again' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Amina' })).toContainText('110,000.00')
  await expect(salaryOf(page, 'Amina Mwangi')).toHaveValue('112,000')

  await page.getByRole('button', { name: 'Use a Sheet' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ])
  await page.locator('input[type=file]').setInputFiles(await download.path())
  await expect(page.getByText('Nothing changes: these are the salaries on record.')).toBeVisible()
  await page.setViewportSize(phone)
  await expect(page.getByRole('button', { name: 'Show the Salaries' })).toBeVisible()
})

test('a second person sees all of it, and agrees to all or none', async ({ visitor }) => {
  test.setTimeout(300_000)
  const [primary, finance] = [await visitor(), await visitor()]
  await found(primary.request, 'Wawili Ltd')
  const [amina = ''] = await office(primary)
  await joinYesterday(primary.request, finance.request)
  await call(primary.request, contract.makerChecker.changeSettings, { body: { salary: true } })
  await open(finance, '/raises')
  await finance.getByLabel('Percent').fill('10')
  await finance.getByRole('button', { name: 'Preview' }).click()
  await finance.getByRole('button', { name: 'Save 3 Salaries' }).click()
  await finance.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(finance, 'waiting for a second person')
  await expect(finance.getByRole('table', { name: 'New salaries' })).toHaveCount(0)

  await open(primary, '/approvals')
  await primary
    .getByRole('link', { name: /Change the salaries of 3 people/ })
    .first()
    .click()
  await expect(primary.getByRole('table')).toContainText('187,000.00')
  await expect(primary.getByRole('table')).toContainText('Amina Mwangi')
  await primary.getByRole('button', { name: 'Agree' }).click()
  await primary.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
  await expectToast(primary, 'Agreed: Change the salaries of 3 people')
  const { salaries } = await call(primary.request, contract.employees.get, {
    params: { id: amina },
  })
  expect(salaries.map(({ amount }) => amount)).toEqual([110_000, 100_000])
})

/** Three people on what they were promised. */
async function office(page: Page): Promise<string[]> {
  const ids: string[] = []
  for (const [first_name, salary] of [
    ['Amina', 100_000],
    ['Brian', 40_000],
    ['Chege', 30_000],
  ] as const) {
    const person = { ...complete, first_name, last_name: 'Mwangi', salary }
    ids.push((await addEmployee(page.request, person)).id)
  }
  return ids
}
