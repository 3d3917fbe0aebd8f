import type { Screen } from '../lib/screen.ts'
import { IconCoins } from '../ui/icons.ts'

/** Reached from the list of employees. */
export const raises: Screen[] = [
  {
    path: '/raises',
    title: 'Raises',
    under: ['/employees'],
    permission: 'edit employees',
    jump: IconCoins,
    load: () => import('./raises.tsx'),
  },
]
