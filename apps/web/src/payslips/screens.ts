import { groups, type Screen } from '../lib/screen.ts'
import { IconPalette, IconReceipt } from '../ui/icons.ts'

export const payslips: Screen[] = [
  {
    path: '/verifyPayslip/$id',
    title: 'Payslip verification',
    blank: true,
    audience: 'anyone',
    load: () => import('./verify-payslip.tsx'),
  },
  {
    path: '/payslip/$id',
    title: 'Payslip',
    under: ['/payrolls/employees', '/my-payslips'],
    load: () => import('./payslip.tsx'),
  },
  {
    path: '/my-payslips',
    title: 'My Payslips',
    translated: true,
    menu: { icon: IconReceipt, paid: true },
    load: () => import('./my-payslips.tsx'),
  },
]

export const templates: Screen[] = [
  {
    path: '/templates',
    title: 'Payslip Templates',
    permission: 'edit templates',
    menu: { icon: IconPalette, group: groups.account },
    load: () => import('./templates.tsx'),
  },
  {
    path: '/preview/$id',
    title: 'Template Preview',
    under: ['/templates'],
    permission: 'edit templates',
    load: () => import('./preview.tsx'),
  },
]
