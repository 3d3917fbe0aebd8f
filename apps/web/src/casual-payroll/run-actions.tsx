import { Button, Group } from '@mantine/core'
import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { PaymentButtons } from '../payouts/index.ts'
import { IconArrowLeft, IconListDetails } from '../ui/icons.ts'
import { ConfirmRun, DeleteRun } from '../ui/run-buttons.tsx'

/** What can be done to a casual payroll, by its status and the person's rights. */
export function RunActions({ payroll }: { payroll: CasualPayroll }) {
  const may = useMay()
  const back = useBack()
  const draft = payroll.status === 'draft'
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
      {draft && may(casualPayrolls.confirm) && (
        <ConfirmRun endpoint={casualPayrolls.confirm} id={payroll.id}>
          Actualize Payments
        </ConfirmRun>
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
      {!draft && (
        <Suspense fallback={null}>
          <PaymentButtons payroll_id={payroll.id} />
        </Suspense>
      )}
    </Group>
  )
}
