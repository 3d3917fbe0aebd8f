import type { Profile } from '@mshahara/contract/auth'
import type { Icon } from '@tabler/icons-react'
import {
  type MenuGroup,
  mayOpen,
  type PackageName,
  type Person,
  type Screen,
} from '../lib/screen.ts'

/**
 * Which screens a person sees: by permission, role, organisation and package. Their order is
 * that of `routes.tsx`.
 */

/** What else the menu knows: their own record, if they have one. */
type Reader = Person & Partial<Pick<Profile, 'employee_id' | 'leaver'>>

export interface Entry {
  path: string
  label: string
  icon: Icon
}
export type MenuItem = Entry | { group: string; icon: Icon; entries: Entry[] }

export function menuFor(screens: Screen[], person: Reader, onPackage?: PackageName): MenuItem[] {
  const items: MenuItem[] = []
  for (const screen of screens) {
    const { menu } = screen
    if (!menu || !mayOpen(screen, person)) continue
    if (menu.roles && !menu.roles.includes(person.role)) continue
    if (onPackage && menu.notOn?.includes(onPackage)) continue
    if (menu.paid && !isPaid(person)) continue
    const path = pathFor(screen, person)
    if (path === null) continue
    const entry = { path, label: menu.label ?? screen.title, icon: menu.icon }
    if (!menu.group) items.push(entry)
    else addToGroup(items, menu.group, entry, person)
  }
  return items
}

const isPaid = ({ role, employee_id }: Reader) => role === 'employee' || employee_id != null

/** The address behind a menu entry; null when it would lead to a record that is not there. */
function pathFor({ path, menu }: Screen, person: Reader): string | null {
  if (!menu?.own) return path
  return person.employee_id && !person.leaver ? path.replace('$id', person.employee_id) : null
}

function addToGroup(items: MenuItem[], group: MenuGroup, entry: Entry, person: Person) {
  const { icon, roles } = group
  if (!roles.includes(person.role)) return
  const name = (person.role !== 'employee' && group.forStaff) || group.name
  const open = items.find((item) => 'group' in item && item.group === name)
  if (open && 'group' in open) open.entries.push(entry)
  else items.push({ group: name, icon, entries: [entry] })
}

/** Everything the quick jump offers. */
export function jumpsFor(screens: Screen[], person: Reader): Entry[] {
  return screens
    .filter((screen) => (screen.menu || screen.jump) && mayOpen(screen, person))
    .filter(({ menu }) => !menu?.own || !menu.roles || menu.roles.includes(person.role))
    .filter(({ menu }) => !menu?.paid || isPaid(person))
    .flatMap((screen) => {
      const { title, menu, jump } = screen
      const icon = menu?.icon ?? jump
      const path = pathFor(screen, person)
      return icon && path !== null ? [{ path, label: menu?.label ?? title, icon }] : []
    })
}
