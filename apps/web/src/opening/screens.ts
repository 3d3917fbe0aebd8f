import type { Screen } from '../lib/screen.ts'
import { IconHistory } from '../ui/icons.ts'

/** Reached from the list of payrolls, and from the first steps. */
export const opening: Screen[] = [
  {
    path: '/openingBalances',
    title: 'Opening Balances',
    under: ['/payrolls/employees'],
    permission: 'edit employees',
    jump: IconHistory,
    load: () => import('./opening-balances.tsx'),
  },
  {
    path: '/openingRegister',
    title: 'Open the Year from a Register',
    under: ['/payrolls/employees'],
    permission: 'edit employees',
    load: () => import('./opening-register.tsx'),
  },
  {
    path: '/openingBalance/$id',
    title: 'Opening Balance',
    under: ['/payrolls/employees'],
    permission: 'edit employees',
    load: () => import('./opening-balance.tsx'),
  },
]
