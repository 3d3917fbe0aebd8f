import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { livePeriods } from '../subscriptions/index.ts'
import { basisOf } from './balance.ts'
import { creditFor, type Period } from './quote.ts'
import type { Order } from './rows.ts'

/** What was paid for and not yet used, and whether an upgrade is still owed as much for it. */

export async function periodsOn(tx: Tx, organization_id: string, day: string): Promise<Period[]> {
  const rows = await livePeriods(tx, organization_id, day)
  return rows.map((period) => ({ ...period, paid: centsOf(period.paid) }))
}

export const leftOn = async (tx: Tx, organization_id: string, day: string): Promise<Cents> =>
  creditFor(await periodsOn(tx, organization_id, day), day)

type Agreed = Pick<Order, 'organization_id' | 'type' | 'basis' | 'credit'>

/** Nothing was bought or credited since, and no day was used that an upgrade would credit. */
export const stillHolds = async (tx: Tx, agreed: Agreed, day: string): Promise<boolean> =>
  (await basisOf(tx, agreed.organization_id)) === agreed.basis &&
  (agreed.type === 'renew' ||
    (await leftOn(tx, agreed.organization_id, day)) === centsOf(agreed.credit))
