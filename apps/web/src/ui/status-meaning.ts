import type { EmployeeStatus } from '@mshahara/contract/employees'

/** What each status means, in the words of the Change Status modal. */
export const statusMeaning = (
  who: 'Employee' | 'Casual',
): Record<EmployeeStatus, { title: string; text: string }> => ({
  active: {
    title: `Active ${who}`,
    text: `${who} is currently working and will be included in payroll calculations.`,
  },
  inactive: {
    title: `Inactive ${who}`,
    text: `${who} is temporarily not working and will not be included in payroll calculations.`,
  },
  suspended: {
    title: `Suspended ${who}`,
    text: `${who} has been suspended and will not be included in payroll calculations until reinstated.`,
  },
  terminated: {
    title: `Terminated ${who}`,
    text: `${who} has been terminated and will no longer be included in payroll calculations.`,
  },
})
export const unknownStatus = {
  title: 'Unknown Status',
  text: 'Status description not available.',
}
