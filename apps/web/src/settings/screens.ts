import type { Screen } from '../lib/screen.ts'
import { IconAdjustments } from '../ui/icons.ts'

export const settings: Screen[] = [
  {
    path: '/calculator',
    title: 'Pay calculator',
    blank: 'wide',
    audience: 'anyone',
    load: () => import('./calculator.tsx'),
  },
  {
    path: '/settings',
    title: 'System Settings',
    roles: ['super-admin'],
    alone: true,
    menu: { icon: IconAdjustments },
    load: () => import('./settings.tsx'),
  },
]
