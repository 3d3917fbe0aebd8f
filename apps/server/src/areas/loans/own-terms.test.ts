// @tests story
import { contract } from '@mshahara/contract'
import { quoteLoan } from '@mshahara/engine/loans/figures'
import { loanProducts } from '@mshahara/engine/loans/products'
import { beforeEach, describe, expect, test } from 'vitest'
import { application, apply, type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** Figures of a loan are the server's (C10), whoever can reach the table with a statement. */

const { loans } = contract
const world = await openWorld()
let office: Borrowing
beforeEach(async () => {
  world.setTime('2026-03-10T09:00:00Z')
  office = await openBorrowing(world, 3)
})

/** An honest application, as the server would write it. */
const honest = {
  product_id: 1,
  code: "'COL'",
  product: "'Check-Off Loan'",
  owed_to: "'lender'",
  guarantors_needed: 2,
  amount: 30_000,
  term_months: 3,
  rate: 6.6,
  processing_fee: 1_500,
  insurance_fee: 600,
  interest: 5_940,
  total: 38_040,
  monthly: 12_680,
  max_amount: 93_000,
  max_working: "'as told'",
  purpose: "'Medical'",
  terms: "'as told'",
}

async function written(changes: object, by = office.borrower) {
  const row = { ...honest, employee_id: `'${by.id}'`, ...changes }
  const columns = Object.keys(row).join(', ')
  const values = Object.values(row).join(', ')
  const { inside } = statementsIn(world, by)
  return inside(
    (client) => client.query(`insert into loans (${columns}) values (${values}) returning id`),
    'commit',
  ).then(
    ({ rows }) => rows[0].id as string,
    (fault: { code: string }) => fault.code,
  )
}

const denied = '42501'

test('an honest application may be written', async () => {
  expect(await written({})).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  ['without guarantors', { guarantors_needed: 0 }],
  ['without interest', { interest: 0, rate: 0, total: 32_100, monthly: 10_700 }],
  ['without a fee', { processing_fee: 0, total: 36_540, monthly: 12_180 }],
  ['with another rate', { rate: 4.6 }],
  ['with other instalments', { monthly: 1 }],
  ['over a longer term', { term_months: 60 }],
  ['as an advance', { owed_to: "'employer'" }],
  ['of a product that is none', { product_id: 9 }],
  ['under another name', { product: "'Gift'" }],
  ['with another code', { code: "'ADV'" }],
  [
    'of more than the product gives',
    {
      ...{ amount: 300_000, processing_fee: 15_000, insurance_fee: 6_000, interest: 59_400 },
      ...{ total: 380_400, monthly: 126_800, max_amount: 300_000 },
    },
  ],
  [
    'of more than pay allows',
    {
      ...{ amount: 150_000, processing_fee: 7_500, insurance_fee: 3_000, interest: 29_700 },
      ...{ total: 190_200, monthly: 63_400, max_amount: 150_000 },
    },
  ],
  ['of another day', { created_at: "'2021-01-01'" }],
  ['accepted on another day', { accepted_at: "'2021-01-01'" }],
  ['held by a payslip', { payslip_id: '(select id from payslips limit 1)' }],
  ['repaid already', { repaid: 30_000 }],
])('%s it is refused', async (_, changes) => {
  expect(await written(changes)).toMatch(/42501|23514/)
})

describe('a top-up', () => {
  test('repays a running loan of the same person and product, and no other', async () => {
    const { id } = await lend(office, { amount: 8_000 })
    const [thief] = office.guarantors as [Borrowing['borrower']]
    expect(await written({ tops_up: `'${id}'` }, thief)).toBe(denied)
    expect(await written({ tops_up: `'${id}'` })).toMatch(/^[0-9a-f-]{36}$/)
  })
  test('repays none that waits', async () => {
    const id = await apply(office, { product_id: 2, amount: 12_000, term_months: 1 })
    expect(await written({ tops_up: `'${id}'` })).toBe(denied)
  })
})

test('the database reckons as the engine does', async () => {
  const asked = loanProducts('2026-11').flatMap((product) =>
    Array.from({ length: product.term_max }, (_, index) => index + 1).flatMap((term) =>
      [product.amount_min, product.amount_max, product.amount_min + 12_345_67].map((amount) => {
        const made = quoteLoan(product, Math.min(amount, product.amount_max), term)
        const { product_id, code, name, owed_to, guarantors } = product
        const { principal, total, monthly, interest, rate } = made
        const fees = [made.processing_fee, made.insurance_fee].map((fee) => fee / 100)
        const named = [product_id, code, name, owed_to, guarantors]
        const figures = [principal, interest, total, monthly].map((cents) => cents / 100)
        return [...named, made.term, rate / 100, ...fees, ...figures]
      }),
    ),
  )
  const [{ fit }] = await world.rows(
    `select count(*) filter (where is_loan_of_product((a ->> 0)::int, a ->> 1, a ->> 2, a ->> 3,
        (a ->> 4)::int, (a ->> 5)::int, (a ->> 6)::numeric, (a ->> 7)::numeric,
        (a ->> 8)::numeric, (a ->> 9)::numeric, (a ->> 10)::numeric, (a ->> 11)::numeric,
        (a ->> 12)::numeric))::int as fit
     from jsonb_array_elements($1) a`,
    [JSON.stringify(asked)],
  )
  expect(fit).toBe(asked.length)
})

test('asked for in the usual way, every product is there', async () => {
  const { borrower } = office
  for (const given of [{}, { product_id: 2, amount: 12_345, term_months: 2 }]) {
    const made = await borrower.call(loans.create, { body: application(office, given) })
    expect(made.status).toBe(201)
  }
  const body = { product_id: 3, amount: 777, purpose: 'Rent', term_months: 1 }
  expect((await borrower.call(loans.create, { body })).status).toBe(201)
})
