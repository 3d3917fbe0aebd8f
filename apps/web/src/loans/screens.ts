import { type MenuGroup, notEmployee, type Screen } from '../lib/screen.ts'
import { IconCoins, IconUsersGroup } from '../ui/icons.ts'

/** Employees have a group of their own; staff one list. */
const group: MenuGroup = { name: 'Loans', icon: IconCoins, roles: ['employee'] }

export const loans: Screen[] = [
  {
    path: '/loans',
    title: 'Loans',
    permission: 'view loans',
    menu: { icon: IconCoins, roles: notEmployee },
    load: () => import('./loans.tsx'),
  },
  {
    path: '/loan/$id',
    title: 'Loan Application',
    under: ['/loans', '/my-loans'],
    load: () => import('./loan.tsx'),
  },
]

export const ownLoans: Screen[] = [
  {
    path: '/my-loans',
    title: 'My Loans',
    menu: { icon: IconCoins, group, own: true, roles: ['employee'] },
    load: () => import('./loans.tsx'),
  },
  {
    path: '/guarantor-requests',
    title: 'Guarantor Requests',
    menu: { icon: IconUsersGroup, group, own: true, roles: ['employee'] },
    load: () => import('./guarantor-requests.tsx'),
  },
]
