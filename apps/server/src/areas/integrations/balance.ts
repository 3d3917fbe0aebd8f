import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'

/** What a provider has told in passing about the account that an integration pays from. */
export const noteBalance = (tx: Tx, id: string, available: Cents) =>
  tx.run`update integrations set balance = ${(available / 100).toFixed(2)}, balance_at = app_now()
    where id = ${id}`
