import { type MenuGroup, notEmployee, type Screen } from '../lib/screen.ts'
import {
  IconBeach,
  IconCalendar,
  IconCalendarMonth,
  IconCalendarStats,
  IconChartBar,
  IconCheck,
  IconListDetails,
  IconTag,
  IconUsers,
} from '../ui/icons.ts'

const staff: MenuGroup = { name: 'Leave', icon: IconBeach, roles: notEmployee }
const own: MenuGroup = {
  name: 'Leaves',
  forStaff: 'My Leave',
  icon: IconBeach,
  roles: ['employee', ...notEmployee],
}

export const leave: Screen[] = [
  {
    path: '/leave-types',
    title: 'Leave Types',
    permission: 'view leaves',
    menu: { icon: IconTag, group: staff },
    load: () => import('./leave-types.tsx'),
  },
  {
    path: '/leave-approvers',
    title: 'Leave Approvers',
    permission: 'view leaves',
    menu: { icon: IconUsers, group: staff },
    load: () => import('./leave-approvers.tsx'),
  },
  {
    path: '/leave-requests',
    title: 'Leave Requests',
    permission: 'view leaves',
    menu: { icon: IconListDetails, group: staff },
    load: () => import('./leave-requests.tsx'),
  },
  {
    path: '/leave-balances',
    title: 'Leave Balances',
    permission: 'view leaves',
    menu: { icon: IconCalendarStats, group: staff },
    load: () => import('./leave-balances.tsx'),
  },
  {
    path: '/leave-calendar',
    title: 'Leave Calendar',
    permission: 'view leaves',
    menu: { icon: IconCalendarMonth, group: staff },
    load: () => import('./leave-calendar.tsx'),
  },
  {
    path: '/leave-holidays',
    title: 'Public Holidays',
    permission: 'view leaves',
    menu: { icon: IconCalendar, group: staff },
    load: () => import('./leave-holidays.tsx'),
  },
  {
    path: '/leave-analytics',
    title: 'Leave Analytics',
    permission: 'view leaves',
    menu: { icon: IconChartBar, group: staff },
    load: () => import('./leave-analytics.tsx'),
  },
]

/** Self-service, also for staff who are on the payroll themselves. */
export const ownLeave: Screen[] = [
  {
    path: '/my-leaves',
    title: 'My Leaves',
    translated: true,
    menu: { icon: IconBeach, group: own, own: true },
    load: () => import('./my-leaves.tsx'),
  },
  {
    path: '/leave-approvals',
    title: 'Leave Approvals',
    translated: true,
    menu: { icon: IconCheck, group: own, own: true },
    load: () => import('./leave-approvals.tsx'),
  },
  {
    path: '/team-calendar',
    title: 'Team Calendar',
    translated: true,
    menu: { icon: IconCalendarMonth, group: own, own: true },
    load: () => import('./leave-calendar.tsx'),
  },
]
