import type { contract } from '@mshahara/contract'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { leavingSettings } from './tables.ts'

type Leaving = typeof contract.leaving

export async function settingsOf(tx: Tx) {
  const [row] = await tx.select().from(leavingSettings)
  return found(row)
}

export const settings: Handler<Leaving['settings']> = ({ tx }) => settingsOf(tx)

export const changeSettings: Handler<Leaving['changeSettings']> = async ({ tx }, { body }) => {
  const [saved] = await tx.update(leavingSettings).set(body).returning()
  return found(saved)
}
