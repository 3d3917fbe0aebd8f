import { groups, notEmployee, type Screen } from '../lib/screen.ts'
import { IconCash, IconCreditCard, IconReceipt } from '../ui/icons.ts'

export const billing: Screen[] = [
  {
    path: '/upgrade',
    title: 'Subscription Plan',
    roles: notEmployee,
    menu: { icon: IconCreditCard, group: groups.account, notOn: ['Free'] },
    load: () => import('./upgrade.tsx'),
  },
  {
    path: '/billing',
    title: 'Billing',
    permission: 'view billing',
    menu: { icon: IconReceipt, group: groups.account, notOn: ['Free'] },
    load: () => import('./billing.tsx'),
  },
  {
    path: '/receipt/$id',
    title: 'Payment Receipt',
    under: ['/billing'],
    permission: 'view billing',
    load: () => import('./receipt.tsx'),
  },
  {
    path: '/invoice/$id',
    title: 'Invoice',
    under: ['/billing'],
    permission: 'view billing',
    load: () => import('./invoice.tsx'),
  },
  {
    path: '/statement',
    title: 'Statement of Account',
    under: ['/billing'],
    permission: 'view billing',
    load: () => import('./statement.tsx'),
  },
  {
    path: '/paymentSuccess',
    title: 'Payment Successful',
    under: ['/upgrade'],
    roles: notEmployee,
    load: () => import('./payment-success.tsx'),
  },
]

/** The operator's side of it. */
export const payments: Screen[] = [
  {
    path: '/payments',
    title: 'Payments',
    roles: ['super-admin'],
    alone: true,
    menu: { icon: IconCash },
    load: () => import('./payments.tsx'),
  },
  {
    path: '/payments/received',
    title: 'Money Received',
    under: ['/payments'],
    roles: ['super-admin'],
    alone: true,
    jump: IconReceipt,
    load: () => import('./received.tsx'),
  },
  {
    path: '/packages',
    title: 'Packages',
    roles: ['super-admin'],
    alone: true,
    menu: { icon: IconCreditCard },
    load: () => import('./packages.tsx'),
  },
]
