import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import { and, eq, ne } from '../../foundation/core/drizzle.ts'
import { type MembershipRow, memberships } from './tables.ts'

/** Memberships are written here and nowhere else. */

type Change = Partial<
  Pick<MembershipRow, 'role' | 'status' | 'permissions' | 'invited_as' | 'activation_hash'>
> & { off_by_record?: boolean }

const of = (organization_id: string, user_id: string) =>
  and(eq(memberships.organization_id, organization_id), eq(memberships.user_id, user_id))

type NewMembership = typeof memberships.$inferInsert

export const addMembership = (tx: PlatformTx, membership: NewMembership) =>
  addMemberships(tx, [membership])

export const addMemberships = (tx: PlatformTx, added: NewMembership[]) =>
  tx.insert(memberships).values(added)

export async function changeMembership(
  tx: Tx,
  organization_id: string,
  user_id: string,
  change: Change,
) {
  if (Object.keys(change).length === 0) return
  await tx.update(memberships).set(change).where(of(organization_id, user_id))
}

/** An invitation taken or turned down, as it was; nothing when there is none. */
export async function answerInvitation(
  tx: Tx,
  organization_id: string,
  user_id: string,
  accepted: boolean,
): Promise<MembershipRow | undefined> {
  const invited = and(of(organization_id, user_id), eq(memberships.status, 'invited'))
  const [offer] = await tx.select().from(memberships).where(invited).for('update')
  if (!offer) return undefined
  if (accepted) {
    await tx.update(memberships).set({ status: 'active', invited_as: null }).where(invited)
  } else await tx.delete(memberships).where(invited)
  return offer
}

/** False when there is nothing to leave; the last primary user is kept by the database. */
export async function leaveOrganization(tx: PlatformTx, organization_id: string, user_id: string) {
  const mine = and(of(organization_id, user_id), ne(memberships.status, 'invited'))
  return (await tx.delete(memberships).where(mine).returning()).length > 0
}

/** A login with a password is not activated again with any organisation's ID number. */
export const forgetActivation = (tx: PlatformTx, user_id: string) =>
  tx.update(memberships).set({ activation_hash: null }).where(eq(memberships.user_id, user_id))

/** What was offered to an address passes to the login that the address belongs to now. */
export async function moveOffers(tx: PlatformTx, from: string, to: string) {
  await tx.run`delete from memberships m where user_id = ${from} and exists (
    select from memberships o where o.organization_id = m.organization_id and o.user_id = ${to})`
  await tx.update(memberships).set({ user_id: to }).where(eq(memberships.user_id, from))
}

/** Does the person belong to another organisation too? What nobody accepted does not count. */
export async function belongsElsewhere(tx: PlatformTx, organization_id: string, user_id: string) {
  const rows = await tx
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.user_id, user_id),
        ne(memberships.organization_id, organization_id),
        ne(memberships.status, 'invited'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export interface NewSignIn {
  employee_id: string
  user_id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  /** In hexadecimal digits. */
  activation_hash: string
}

/**
 * Offers to many employees at once, in force once they accept (A28). A login that already
 * belongs to the organisation is linked to its employee.
 */
export const addEmployeeMemberships = (
  tx: PlatformTx,
  organization_id: string,
  people: NewSignIn[],
) =>
  tx.run`insert into memberships
      (organization_id, user_id, role, status, employee_id, activation_hash, invited_as)
    select ${organization_id}, user_id, 'employee', 'invited', employee_id,
      decode(activation_hash, 'hex'), jsonb_build_object('first_name', first_name,
        'last_name', last_name, 'email', email, 'phone', phone)
    from json_to_recordset(${JSON.stringify(people)}) as p (employee_id uuid, user_id uuid,
      first_name text, last_name text, email text, phone text, activation_hash text)
    on conflict (organization_id, user_id) do update set employee_id = excluded.employee_id,
      activation_hash = case when memberships.status = 'invited' then excluded.activation_hash end
    where memberships.employee_id is null`

/** Of somebody who never used it. */
export const removeMembership = (tx: PlatformTx, organization_id: string, user_id: string) =>
  tx.delete(memberships).where(of(organization_id, user_id))
