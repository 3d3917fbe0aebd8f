import { readFileSync } from 'node:fs'
import { contract } from '@mshahara/contract'
import { wordsOf } from '../apps/server/src/test/pdf.ts'
import { open } from './axe.ts'
import { call } from './calls.ts'
import { found } from './people.ts'
import { addEmployee } from './staff.ts'
import { expect, test } from './test.ts'

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
