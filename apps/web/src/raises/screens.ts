import type { Screen } from '../lib/screen.ts'

/** Reached from the list of employees. */
export const raises: Screen[] = [
  {
    path: '/raises',
    title: 'Raises',
    under: ['/employees'],
    permission: 'edit employees',
    load: () => import('./raises.tsx'),
  },
]
