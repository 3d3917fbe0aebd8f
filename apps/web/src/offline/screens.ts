import type { Screen } from '../lib/screen.ts'

export const offline: Screen[] = [
  {
    path: '/offline',
    title: 'Offline',
    blank: true,
    audience: 'anyone',
    translated: true,
    load: () => import('./offline.tsx'),
  },
]
