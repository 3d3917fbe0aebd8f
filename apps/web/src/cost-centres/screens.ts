import { groups, type Screen } from '../lib/screen.ts'
import { IconArrowsSplit } from '../ui/icons.ts'

export const costCentres: Screen[] = [
  {
    path: '/cost-centres',
    title: 'Cost Centres',
    permission: 'view employees',
    menu: { icon: IconArrowsSplit, group: groups.organization },
    load: () => import('./centres.tsx'),
  },
]
