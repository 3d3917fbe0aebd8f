import { Button, Group, Text } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows, changes } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { PaymentButtons } from '../payouts/index.ts'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconArrowLeft, IconHistory, IconListDetails } from '../ui/icons.ts'
import { DeleteRun } from '../ui/run-buttons.tsx'
import { ConfirmPayroll } from './confirm-payroll.tsx'

/** What can be done to a run, by its status and the person's rights. */
export function RunActions({ payroll }: { payroll: Payroll }) {
  const may = useMay()
  const back = useBack()
  const [reversing, setReversing] = useState(false)
  // What has been paid out is not taken back (B13).
  const reverses = allows(payroll, 'reverse') && may(payrolls.reverse) && !payroll.payout
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={back}
      >
        Back
      </Button>
      {allows(payroll, 'remove') && may(payrolls.remove) && (
        <DeleteRun endpoint={payrolls.remove} id={payroll.id} to="/payrolls/employees">
          Delete Payroll
        </DeleteRun>
      )}
      {reverses && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setReversing(true)}
        >
          Reverse Payroll
        </Button>
      )}
      {changes(payroll, 'confirm') && may(payrolls.confirm) && <ConfirmPayroll id={payroll.id} />}
      {payroll.payout && (
        <Button
          component={Link}
          to={`/payrollPayouts/${payroll.id}`}
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          Payout Details
        </Button>
      )}
      {allows(payroll, 'pay') && (
        <Suspense fallback={null}>
          <PaymentButtons payroll_id={payroll.id} />
        </Suspense>
      )}
      {reversing && <Reverse payroll={payroll} onClose={() => setReversing(false)} />}
    </Group>
  )
}

function Reverse({ payroll, onClose }: { payroll: Payroll; onClose: () => void }) {
  return (
    <FormModal
      endpoint={payrolls.reverse}
      title="Reverse Payroll"
      action="Reverse Payroll"
      params={{ id: payroll.id }}
      initial={{ reason: '' }}
      done="Payroll reversed successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${payroll.code} stays on record as reversed. It counts in no report, its payslips no
            longer verify, and its people can be paid again for ${payroll.month} ${payroll.year}.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}
