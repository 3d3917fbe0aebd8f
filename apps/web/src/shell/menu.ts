import type { Profile } from '@mshahara/contract/auth'
import type { Icon } from '@tabler/icons-react'
import { type GroupName, groups, type PackageName, type Screen } from '../routes.tsx'

/** What a person sees of the screens: by permission, role, organisation and package. */

export type Person = Pick<Profile, 'role' | 'permissionNames' | 'organization_id'>

export function mayOpen(screen: Screen, person: Person): boolean {
  if (screen.audience) return false
  if (!screen.alone && !person.organization_id) return false
  if (screen.roles && !screen.roles.includes(person.role)) return false
  return !screen.permission || person.permissionNames.includes(screen.permission)
}

export interface Entry {
  path: string
  label: string
  icon: Icon
}
export type MenuItem = Entry | { group: GroupName; icon: Icon; entries: Entry[] }

export function menuFor(screens: Screen[], person: Person, onPackage?: PackageName): MenuItem[] {
  const items: MenuItem[] = []
  for (const screen of screens) {
    const { menu } = screen
    if (!menu || !mayOpen(screen, person)) continue
    if (menu.roles && !menu.roles.includes(person.role)) continue
    if (onPackage && menu.notOn?.includes(onPackage)) continue
    const entry = { path: screen.path, label: menu.label ?? screen.title, icon: menu.icon }
    if (!menu.group) items.push(entry)
    else addToGroup(items, menu.group, entry, person)
  }
  return items
}

function addToGroup(items: MenuItem[], group: GroupName, entry: Entry, person: Person) {
  const { icon, roles } = groups[group]
  if (roles && !(roles as readonly string[]).includes(person.role)) return
  const open = items.find((item) => 'group' in item && item.group === group)
  if (open && 'group' in open) open.entries.push(entry)
  else items.push({ group, icon, entries: [entry] })
}

/** Everything the quick jump offers. */
export function jumpsFor(screens: Screen[], person: Person): Entry[] {
  return screens
    .filter((screen) => (screen.menu || screen.jump) && mayOpen(screen, person))
    .flatMap(({ path, title, menu, jump }) => {
      const icon = menu?.icon ?? jump
      return icon ? [{ path, label: menu?.label ?? title, icon }] : []
    })
}
