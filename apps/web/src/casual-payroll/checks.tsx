import {
  type CasualCheck,
  type CasualPayroll,
  casualPayrolls,
} from '@mshahara/contract/casual-payroll'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { RunChecks } from '../ui/run-checks.tsx'
import { dayNamed, peopleTold } from './days-told.ts'

export function Checks({ payroll: { id } }: { payroll: CasualPayroll }) {
  const { data: checks } = useRead(casualPayrolls.checks, { params: { id } })
  if (!checks) return null
  return (
    <RunChecks
      again={{ endpoint: casualPayrolls.recalculate, id }}
      againWords="Recalculating works out everybody in this payroll again from today's roll and records."
      checks={checks.map((check) => ({
        ...check,
        ...remedies[check.kind],
        people: rowsOf(check),
      }))}
    />
  )
}

/** What is left to do, where it is not a correction. */
const remedies: Partial<Record<CasualCheck['kind'], { remedy: string }>> = {
  'no roll': { remedy: 'to be put on the roll, or ticked when confirming' },
  'to come': { remedy: 'to be ticked when confirming' },
}

/** Those a check is about: people, or days by their names. */
const rowsOf = ({ people, days }: CasualCheck) => [
  ...people.map(({ casual_id, casual_no, ...person }) => ({
    ...person,
    id: casual_id,
    to: `/casual/${casual_id}`,
    number: casual_no,
  })),
  ...days.map(({ day, people: count, gross }) => ({
    id: day,
    to: '/muster-roll',
    name: dayNamed(day),
    number: peopleTold(count),
    detail: ksh(gross),
  })),
]
