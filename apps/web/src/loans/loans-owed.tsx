import { Alert } from '@mantine/core'
import { loans } from '@mshahara/contract/loans'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { IconAlertTriangle } from '../ui/icons.ts'

/** Before somebody leaves: what they still owe, and what they stand for. */
export default function LoansOwed({ employee_id }: { employee_id: string }) {
  const may = useMay()(loans.standing)
  const { data } = useRead(loans.standing, { params: { id: employee_id } }, { enabled: may })
  if (!data || (data.owed === 0 && data.guaranteed.count === 0)) return null
  const { owed, guaranteed } = data
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {owed > 0 &&
        `${ksh(owed)} of loans is still owed. Final pay deducts what the law allows; the rest becomes a claim, and the guarantors are notified. `}
      {guaranteed.count > 0 &&
        `This person guarantees ${guaranteed.count === 1 ? 'a loan' : `${guaranteed.count} loans`} of colleagues, ${ksh(guaranteed.outstanding)} in all.`}
    </Alert>
  )
}
