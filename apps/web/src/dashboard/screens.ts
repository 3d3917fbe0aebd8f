import type { Screen } from '../lib/screen.ts'
import { IconLayoutDashboard } from '../ui/icons.ts'

export const dashboard: Screen[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    menu: { icon: IconLayoutDashboard },
    load: () => import('./dashboard.tsx'),
  },
]
