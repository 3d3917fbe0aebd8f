import type { Screen } from '../lib/screen.ts'
import { IconIdBadge } from '../ui/icons.ts'

/** Reached from My Details, from the bell and from the list of employees: no place in the menu. */
export const myDetails: Screen[] = [
  {
    path: '/my-details',
    title: 'Change My Details',
    translated: true,
    under: ['/employee/$id'],
    load: () => import('./my-details.tsx'),
  },
  {
    path: '/detail-proposals',
    title: 'Proposed Changes',
    under: ['/employees'],
    permission: 'edit employees',
    jump: IconIdBadge,
    load: () => import('./detail-proposals.tsx'),
  },
  {
    path: '/detail-proposal/$id',
    title: 'Proposed Change',
    under: ['/detail-proposals', '/employees'],
    permission: 'edit employees',
    load: () => import('./detail-proposal.tsx'),
  },
]
