import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { type LeaveBalance, leaveBalances } from '@mshahara/contract/leave-balances'
import { wholeName } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import type { Question } from '../ui/confirm-modal.tsx'
import { noNumber } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { Figure } from '../ui/money.tsx'
import { inDays } from './words.ts'

interface Props {
  balance: LeaveBalance
  onClose: () => void
}

/** What it belongs to stays as it is. */
function Locked({ balance: { employee, leave_type, year } }: { balance: LeaveBalance }) {
  return (
    <>
      <TextInput label="Employee" variant="filled" readOnly value={wholeName(employee)} />
      <TextInput label="Leave Type" variant="filled" readOnly value={leave_type.name} />
      <TextInput label="Year" variant="filled" readOnly value={year} />
    </>
  )
}

/** The difference becomes an adjustment with its reason. */
export function AdjustBalance({ balance, onClose }: Props) {
  return (
    <FormModal
      endpoint={leaveBalances.update}
      params={{ id: balance.id }}
      title="Edit Leave Balance"
      action="Update"
      initial={{ entitled_days: balance.entitled_days, reason: '' }}
      done="Leave balance updated successfully"
      ask={async ({ entitled_days }) => belowZero(balance, Number(entitled_days))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Locked balance={balance} />
          <Figure
            label="Entitled Days"
            withAsterisk
            data-autofocus
            {...form.getInputProps('entitled_days')}
          />
          <TextInput
            label="Reason"
            withAsterisk
            placeholder="Saved with the entry"
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormModal>
  )
}

/** It may be meant; nobody should find it out afterwards. */
function belowZero(balance: LeaveBalance, entitled: number): Question | undefined {
  const rest = Math.round((entitled - balance.used_days - balance.pending_days) * 100) / 100
  if (!(rest < 0)) return undefined
  const taken = inDays(balance.used_days + balance.pending_days)
  return {
    title: 'Below Zero',
    text: `${taken} are already used or promised, so the balance would be ${inDays(-rest)} below zero.`,
    action: 'Save Anyway',
  }
}

export function Encash({ balance, onClose }: Props) {
  return (
    <FormModal
      endpoint={leaveBalances.encash}
      params={{ id: balance.id }}
      title="Pay Out Leave"
      action="Pay Out"
      initial={{ days: noNumber, reason: '' }}
      done="The days will be paid with the next payroll"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Locked balance={balance} />
          <Text size="sm">
            {`${inDays(balance.remaining)} remain. Days paid out become a line on the next payroll; anything beyond what was earned and carried over must be approved there by name.`}
          </Text>
          {balance.paying_out > 0 && <KeepInstead balance={balance} onClose={onClose} />}
          <Figure label="Days" withAsterisk data-autofocus {...form.getInputProps('days')} />
          <TextInput label="Reason" withAsterisk {...form.getInputProps('reason')} />
        </>
      )}
    </FormModal>
  )
}

/** What was entered before, and the way back. */
function KeepInstead({ balance, onClose }: Props) {
  const { run, busy } = useAct(leaveBalances.keepInstead, { notice: ({ message }) => message })
  async function giveBack() {
    if (await run({ params: { id: balance.id } })) onClose()
  }
  return (
    <Alert color="blue">
      <Group justify="space-between">
        <Text size="sm">Already waiting to be paid out: {inDays(balance.paying_out)}.</Text>
        <Button size="xs" variant="default" loading={busy} onClick={() => void giveBack()}>
          Return to Balance
        </Button>
      </Group>
    </Alert>
  )
}
