import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { useRead } from '../lib/api.ts'
import { RunChecks } from '../ui/run-checks.tsx'

export function Checks({ payroll: { id } }: { payroll: Payroll }) {
  const { data: checks } = useRead(payrolls.checks, { params: { id } })
  if (!checks) return null
  return (
    <RunChecks
      again={{ endpoint: payrolls.recalculate, id }}
      checks={checks.map((check) => ({
        ...check,
        people: check.people.map(({ employee_id, employee_no, ...person }) => ({
          ...person,
          id: employee_id,
          to: `/employee/${employee_id}`,
          number: employee_no,
        })),
      }))}
    />
  )
}
