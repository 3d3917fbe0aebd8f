import { groups, type Screen } from '../lib/screen.ts'
import { IconCash } from '../ui/icons.ts'

export const payroll: Screen[] = [
  {
    path: '/payrolls/employees',
    title: 'Employee Payrolls Managment',
    permission: 'view payrolls',
    menu: { label: 'Employees', icon: IconCash, group: groups.payrolls },
    load: () => import('./payrolls.tsx'),
  },
  {
    path: '/payroll/$id',
    title: 'Payroll Details',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./payroll.tsx'),
  },
  {
    path: '/payrollVariance/$id',
    title: 'Payroll Reconciliation',
    under: ['/payrolls/employees'],
    permission: 'view payrolls',
    load: () => import('./variance.tsx'),
  },
]
