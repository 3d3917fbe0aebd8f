import { groups, type Screen } from '../lib/screen.ts'
import { IconUsers } from '../ui/icons.ts'

const under = ['/payrolls/casuals']
const permission = 'view payrolls'

export const casualPayroll: Screen[] = [
  {
    path: '/payrolls/casuals',
    title: 'Casual Payrolls Management',
    permission,
    menu: { label: 'Casuals', icon: IconUsers, group: groups.payrolls },
    load: () => import('./payrolls.tsx'),
  },
  {
    path: '/payroll/casual/$id',
    title: 'Casual Payroll Details',
    under,
    permission,
    load: () => import('./payroll.tsx'),
  },
  {
    path: '/casual-payslip/$id',
    title: 'Casual Payslip',
    under,
    permission,
    load: () => import('./payslip.tsx'),
  },
  {
    path: '/casual-cash/$id',
    title: 'Cash Payments',
    under,
    permission,
    load: () => import('./cash.tsx'),
  },
]
