import { groups, type Screen } from '../lib/screen.ts'
import { IconListDetails, IconUserPlus } from '../ui/icons.ts'

export const casuals: Screen[] = [
  {
    path: '/casuals',
    title: 'Casual Management',
    permission: 'view casuals',
    menu: { label: 'All Casuals', icon: IconListDetails, group: groups.casuals },
    load: () => import('./casuals.tsx'),
  },
  {
    path: '/add-casual',
    title: 'Add Casual',
    under: ['/add-casual', '/casuals'],
    permission: 'create casuals',
    menu: { icon: IconUserPlus, group: groups.casuals },
    load: () => import('./add-casual.tsx'),
  },
  {
    path: '/edit-casual/$id',
    title: 'Edit Casual',
    under: ['/casuals'],
    permission: 'edit casuals',
    load: () => import('./edit-casual.tsx'),
  },
  {
    path: '/casual/$id',
    title: 'Casual Details',
    under: ['/casuals'],
    permission: 'view casuals',
    load: () => import('./casual.tsx'),
  },
]
