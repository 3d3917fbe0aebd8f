import { contract } from '@mshahara/contract'
import type { Payday } from './payday.ts'
import type { Movement } from './providers.ts'

/** An operator with M-PESA's statement in hand, who leaves nothing open. */

const { billing } = contract
type Operator = Awaited<ReturnType<Payday['as']>>
type Shop = Pick<Payday, 'rows' | 'simulator'>

/** What phones really paid, as the statement has it. */
export const statementOf = async (shop: Shop): Promise<Movement[]> =>
  (await shop.simulator.ledger()).movements.filter(
    ({ kind, state }) => kind === 'stk' && state === 'paid',
  )

export async function reconcile(shop: Shop, operator: Operator) {
  const statement = await statementOf(shop)
  await enterNumbers(shop, operator, statement)
  await endReviews(shop, operator, statement)
  await enterMissing(shop, operator, statement)
}

const receiptNamed = async (shop: Shop, reference: string) =>
  (await shop.rows('select * from payment_receipts where reference = upper($1)', [reference]))[0] ??
  (await shop.rows('select * from payment_receipts where reference ilike $1', [reference]))[0]

async function enterNumbers(shop: Shop, operator: Operator, statement: Movement[]) {
  const nameless = await shop.rows(
    `select r.id, p.checkout_id from payment_receipts r join payment_pushes p on p.id = r.push_id
     where r.reference is null and r.method = 'M-PESA'`,
  )
  for (const { id, checkout_id } of nameless) {
    const reference = statement.find(({ key }) => key === checkout_id)?.receipt ?? ''
    done(await operator.call(billing.nameReceipt, { params: { id }, body: { reference } }))
  }
}

/** One after another, as each decision may leave another of the same order. */
async function endReviews(shop: Shop, operator: Operator, statement: Movement[]) {
  for (let turn = 0; turn < 500; turn += 1) {
    const [review] = await shop.rows(
      `select p.*, 'SUB' || lpad(o.number::text, 7, '0') as account from payment_pushes p
       join payment_orders o on o.id = p.order_id where p.state = 'review' order by p.number limit 1`,
    )
    if (!review) return
    const own = statement.filter(({ key, reference }) =>
      review.checkout_id ? key === review.checkout_id : reference === review.account,
    )
    done(
      await operator.call(billing.decide, {
        params: { id: review.order_id },
        body: {
          ...(await decisionOn(shop, review, own)),
          reason: 'On the statement.',
          nameless_id: null,
        },
      }),
    )
  }
  throw new Error('There is no end of reviews.')
}

async function decisionOn(
  shop: Shop,
  review: { receipt: string | null; amount: string },
  own: Movement[],
) {
  const named = review.receipt && own.filter(({ receipt }) => receipt === review.receipt)
  for (const { receipt, amount } of named || own) {
    const known = await receiptNamed(shop, receipt)
    if (known && known.push_id === null) return { outcome: 'entered' as const, reference: receipt }
    if (known) continue
    return amount === Number(review.amount) * 100
      ? { outcome: 'paid' as const, reference: receipt }
      : { outcome: 'credit' as const, amount: amount / 100, reference: receipt }
  }
  return { outcome: 'unpaid' as const, reference: 'Nothing on the statement' }
}

/** Money that nobody has told us of. */
async function enterMissing(shop: Shop, operator: Operator, statement: Movement[]) {
  for (const movement of statement) {
    if (await receiptNamed(shop, movement.receipt)) continue
    done(await enterByHand(shop, operator, movement))
  }
}

/** For the order that its account number names, unless the operator overlooks that. */
export async function enterByHand(
  shop: Shop,
  operator: Operator,
  { receipt, reference, amount }: Movement,
  overlooks = false,
) {
  const [order] = await shop.rows(
    `select id, organization_id from payment_orders where 'SUB' || lpad(number::text, 7, '0') = $1`,
    [reference],
  )
  const { organization_id } = order
  const query = { organization_id, amount: amount / 100 }
  const { orders, nameless } = (await operator.call(billing.candidates, { query })).body
  const meant = orders.find(({ id }) => id === order.id)
  const given = nameless.find((one) => one.reference_no === reference)
  return operator.call(billing.addCredit, {
    body: {
      organization_id,
      amount: amount / 100,
      method: 'M-PESA',
      reference: receipt.toLowerCase(),
      reason: 'On the statement.',
      order_id: meant && !overlooks ? meant.id : null,
      nameless_id: given && !overlooks ? given.id : null,
    },
  })
}

function done({ status, body }: { status: number; body: object }) {
  if (status > 201) throw new Error(`${status} ${JSON.stringify(body)}`)
}
