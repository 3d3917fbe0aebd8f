import { groups, type Screen } from '../lib/screen.ts'
import { IconBuildingCommunity, IconIdBadge2 } from '../ui/icons.ts'

/** A person's own organisation. */
export const organization: Screen[] = [
  {
    path: '/create-organization',
    title: 'Register Organization',
    blank: true,
    alone: true,
    load: () => import('./create-organization.tsx'),
  },
  {
    path: '/organization',
    title: 'Organization Info',
    permission: 'view organization',
    menu: { icon: IconIdBadge2, group: groups.organization },
    load: () => import('./organization.tsx'),
  },
]

/** All of them, for the operator. */
export const organizations: Screen[] = [
  {
    path: '/organizations',
    title: 'All Organizations',
    roles: ['super-admin'],
    alone: true,
    menu: { icon: IconBuildingCommunity },
    load: () => import('./organizations.tsx'),
  },
]
