import { groups, type Screen } from '../lib/screen.ts'
import { IconClock } from '../ui/icons.ts'

export const variablePay: Screen[] = [
  {
    path: '/payrolls/variable-pay',
    title: 'Variable Pay',
    permission: 'edit employees',
    menu: { icon: IconClock, group: groups.payrolls },
    load: () => import('./variable-pay.tsx'),
  },
]
