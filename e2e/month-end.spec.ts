import { contract } from '@mshahara/contract'
import { attachmentsOf, openSmtp, type Post } from '../apps/server/src/test/smtp.ts'
import { call } from './calls.ts'
import { newPerson, register } from './people.ts'
import { startWith } from './server.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { visit } from './visit.ts'
import { countSteps } from './walks.ts'

/** Month end from the first click to a stranger checking the payslip, with a real mail server. */

const { auth } = contract
let post: Post
let server: Awaited<ReturnType<typeof startWith>>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  post = await openSmtp()
  server = await startWith({ DEMO: 'off', SMTP_URL: post.url })
})
test.afterAll(async () => {
  await server?.stop()
  await post?.close()
})

async function mailTo(email: string, wanted: RegExp): Promise<string> {
  let text: string | undefined
  await expect(() => {
    text = post.received
      .filter(({ to }) => to === email)
      .find((mail) => wanted.test(mail.text))?.text
    expect(text, `a message to ${email}`).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return text as string
}

async function openOffice(page: Page) {
  const { request } = page
  const founder = newPerson('Neema', 'Wairimu')
  await call(request, auth.signup, { body: founder })
  const otp = /^ {4}(\d{6})\s*$/m.exec(await mailTo(founder.email, /^ {4}\d{6}\s*$/m))?.[1]
  await call(request, auth.verifyOtp, { body: { email: founder.email, otp: otp as string } })
  await register(request, 'Mwezi Traders Ltd')
}

/** What the browser saves the file as that somebody has asked for. */
async function saved(page: Page, ask: () => Promise<void>): Promise<string> {
  const waiting = page.waitForEvent('download')
  await ask()
  return (await waiting).suggestedFilename()
}

/** A month before, so that this one is compared with it; none of its letters is waited for. */
const earlier = { month: 'March', year: new Date().getFullYear() - 1 } as const

test('a quiet month end in under ten clicks, then received by mail and verified', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await openOffice(page)
  const email = 'paid@mwezi.test'
  const paid = { first_name: 'Rehema', last_name: 'Juma', id_number: '29334455', email }
  await addEmployee(page.request, { ...complete, ...paid, salary: 100_000 })
  const before = await runMonth(page.request, earlier.month, earlier.year)
  // The bank file of the month before is what this one is made like.
  await call(page.request, contract.exports.make, {
    params: { id: before.id },
    body: { type: 'equity-bank', extension: 'csv' },
  })

  const steps = await countSteps(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Run payroll/ }).click()
  await page.getByRole('button', { name: 'Create Payroll' }).click()
  await expectToast(page, 'Payroll created successfully')
  // Nothing to look into: the money is on top, and so is what it was last time.
  const compared = `Compared with ${earlier.month} ${earlier.year}.`
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(compared)
  await page.getByRole('button', { name: 'Actualize Payroll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Payroll confirmed successfully')

  const run = new URL(page.url()).pathname
  const files = [
    await saved(page, () =>
      page.getByRole('button', { name: 'Bank file (Equity Bank, CSV)' }).click(),
    ),
  ]
  await page.getByRole('button', { name: 'Payrolls', exact: true }).click()
  await page.getByRole('link', { name: 'Returns', exact: true }).click()
  const newest = page.getByRole('button', { name: 'All returns (ZIP)' }).first()
  files.push(await saved(page, () => newest.click()))
  expect(files).toEqual([
    expect.stringMatching(/^Equity-Bank-.*\.csv$/),
    expect.stringMatching(/^Returns-.*\.zip$/),
  ])
  steps.tell('Month end, from the dashboard to bank file and returns')
  expect(steps.clicks(), 'clicks from dashboard to bank file and returns').toBeLessThan(10)
  expect(steps.keys(), 'keys pressed').toBe(0)
  await visit(page, run)

  const letter = await mailTo(email, new RegExp(`Payslip for (?!${earlier.month} ${earlier.year})`))
  const [pdf] = attachmentsOf(letter)
  expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('link', { name: /^View payslip of Rehema/ }).click()
  await expect(page).toHaveURL(/\/payslip\//)
  const sheet = page.frameLocator('iframe').locator('body')
  await expect(sheet).toContainText('Rehema Juma')
  const address = /http:\/\/\S+\/verifyPayslip\/[0-9a-f-]{36}/.exec(
    (await sheet.textContent()) ?? '',
  )?.[0]
  expect(address, 'the address behind the QR code').toBeDefined()
  const stranger = await browser.newContext({ baseURL: server.address })
  const visitor = await stranger.newPage()
  await visitor.goto(address as string)
  await expect(visitor.getByText('Payslip Verified')).toBeVisible()
  await expect(visitor.getByText(/\*+455/)).toBeVisible()
  await stranger.close()
  await context.close()
})
