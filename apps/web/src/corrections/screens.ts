import type { Screen } from '../lib/screen.ts'

/** Confirmed payslips that paid too little or too much; what is common to runs is payroll's. */
export const corrections: Screen[] = [
  {
    path: '/correctPayslip/$id',
    title: 'Correct Payslip',
    under: ['/payrolls/employees'],
    permission: 'create payrolls',
    load: () => import('./correct-payslip.tsx'),
  },
  {
    path: '/correction/$id',
    title: 'Lines of Correction',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./correction.tsx'),
  },
]
