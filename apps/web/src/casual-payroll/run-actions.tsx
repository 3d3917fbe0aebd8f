import { Button, Group } from '@mantine/core'
import { type CasualPayroll, casualPayrolls } from '@mshahara/contract/casual-payroll'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { PaymentButtons } from '../payouts/index.ts'
import { askToDelete, useAct } from '../ui/act.ts'
import { IconArrowLeft, IconCircleCheck, IconListDetails, IconTrash } from '../ui/icons.ts'

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
      {draft && may(casualPayrolls.remove) && <Delete id={payroll.id} />}
      {draft && may(casualPayrolls.confirm) && <Actualize id={payroll.id} />}
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

function Delete({ id }: { id: string }) {
  const navigate = useNavigate()
  const remove = useAct(casualPayrolls.remove, {
    ask: askToDelete('Payroll'),
    notice: 'Payroll deleted successfully',
  })
  async function run() {
    if (await remove.run({ params: { id } })) await navigate({ to: '/payrolls/casuals' })
  }
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.busy}
      onClick={run}
    >
      Delete Payments
    </Button>
  )
}

function Actualize({ id }: { id: string }) {
  const confirm = useAct(casualPayrolls.confirm, {
    ask: {
      title: 'Confirm Payroll',
      text: 'Do you want to confirm this payroll?',
      action: 'Confirm',
    },
    notice: 'Payroll confirmed successfully',
  })
  return (
    <Button
      leftSection={<IconCircleCheck size={17} aria-hidden />}
      loading={confirm.busy}
      onClick={() => void confirm.run({ params: { id } })}
    >
      Actualize Payments
    </Button>
  )
}
