import { grants, type Permission, type Role, roles } from '@mshahara/contract'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'

/** Membership `m` holds a permission, by role or by grant; only who can sign in counts. */
export function holding(permission: Permission): Sql {
  const granting: Role[] = roles.filter((role) => grants[role].has(permission))
  return sql`m.status = 'active'
    and (m.role = any(${granting}) or ${permission} = any(m.permissions))`
}

/**
 * Whether somebody else has the say: it is about the caller's own money, and another member holds
 * the permission. Of a loan (null) somebody else always can, in the end the platform operator. The
 * guards in the database ask the same.
 */
export async function somebodyElseMust(tx: Tx, employee_id: string, permission: Permission | null) {
  const { must } = await tx.one<{ must: boolean }>`
    select somebody_else_must(${employee_id}, ${permission}) as must`
  return must
}

/** Who holds a permission in the organisation. */
export async function holdersOf(tx: Tx, permission: Permission): Promise<string[]> {
  const rows = await tx.all<{ user_id: string }>`
    select user_id from memberships m where ${holding(permission)}`
  return rows.map(({ user_id }) => user_id)
}
