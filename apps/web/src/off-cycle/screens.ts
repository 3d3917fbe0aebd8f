import type { Screen } from '../lib/screen.ts'

/** Beside the month's payroll; what is common to both is payroll's. */
export const offCycle: Screen[] = [
  {
    path: '/extraPayroll',
    title: 'New Extra Payroll',
    under: ['/payrolls/employees'],
    permission: 'create payrolls',
    load: () => import('./new-extra.tsx'),
  },
  {
    path: '/extraPayroll/$id',
    title: 'Amounts of Extra Payroll',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./amounts.tsx'),
  },
]
