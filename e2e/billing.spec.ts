import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { inDatabase } from './database.ts'
import { found, mailTo, newPerson, signUpOperator } from './people.ts'
import { answer, ringing } from './simulator.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** From the trial to a paid plan, with the phone in hand. */

test.beforeEach(() => test.slow())

const plan = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { level: 2, name, exact: true }),
    })

async function order(page: Page, name: string, months: string, number: string) {
  await plan(page, name).getByRole('button', { name: 'Upgrade' }).click()
  const dialog = page.getByRole('dialog', { name: 'M-PESA Payment' })
  await expect(dialog.getByText('Special Offer: Get one month free')).toBeVisible()
  await dialog.getByLabel('Phone Number').fill(number)
  await dialog.getByRole('combobox', { name: 'Subscription Duration' }).click()
  await page.getByRole('option', { name: months, exact: true }).click()
  return dialog
}

test('trial, twelve months of Standard, PIN, success, receipt, billing', async ({ page }) => {
  const person = newPerson('Malipo', 'Wetu')
  const { organization } = await found(page.request, 'Mpango Traders Ltd', person)
  await open(page, '/upgrade')
  await expect(page).toHaveTitle('Subscription Plans · Mshahara')
  await expect(page.getByText(/^You are currently on the Trial Version from .* Due /)).toBeVisible()
  await expect(plan(page, 'Standard')).toContainText('Ksh 82,500.00 per year')
  await expect(plan(page, 'Enterprise')).toContainText('Unlimited employees')
  await check(page, '/upgrade')

  const dialog = await order(page, 'Standard', '12 Months (Get 1 Month Free)', 'abc')
  await expect(dialog.getByText(/you lose the \d+ days left in your trial/)).toBeVisible()
  await expect(dialog.getByText('Please enter a valid Kenyan phone number')).toBeVisible()
  await dialog.getByLabel('Phone Number').fill('25471')
  await expect(dialog.getByText('Please enter a valid Kenyan phone number')).toBeVisible()
  const pay = dialog.getByRole('button', { name: 'Complete Payment' })
  await expect(pay).toBeDisabled()
  await dialog.getByLabel('Phone Number').fill('+254 722 004 711')
  await expect(dialog.getByLabel('Summary')).toContainText('Ksh 82,500.00')
  await expect(dialog.getByLabel('Summary')).toContainText('Discount')
  await check(page, 'the M-PESA modal')
  await pay.click()
  await expectToast(page, 'M-PESA payment initiated successfully')
  await expect(dialog.getByText('Processing Payment')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(dialog.getByText(/^Ksh 82,500.00 from /)).toBeVisible()

  // The window is left, closed and opened again: the payment is still there.
  const prompt = await ringing(page.request, '254722004711')
  expect(prompt.amount).toBe(8_250_000)
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expectToast(page, 'The payment continues.')
  await expect(dialog).toBeHidden()
  await page.goto('about:blank')
  // A minute is over, and no prompt has come: it can be paid from the menu.
  await inDatabase(async (client) => {
    await client.query(`update payment_pushes set created_at = created_at - interval '61 seconds'
      where state in ('created', 'pushing', 'prompted') and phone = '0722004711'`)
  })
  await open(page, '/upgrade')
  const waiting = page.getByRole('region', { name: 'A payment for Standard is under way' })
  await expect(waiting).toContainText('Enter your M-PESA PIN when prompted on your phone')
  await expect(waiting.getByText('Ksh 82,500.00 from 0722004711')).toBeVisible()
  const menu = waiting.getByRole('region', { name: 'Pay without a prompt' })
  await expect(menu).toContainText(/Business number 600100.*Account number SUB\d{7}.*Ksh 82,500.00/)
  await check(page, 'paying without a prompt', [phone])
  await answer(page.request, prompt.id, 'pin')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/, { timeout: 60_000 })
  await expect(page.getByText('We have received your payment for the subscription.')).toBeVisible()
  await check(page, '/paymentSuccess', [phone])
  // Anybody can type the address; only a confirmed payment was received.
  await open(page, '/paymentSuccess')
  await expect(page.getByText('There is no payment to show here.')).toBeVisible()
  await open(page, '/paymentSuccess?card=1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  await expect(page.getByRole('heading', { name: 'Waiting for Confirmation' })).toBeVisible()
  await expect(page.getByText('We have received')).toHaveCount(0)
  await check(page, 'a card payment that waits', [phone])

  await page.getByRole('main').getByRole('link', { name: 'Billing History' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Standard' })
  await expect(row).toContainText(/Upgrade.*12 Months.*M-PESA.*82,500.00/)
  await check(page, '/billing')
  await row.getByRole('link', { name: /^Receipt/ }).click()
  const receipt = page.frameLocator('iframe')
  await expect(receipt.getByText('Thank you for your business!')).toBeVisible()
  await expect(receipt.getByText(organization.name)).toBeVisible()
  await check(page, '/receipt', [phone])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Receipt-RCP-\d{6}\.pdf$/)
  // On a phone a value stays beside its name, within the sheet.
  await page.setViewportSize(phone)
  const period = receipt.getByRole('row').filter({ hasText: 'Period' })
  const sheet = await receipt.getByRole('main').boundingBox()
  const cell = await period.getByRole('cell').boundingBox()
  expect((cell?.x ?? 0) + (cell?.width ?? 999)).toBeLessThanOrEqual((sheet?.x ?? 0) + 390 - 28)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goBack()
  await row.getByRole('link', { name: /^Invoice/ }).click()
  await expect(receipt.getByRole('row').filter({ hasText: 'Left to pay' })).toContainText('0.00')
  await check(page, '/invoice', [phone])
  await page.goBack()
  await page.getByRole('link', { name: 'Statement of Account' }).click()
  await expect(receipt.getByText(/^Invoice INV-\d{6}: Standard, 12 months$/)).toBeVisible()
  await check(page, '/statement', [phone])
  const letter = await mailTo(page.request, person.email, { subject: 'Your payment receipt' })
  expect(letter.text).toContain('Ksh 82,500')
  await open(page, '/upgrade')
  await expect(plan(page, 'Standard').getByRole('button')).toHaveText('Current Plan')
})

test('a wrong PIN is told, and the next try begins anew; on a phone', async ({ page }) => {
  await found(page.request, 'Pini Mbaya Ltd')
  await page.setViewportSize(phone)
  await open(page, '/upgrade')
  const dialog = await order(page, 'Basic', '1 Month', '0722004712')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  const prompt = await ringing(page.request, '254722004712')
  await answer(page.request, prompt.id, 'wrong_pin')
  await expectToast(page, 'Payment failed: The M-PESA PIN was wrong.')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/upgrade')
  const subscription = await call(page.request, contract.subscriptions.current)
  expect(subscription.package.name).toBe('Trial')
  const again = await order(page, 'Basic', '1 Month', '0722004712')
  await again.getByRole('button', { name: 'Complete Payment' }).click()
  const second = await ringing(page.request, '254722004712')
  await answer(page.request, second.id, 'pin')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/, { timeout: 60_000 })
})

test('where no prompt comes the menu of M-PESA is explained, and it can be tried again', async ({
  page,
}) => {
  await found(page.request, 'Simu Imezimwa Ltd')
  await open(page, '/upgrade')
  // The simulator's number of a phone that cannot be reached.
  const dialog = await order(page, 'Basic', '3 Months', '0722040003')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  const why = dialog.getByRole('alert').filter({ hasText: 'The phone could not be reached' })
  await expect(why).toBeVisible({ timeout: 60_000 })
  const menu = dialog.getByRole('region', { name: 'Pay without a prompt' })
  await expect(menu).toContainText(/Business number 600100.*Account number SUB\d{7}.*Ksh 7,500.00/)
  await check(page, 'a phone that cannot be reached', [phone])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('0722040003')
  await expect(dialog.getByRole('combobox', { name: 'Subscription Duration' })).toHaveValue(
    '3 Months',
  )
  await dialog.getByLabel('Phone Number').fill('0722004713')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  // What was said of the window does not contradict itself: first ours, then the specification's.
  await expect(
    dialog.getByText(/^Here you see how it ends.*|^Please do not close this window/),
  ).toHaveText([/the payment goes on all the same\.$/, /while the transaction is being processed/])
  const prompt = await ringing(page.request, '254722004713')
  await answer(page.request, prompt.id, 'pin')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/, { timeout: 60_000 })
})

