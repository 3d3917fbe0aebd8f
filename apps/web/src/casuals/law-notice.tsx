import { Alert } from '@mantine/core'
import { casualTerms } from '@mshahara/contract/casuals'
import { useRead } from '../lib/api.ts'
import { useMay } from '../lib/session.ts'
import { IconInfoCircle } from '../ui/icons.ts'

/** Stands wherever casuals are paid, as long as the organisation leaves the law aside (C1). */
export function LawNotice() {
  const may = useMay()
  const { data } = useRead(casualTerms.get, undefined, { enabled: may(casualTerms.get) })
  if (!data || data.statutory) return null
  return (
    <Alert color="gray" py="xs" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
      Statutory deductions (PAYE, NSSF, SHIF, Housing Levy) are not made from casual pay, though the
      law requires them. Your primary user can switch them on under Pay Terms.
    </Alert>
  )
}
