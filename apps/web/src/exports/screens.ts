import { groups, type Screen } from '../lib/screen.ts'
import { IconCalendarStats } from '../ui/icons.ts'

export const returns: Screen[] = [
  {
    path: '/returns',
    title: 'Returns',
    permission: 'export payrolls',
    menu: { icon: IconCalendarStats, group: groups.payrolls },
    load: () => import('./returns.tsx'),
  },
]
