import type { Screen } from '../lib/screen.ts'
import { IconUsers } from '../ui/icons.ts'

export const users: Screen[] = [
  {
    path: '/users',
    title: 'User Management',
    permission: 'view users',
    menu: { label: 'Users', icon: IconUsers },
    load: () => import('./users.tsx'),
  },
  {
    path: '/user/$id',
    title: 'Edit User',
    under: ['/users'],
    permission: 'edit users',
    load: () => import('./user.tsx'),
  },
]
