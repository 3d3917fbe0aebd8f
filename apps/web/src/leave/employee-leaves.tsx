import { Stack } from '@mantine/core'
import { leaveBalances } from '@mshahara/contract/leave-balances'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { LeaveClaims } from './leave-claims.tsx'
import { LeavesOf } from './leaves-of.tsx'
import { WorkPattern } from './work-pattern.tsx'

/** The leave of one person, on the employee's page. */
export default function EmployeeLeaves({ employee: { id } }: { employee: { id: string } }) {
  const { employee_id } = useProfile()
  const read = useRead(leaveBalances.ofEmployee, { params: { id } })
  return (
    <Stack gap="md" p="md">
      <LeaveClaims id={id} />
      <LeavesOf read={read} own={id === employee_id} />
      <WorkPattern id={id} />
    </Stack>
  )
}
