import { effective, grants, type Permission, type Role } from '@mshahara/contract'
import type { Sentence } from '@mshahara/contract/say'
import { sayToStaff } from './sentences.ts'

/** Who may give what to whom (A4). Pure: no database, no clock. */

export interface RightsHolder {
  id: string
  role: Role
  extra: readonly Permission[]
}

const rank: Record<Role, number> = {
  'super-admin': 5,
  primary: 4,
  admin: 2,
  finance: 2,
  user: 1,
  employee: 0,
}

export const permissionsOf = ({ role, extra }: RightsHolder) => effective(role, extra)
const covers = (mine: ReadonlySet<Permission>, asked: Iterable<Permission>) =>
  [...asked].every((permission) => mine.has(permission))

/** Why `actor` may not change `target`; undefined when allowed. */
export function refusalToEdit(actor: RightsHolder, target: RightsHolder): Sentence | undefined {
  if (actor.id === target.id) return sayToStaff.ownRights
  if (
    rank[target.role] > rank[actor.role] ||
    !covers(permissionsOf(actor), permissionsOf(target))
  ) {
    return sayToStaff.moreRights
  }
  return undefined
}

/**
 * Why `actor` may not give this role; the rights that come with being primary are not permissions.
 */
export function refusalToGiveRole(actor: RightsHolder, role: Role): Sentence | undefined {
  const allowed = rank[role] <= rank[actor.role] && covers(permissionsOf(actor), grants[role])
  return allowed ? undefined : sayToStaff.roleTooHigh
}

export interface Changed {
  added: readonly Permission[]
  removed: readonly Permission[]
}

/** Why `actor` may not give or take these permissions. */
export function refusalToGrant(
  actor: RightsHolder,
  target: RightsHolder,
  changed: Changed,
): Sentence | undefined {
  const mine = permissionsOf(actor)
  const lacking = [...changed.added, ...changed.removed].find((name) => !mine.has(name))
  if (lacking) return sayToStaff.notHeld({ permission: lacking })
  const locked = changed.removed.find((name) => grants[target.role].has(name))
  return locked ? sayToStaff.inRole({ permission: locked }) : undefined
}

/** The permissions beyond the role after a change. */
export function extraAfter(target: RightsHolder, changed: Changed): Permission[] {
  const kept = target.extra.filter((name) => !changed.removed.includes(name))
  const extra = new Set([...kept, ...changed.added])
  return [...extra].filter((name) => !grants[target.role].has(name)).sort()
}
