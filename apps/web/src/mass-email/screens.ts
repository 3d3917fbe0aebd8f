import type { Screen } from '../lib/screen.ts'

export const massEmail: Screen[] = [
  {
    path: '/mass-emails',
    title: 'Letters Sent',
    under: ['/organizations'],
    roles: ['super-admin'],
    alone: true,
    load: () => import('./letters-sent.tsx'),
  },
  {
    path: '/unsubscribe/$token',
    title: 'News by email',
    blank: true,
    audience: 'anyone',
    load: () => import('./unsubscribe.tsx'),
  },
]
