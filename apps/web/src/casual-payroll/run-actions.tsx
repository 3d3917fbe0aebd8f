import { Button, Group } from '@mantine/core'
import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { PaymentButtons } from '../payouts/index.ts'
import { IconArrowLeft, IconHistory, IconListDetails } from '../ui/icons.ts'
import { DeleteRun } from '../ui/run-buttons.tsx'
import { ConfirmCasuals } from './confirm-casuals.tsx'
import { ReverseCasuals } from './reverse-casuals.tsx'

/** What can be done to a casual payroll, by its status and the person's rights. */
export function RunActions({ payroll }: { payroll: CasualPayroll }) {
  const may = useMay()
  const back = useBack()
  const [reversing, setReversing] = useState(false)
  const draft = payroll.status === 'draft'
  const confirmed = payroll.status === 'confirmed'
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={back}
      >
        Back
      </Button>
      {draft && may(casualPayrolls.remove) && (
        <DeleteRun endpoint={casualPayrolls.remove} id={payroll.id} to="/payrolls/casuals">
          Delete Payments
        </DeleteRun>
      )}
      {draft && may(casualPayrolls.confirm) && <ConfirmCasuals payroll={payroll} />}
      {/* What has been paid out is not taken back (C23). */}
      {confirmed && may(casualPayrolls.reverse) && !payroll.payout && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setReversing(true)}
        >
          Reverse Payroll
        </Button>
      )}
      {payroll.payout && (
        <Button
          component={Link}
          to={`/casualPayrollPayouts/${payroll.id}`}
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          Payout Details
        </Button>
      )}
      {confirmed && (
        <Suspense fallback={null}>
          <PaymentButtons payroll_id={payroll.id} />
        </Suspense>
      )}
      {reversing && <ReverseCasuals payroll={payroll} onClose={() => setReversing(false)} />}
    </Group>
  )
}
