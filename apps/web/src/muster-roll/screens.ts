import { groups, type Screen } from '../lib/screen.ts'
import { IconCalendarStats } from '../ui/icons.ts'

export const musterRoll: Screen[] = [
  {
    path: '/muster-roll',
    title: 'Muster Roll',
    permission: 'view casuals',
    menu: { icon: IconCalendarStats, group: groups.casuals },
    load: () => import('./muster-roll.tsx'),
  },
]
