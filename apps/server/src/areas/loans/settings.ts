import type { contract } from '@mshahara/contract'
import type { LoanSettings } from '@mshahara/contract/loan-fields'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loanSettings } from './tables.ts'

type Loans = typeof contract.loans

export async function settingsOf(tx: Tx): Promise<LoanSettings> {
  const [row] = await tx.select().from(loanSettings)
  return found(row)
}

export const settings: Handler<Loans['settings']> = ({ tx }) => settingsOf(tx)

export const changeSettings: Handler<Loans['changeSettings']> = async ({ tx }, { body }) => {
  const [saved] = await tx.update(loanSettings).set(body).returning()
  return found(saved)
}
