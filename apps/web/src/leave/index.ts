import { lazy } from 'react'

export const LeaveOwed = lazy(() => import('./leave-owed.tsx'))
export const AffectedLeaves = lazy(() => import('./affected-leave.tsx'))
export const EmployeeLeaves = lazy(() => import('./employee-leaves.tsx'))
