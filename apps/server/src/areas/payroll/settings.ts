import type { contract } from '@mshahara/contract'
import { found } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { payrollSettings } from './tables.ts'

type Payrolls = typeof contract.payrolls

export const settings: Handler<Payrolls['settings']> = async ({ tx }) => {
  const [row] = await tx.select().from(payrollSettings)
  return found(row)
}

export const changeSettings: Handler<Payrolls['changeSettings']> = async ({ tx }, { body }) => {
  const [saved] = await tx.update(payrollSettings).set(body).returning()
  return found(saved)
}
