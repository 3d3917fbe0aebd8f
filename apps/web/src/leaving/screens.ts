import type { Screen } from '../lib/screen.ts'

export const leaving: Screen[] = [
  {
    path: '/final-dues/$id',
    title: 'Final Dues',
    under: ['/employees'],
    permission: 'view payrolls',
    load: () => import('./final-dues.tsx'),
  },
]
