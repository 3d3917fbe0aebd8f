import type { contract } from '@mshahara/contract'
import type { Cents } from '@mshahara/engine/units'
import { inPlatform } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { handLock } from './balance.ts'
import { moneyNamed, nameMoney, noteCallback } from './money.ts'
import { type Money, type Order, referenceOf } from './rows.ts'
import { say } from './sentences.ts'

/**
 * M-PESA confirms a payment when asked, but tells its receipt number by callback only. Where that
 * is lost, somebody looks it up on the statement. Until then a number on the statement may be that
 * payment's, whoever it is entered for.
 */

interface Nameless extends Money, Pick<Order, 'number'> {
  organization: string
  phone: string
}

/** Of the organisation, and as much of any other. */
const namelessFor = (tx: PlatformTx, organization_id: string, amount: Cents) =>
  tx.all<Nameless>`select r.*, g.name as organization, p.phone, o.number
    from payment_receipts r join organizations g on g.id = r.organization_id
    join payment_pushes p on p.organization_id = r.organization_id and p.id = r.push_id
    join payment_orders o on o.organization_id = p.organization_id and o.id = p.order_id
    where r.reference is null and r.method = 'M-PESA'
      and (r.organization_id = ${organization_id} or r.amount = ${amount / 100})
    order by r.organization_id = ${organization_id} desc, r.number desc limit 50`

export const namelessToWire = async (tx: PlatformTx, organization_id: string, amount: Cents) =>
  (await namelessFor(tx, organization_id, amount)).map((row) => ({
    ...row,
    reference_no: referenceOf(row),
    amount: centsOf(row.amount),
  }))

export interface Found {
  organization_id: string
  amount: Cents
  method: string
  reference: string
  nameless_id?: string | null | undefined
}

/**
 * Money on a statement may be a payment that was given already: whoever enters it has to say. If it
 * is, that one gets its number, and this says so. Under `handLock`.
 */
export async function asKnownPayment(tx: PlatformTx, found: Found): Promise<string | null> {
  const { organization_id, amount, method, reference, nameless_id } = found
  const rows = await namelessFor(tx, organization_id, amount)
  if (nameless_id) {
    const chosen = rows.find(({ id }) => id === nameless_id)
    if (!chosen) failField('nameless_id', say.namedAlready)
    if (await moneyNamed(tx, reference)) {
      failField('reference', say.ofAnother({ reference }))
    }
    if (centsOf(chosen.amount) !== amount) {
      failField('amount', say.mpesaTold({ amount: centsOf(chosen.amount) }))
    }
    await nameIt(tx, chosen, reference)
    return `This is the payment of ${chosen.organization}: its number was saved`
  }
  if (nameless_id === undefined && rows.length > 0) {
    failField('nameless_id', say.oneOfThese)
  }
  if (method === 'M-PESA') refusePassedOver(rows, found)
  return null
}

/**
 * Of two payments alike, whichever of them is entered first names the one that M-PESA has told of:
 * the sum is right. Passing over it would give one of them twice.
 */
function refusePassedOver(rows: Nameless[], { organization_id, amount }: Found) {
  const same = rows.find(
    (row) => row.organization_id === organization_id && centsOf(row.amount) === amount,
  )
  if (!same) return
  failField('nameless_id', say.withoutNumber({ amount, account: referenceOf(same) }))
}

export const nameReceipt: Handler<(typeof contract.billing)['nameReceipt']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { id } = input.params
    const money = await tx.one<Money>`select * from payment_receipts where id = ${id}`
    const { reference } = input.body()
    await advisoryLock(tx, handLock)
    const other = await moneyNamed(tx, reference)
    if (!other) {
      await nameIt(tx, money, reference)
      return { message: 'Receipt number saved successfully', twice: false }
    }
    const { organization_id, push_id } = money
    if (other.by_name === null || !push_id) {
      failField('reference', say.ofAnother({ reference }))
    }
    const told = other.reference ?? reference
    if (!(await noteCallback(tx, { organization_id, id: push_id }, told))) fail(422, say.hasNumber)
    const message =
      `${told} was entered by hand for ${other.organization}: one of the two was credited by mistake. ` +
      'Both are on the list of money possibly credited twice.'
    return { message, twice: true }
  })

/** The prompt, then the money that it brought: everybody locks in this order. */
async function nameIt(tx: PlatformTx, { organization_id, push_id }: Money, reference: string) {
  if (!push_id) fail(422, say.hasNumber)
  await tx.run`update payment_pushes set receipt = ${reference}
    where organization_id = ${organization_id} and id = ${push_id} and receipt is null`
  if (!(await nameMoney(tx, { organization_id, id: push_id }, reference))) fail(422, say.hasNumber)
}

/** The number is free again: whatever M-PESA has called so has it now. */
export async function nameFromCallback(tx: PlatformTx, reference: string | null) {
  const told = await tx.all<Money>`select * from payment_receipts
    where reference is null and plain_reference(told_reference) = plain_reference(${reference})`
  for (const money of told) await nameIt(tx, money, money.told_reference ?? '')
}
