import { groups, type Screen } from '../lib/screen.ts'
import { IconReceipt } from '../ui/icons.ts'

export const remittances: Screen[] = [
  {
    path: '/remittances',
    title: 'Remittances',
    permission: 'export payrolls',
    menu: { icon: IconReceipt, group: groups.payrolls },
    load: () => import('./remittances.tsx'),
  },
  {
    path: '/remittances-year',
    title: 'Remittances of a Year',
    under: ['/remittances'],
    permission: 'export payrolls',
    load: () => import('./year.tsx'),
  },
]
