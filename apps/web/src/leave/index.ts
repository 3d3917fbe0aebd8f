import { lazy } from 'react'

export const LeaveOwed = lazy(() => import('./leave-owed.tsx'))
export const TouchedLeave = lazy(() => import('./touched.tsx'))
export const EmployeeLeaves = lazy(() => import('./employee-leaves.tsx'))
