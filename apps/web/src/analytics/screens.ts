import { groups, type Screen } from '../lib/screen.ts'
import { IconCalendarMonth, IconCalendarStats, IconReportMoney } from '../ui/icons.ts'

export const reports: Screen[] = [
  {
    path: '/annual-report',
    title: 'Annual Report',
    permission: 'view annual-analytics',
    menu: { label: 'Annual Payroll Report', icon: IconCalendarStats, group: groups.reports },
    load: () => import('./annual-report.tsx'),
  },
  {
    path: '/monthly-report',
    title: 'Monthly Report',
    permission: 'view monthly-analytics',
    menu: { label: 'Monthly Payroll Report', icon: IconCalendarMonth, group: groups.reports },
    load: () => import('./monthly-report.tsx'),
  },
  {
    path: '/cost-of-people',
    title: 'Cost of People',
    permission: 'view annual-analytics',
    menu: { icon: IconReportMoney, group: groups.reports },
    load: () => import('./cost-of-people.tsx'),
  },
]
