import { readFileSync } from 'node:fs'
import { contract } from '@mshahara/contract'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, type Page, test } from './test.ts'

/** What somebody who leaves is given. */

test('a certificate of service is there once the last day is over', async ({ page }) => {
  await found(page.request, 'Kazi Bora Ltd')
  const { id } = await addEmployee(page.request, { first_name: 'Zawadi', last_name: 'Otieno' })
  await open(page, `/employee/${id}`)
  const button = page.getByRole('button', { name: 'Certificate of Service' })
  await expect(button).toBeHidden()
  const body = { status: 'terminated' as const, termination_date: '2026-01-31' }
  await call(page.request, contract.employees.status, { params: { id }, body })
  await page.reload()
  const download = page.waitForEvent('download')
  await button.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Certificate-of-Service-Otieno-/)
  const text = wordsOf(readFileSync(await file.path())).join(' ')
  expect(text).toContain('Zawadi Otieno')
  expect(text).toContain('to 31 January, 2026.')
})

test('final dues are worked out before anybody is told', async ({ page }) => {
  await found(page.request, 'Kazi Bora Ltd')
  const given = { first_name: 'Zawadi', last_name: 'Otieno', employment_date: '2019-03-01' }
  const { id } = await addEmployee(page.request, { ...given, salary: 78_000 })
  await open(page, `/employee/${id}`)
  await page.getByRole('link', { name: 'Final Dues' }).click()
  await expect(page.getByText("Nothing beyond the month's pay.")).toBeVisible()
  const day = page.getByRole('textbox', { name: 'Last working day' })
  await day.fill('31 October 2026')
  await day.blur()
  await pick(page, 'Reason', 'Redundant')
  await pick(page, 'Notice', 'Paid by the employer instead')
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect(row(/^Severance pay/)).toContainText('315,000.00')
  await expect(row(/^Pay in lieu of notice/)).toContainText('78,000.00')
  await expect(page.getByText(/labour officer.*notify by 30 September, 2026/)).toBeVisible()
  await expect(row(/^2021 and before \(3 years\)/)).toContainText('enter it below')
  // A figure that is none is refused at its field, and what was worked out stays away.
  await page.getByLabel('Severance days a year').fill('14')
  await expect(page.getByText('Severance is at least 15 days a year.')).toBeVisible()
  await page.getByLabel('Severance days a year').fill('15')
  const card = page.getByRole('group', { name: 'P9 for 2025' })
  await card.getByLabel('Taxable pay').fill('960,000')
  await card.getByLabel('Reliefs').fill('28,800')
  await card.getByLabel('PAYE').fill('196,600')
  await expect(row(/^2025/)).toContainText('13,500.00')
  await check(page, '/final-dues')
})

async function pick(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
