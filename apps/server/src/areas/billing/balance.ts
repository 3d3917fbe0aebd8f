import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
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
  /** Of money that came in. */
  receipt_id?: string | null
  by_name?: string | null
  /** The entry that was none. */
  takes_back?: string | null
}

export const addCredit = (tx: Tx, entry: Entry) =>
  tx.run`insert into payment_credits
      (organization_id, amount, what, reference, order_id, push_id, receipt_id, by_name,
        takes_back)
    values (${entry.organization_id}, ${entry.amount / 100}, ${entry.what},
      ${entry.reference ?? null}, ${entry.order_id ?? null}, ${entry.push_id ?? null},
      ${entry.receipt_id ?? null}, ${entry.by_name ?? null}, ${entry.takes_back ?? null})`

/** What a quote was worked out from: while it is the same, the quote still holds. */
export const basisOf = async (tx: Tx, organization_id: string) =>
  `${await newestPeriod(tx, organization_id)} ${await balanceOf(tx, organization_id)}`

/**
 * Entering money by hand and finding money without its number go one after another, as either looks
 * for what the other has done, in every organisation. Taken before any organisation's.
 */
export const handLock = 'billing by hand'

/** Orders, payments and plans of an organisation are changed one after another. */
export const lockName = (organization_id: string) => `billing ${organization_id}`
