import type { Screen } from '../lib/screen.ts'

/** What another system made of a month, beside what is made of it here. */
export const registers: Screen[] = [
  {
    path: '/payrollRegister/$id',
    title: 'Compare with a Register',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./register.tsx'),
  },
]
