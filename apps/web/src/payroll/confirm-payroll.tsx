import { Checkbox, Stack, Text } from '@mantine/core'
import { type ApprovedFinding, type PayrollCheck, payrolls } from '@mshahara/contract/payroll'
import { useAsksSecond, useWaiting } from '../maker-checker/index.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { askSecond, ConfirmInDialog, ConfirmRun } from '../ui/run-buttons.tsx'
import { ConfirmDetails, useConfirmDetails } from './confirm-details.tsx'

/** Confirms; what nobody confirms by the way is ticked for each person first (C18). */
export function ConfirmPayroll({ id }: { id: string }) {
  const { checks, isPending } = useConfirmDetails(id)
  const asked = (checks ?? []).filter(({ approvable }) => approvable)
  const second = useAsksSecond('confirming')
  const waits = useWaiting(id).length > 0
  if (waits) return null
  const action = second ? 'Submit for Approval' : 'Actualize Payroll'
  if (asked.length === 0) {
    return (
      <ConfirmRun
        endpoint={payrolls.confirm}
        id={id}
        second={second}
        loading={isPending}
        details={<ConfirmDetails id={id} />}
      >
        {action}
      </ConfirmRun>
    )
  }
  return (
    <ConfirmInDialog
      dialog={(close) => <ByName id={id} asked={asked} second={second} onClose={close} />}
    >
      {action}
    </ConfirmInDialog>
  )
}

interface Props {
  id: string
  asked: PayrollCheck[]
  second: boolean
  onClose: () => void
}

function ByName({ id, asked, second, onClose }: Props) {
  const wanted = asked.flatMap(({ kind, people }) =>
    people.map(({ employee_id, detail }): ApprovedFinding => ({ kind, employee_id, detail })),
  )
  return (
    <FormModal
      endpoint={payrolls.confirm}
      title={second ? 'Submit for Approval' : 'Confirm Payroll'}
      action={second ? 'Submit' : 'Confirm'}
      size="lg"
      params={{ id }}
      initial={{ approved: [] as ApprovedFinding[] }}
      done="Payroll confirmed successfully"
      ready={(form) => wanted.every((one) => tickedIn(form).some(isSame(one)))}
      onClose={onClose}
    >
      {(form) => {
        const approved = tickedIn(form)
        const tick = (one: ApprovedFinding, on: boolean) => {
          const others = approved.filter((other) => !isSame(one)(other))
          form.setFieldValue('approved', on ? [...others, one] : others)
        }
        return (
          <>
            <ConfirmDetails id={id} />
            {asked.map((check) => (
              <Ticks key={check.kind} check={check} approved={approved} tick={tick} />
            ))}
            <Text size="sm">{second ? askSecond : 'Do you want to confirm this payroll?'}</Text>
          </>
        )
      }}
    </FormModal>
  )
}

/** The body may be left out, so that its type says nothing of what is in it. */
const tickedIn = ({ values }: { values: object }) =>
  (values as { approved: ApprovedFinding[] }).approved

const isSame =
  (one: ApprovedFinding) =>
  ({ kind, employee_id, detail }: ApprovedFinding) =>
    kind === one.kind && employee_id === one.employee_id && detail === one.detail

interface Ticking {
  check: PayrollCheck
  approved: readonly ApprovedFinding[]
  tick: (one: ApprovedFinding, on: boolean) => void
}

function Ticks({ check: { kind, title, people }, approved, tick }: Ticking) {
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {people.map(({ employee_id, name, employee_no, detail }) => {
        const one = { kind, employee_id, detail }
        return (
          <Checkbox
            key={employee_id}
            label={`${name} (${employee_no})`}
            description={detail}
            checked={approved.some(isSame(one))}
            onChange={({ currentTarget }) => tick(one, currentTarget.checked)}
          />
        )
      })}
    </Stack>
  )
}
