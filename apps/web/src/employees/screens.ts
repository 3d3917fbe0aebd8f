import { groups, type Screen } from '../lib/screen.ts'
import { IconIdBadge, IconListDetails, IconUserPlus } from '../ui/icons.ts'

export const employees: Screen[] = [
  {
    path: '/employees',
    title: 'Employee Management',
    permission: 'view employees',
    menu: { label: 'All Employees', icon: IconListDetails, group: groups.employees },
    load: () => import('./employees.tsx'),
  },
  {
    path: '/add-employee',
    title: 'Add Employee',
    under: ['/add-employee', '/employees'],
    permission: 'create employees',
    menu: { icon: IconUserPlus, group: groups.employees },
    load: () => import('./add-employee.tsx'),
  },
  {
    path: '/edit-employee/$id',
    title: 'Edit Employee',
    under: ['/employees'],
    permission: 'edit employees',
    load: () => import('./edit-employee.tsx'),
  },
  {
    path: '/employee/$id',
    title: 'Employee Details',
    under: ['/employees'],
    menu: { label: 'My Details', icon: IconIdBadge, roles: ['employee'], own: true },
    load: () => import('./employee.tsx'),
  },
]
