import { lazy } from 'react'

/** A tab of an employee, fetched when it is opened. */
export const CostCentres = lazy(() => import('./splits.tsx'))
