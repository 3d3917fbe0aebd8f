import { contract } from '@mshahara/contract'
import { startChild } from '../apps/server/src/simulator/child.ts'
import { check, phone } from './axe.ts'
import { call } from './calls.ts'
import { demo, found, join, signIn } from './people.ts'
import { startWith } from './server.ts'
import { addEmployee, complete, newEmployee, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From a confirmed payroll to money on phones, by two people, with the providers' simulator. */

let simulator: Awaited<ReturnType<typeof startChild>>
let server: Awaited<ReturnType<typeof startWith>>

test.beforeAll(async () => {
  test.setTimeout(120_000)
  simulator = await startChild()
  server = await startWith({ DEMO: 'on', SIMULATOR_URL: simulator.address })
})
test.afterAll(async () => {
  await server?.stop()
  await simulator?.stop()
})

const { employees, integrations, payslips } = contract
const byPhone = { ...complete, pay_by: 'mpesa' } as const
const arrives = newEmployee({ ...byPhone, phone: '0712009910' })
/** The utility account has too little money for numbers that end so. */
const fails = newEmployee({ ...byPhone, first_name: 'Fatuma', phone: '0712000001' })

/** An office that pays by M-PESA: one who gets it, one who does not, one paid by bank. */
async function office(primary: Page, operator: Page) {
  const { organization } = await found(primary.request, 'Malipo Traders Ltd')
  await signIn(operator.request, demo('operator@mshahara.test'))
  await call(operator.request, integrations.save, {
    body: {
      organization_id: organization.id,
      type: 'mpesa',
      consumer_key: 'sim-daraja-key',
      consumer_secret: 'sim-daraja-secret',
      meta: {
        initiator_name: 'payrollapi',
        initiator_password: 'Simulator#2026',
        short_code: '600997',
      },
    },
  })
  const paid = await call(primary.request, employees.create, { body: arrives })
  const failing = await call(primary.request, employees.create, { body: fails })
  await addEmployee(primary.request, { ...complete, first_name: 'Simon' })
  const run = await runMonth(primary.request, 'January', new Date().getFullYear())
  return { run, paid, failing }
}

async function ask(page: Page, people: number) {
  await page.getByRole('button', { name: 'Make Payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make Payments' })
  await expect(dialog).toContainText('Do you want to make payments for this payroll?')
  await expect(dialog).toContainText('From M-PESA, short code 600997')
  await expect(dialog.getByLabel('Paid from')).toContainText(
    people === 1 ? '1 person' : `${people} people`,
  )
  return dialog
}

async function approve(page: Page, payroll: string) {
  await page.goto(payroll)
  await page.getByRole('button', { name: 'Approve Payments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve Payments' })
  await expect(dialog).toContainText('has asked for these payments')
  await dialog.getByRole('button', { name: 'Approve Payments' }).click()
  await expectToast(page, 'Payout successfully initiated')
}

async function retry(page: Page) {
  await page.getByRole('button', { name: 'Retry Fatuma Kamau' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry Payout' })
  await expect(dialog).toContainText('Do you want to retry this payout?')
  await dialog.getByRole('button', { name: 'Retry' }).click()
}

/** A button that asks before it acts. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name }).click()
}

test('asked for, approved, followed, retried, mended and paid', async ({ browser }) => {
  test.setTimeout(180_000)
  const visit = async () => {
    const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce' })
    return context.newPage()
  }
  const [primary, finance, operator] = [await visit(), await visit(), await visit()]
  const { run, paid, failing } = await office(primary, operator)
  await join(primary.request, finance.request, 'finance')
  const payroll = `/payroll/${run.id}`
  const progress = (page: Page) =>
    page.getByRole('region', { name: 'Progress' }).getByRole('status')

  // One person asks, and cannot agree as well.
  await finance.goto(payroll)
  const asking = await ask(finance, 2)
  await expect(asking.getByLabel('Cannot be paid now')).toContainText(/Simon.*no bank integration/)
  await check(finance, 'the payments dialog', [phone])
  // Meanwhile a number changes: what was shown is not what would be ordered.
  await call(primary.request, employees.update, {
    params: { id: paid.id },
    body: { ...arrives, phone: '0712009911' } as never,
  })
  await asking.getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(asking.getByText(/has changed since they were shown/)).toBeVisible()
  await expect(asking.getByLabel('Changed within 7 days')).toContainText('0712009911')
  await asking.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast(finance, 'Approval requested')
  await expect(finance.getByText('Payments wait for approval')).toBeVisible()
  await expect(finance.getByRole('button', { name: /Make|Approve/ })).toHaveCount(0)

  // Taken back by whoever asked, it is as if nobody had; then it is asked for again.
  await choose(finance, 'Withdraw Request')
  await expectToast(finance, 'Request withdrawn successfully')
  await expect(finance.getByText('Payments wait for approval')).toHaveCount(0)
  await (await ask(finance, 2)).getByRole('button', { name: 'Ask for Approval' }).click()
  await expect(finance.getByText('Payments wait for approval')).toBeVisible()

  // Another agrees, and follows the money without reloading.
  await approve(primary, payroll)
  await primary.getByRole('link', { name: 'Payout Details' }).click()
  await expect(primary.getByRole('heading', { name: 'Payouts (2)' })).toBeVisible()
  await expect(progress(primary)).toHaveText('1 of 3 people paid, 1 failed, 1 not paid', {
    timeout: 30_000,
  })
  await expect(primary.getByRole('table', { name: 'Not paid' })).toContainText('Simon')
  await check(primary, 'payouts')

  // What failed fails again, and tells why.
  await choose(primary, 'Retry All Failed')
  await expectToast(primary, 'Payout successfully resubmitted')
  await expect(progress(primary)).toContainText('1 failed', { timeout: 30_000 })
  await primary.getByRole('button', { name: 'Details of Fatuma Kamau' }).click()
  const story = primary.getByRole('dialog', { name: 'Payout Information' })
  await expect(story).toContainText('254712000001')
  await expect(story).toContainText('does not have enough money')
  await expect(story.getByText('Sent (attempt 2)')).toBeVisible()
  await check(primary, 'the story of a payout', [phone])
  await primary.keyboard.press('Escape')

  // Another number is another payment, to which two people agree again.
  const params = { id: failing.id }
  await call(finance.request, employees.update, {
    params,
    body: { ...fails, phone: '0712009912' } as never,
  })
  await retry(primary)
  await expectToast(primary, 'Pay it with "Make Payments" instead')
  await primary.reload()
  const mended = await ask(primary, 1)
  await expect(mended.getByLabel('Changed within 7 days')).toContainText('0712009912')
  await mended.getByRole('button', { name: 'Ask for Approval' }).click()
  await expectToast(primary, 'Approval requested')
  await finance.setViewportSize(phone)
  await approve(finance, payroll)
  await finance.goto(`/payrollPayouts/${run.id}`)
  await expect(progress(finance)).toHaveText('2 of 3 people paid, 1 not paid', { timeout: 30_000 })

  const [slip] = await call(finance.request, payslips.ofEmployee, { params: { id: paid.id } })
  await finance.goto(`/payslip/${slip?.id}`)
  await expect(finance.getByText(/^Paid on .*, reference [A-Z0-9]{8,}$/)).toBeVisible()
})
