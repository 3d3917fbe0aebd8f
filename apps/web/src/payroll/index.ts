import { lazy } from 'react'

export const PayrollSettings = lazy(() => import('./settings-card.tsx'))
