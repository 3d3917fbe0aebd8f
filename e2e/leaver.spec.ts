import { readFileSync } from 'node:fs'
import { contract } from '@mshahara/contract'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { check, open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** A leaver from notice to certificate: the record, the final payroll, the papers and the rest. */

const year = new Date().getFullYear() - 1
const lastDay = `${year}-10-31`

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

async function pick(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function leaver(page: Page, salary = 56_000) {
  await found(page.request, 'Kazi Bora Ltd')
  const given = { first_name: 'Zawadi', last_name: 'Otieno', employment_date: `${year - 1}-11-01` }
  const { id } = await addEmployee(page.request, { ...given, salary })
  await open(page, `/final-dues/${id}`)
  const day = page.getByRole('textbox', { name: 'Last working day' })
  await day.fill(`31 October ${year}`)
  await day.blur()
  return id
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`from notice to certificate at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const id = await leaver(page)
    await pick(page, 'Reason', 'Resigned')
    await pick(page, 'Notice', 'Owed by the employee')
    await page.getByLabel('Leave days not taken').fill('5')
    await expect(row(page, /^Notice not served/)).toContainText('56,000.00')
    await expect(row(page, /^Leave not taken/)).toContainText('12,727.27')
    // A laptop that did not come back.
    await page.getByRole('button', { name: 'Add Line' }).click()
    const modal = page.getByRole('dialog', { name: 'Line of Final Dues' })
    await modal.getByLabel('Name').fill('Laptop')
    await modal.getByLabel('Amount').fill('10,000')
    await modal.getByRole('button', { name: 'Keep Line' }).click()
    await expect(modal.getByText('Reason is required.')).toBeVisible()
    await modal.getByLabel('Reason').fill('Not returned')
    await modal.getByRole('button', { name: 'Keep Line' }).click()
    await expect(row(page, /^Laptop/)).toContainText('Not returned')
    await page.getByRole('button', { name: 'Save Leaving' }).click()
    await expectToast(page, 'Leaving saved successfully')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
    await check(page, '/final-dues')

    await page.getByRole('button', { name: 'Open Final Payroll' }).click()
    const opening = page.getByRole('dialog', { name: 'Final Payroll' })
    await opening.getByLabel('Pay Date').fill(`5 November ${year}`)
    await opening.getByLabel('Pay Date').blur()
    await opening.getByRole('button', { name: 'Open Final Payroll' }).click()
    await expectToast(page, 'Final payroll opened successfully')
    await expect(page).toHaveURL(/\/payroll\//)
    await expect(page.getByRole('link', { name: 'Final Dues' })).toBeVisible()
    await page.getByRole('button', { name: 'Actualize Payroll' }).click()
    // Five days are more than were earned: that is looked at by name.
    await page
      .getByRole('checkbox', { name: /leave/i })
      .or(page.getByRole('dialog').getByRole('checkbox'))
      .first()
      .check()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Final Dues' }).click()
    await expect(page).toHaveURL(`/final-dues/${id}`)
    await expect(row(page, /^Net/).first()).toContainText('0.00')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden()
    const statement = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Statement of Final Dues' }).click()
    const paper = wordsOf(readFileSync(await (await statement).path())).join(' ')
    expect(paper).toContain('Zawadi Otieno')
    expect(paper).toContain('12,727.27')
    const certificate = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Certificate of Service' }).click()
    expect((await certificate).suggestedFilename()).toMatch(/^Certificate-of-Service-Otieno-/)

    // 56,000 and 10,000, of which the leave paid 12,727.27.
    await open(page, '/final-claims')
    await expect(page.getByText('53,272.73').first()).toBeVisible()
    await check(page, '/final-claims')
    await page.getByRole('button', { name: 'Record Payment of Zawadi Otieno' }).click()
    const paying = page.getByRole('dialog', { name: 'Record Payment' })
    await paying.getByLabel('Amount').fill('50,000')
    await paying.getByLabel('Reference').fill('QWE123')
    await paying.getByRole('button', { name: 'Record Payment' }).click()
    await expectToast(page, 'Payment recorded successfully')
    await expect(page.getByText('Part paid')).toBeVisible()
    await expect(page.getByText('3,272.73').first()).toBeVisible()
  })
}

test('a leaving is undone, and the employee has no last day', async ({ page }) => {
  const id = await leaver(page)
  await page.getByRole('button', { name: 'Save Leaving' }).click()
  await expectToast(page, 'Leaving saved successfully')
  await page.getByRole('button', { name: 'Undo Leaving' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Leaving undone')
  await expect(page.getByRole('button', { name: 'Save Leaving' })).toBeVisible()
  const { termination_date } = await call(page.request, contract.employees.get, {
    params: { id },
  })
  expect(termination_date).toBeNull()
})

test('what the month pays is shown, and not paid again', async ({ page }) => {
  const id = await leaver(page)
  await page.getByRole('button', { name: 'Save Leaving' }).click()
  await expectToast(page, 'Leaving saved successfully')
  await runMonth(page.request, 'October', year)
  await open(page, `/final-dues/${id}`)
  await expect(row(page, /^Pay up to the last day/)).toContainText('56,000.00')
  await expect(row(page, /^Pay up to the last day/)).toContainText(`October ${year}`)
  expect(lastDay).toContain(String(year))
})
