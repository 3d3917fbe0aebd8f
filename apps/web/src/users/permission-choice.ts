import type { Permission } from '@mshahara/contract/permissions'

/** Which permissions are chosen and which are locked while a user is edited (section 4). */

export interface Choice {
  chosen: ReadonlySet<Permission>
  locked: ReadonlySet<Permission>
}
export interface RoleInfo {
  name: string
  permissions: readonly Permission[]
  /** Whether the one who edits may give it. */
  grantable?: boolean
}

const permissionsOf = (roles: readonly RoleInfo[], role: string | null) =>
  roles.find(({ name }) => name === role)?.permissions

/** As loaded: what the person holds, with what the role grants locked. */
export function choiceOf(
  held: readonly Permission[],
  role: string | null,
  roles: readonly RoleInfo[],
): Choice {
  return { chosen: new Set(held), locked: new Set(permissionsOf(roles, role) ?? []) }
}

/** Another role replaces the selection and locks it; no role clears both. */
export function changeRole(
  choice: Choice,
  role: string | null,
  roles: readonly RoleInfo[],
): Choice {
  if (!role) return { chosen: new Set(), locked: new Set() }
  const granted = permissionsOf(roles, role)
  if (!granted) {
    console.warn(`There is no role ${role}.`)
    return choice
  }
  return { chosen: new Set(granted), locked: new Set(granted) }
}

export function toggle(choice: Choice, name: Permission): Choice {
  if (choice.locked.has(name)) return choice
  const chosen = new Set(choice.chosen)
  if (!chosen.delete(name)) chosen.add(name)
  return { ...choice, chosen }
}

/** What the server is sent: the differences from what was loaded. */
export function differences(held: readonly Permission[], { chosen }: Choice) {
  const before = new Set(held)
  return {
    added: [...chosen].filter((name) => !before.has(name)),
    removed: held.filter((name) => !chosen.has(name)),
  }
}
