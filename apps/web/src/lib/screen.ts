import type { Profile } from '@mshahara/contract/auth'
import type { Permission, Role } from '@mshahara/contract/permissions'
import type { packageNames } from '@mshahara/contract/subscriptions'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import {
  IconBuilding,
  IconCalculator,
  IconCash,
  IconChartBar,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '../ui/icons.ts'

/** A screen as its area lists it: its path, who may open it, its place in the menu, its code. */
export interface Screen {
  path: string
  title: string
  load: () => Promise<{ default: ComponentType }>
  /** Without sidebar and top bar; `wide` also without the panel beside forms. */
  blank?: true | 'wide'
  /** `guest`: pointless with a session. `anyone`: with or without one. Default: signed in. */
  audience?: 'guest' | 'anyone'
  /** Of the employee's area: its texts are in the person's language. Others are in English. */
  translated?: true
  permission?: Permission
  roles?: readonly Role[]
  /** Works without an organisation. */
  alone?: boolean
  /** Offered by the quick jump, though not in the menu. */
  jump?: Icon
  menu?: MenuPlace
  /** Its parents: the first that a person may open stays lit in the menu, and Back leads there. */
  under?: readonly string[]
}

export type Person = Pick<Profile, 'role' | 'permissionNames' | 'organization_id'>

export function mayOpen(screen: Screen, person: Person): boolean {
  if (screen.audience) return false
  if (!screen.alone && !person.organization_id) return false
  if (screen.roles && !screen.roles.includes(person.role)) return false
  return !screen.permission || person.permissionNames.includes(screen.permission)
}

interface MenuPlace {
  /** When it differs from the title. */
  label?: string
  group?: MenuGroup
  icon: Icon
  roles?: readonly Role[]
  /** Leads to the person's own record; hidden from whoever has none. */
  own?: boolean
  /** Of use to whoever is paid here: employees, and staff with a record of their own. */
  paid?: boolean
  /** Hidden while the organisation is on one of these packages. */
  notOn?: readonly PackageName[]
}

export type PackageName = (typeof packageNames)[number]

export const notEmployee: readonly Role[] = ['super-admin', 'primary', 'admin', 'finance', 'user']

/** A group of the sidebar stands where its first entry does; areas have their own beside these. */
export interface MenuGroup {
  name: string
  /** What staff see it called, beside a group of theirs with nearly the same name. */
  forStaff?: string
  icon: Icon
  /** Narrows what permissions already decide. */
  roles: readonly Role[]
}
export const groups = {
  organization: { name: 'Organization', icon: IconBuilding, roles: notEmployee },
  employees: { name: 'Employees', icon: IconUsersGroup, roles: notEmployee },
  casuals: { name: 'Casuals', icon: IconUsers, roles: notEmployee },
  payrolls: { name: 'Payrolls', icon: IconCash, roles: notEmployee },
  accounting: { name: 'Accounting', icon: IconCalculator, roles: notEmployee },
  account: { name: 'Account', icon: IconSettings, roles: ['super-admin', 'primary'] },
  reports: { name: 'Analytic Reports', icon: IconChartBar, roles: notEmployee },
} satisfies Record<string, MenuGroup>
