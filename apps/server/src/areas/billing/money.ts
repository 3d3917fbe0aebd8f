import type { Cents } from '@mshahara/engine/units'
import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import type { Jobs } from '../../foundation/core/parts.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Money, Push } from './rows.ts'

/** Money that came in: written down once, with its receipt, whichever way it was heard of. */

export interface Arrived {
  organization_id: string
  amount: Cents
  method: string
  reference: string | null
  applied: Money['applied']
  order_id: string | null
  push_id: string | null
  by_name: string | null
}

/** The database refuses a reference, a prompt or an order that has its money already. */
export async function receive(tx: Tx, jobs: Jobs, money: Arrived): Promise<Money> {
  const row = await tx.one<Money>`insert into payment_receipts (organization_id, amount, method,
      reference, applied, order_id, push_id, by_name)
    values (${money.organization_id}, ${money.amount / 100}, ${money.method}, ${money.reference},
      ${money.applied}, ${money.order_id}, ${money.push_id}, ${money.by_name}) returning *`
  const { organization_id, id: receipt_id } = row
  await jobs.send(tx, 'billing.receipt', { organization_id, receipt_id })
  return row
}

/** As people type it: small letters and spaces make no other payment of it. */
export const plainReference = (reference: string) => reference.replace(/\s/g, '').toUpperCase()

export const isReference = (column: 'reference' | 'receipt', reference: string): Sql =>
  sql`plain_reference(${raw(column)}) = ${plainReference(reference)}`

/** With the name of its organisation. */
export type NamedMoney = Money & { organization: string }

export const moneyNamed = (tx: Tx, reference: string) =>
  tx.maybe<NamedMoney>`select r.*, o.name as organization
    from payment_receipts r join organizations o on o.id = r.organization_id
    where r.method <> 'Credit' and r.taken_back_at is null
      and ${isReference('reference', reference)}`

/**
 * Entered by hand since the prompt was made, and not for it: it may be the same money. Of another
 * organisation, as much by M-PESA that nobody but a person says to be theirs: it may have been
 * entered for the wrong one.
 */
export const enteredSince = (tx: PlatformTx, { organization_id, id, created_at, amount }: Push) =>
  tx.maybe<NamedMoney>`select r.*, o.name as organization
    from payment_receipts r join organizations o on o.id = r.organization_id
    where r.by_name is not null and r.taken_back_at is null and r.received_at >= ${created_at}
      and r.push_id is distinct from ${id}
      and (r.organization_id = ${organization_id}
        or r.method = 'M-PESA' and r.amount = ${amount} and (r.push_id is null
          or exists (select from payment_decisions d where d.organization_id = r.organization_id
            and d.push_id = r.push_id and d.outcome in ('paid', 'credit'))))
    order by r.organization_id = ${organization_id} desc, r.number desc limit 1`

/** The prompt that money entered by hand turns out to have come by. */
export const tieTo = (tx: Tx, money: Money, push_id: string) =>
  tx.run`update payment_receipts set push_id = ${push_id}
    where organization_id = ${money.organization_id} and id = ${money.id}`

/** M-PESA confirmed it before its number was known. */
export const nameMoney = (tx: Tx, push: Pick<Push, 'organization_id' | 'id'>, reference: string) =>
  tx.run`update payment_receipts set reference = ${reference}
    where organization_id = ${push.organization_id} and push_id = ${push.id}
      and reference is null`

/** Its number was entered by hand for another payment: both are on the operator's list. */
export const noteCallback = (
  tx: Tx,
  push: Pick<Push, 'organization_id' | 'id'>,
  reference: string,
) =>
  tx.run`update payment_receipts set told_reference = ${reference}
    where organization_id = ${push.organization_id} and push_id = ${push.id}
      and reference is null`
