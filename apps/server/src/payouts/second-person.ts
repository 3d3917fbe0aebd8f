import { grants, roles } from '@mshahara/contract'
import type { Tx } from '../core/db.ts'

/** Whether somebody else has to agree before money leaves (C14). */

const granting = roles.filter((role) => role !== 'super-admin' && grants[role].has('pay payrolls'))

/** Everybody of an organisation who may pay, also where the transaction is bound to none. */
export async function payersOf(tx: Tx, organization_id: string) {
  const rows = await tx.all<{ user_id: string }>`select user_id from memberships
    where organization_id = ${organization_id} and status = 'active'
      and (role = any(${granting}) or 'pay payrolls' = any(permissions))`
  return rows.map(({ user_id }) => user_id)
}

/** What the first of two has said counts for as long as they may pay themselves. */
export const mayStillPay = async (tx: Tx, organization_id: string, user_id: string | null) =>
  user_id !== null && (await payersOf(tx, organization_id)).includes(user_id)

export async function secondPerson(tx: Tx, organization_id: string) {
  const { second_person } = await tx.one<{ second_person: boolean | null }>`
    select second_person from payout_settings where organization_id = ${organization_id}`
  const holders = (await payersOf(tx, organization_id)).length
  return { second_person, holders, needed: second_person ?? holders > 1 }
}
