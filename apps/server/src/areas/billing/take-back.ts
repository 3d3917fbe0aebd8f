import type { contract } from '@mshahara/contract'
import { formatShillings } from '@mshahara/engine/money'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { notifyPayers } from './activate.ts'
import { addCredit, balanceOf, lockName } from './balance.ts'
import { nameFromCallback } from './receipt-lookup.ts'
import type { Money } from './rows.ts'
import { say } from './sentences.ts'
import { named } from './settle.ts'

/** Credit that the operator entered and that is none: an entry of its own takes it off again. */

interface Credit extends Money {
  credit_id: string | null
}

const receiptById = (tx: PlatformTx, id: string) =>
  tx.one<Credit>`select r.*, c.id as credit_id from payment_receipts r
    left join payment_credits c on c.organization_id = r.organization_id and c.receipt_id = r.id
    where r.id = ${id}`

export const takeBackCredit: Handler<(typeof contract.billing)['takeBackCredit']> = (ctx, input) =>
  inPlatform(ctx, async (tx) => {
    const { id } = input.params
    const { organization_id } = await receiptById(tx, id)
    const { reason } = input.body()
    await advisoryLock(tx, lockName(organization_id))
    const money = await receiptById(tx, id)
    const amount = centsOf(money.amount)
    refuseOther(money)
    await refuseUsed(tx, organization_id, amount)
    await addCredit(tx, {
      organization_id,
      amount: -amount,
      what: `Taken back: ${reason}`,
      takes_back: money.credit_id,
      by_name: me(ctx).name,
    })
    await nameFromCallback(tx, money.reference)
    await notifyPayers(tx, organization_id, {
      key: `credit taken back ${id}`,
      title: 'Credit taken back',
      text:
        `Ksh ${formatShillings(amount)}${named(money.reference)} was taken off the credit on your account: ` +
        reason,
      link: '/billing',
    })
    return { message: 'Credit taken back successfully' }
  })

/** What is on the statement of M-PESA came in, whatever anybody says. */
export const isByHand = ({ applied, by_name, push_id, taken_back_at }: Money) =>
  applied === 'credit' && by_name !== null && push_id === null && taken_back_at === null

function refuseOther(money: Money) {
  if (isByHand(money)) return
  if (money.taken_back_at !== null) fail(422, say.takenBack)
  if (money.applied === 'order') {
    fail(422, say.forOrder)
  }
  fail(422, say.toldByMpesa)
}

async function refuseUsed(tx: PlatformTx, organization_id: string, amount: number) {
  const left = await balanceOf(tx, organization_id)
  if (left >= amount) return
  fail(422, say.partlyUsed({ amount: amount - left }))
}
