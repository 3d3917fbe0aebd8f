import { Button, Group, Text, Textarea } from '@mantine/core'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows, changes } from '@mshahara/contract/run-states'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '../lib/api.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { confirm } from '../ui/confirm.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconArrowLeft, IconCircleCheck, IconHistory, IconTrash } from '../ui/icons.ts'

/** What can be done to a run, by its status and the person's rights. */
export function RunActions({ payroll }: { payroll: Payroll }) {
  const may = useMay()
  const { role } = useProfile()
  const router = useRouter()
  const [reversing, setReversing] = useState(false)
  const reverses = allows(payroll, 'reverse') && (role === 'primary' || role === 'super-admin')
  return (
    <Group justify="flex-end" data-print="hidden">
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => router.history.back()}
      >
        Back
      </Button>
      {allows(payroll, 'remove') && may('delete payrolls') && <Delete payroll={payroll} />}
      {reverses && (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setReversing(true)}
        >
          Reverse Payroll
        </Button>
      )}
      {changes(payroll, 'confirm') && may('approve payrolls') && <Actualize payroll={payroll} />}
      {reversing && <Reverse payroll={payroll} onClose={() => setReversing(false)} />}
    </Group>
  )
}

function Delete({ payroll }: { payroll: Payroll }) {
  const navigate = useNavigate()
  const remove = useWrite(payrolls.remove)
  async function ask() {
    const sure = await confirm({
      title: 'Delete Payroll',
      text: 'Are you sure you want to delete this Payroll? This action cannot be undone?',
      action: 'Confirm',
      danger: true,
    })
    if (!sure) return
    try {
      await remove.run({ params: { id: payroll.id } })
      toast('success', 'Payroll deleted successfully')
      await navigate({ to: '/payrolls/employees' })
    } catch {
      // Told already.
    }
  }
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.busy}
      onClick={ask}
    >
      Delete Payroll
    </Button>
  )
}

function Actualize({ payroll }: { payroll: Payroll }) {
  const write = useWrite(payrolls.confirm)
  async function ask() {
    const sure = await confirm({
      title: 'Confirm Payroll',
      text: 'Do you want to confirm this payroll?',
      action: 'Confirm',
    })
    if (!sure) return
    try {
      await write.run({ params: { id: payroll.id } })
      toast('success', 'Payroll confirmed successfully')
    } catch {
      // Told already.
    }
  }
  return (
    <Button
      leftSection={<IconCircleCheck size={17} aria-hidden />}
      loading={write.busy}
      onClick={ask}
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
