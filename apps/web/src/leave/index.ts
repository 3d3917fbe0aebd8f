import { lazy } from 'react'

export const EmployeeLeaves = lazy(() => import('./employee-leaves.tsx'))
