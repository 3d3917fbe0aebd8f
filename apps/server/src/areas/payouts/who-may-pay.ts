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

/**
 * Whoever may pay although their contract is over, by name. Nobody is locked out by a date: one
 * that is renewed late would stop everybody's pay. It is said instead, wherever they could pay.
 */
export async function payersGone(tx: Tx, organization_id: string, today: string) {
  const rows = await tx.all<{ name: string }>`
    select concat_ws(' ', e.first_name, e.last_name) as name
    from members_who_may(${organization_id}, 'pay payrolls') u
    join memberships m on m.organization_id = ${organization_id} and m.user_id = u
    join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
    where has_left(e.termination_date, ${today}::date) order by name`
  return rows.map(({ name }) => name)
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
