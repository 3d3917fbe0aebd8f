import type { Cents } from '@mshahara/engine/money'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'
import { newestPeriod } from '../subscriptions/index.ts'

/** Credit on the account of an organisation: a ledger that is only added to. */

export async function balanceOf(tx: Tx, organization_id: string): Promise<Cents> {
  const { sum } = await tx.one<{ sum: string }>`select coalesce(sum(amount), 0) as sum
    from payment_credits where organization_id = ${organization_id}`
  return centsOf(sum)
}

export interface Entry {
  organization_id: string
  amount: Cents
  what: string
  reference?: string | null
  order_id?: string | null
  push_id?: string | null
  by_name?: string | null
}

export const addCredit = (tx: Tx, entry: Entry) =>
  tx.run`insert into payment_credits
      (organization_id, amount, what, reference, order_id, push_id, by_name)
    values (${entry.organization_id}, ${entry.amount / 100}, ${entry.what},
      ${entry.reference ?? null}, ${entry.order_id ?? null}, ${entry.push_id ?? null},
      ${entry.by_name ?? null})`

/** As people type it: small letters and spaces make no other payment of it. */
export const plainReference = (reference: string) => reference.replace(/\s/g, '').toUpperCase()

export const isReference = (column: 'reference' | 'receipt', reference: string): Sql =>
  sql`upper(regexp_replace(${raw(column)}, '\\s', '', 'g')) = ${plainReference(reference)}`

/** By hand, before M-PESA told of it. */
export const enteredByHand = async (tx: Tx, reference: string): Promise<boolean> =>
  (await tx.run`select from payment_credits
    where push_id is null and ${isReference('reference', reference)}`) > 0

/** What a quote was worked out from: while it is the same, the quote still holds. */
export const basisOf = async (tx: Tx, organization_id: string) =>
  `${await newestPeriod(tx, organization_id)} ${await balanceOf(tx, organization_id)}`

/** Orders, payments and plans of an organisation are changed one after another. */
export const lockName = (organization_id: string) => `billing ${organization_id}`
