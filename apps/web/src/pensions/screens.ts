import { groups, type Screen } from '../lib/screen.ts'
import { IconPigMoney } from '../ui/icons.ts'

export const pensions: Screen[] = [
  {
    path: '/pension-schemes',
    title: 'Pension Schemes',
    permission: 'view employees',
    menu: { icon: IconPigMoney, group: groups.organization },
    load: () => import('./schemes.tsx'),
  },
  {
    path: '/pension-scheme/$id',
    title: 'Pension Scheme',
    under: ['/pension-schemes'],
    permission: 'view employees',
    load: () => import('./scheme.tsx'),
  },
]
