import { groups, type Screen } from '../lib/screen.ts'
import { IconHistory } from '../ui/icons.ts'

export const logs: Screen[] = [
  {
    path: '/logs',
    title: 'System Logs',
    permission: 'view logs',
    menu: { icon: IconHistory, group: groups.account },
    load: () => import('./logs.tsx'),
  },
]
