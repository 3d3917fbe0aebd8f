import type { Permission, Role } from '@mshahara/contract/permissions'
import type { packageNames } from '@mshahara/contract/subscriptions'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { IconBuilding, IconCash, IconChartBar, IconSettings, IconUsersGroup } from '../ui/icons.ts'

/** A screen as its area lists it: its path, who may open it, its place in the menu, its code. */
export interface Screen {
  path: string
  title: string
  load: () => Promise<{ default: ComponentType }>
  /** Without sidebar and top bar. */
  blank?: boolean
  /** `guest`: pointless with a session. `anyone`: with or without one. Default: signed in. */
  audience?: 'guest' | 'anyone'
  permission?: Permission
  roles?: readonly Role[]
  /** Works without an organisation. */
  alone?: boolean
  /** Offered by the quick jump, though not in the menu. */
  jump?: Icon
  menu?: MenuPlace
  /** The menu entry that stays lit while this screen is open. */
  under?: string
}

interface MenuPlace {
  /** When it differs from the title. */
  label?: string
  group?: GroupName
  icon: Icon
  roles?: readonly Role[]
  /** Leads to the person's own record; hidden from whoever has none. */
  own?: boolean
  /** Hidden while the organisation is on one of these packages. */
  notOn?: readonly PackageName[]
}

export type PackageName = (typeof packageNames)[number]

const notEmployee: readonly Role[] = ['super-admin', 'primary', 'admin', 'finance', 'user']

/** Groups of the sidebar; `roles` narrows what permissions already decide. */
export const groups = {
  Organization: { icon: IconBuilding, roles: notEmployee },
  Employees: { icon: IconUsersGroup, roles: notEmployee },
  Payrolls: { icon: IconCash, roles: notEmployee },
  Account: { icon: IconSettings, roles: ['super-admin', 'primary'] },
  'Analytic Reports': { icon: IconChartBar, roles: notEmployee },
} satisfies Record<string, { icon: Icon; roles?: readonly Role[] }>
export type GroupName = keyof typeof groups
