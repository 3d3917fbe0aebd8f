import { lazy } from 'react'

export const MailStates = lazy(() => import('./mail-states.tsx'))
export const NewestPayslip = lazy(() => import('./newest-payslip.tsx'))
export const EmployeePayslips = lazy(() => import('./employee-payslips.tsx'))
export const Working = lazy(() => import('./working.tsx'))
