import { Button, Group, Text, Textarea } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows, changes } from '@mshahara/contract/run-states'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { PaymentButtons } from '../payouts/index.ts'
import { askToDelete, useAct } from '../ui/act.ts'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconArrowLeft,
  IconCircleCheck,
  IconHistory,
  IconListDetails,
  IconTrash,
} from '../ui/icons.ts'
import { ConfirmDetails } from './confirm-details.tsx'

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
      {allows(payroll, 'remove') && may(payrolls.remove) && <Delete payroll={payroll} />}
      {reverses && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setReversing(true)}
        >
          Reverse Payroll
        </Button>
      )}
      {changes(payroll, 'confirm') && may(payrolls.confirm) && <Actualize payroll={payroll} />}
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

function Delete({ payroll }: { payroll: Payroll }) {
  const navigate = useNavigate()
  const remove = useAct(payrolls.remove, {
    ask: askToDelete('Payroll'),
    notice: 'Payroll deleted successfully',
  })
  async function run() {
    const gone = await remove.run({ params: { id: payroll.id } })
    if (gone) await navigate({ to: '/payrolls/employees' })
  }
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.busy}
      onClick={run}
    >
      Delete Payroll
    </Button>
  )
}

function Actualize({ payroll }: { payroll: Payroll }) {
  const confirm = useAct(payrolls.confirm, {
    ask: {
      title: 'Confirm Payroll',
      text: 'Do you want to confirm this payroll?',
      details: <ConfirmDetails id={payroll.id} />,
      action: 'Confirm',
    },
    notice: 'Payroll confirmed successfully',
  })
  /** What is next, its files, stands at the head of the page. */
  async function run() {
    if (!(await confirm.run({ params: { id: payroll.id } }))) return
    scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Button
      leftSection={<IconCircleCheck size={17} aria-hidden />}
      loading={confirm.busy}
      onClick={() => void run()}
    >
      Actualize Payroll
    </Button>
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
          <Textarea
            label="Reason"
            autosize
            minRows={2}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormModal>
  )
}
