import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { demo, found, mailTo, newPerson, signIn } from './people.ts'
import { expect, expectToast, type Locator, type Page } from './test.ts'

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Told in operator.spec.ts: two files that sign the operator in would void each other's codes. */
export async function writesToMany(page: Page, visitor: () => Promise<Page>) {
  const client = await visitor()
  const { person } = await found(client.request, 'Barua Ltd', newPerson('Barua', 'Msomaji'))
  await signIn(page.request, demo('operator@mshahara.test'))
  await open(page, '/organizations')
  await page.getByRole('button', { name: 'Mass Email' }).click()
  const modal = page.getByRole('dialog', { name: 'Send Mass Email' })
  await expect(modal.getByText(/^\d+ addresses in \d+ organizations\./)).toBeVisible()
  await expect(modal.getByRole('combobox', { name: 'Send To:' })).toHaveValue('All Clients')

  const editor = modal.getByRole('textbox', { name: 'Message:' })
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(modal.getByText('Email Subject is required.')).toBeVisible()
  await expect(modal.getByText('Message is required.')).toBeVisible()
  const subject = `News of ${Date.now()}: rates from 1/7`
  await modal.getByLabel('Email Subject:').fill(subject)
  await page.keyboard.press('Tab')
  await editor.click()
  await modal.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('Karibu')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Dear {name}, ')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('new rates')
  await page.keyboard.press('Control+B')
  await page.keyboard.type(' apply:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- for NSSF')
  await page.keyboard.press('Enter')
  await page.keyboard.type('for SHIF')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Read more')
  await page.keyboard.press('Shift+Home')
  await modal.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByPlaceholder('https://example.com/').fill('https://example.co.ke/rates')
  await page.getByRole('button', { name: 'Save' }).click()
  await modal.locator('input[type=file]').setInputFiles([
    { name: 'office.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
    { name: 'Prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
  ])
  await check(page, 'Send Mass Email')

  await previews(page, modal)
  await modal.getByRole('button', { name: 'Send me a test' }).click()
  await expectToast(page, 'A test is on its way to operator@mshahara.test.')
  await mailTo(page.request, 'operator@mshahara.test', { subject: `Test: ${subject}` })

  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'It cannot be called back.' })
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, 'Mass email sent successfully')
  await expect(page).toHaveURL('/mass-emails')
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toContainText(/(\d+) of \1 sent/)
  await check(page, '/mass-emails')
  await page.getByRole('button', { name: `View ${subject}` }).click()
  const letter = page.getByRole('dialog', { name: subject })
  await expect(letter.frameLocator('iframe').getByText('Read more')).toBeVisible()
  await check(page, 'a letter', [phone])
  await unsubscribes(await visitor(), person.email, subject)
}

async function previews(page: Page, modal: Locator) {
  await modal.getByText('Preview', { exact: true }).click()
  const frame = modal.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Karibu' })).toBeVisible()
  // In the preview it is the operator's own.
  const { first_name } = await call(page.request, contract.auth.profile)
  await expect(frame.getByText(`Dear ${first_name}, new rates apply:`)).toBeVisible()
  await expect(frame.locator('strong')).toHaveText('new rates')
  await expect(frame.getByRole('listitem')).toHaveText(['for NSSF', 'for SHIF'])
  await expect(frame.getByRole('link', { name: 'Read more' })).toHaveAttribute('target', '_blank')
  await expect(frame.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
  await expect(frame.locator('img')).toHaveAttribute('src', `data:image/png;base64,${dot}`)
  await check(page, 'Preview', [phone])
}

async function unsubscribes(reader: Page, email: string, subject: string) {
  const mail = await mailTo(reader.request, email, { subject })
  expect(mail.text).toContain('Dear Barua, new rates apply:')
  expect(mail.text).toContain('- for NSSF\n- for SHIF\n\nRead more (https://example.co.ke/rates)')
  const path = /\/unsubscribe\/[\w-]+/.exec(mail.text)?.[0] ?? ''
  await open(reader, path)
  await expect(reader.getByText('News from Mshahara goes to b***@people.test.')).toBeVisible()
  await check(reader, 'unsubscribe')
  const params = { token: path.split('/').at(-1) ?? '' }
  const state = () => call(reader.request, contract.massEmails.subscription, { params })
  expect((await state()).subscribed).toBe(true)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect((await state()).subscribed).toBe(false)
  await reader.reload()
  await reader.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(reader.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
}
