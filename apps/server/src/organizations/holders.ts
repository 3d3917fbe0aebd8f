import { grants, type Permission, type Role, roles } from '@mshahara/contract'
import type { Tx } from '../core/db.ts'

/** Who holds a permission in the organisation, by role or by grant; only who can sign in counts. */
export async function holdersOf(tx: Tx, permission: Permission): Promise<string[]> {
  const granting: Role[] = roles.filter((role) => grants[role].has(permission))
  const rows = await tx.all<{ user_id: string }>`
    select user_id from memberships where status = 'active'
      and (role = any(${granting}) or ${permission} = any(permissions))`
  return rows.map(({ user_id }) => user_id)
}
