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
  await expect(result.getByRole('columnheader')).toHaveText([
    'KES a month',
    'March 2025',
    'January 2022',
    'What changed',
  ])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})
