import type { Screen } from '../lib/screen.ts'

export const secondFactor: Screen[] = [
  {
    path: '/second-factor',
    title: 'Second Factor',
    blank: true,
    translated: true,
    alone: true,
    load: () => import('./due.tsx'),
  },
]
