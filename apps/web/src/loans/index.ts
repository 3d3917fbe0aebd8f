import { lazy } from 'react'

/** What another area shows of loans. */
export const LoansOwed = lazy(() => import('./loans-owed.tsx'))