test('where credit pays it all no phone is asked for', async ({ page, visitor }) => {
  const { organization } = await found(page.request, 'Salio Kubwa Ltd')
  const operator = await visitor()
  await signUpOperator(operator.request)
  const money = { amount: 9000, method: 'Bank', reference: `FT${Date.now()}`, reason: 'x' } as const
  await call(operator.request, contract.billing.addCredit, {
    body: { organization_id: organization.id, ...money },
  })
  await open(page, '/upgrade')
  await plan(page, 'Basic').getByRole('button', { name: 'Upgrade' }).click()
  const dialog = page.getByRole('dialog', { name: 'M-PESA Payment' })
  await expect(dialog.getByLabel('Summary')).toContainText('Total AmountKsh 0.00')
  await expect(dialog.getByLabel('Phone Number')).toHaveCount(0)
  await expect(dialog.getByText('there is nothing left to pay')).toBeVisible()
  await check(page, 'a plan that credit pays', [phone])
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  await expectToast(page, 'Payment successful!')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/)
  const subscription = await call(page.request, contract.subscriptions.current)
  expect(subscription.package.name).toBe('Basic')
})

test('a quote that does not hold any more gives way to a new one', async ({ page, visitor }) => {
  const { organization } = await found(page.request, 'Bei Mpya Ltd')
  await open(page, '/upgrade')
  const dialog = await order(page, 'Basic', '1 Month', '0722004721')
  await expect(dialog.getByLabel('Summary')).toContainText('Total AmountKsh 2,500.00')
  // Money came by bank meanwhile.
  const operator = await visitor()
  await signUpOperator(operator.request)
  const money = { amount: 1000, method: 'Bank', reference: `FT${Date.now()}`, reason: 'x' } as const
  await call(operator.request, contract.billing.addCredit, {
    body: { organization_id: organization.id, ...money },
  })
  const pay = dialog.getByRole('button', { name: 'Complete Payment' })
  await pay.click()
  await expect(dialog.getByText('The price you saw is out of date')).toBeVisible()
  await expect(dialog.getByLabel('Summary')).toContainText('Total AmountKsh 1,500.00')
  await check(page, 'a new quote', [phone])
  await pay.click()
  const prompt = await ringing(page.request, '254722004721')
  expect(prompt.amount).toBe(150_000)
  await answer(page.request, prompt.id, 'pin')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/, { timeout: 60_000 })
})

