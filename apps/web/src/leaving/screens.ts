import type { Screen } from '../lib/screen.ts'
import { IconReceipt } from '../ui/icons.ts'

export const leaving: Screen[] = [
  {
    path: '/final-dues/$id',
    title: 'Final Dues',
    under: ['/employees'],
    permission: 'view payrolls',
    load: () => import('./final-dues.tsx'),
  },
  {
    path: '/final-claims',
    title: 'Owed by Leavers',
    under: ['/employees', '/payrolls/employees'],
    permission: 'view payrolls',
    jump: IconReceipt,
    load: () => import('./final-claims.tsx'),
  },
]
