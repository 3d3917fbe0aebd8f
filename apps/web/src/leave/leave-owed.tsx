import { Alert } from '@mantine/core'
import { leaveClaims } from '@mshahara/contract/leave-claims'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconAlertTriangle } from '../ui/icons.ts'

/** Before somebody leaves: unpaid leave of earlier months that pay has not borne yet. */
export default function LeaveOwed({ employee_id }: { employee_id: string }) {
  const may = useMay()(leaveClaims.ofEmployee)
  const { data } = useRead(
    leaveClaims.ofEmployee,
    { params: { id: employee_id } },
    { enabled: may },
  )
  if (!data || data.owed === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {`${ksh(data.owed)} for unpaid leave of earlier months is not deducted yet. Final pay deducts as much as it can; the rest becomes a claim.`}
    </Alert>
  )
}
