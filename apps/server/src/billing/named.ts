import type { contract } from '@mshahara/contract'
import { inPlatform } from '../core/ctx.ts'
import type { PlatformTx } from '../core/db.ts'
import { fail, failField, found } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { moneyNamed, nameMoney } from './money.ts'
import type { Money } from './push.ts'

/**
 * M-PESA confirms a payment when asked, but tells its receipt number by callback only. Where that
 * is lost, somebody looks it up on the statement.
 */

export const nameReceipt: Handler<(typeof contract.billing)['nameReceipt']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { id } = input.params
    found(await tx.maybe`select from payment_receipts where id = ${id}`)
    const { reference } = input.body()
    if (await moneyNamed(tx, reference)) {
      failField('reference', `${reference} belongs to another payment.`)
    }
    await nameIt(tx, id, reference)
    return { message: 'Receipt number saved successfully' }
  })

export async function nameIt(tx: PlatformTx, receipt_id: string, reference: string) {
  const money = await tx.one<Money>`select * from payment_receipts where id = ${receipt_id}
    for update`
  if (money.reference !== null || !money.push_id) fail(422, 'This payment has its number.')
  const { organization_id, push_id } = money
  await tx.run`update payment_pushes set receipt = ${reference}
    where organization_id = ${organization_id} and id = ${push_id}`
  await nameMoney(tx, { organization_id, id: push_id }, reference)
}
