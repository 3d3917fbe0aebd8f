import { groups, type Screen } from '../lib/screen.ts'
import { IconCalculator } from '../ui/icons.ts'

const accounting = { icon: IconCalculator, group: groups.accounting }

export const journal: Screen[] = [
  {
    path: '/journal',
    title: 'Journal',
    permission: 'export payrolls',
    menu: accounting,
    load: () => import('./journal.tsx'),
  },
  {
    path: '/journal-entry/$id',
    title: 'Journal Entry',
    under: ['/journal'],
    permission: 'export payrolls',
    load: () => import('./entry.tsx'),
  },
  {
    path: '/trial-balance',
    title: 'Trial Balance',
    permission: 'export payrolls',
    menu: accounting,
    load: () => import('./trial-balance.tsx'),
  },
  {
    path: '/journal-accounts',
    title: 'Accounts',
    permission: 'export payrolls',
    menu: accounting,
    load: () => import('./accounts.tsx'),
  },
]
