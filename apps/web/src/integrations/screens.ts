import { groups, type Screen } from '../lib/screen.ts'
import { IconBuildingBank } from '../ui/icons.ts'

export const integrations: Screen[] = [
  {
    path: '/integration',
    title: 'Payment Integrations',
    permission: 'view integrations',
    menu: { icon: IconBuildingBank, label: 'Bank Integration', group: groups.account },
    load: () => import('./integration.tsx'),
  },
]
