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
