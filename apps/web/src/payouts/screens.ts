import type { Screen } from '../lib/screen.ts'

export const payouts: Screen[] = [
  {
    path: '/payrollPayouts/$id',
    title: 'Payroll Payouts',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./payouts.tsx'),
  },
  {
    path: '/casualPayrollPayouts/$id',
    title: 'Casual Payroll Payouts',
    under: ['/payrolls/casuals'],
    permission: 'view payrolls',
    load: () => import('./payouts.tsx'),
  },
]