test('money that does not pay the order any more: received, and credit', async ({
  page,
  visitor,
}) => {
  const { organization } = await found(page.request, 'Mkopo Wetu Ltd')
  await open(page, '/upgrade')
  const dialog = await order(page, 'Basic', '1 Month', '0722004722')
  await dialog.getByRole('button', { name: 'Complete Payment' }).click()
  const prompt = await ringing(page.request, '254722004722')
  const operator = await visitor()
  await signUpOperator(operator.request)
  const money = { amount: 1000, method: 'Bank', reference: `FT${Date.now()}`, reason: 'x' } as const
  await call(operator.request, contract.billing.addCredit, {
    body: { organization_id: organization.id, order_id: null, ...money },
  })
  await answer(page.request, prompt.id, 'pin')
  await expect(page).toHaveURL(/\/paymentSuccess\?payment=/, { timeout: 60_000 })
  const main = page.getByRole('main')
  await expect(main.getByText(/We have received Ksh 2,500 \(\w+\)\. It is credit/)).toBeVisible()
  await check(page, 'received as credit', [phone])
})

test('the number of a payment that was given already is asked about', async ({
  page: operator,
  visitor,
}) => {
  const [payer, another] = [await visitor(), await visitor()]
  const { billing, subscriptions } = contract
  const stamp = String(Date.now() % 1_000_000)
  const [paid, wrong] = [`Imelipwa ${stamp} Ltd`, `Nyingine ${stamp} Ltd`]
  await found(payer.request, paid)
  await found(another.request, wrong)
  // No other test has money of this amount.
  const wish = { package_id: 'basic', type: 'upgrade', duration: 3 } as const
  // Paid on the phone, and never told.
  const ordered = { ...wish, amount: 7500, phone: '0722110005' }
  await call(payer.request, billing.init, { body: ordered })
  // M-PESA is asked after a while, which need not be waited for.
  await inDatabase((client) =>
    expect(async () => {
      await client.query(`update payment_pushes set ask_at = now()
        where state = 'prompted' and phone = '0722110005'`)
      const { package: plan } = await call(payer.request, subscriptions.current)
      expect(plan.name).toBe('Basic')
    }).toPass({ timeout: 60_000 }),
  )
  await signUpOperator(operator.request)
  const enter = async () => {
    await operator.goto('/payments')
    await operator.getByRole('button', { name: 'Add Credit' }).click()
    const form = operator.getByRole('dialog', { name: 'Add Credit' })
    await form.getByRole('combobox', { name: 'Organization' }).fill(wrong.toLowerCase())
    await operator.getByRole('option', { name: wrong }).click()
    await form.getByLabel('Amount').fill('7500')
    await form.getByRole('combobox', { name: 'Method' }).click()
    await operator.getByRole('option', { name: 'M-PESA' }).click()
    await form.getByLabel('Reference').fill(`UK${stamp}`)
    await form.getByLabel('Reason').fill('On the statement')
    await expect(form.getByRole('radio', { name: `${paid}: Ksh 7,500.00` })).toBeVisible()
    return form
  }
  const submit = { name: 'Add Credit' }
  const asking = await enter()
  await asking.getByRole('button', submit).click()
  await expect(asking.getByText('Please say whether it is one of these payments.')).toBeVisible()
  await check(operator, 'Add Credit, with a payment without a number', [phone])
  await asking.getByRole('radio', { name: 'No, it is another payment' }).check()
  await asking.getByRole('button', submit).click()
  await expectToast(operator, 'Credit added successfully')

  // It was that one: whoever enters the number there has both on the list.
  await operator.goto('/payments/received')
  await operator.getByRole('button', { name: /^Enter Reference of/ }).click()
  const naming = operator.getByRole('dialog', { name: 'M-PESA Receipt Number' })
  await naming.getByLabel('Reference').fill(`uk${stamp}`)
  await naming.getByRole('button', { name: 'Save' }).click()
  await expectToast(operator, 'one of the two was credited by mistake')
  await operator.goto('/payments/received?open=twice')
  const rows = operator.getByRole('row')
  await expect(rows.filter({ hasText: `entered by hand for ${wrong}` })).toHaveCount(1)
  await expect(rows.filter({ hasText: `to be the payment of ${paid}` })).toHaveCount(1)
  await check(operator, 'money given twice', [phone])
  await operator.getByRole('button', { name: /^Take back the credit of/ }).click()
  const back = operator.getByRole('dialog', { name: 'Take Back Credit' })
  await back.getByLabel('Reason').fill('Of another customer')
  await back.getByRole('button', { name: 'Take Back' }).click()
  await expect(operator.getByText('No Receipts Found')).toBeVisible()
})
