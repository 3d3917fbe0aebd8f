import { groups, type Screen } from '../lib/screen.ts'
import { IconChecklist } from '../ui/icons.ts'

export const makerChecker: Screen[] = [
  {
    path: '/approvals',
    title: 'Approvals',
    permission: 'view payrolls',
    menu: { icon: IconChecklist, group: groups.payrolls },
    load: () => import('./approvals.tsx'),
  },
  {
    path: '/approval/$id',
    title: 'Approval',
    under: ['/approvals'],
    load: () => import('./approval.tsx'),
  },
]
