// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, expect, it } from 'vitest'
import {
  buy,
  type Checkout,
  newCustomer,
  openCheckout,
  receiptsOf,
  type Wish,
} from '../../test/checkout.ts'
import { wordsOf } from '../../test/pdf.ts'

/** Invoices and statements, read back from the paper they are printed on. */

const { billing } = contract
let shop: Checkout
beforeAll(async () => {
  shop = await openCheckout()
})

type Buyer = Awaited<ReturnType<typeof newCustomer>>['primary']

const printed = ({ file }: { file: string }) =>
  wordsOf(Buffer.from(file.split(',')[1] ?? '', 'base64')).join(' ')

async function bought(by: Buyer, wish: Wish = {}) {
  const [receipt] = await receiptsOf(shop, await buy(shop, by, wish))
  return { params: { id: receipt.id as string }, receipt }
}

const enter = async (organization_id: string, amount: number, reference: string) => {
  const operator = await shop.as('super-admin', organization_id)
  const body = { organization_id, amount, method: 'Bank', reference, reason: 'x' } as const
  const { status } = await operator.call(billing.addCredit, { body })
  expect(status).toBe(201)
  return operator
}

it('an invoice has what was sold, what paid it, and nothing left to pay', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  await enter(organization_id, 1000, 'FTINVOICE1')
  const { params, receipt } = await bought(primary, { duration: 12 })
  const { body: page } = await primary.call(billing.invoice, { params })
  expect(page.number).toBe(receipt.receipt_no.replace('RCP', 'INV'))
  const { body: file } = await primary.call(billing.invoiceFile, { params })
  expect(file.name).toBe(`Invoice-${page.number}.pdf`)
  for (const words of [page.html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), printed(file)]) {
    expect(words).toContain(page.number)
    expect(words).toMatch(/Ksh 7,500.00 a month Ksh 90,000.00/)
    expect(words).toMatch(/Discount: one month free − Ksh 7,500.00/)
    expect(words).toMatch(/Total Ksh 82,500.00/)
    expect(words).toMatch(/Paid from your credit Ksh 1,000.00/)
    expect(words).toMatch(new RegExp(`receipt ${receipt.receipt_no} Ksh 81,500.00`))
    expect(words).toMatch(/Left to pay Ksh 0.00/)
    // Not registered.
    expect(words).not.toContain('VAT')
  }
})

it('shows VAT within the price from the day the operator is registered, and not before', async () => {
  const { primary } = await newCustomer(shop)
  const { params } = await bought(primary)
  const { letterhead } = shop.parts.config
  const words = async () => printed((await primary.call(billing.invoiceFile, { params })).body)
  try {
    letterhead.vat_since = '2026-03-11'
    expect(await words()).not.toContain('VAT')
    letterhead.vat_since = '2026-03-10'
    expect(await words()).toMatch(/Before VAT Ksh 6,465.52 VAT 16% Ksh 1,034.48 Total Ksh 7,500.00/)
  } finally {
    letterhead.vat_since = undefined
  }
})

it('is of a sale, and nobody else’s: credit and other organisations have none', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  await enter(organization_id, 500, 'FTINVOICE2')
  const [credit] = await shop.rows(`select id from payment_receipts
    where reference = 'FTINVOICE2'`)
  const params = { id: credit.id as string }
  expect((await primary.call(billing.receipt, { params })).status).toBe(200)
  expect((await primary.call(billing.invoice, { params })).status).toBe(404)
  const { params: theirs } = await bought((await newCustomer(shop)).primary)
  expect((await primary.call(billing.invoice, { params: theirs })).status).toBe(404)
  expect((await primary.call(billing.invoiceFile, { params: theirs })).status).toBe(404)
  expect((await primary.call(billing.statement)).body.html).not.toContain('INV-')
})

it('a statement adds up to the credit on the account, whatever happened', async () => {
  const { organization_id, primary } = await newCustomer(shop)
  const operator = await enter(organization_id, 4000, 'FTSTATE1')
  await bought(primary, { package_id: 'basic', duration: 3 })
  await bought(primary, { package_id: 'standard' })
  await enter(organization_id, 700, 'FTSTATE2')
  await enter(organization_id, 300, 'FTSTATE3')
  const [wrong] = await shop.rows(`select id from payment_receipts where reference = 'FTSTATE3'`)
  const back = { params: { id: wrong.id as string }, body: { reason: 'Of another customer' } }
  expect((await operator.call(billing.takeBackCredit, back)).status).toBe(200)
  const { status } = await primary.call(billing.free)
  expect(status).toBe(200)
  const { balance } = (await primary.call(billing.current)).body
  expect(balance).toBeGreaterThan(700)
  const { body: page } = await primary.call(billing.statement)
  expect([page.year, page.years]).toEqual([2026, [2026]])
  const { body: file } = await primary.call(billing.statementFile, { query: { year: 2026 } })
  expect(file.name).toBe('Statement-2026.pdf')
  const words = printed(file)
  const whole = `${balance.toLocaleString('en-KE')}.00`
  expect(words).toMatch(new RegExp(`Balance ${whole}`))
  expect(words).toMatch(/Payment by Bank FTSTATE1, receipt RCP-\d{6} 4,000.00 4,000.00/)
  expect(words).toMatch(/Invoice INV-\d{6}: Basic, 3 months −7,500.00/)
  expect(words).toContain('Taken back: Of another customer −300.00')
  expect(words).toContain('Left over from Standard when the Free plan was selected')
  // The year after begins with what this one has left.
  const later = await primary.call(billing.statementFile, { query: { year: 2027 } })
  expect(printed(later.body)).toMatch(new RegExp(`Brought forward ${whole}`))
  const early = await primary.call(billing.statement, { query: { year: 3 } })
  expect(early.body.errors).toEqual({ year: ['Year can be 2020 at the earliest.'] })
})
