import type { EmployeeStatus } from '@mshahara/contract/employees'

/** What each status means, in the words of the Change Status modal. */
export const statusMeaning: Record<EmployeeStatus, { title: string; text: string }> = {
  active: {
    title: 'Active Employee',
    text: 'Employee is currently working and will be included in payroll calculations.',
  },
  inactive: {
    title: 'Inactive Employee',
    text: 'Employee is temporarily not working and will not be included in payroll calculations.',
  },
  suspended: {
    title: 'Suspended Employee',
    text: 'Employee has been suspended and will not be included in payroll calculations until reinstated.',
  },
  terminated: {
    title: 'Terminated Employee',
    text: 'Employee has been terminated and will no longer be included in payroll calculations.',
  },
}
export const unknownStatus = {
  title: 'Unknown Status',
  text: 'Status description not available.',
}
