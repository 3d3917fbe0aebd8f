import { expect, test } from './test.ts'

test('the pay calculator is open to everybody, explains itself and compares months', async ({
  page,
}) => {
  await page.goto('/calculator')
  const result = page.getByRole('table', { name: 'Result' })
  const figure = (name: string) =>
    result.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })
  const income = page.getByLabel('Gross Income')
  await income.fill('50000')
  await expect(figure('Gross Income')).toContainText('50,000.00')
  // A month whose law is settled: 2.75 % SHIF, 1.5 % housing levy.
  await page.getByRole('combobox', { name: 'Month', exact: true }).fill('March 2025')
  await page.getByRole('option', { name: 'March 2025' }).click()
  await expect(figure('SHIF')).toContainText('1,375.00')
  await expect(figure('Housing Levy')).toContainText('750.00')
  await page.getByRole('button', { name: 'SHIF', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Working for March 2025' })).toContainText('2.75')
  await page.getByRole('combobox', { name: 'Compare with' }).fill('January 2022')
  await page.getByRole('option', { name: 'January 2022' }).click()
  // Whichever was chosen first, a change runs from the earlier month to the later.
  await expect(result.getByRole('columnheader')).toHaveText([
    'Ksh a month',
    'January 2022',
    'March 2025',
    'What changed',
  ])
  const changed = figure('NHIF / SHIF').getByRole('cell').last()
  await expect(changed).toHaveText('+175.00')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('the calculator keeps its answer in sight and its question in the address', async ({
  page,
  visitor,
}) => {
  await page.goto('/calculator?gross=50000&month=2023-05')
  const result = page.getByRole('table', { name: 'Result' })
  const net = page.getByRole('region', { name: 'Net pay' })
  await expect(net).toContainText('Net Income, May 2023')
  // The law of the month decides what it is called.
  await expect(page.getByRole('checkbox', { name: 'NHIF' })).toBeChecked()
  await expect(result).toContainText('NHIF Relief')
  await page.getByRole('checkbox', { name: 'NSSF' }).uncheck()
  await expect(page).toHaveURL('/calculator?gross=50000&month=2023-05&switched=nssf')
  await page.getByText('I want to receive').click()
  await page.getByLabel('Net Income').fill('40000')
  await expect(page).toHaveURL('/calculator?month=2023-05&switched=nssf&net=40000')
  await expect(net).toContainText('Ksh 40,000.00')
  const other = await visitor()
  await other.goto(page.url())
  await expect(other.getByRole('region', { name: 'Net pay' })).toContainText('Ksh 40,000.00')
  await expect(other.getByRole('checkbox', { name: 'NSSF' })).not.toBeChecked()
  // NITA is the employer's: it stands apart, and no sum of deductions has it.
  const employers = result.getByRole('rowgroup').filter({ hasText: "Employer's costs" })
  await expect(employers).toContainText('NITA')
  await expect(employers).toContainText('Employer NSSF')
  await expect(result.getByRole('rowgroup').filter({ hasText: 'Total' })).not.toContainText('NITA')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(net).toBeInViewport({ ratio: 1 })
})

test('the calculator takes benefits in kind, and the address keeps them', async ({
  page,
  visitor,
}) => {
  await page.goto('/calculator?month=2026-02')
  const net = page.getByRole('region', { name: 'Net pay' })
  const result = page.getByRole('table', { name: 'Result' })
  const kind = page.getByRole('region', { name: 'Benefits in kind' })
  await expect(net).toContainText('Ksh 70,441.65')
  await expect(result.getByRole('button', { name: 'Taxable Benefits' })).toHaveCount(0)
  await kind.getByRole('button', { name: 'Add a benefit' }).click()
  const car = kind.getByRole('group', { name: 'Company car' })
  await car.getByLabel('Cost when bought').fill('2500000')
  // What is not complete is not counted yet.
  await expect(net).toContainText('Ksh 70,441.65')
  await car.getByLabel('Engine, cc').fill('1800')
  // 50,000 more at 30%.
  await expect(net).toContainText('Ksh 55,441.65')
  await kind.getByRole('button', { name: 'Add a house' }).click()
  const house = kind.getByRole('group', { name: 'House from the employer' })
  await house.getByLabel('Market rent a month').fill('20000')
  await expect(net).toContainText('Ksh 49,441.65')
  await result.getByRole('button', { name: 'Taxable Benefits' }).click()
  const working = page.getByRole('region', { name: 'Working for February 2026' })
  await expect(working).toContainText('the higher of 2,500,000 × 2%, 50,000, and 7,200 for 1800 cc')
  await expect(working).toContainText('market rent: 20,000 = 20,000')
  await expect(page).toHaveURL(/benefits=car_a2500000_c1800&house=employee_hown_m20000/)
  const other = await visitor()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto(page.url())
  await expect(other.getByRole('region', { name: 'Net pay' })).toContainText('Ksh 49,441.65')
  const wide = await other.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBe(390)
  await other.getByRole('button', { name: 'Remove Company car' }).click()
  await expect(other.getByRole('region', { name: 'Net pay' })).toContainText('Ksh 64,441.65')
  await expect(other).not.toHaveURL(/benefits=/)
})
