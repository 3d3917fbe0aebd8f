import type { Tx } from '../../foundation/core/db.ts'

/**
 * Whether somebody else has to agree before money leaves (C14), and whose word counts (C20). The
 * database says so, in functions/payers.sql, to its own guards as well.
 */

/** Everybody of an organisation who may pay, also where the transaction is bound to none. */
export async function payersOf(tx: Tx, organization_id: string) {
  const rows = await tx.all<{ user_id: string }>`
    select members_who_may(${organization_id}, 'pay payrolls') as user_id`
  return rows.map(({ user_id }) => user_id)
}

/** Whose agreement counts today. */
export async function countingPayers(tx: Tx, organization_id: string) {
  const rows = await tx.all<{ user_id: string }>`
    select counting_payers(${organization_id}) as user_id`
  return rows.map(({ user_id }) => user_id)
}

/** What the first of two has said counts for as long as their right to pay does. */
export async function mayStillPay(tx: Tx, organization_id: string, user_id: string | null) {
  const { counts } = await tx.one<{ counts: boolean }>`
    select counts_as_payer(${organization_id}, ${user_id}) as counts`
  return counts
}

export const secondPerson = (tx: Tx, organization_id: string) =>
  tx.one<{ second_person: boolean | null; holders: number; needed: boolean }>`
    select second_person, second_person_needed(organization_id) as needed,
      (select count(*) from payers_for_rule(${organization_id})) as holders
    from payout_settings where organization_id = ${organization_id}`
