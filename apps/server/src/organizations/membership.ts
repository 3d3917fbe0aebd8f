import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../core/db.ts'
import { memberships } from './tables.ts'

/** Memberships are written here and nowhere else. */

type Membership = typeof memberships.$inferSelect
type Change = Partial<Pick<Membership, 'role' | 'status' | 'permissions' | 'invited_as'>>

const of = (organization_id: string, user_id: string) =>
  and(eq(memberships.organization_id, organization_id), eq(memberships.user_id, user_id))

export const addMembership = (tx: Tx, membership: typeof memberships.$inferInsert) =>
  tx.insert(memberships).values(membership)

export async function changeMembership(
  tx: Tx,
  organization_id: string,
  user_id: string,
  change: Change,
) {
  if (Object.keys(change).length === 0) return
  await tx.update(memberships).set(change).where(of(organization_id, user_id))
}

/** An invitation taken or turned down; false when there is none. */
export async function answerInvitation(
  tx: Tx,
  organization_id: string,
  user_id: string,
  accepted: boolean,
): Promise<boolean> {
  const invited = and(of(organization_id, user_id), eq(memberships.status, 'invited'))
  const rows = accepted
    ? await tx
        .update(memberships)
        .set({ status: 'active', invited_as: null })
        .where(invited)
        .returning()
    : await tx.delete(memberships).where(invited).returning()
  return rows.length > 0
}

/** Does the person belong to another organisation than this one? (platform role) */
export async function belongsElsewhere(tx: Tx, organization_id: string, user_id: string) {
  const rows = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, user_id), ne(memberships.organization_id, organization_id)))
    .limit(1)
  return rows.length > 0
}

export interface NewSignIn {
  employee_id: string
  /** The id of the login that was made for them; another one means that it existed before. */
  user_id: string
  first_name: string
  last_name: string
  email: string
  phone: string
}

/**
 * Memberships of employees, set-wise (platform role). A login that existed joins by accepting (A4);
 * one that belongs to the organisation already is told who it is on the payroll.
 */
export const addEmployeeMemberships = (tx: Tx, organization_id: string, people: NewSignIn[]) =>
  tx.$client.query(
    `insert into memberships (organization_id, user_id, role, status, employee_id, invited_as)
     select $1, u.id, 'employee', case when u.id = p.user_id then 'active' else 'invited' end,
       p.employee_id, case when u.id <> p.user_id then jsonb_build_object('first_name',
         p.first_name, 'last_name', p.last_name, 'email', p.email, 'phone', p.phone) end
     from json_to_recordset($2) as p (employee_id uuid, user_id uuid, first_name text,
       last_name text, email text, phone text) join users u on u.email = p.email
     on conflict (organization_id, user_id) do update set employee_id = excluded.employee_id
       where memberships.employee_id is null`,
    [organization_id, JSON.stringify(people)],
  )

/** Of somebody who never used it. */
export const removeMembership = (tx: Tx, organization_id: string, user_id: string) =>
  tx.delete(memberships).where(of(organization_id, user_id))
