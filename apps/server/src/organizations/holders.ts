import { grants, type Permission, type Role, roles } from '@mshahara/contract'
import type { Tx } from '../core/db.ts'
import { type Sql, sql } from '../core/sql.ts'

/** Membership `m` holds a permission, by role or by grant; only who can sign in counts. */
export function holding(permission: Permission): Sql {
  const granting: Role[] = roles.filter((role) => grants[role].has(permission))
  return sql`m.status = 'active'
    and (m.role = any(${granting}) or ${permission} = any(m.permissions))`
}

/** Who holds a permission in the organisation. */
export async function holdersOf(tx: Tx, permission: Permission): Promise<string[]> {
  const rows = await tx.all<{ user_id: string }>`
    select user_id from memberships m where ${holding(permission)}`
  return rows.map(({ user_id }) => user_id)
}
