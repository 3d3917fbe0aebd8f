import { lazy } from 'react'

export const MailStates = lazy(() => import('./mail-states.tsx'))
export const EmployeePayslips = lazy(() => import('./employee-payslips.tsx'))
export { Working } from './working.tsx'
