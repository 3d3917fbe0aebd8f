import { Checkbox, Stack, Text } from '@mantine/core'
import {
  type CasualCheck,
  type CasualPayroll,
  casualPayrolls,
} from '@mshahara/contract/casual-payroll'
import { counted } from '@mshahara/contract/counted'
import { useRead } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { useAsksSecond, useWaiting } from '../maker-checker/index.ts'
import { FormModal } from '../ui/form-modal.tsx'
import { askSecond, ConfirmInDialog, ConfirmRun } from '../ui/run-buttons.tsx'
import { dayNamed, peopleTold } from './days-told.ts'

/** Confirms; where days are paid that nobody has seen, each of them is ticked first (C22). */
export function ConfirmCasuals({ payroll }: { payroll: CasualPayroll }) {
  const { id } = payroll
  const { data: checks, isPending } = useRead(casualPayrolls.checks, { params: { id } })
  const unseen = (checks ?? []).filter(({ blocks, days }) => blocks && days.length > 0)
  const second = useAsksSecond('confirming')
  if (useWaiting(id).length > 0) return null
  const action = second ? 'Submit for Approval' : 'Actualize Payments'
  if (unseen.length === 0) {
    return (
      <ConfirmRun
        endpoint={casualPayrolls.confirm}
        id={id}
        second={second}
        loading={isPending}
        details={<Figures payroll={payroll} />}
      >
        {action}
      </ConfirmRun>
    )
  }
  return (
    <ConfirmInDialog
      dialog={(close) => <Ticks id={id} unseen={unseen} second={second} onClose={close} />}
    >
      {action}
    </ConfirmInDialog>
  )
}

const Figures = ({ payroll: { count, totals } }: { payroll: CasualPayroll }) => (
  <Text size="sm">
    {`${counted(count, 'person', 'people')}: gross pay ${ksh(totals.gross)}, ` +
      `net pay ${ksh(totals.net)}.`}
  </Text>
)

interface Props {
  id: string
  unseen: CasualCheck[]
  second: boolean
  onClose: () => void
}

const why: Partial<Record<CasualCheck['kind'], string>> = {
  'no roll': 'no muster roll',
  'to come': 'still to come',
}

function Ticks({ id, unseen, second, onClose }: Props) {
  const days = unseen.flatMap(({ kind, days: of }) => of.map((one) => ({ ...one, kind })))
  const sum = days.reduce((all, { gross }) => all + gross, 0)
  return (
    <FormModal
      endpoint={casualPayrolls.confirm}
      title={second ? 'Submit for Approval' : 'Confirm Payroll'}
      action={second ? 'Submit' : 'Confirm'}
      params={{ id }}
      initial={{ days: [] as string[] }}
      done="Payroll confirmed successfully"
      ready={({ values }) => (values.days ?? []).length === days.length}
      onClose={onClose}
    >
      {(form) => {
        const ticked = form.values.days ?? []
        const tick = (day: string, on: boolean) =>
          form.setFieldValue('days', on ? [...ticked, day] : ticked.filter((one) => one !== day))
        return (
          <>
            <Text size="sm">{second ? askSecond : 'Do you want to confirm this payroll?'}</Text>
            <Text size="sm">
              {`Nobody has recorded who was present on the days below, which come to ${ksh(sum)}. Tick each
              day you want to pay anyway, or record it on the muster roll and recalculate.`}
            </Text>
            <Stack gap="xs" role="group" aria-label="Days to pay anyway">
              {days.map(({ day, kind, people, gross }) => (
                <Checkbox
                  key={day}
                  label={dayNamed(day)}
                  description={[why[kind], peopleTold(people), ksh(gross)].join(' · ')}
                  checked={ticked.includes(day)}
                  onChange={({ currentTarget }) => tick(day, currentTarget.checked)}
                />
              ))}
            </Stack>
          </>
        )
      }}
    </FormModal>
  )
}
