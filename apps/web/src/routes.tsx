import type { Permission, Role } from '@mshahara/contract/permissions'
import type { packageNames } from '@mshahara/contract/subscriptions'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import {
  IconAdjustments,
  IconBriefcase,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendarMonth,
  IconCalendarStats,
  IconCash,
  IconChartBar,
  IconHistory,
  IconIdBadge,
  IconIdBadge2,
  IconLayoutDashboard,
  IconListDetails,
  IconMapPin,
  IconPalette,
  IconPercentage,
  IconReceipt,
  IconSettings,
  IconSitemap,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from './ui/icons.ts'

/** Every screen: its path, who may open it, its place in the menu, and where its code lies. */

export type PackageName = (typeof packageNames)[number]

export interface Screen {
  path: string
  title: string
  load: () => Promise<{ default: ComponentType }>
  /** `main` has sidebar and top bar; `blank` has neither. */
  layout: 'main' | 'blank'
  /** `guest`: pointless with a session. `anyone`: with or without one. Default: signed in. */
  audience?: 'guest' | 'anyone'
  permission?: Permission
  roles?: readonly Role[]
  /** Works without an organisation. */
  alone?: boolean
  /** Offered by the quick jump, though not in the menu. */
  jump?: Icon
  menu?: MenuPlace
  /** The menu entry that stays lit while this screen is open. */
  under?: string
}

interface MenuPlace {
  /** When it differs from the title. */
  label?: string
  group?: GroupName
  icon: Icon
  roles?: readonly Role[]
  /** Leads to the person's own record; hidden from whoever has none. */
  own?: boolean
  /** Hidden while the organisation is on one of these packages. */
  notOn?: readonly PackageName[]
}

const notEmployee: readonly Role[] = ['super-admin', 'primary', 'admin', 'finance', 'user']

/** Groups of the sidebar; `roles` narrows what permissions already decide. */
export const groups = {
  Organization: { icon: IconBuilding, roles: notEmployee },
  Employees: { icon: IconUsersGroup, roles: notEmployee },
  Payrolls: { icon: IconCash, roles: notEmployee },
  Account: { icon: IconSettings, roles: ['super-admin', 'primary'] },
  'Analytic Reports': { icon: IconChartBar, roles: notEmployee },
} satisfies Record<string, { icon: Icon; roles?: readonly Role[] }>
export type GroupName = keyof typeof groups

const platform = ['super-admin'] as const

const guests: Screen[] = (
  [
    ['/login', 'Employee Sign In', () => import('./auth/login.tsx')],
    ['/employee-login', 'Employee Sign In', () => import('./auth/login.tsx')],
    ['/signup', 'Sign Up', () => import('./auth/signup.tsx')],
    ['/verify-otp', 'Verify OTP', () => import('./auth/verify-otp.tsx')],
    ['/forgot-password', 'Reset Password', () => import('./auth/forgot-password.tsx')],
    ['/update-password/$email', 'Update Password', () => import('./auth/update-password.tsx')],
  ] as const
).map(([path, title, load]) => ({ path, title, load, layout: 'blank', audience: 'guest' }))

/** In the order of the sidebar. */
export const screens: Screen[] = [
  ...guests,
  {
    path: '/auth',
    title: 'Authentication',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./auth/sso.tsx'),
  },
  {
    path: '/calculator',
    title: 'Pay calculator',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./settings/calculator.tsx'),
  },
  {
    path: '/verifyPayslip/$id',
    title: 'Payslip verification',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./payslips/verify-payslip.tsx'),
  },
  {
    path: '/preview/$id',
    title: 'Template Preview',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./payslips/preview.tsx'),
  },
  {
    path: '/logout',
    title: 'Logout',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./auth/logout.tsx'),
  },
  {
    path: '/employee-logout',
    title: 'Logout',
    layout: 'blank',
    audience: 'anyone',
    load: () => import('./auth/logout.tsx'),
  },
  {
    path: '/change-password',
    title: 'Change Password',
    layout: 'blank',
    alone: true,
    load: () => import('./auth/change-password.tsx'),
  },
  {
    path: '/create-organization',
    title: 'Register Organization',
    layout: 'blank',
    alone: true,
    load: () => import('./organizations/create-organization.tsx'),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    layout: 'main',
    menu: { icon: IconLayoutDashboard },
    load: () => import('./analytics/dashboard.tsx'),
  },
  {
    path: '/organization',
    title: 'Organization Info',
    layout: 'main',
    permission: 'view organization',
    menu: { icon: IconIdBadge2, group: 'Organization' },
    load: () => import('./organizations/organization.tsx'),
  },
  {
    path: '/departments',
    title: 'Departments Management',
    layout: 'main',
    permission: 'view departments',
    menu: { label: 'Departments', icon: IconSitemap, group: 'Organization' },
    load: () => import('./structure/departments.tsx'),
  },
  {
    path: '/designations',
    title: 'Designations Management',
    layout: 'main',
    permission: 'view designations',
    menu: { label: 'Designations', icon: IconBriefcase, group: 'Organization' },
    load: () => import('./structure/designations.tsx'),
  },
  {
    path: '/work-stations',
    title: 'Work Stations Management',
    layout: 'main',
    permission: 'view work-stations',
    menu: { label: 'Work Stations', icon: IconMapPin, group: 'Organization' },
    load: () => import('./structure/work-stations.tsx'),
  },
  {
    path: '/commission-rates',
    title: 'Commission Rates Management',
    layout: 'main',
    permission: 'view commission-rates',
    menu: { label: 'Commission Rates', icon: IconPercentage, group: 'Organization' },
    load: () => import('./structure/commission-rates.tsx'),
  },
  {
    path: '/employees',
    title: 'Employee Management',
    layout: 'main',
    permission: 'view employees',
    menu: { label: 'All Employees', icon: IconListDetails, group: 'Employees' },
    load: () => import('./employees/employees.tsx'),
  },
  {
    path: '/add-employee',
    title: 'Add Employee',
    layout: 'main',
    permission: 'create employees',
    menu: { icon: IconUserPlus, group: 'Employees' },
    load: () => import('./employees/add-employee.tsx'),
  },
  {
    path: '/edit-employee/$id',
    title: 'Edit Employee',
    under: '/employees',
    layout: 'main',
    permission: 'edit employees',
    load: () => import('./employees/edit-employee.tsx'),
  },
  {
    path: '/employee/$id',
    title: 'Employee Details',
    under: '/employees',
    layout: 'main',
    menu: { label: 'My Details', icon: IconIdBadge, roles: ['employee'], own: true },
    load: () => import('./employees/employee.tsx'),
  },
  {
    path: '/payrolls/employees',
    title: 'Employee Payrolls Managment',
    layout: 'main',
    permission: 'view payrolls',
    menu: { label: 'Employees', icon: IconCash, group: 'Payrolls' },
    load: () => import('./payroll/payrolls.tsx'),
  },
  {
    path: '/payroll/$id',
    title: 'Payroll Details',
    under: '/payrolls/employees',
    layout: 'main',
    permission: 'view payrolls',
    load: () => import('./payroll/payroll.tsx'),
  },
  {
    path: '/payslip/$id',
    title: 'Payslip',
    under: '/payrolls/employees',
    layout: 'main',
    load: () => import('./payslips/payslip.tsx'),
  },
  {
    path: '/my-payslips',
    title: 'My Payslips',
    layout: 'main',
    menu: { icon: IconReceipt, roles: ['employee'] },
    load: () => import('./payslips/my-payslips.tsx'),
  },
  {
    path: '/templates',
    title: 'Payslip Templates',
    layout: 'main',
    permission: 'edit templates',
    menu: { icon: IconPalette, group: 'Account' },
    load: () => import('./payslips/templates.tsx'),
  },
  {
    path: '/logs',
    title: 'System Logs',
    layout: 'main',
    permission: 'view logs',
    menu: { icon: IconHistory, group: 'Account' },
    load: () => import('./logs/logs.tsx'),
  },
  {
    path: '/users',
    title: 'User Management',
    layout: 'main',
    permission: 'view users',
    menu: { label: 'Users', icon: IconUsers },
    load: () => import('./users/users.tsx'),
  },
  {
    path: '/user/$id',
    title: 'Edit User',
    under: '/users',
    layout: 'main',
    permission: 'edit users',
    load: () => import('./users/user.tsx'),
  },
  {
    path: '/annual-report',
    title: 'Annual Report',
    layout: 'main',
    permission: 'view annual-analytics',
    menu: { label: 'Annual Payroll Report', icon: IconCalendarStats, group: 'Analytic Reports' },
    load: () => import('./analytics/annual-report.tsx'),
  },
  {
    path: '/monthly-report',
    title: 'Monthly Report',
    layout: 'main',
    permission: 'view monthly-analytics',
    menu: { label: 'Monthly Payroll Report', icon: IconCalendarMonth, group: 'Analytic Reports' },
    load: () => import('./analytics/monthly-report.tsx'),
  },
  {
    path: '/organizations',
    title: 'All Organizations',
    layout: 'main',
    roles: platform,
    alone: true,
    menu: { icon: IconBuildingCommunity },
    load: () => import('./organizations/organizations.tsx'),
  },
  {
    path: '/settings',
    title: 'System Settings',
    layout: 'main',
    roles: platform,
    alone: true,
    menu: { icon: IconAdjustments },
    load: () => import('./settings/settings.tsx'),
  },
  {
    path: '/profile',
    title: 'My Profile',
    layout: 'main',
    alone: true,
    jump: IconUserCircle,
    load: () => import('./auth/profile.tsx'),
  },
]
