import type { Screen } from '../lib/screen.ts'
import { IconLayoutDashboard } from '../ui/icons.ts'

const operators = { roles: ['super-admin'], alone: true, under: ['/desk'] } as const

/** The platform operator's first page, and the lists it leads to. */
export const desk: Screen[] = [
  {
    path: '/desk',
    title: 'Desk',
    roles: ['super-admin'],
    alone: true,
    menu: { icon: IconLayoutDashboard },
    load: () => import('./desk.tsx'),
  },
  {
    ...operators,
    path: '/desk/jobs',
    title: 'Failed Jobs',
    load: () => import('./failed-jobs.tsx'),
  },
  {
    ...operators,
    path: '/desk/mails',
    title: 'Failed Mail',
    load: () => import('./failed-mails.tsx'),
  },
  {
    ...operators,
    path: '/desk/payouts',
    title: 'Payouts in Review',
    load: () => import('./payouts-in-review.tsx'),
  },
  {
    ...operators,
    path: '/desk/database',
    title: 'Size of the Database',
    load: () => import('./database.tsx'),
  },
]
