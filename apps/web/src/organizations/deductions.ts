import type { Organization } from '@mshahara/contract/organizations'

/** The deduction switches of an organisation, their words, and what turning one does (B7). */

type Flag = 'paye' | 'nhif' | 'nssf' | 'housing' | 'nita'

export interface Deduction {
  flag: Flag
  /** On the details view. */
  name: string
  /** On the switch. */
  label: string
}

export const deductions: Deduction[] = [
  { flag: 'paye', name: 'PAYE', label: 'Deduct PAYE' },
  { flag: 'nhif', name: 'SHIF', label: 'Deduct NHIF' },
  { flag: 'nssf', name: 'NSSF', label: 'Deduct NSSF' },
  { flag: 'housing', name: 'Housing Levy', label: 'Deduct Housing Levy' },
  { flag: 'nita', name: 'NITA', label: 'Deduct NITA' },
]

const settled = 'Confirmed payrolls stay as they are.'

/** What a changed switch will do, or nothing while it is as it was. */
export function effectOf(
  { flag, name }: Deduction,
  saved: Pick<Organization, Flag>,
  on: boolean,
): string | null {
  if (on === saved[flag]) return null
  if (flag === 'nita') {
    const counted = on ? 'is counted again' : 'is no longer counted'
    return `From the next payroll run the NITA levy ${counted} as your cost. ${settled}`
  }
  return on
    ? `From the next payroll run ${name} is deducted from everyone who has it switched on. ${settled}`
    : `From the next payroll run no ${name} is deducted for anybody in this organization. ${settled}`
}
