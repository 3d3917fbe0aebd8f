import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FinalClaim, finalClaims } from '@mshahara/contract/leaving'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { amount, date, ksh, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { noNumber, optional, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCash, IconCircleCheck, IconCircleX } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

type Act = 'pay' | 'give up'

/** What people who have left still owe: followed until it is paid or given up. */
export default function FinalClaims() {
  const { data: claims, isPending } = useRead(finalClaims.list)
  const may = useMay()
  const [meant, setMeant] = useState<{ claim: FinalClaim; act: Act } | null>(null)
  const acts = may(finalClaims.pay)
  return (
    <Page title="Owed by Leavers" subtitle="What final dues could not take">
      <Card flush title="Claims">
        <DataTable
          label="Owed by Leavers"
          columns={
            acts ? [...columns, actsWith((claim, act) => setMeant({ claim, act }))] : columns
          }
          rows={claims ?? undefined}
          rowKey={({ id }) => id}
          loading={isPending}
          empty={<Empty icon={IconCircleCheck} title="Nobody who has left owes anything" />}
        />
      </Card>
      {meant?.act === 'pay' && <Pay claim={meant.claim} onClose={() => setMeant(null)} />}
      {meant?.act === 'give up' && <GiveUp claim={meant.claim} onClose={() => setMeant(null)} />}
    </Page>
  )
}

const tones = { open: 'amber', 'part paid': 'blue', paid: 'green', 'given up': 'gray' } as const
const states = { open: 'Open', 'part paid': 'Part paid', paid: 'Paid', 'given up': 'Given up' }

const columns: Column<FinalClaim>[] = [
  {
    key: 'employee',
    title: 'Employee',
    lead: true,
    render: ({ employee }) => employee.name,
    link: ({ employee }) => `/final-dues/${employee.id}`,
  },
  { key: 'last_day', title: 'Last Day', oneLine: true, render: ({ last_day }) => date(last_day) },
  { key: 'run', title: 'Payroll', yields: 1, oneLine: true, render: ({ run }) => run.code },
  amountColumn('amount', 'Owed', (claim) => claim.amount),
  amountColumn('left', 'Left', ({ left }) => left),
  {
    key: 'state',
    title: 'Status',
    render: (claim) => (
      <Stack gap={4} align="flex-start">
        <Tag tone={tones[claim.state]}>{states[claim.state]}</Tag>
        {claim.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Stack>
    ),
  },
]

function Entry({ entry }: { entry: FinalClaim['entries'][number] }) {
  const may = useMay()
  const { id, kind, amount: sum, day, reference, note, recorded_by } = entry
  const takeBack = useAct(finalClaims.takeBack, {
    ask: {
      title: 'Take Back',
      text: `${ksh(sum)} of ${date(day)} counts as not recorded. The log keeps it.`,
      action: 'Take Back',
      danger: true,
    },
    notice: 'Taken back',
  })
  const what = kind === 'payment' ? `Paid ${amount(sum)}` : `Given up ${amount(sum)}`
  const told = [`${what}, ${date(day)}`, reference, note, recorded_by].filter(Boolean).join(' · ')
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {told}
      </Text>
      {may(finalClaims.takeBack) && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={takeBack.busy}
          aria-label={`Take back ${amount(sum)} of ${date(day)}`}
          onClick={() => void takeBack.run({ params: { id } })}
        >
          Take Back
        </Button>
      )}
    </Group>
  )
}

const actsWith = (mean: (claim: FinalClaim, act: Act) => void): Column<FinalClaim> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (claim) =>
    claim.left > 0 && (
      <Group gap="xs" wrap="nowrap">
        <RowButton
          icon={IconCash}
          label={`Record Payment of ${claim.employee.name}`}
          onClick={() => mean(claim, 'pay')}
        >
          Record Payment
        </RowButton>
        <RowButton
          icon={IconCircleX}
          label={`Give up what ${claim.employee.name} owes`}
          onClick={() => mean(claim, 'give up')}
        >
          Give Up
        </RowButton>
      </Group>
    ),
})

interface ModalProps {
  claim: FinalClaim
  onClose: () => void
}

function Pay({ claim, onClose }: ModalProps) {
  return (
    <FormModal
      endpoint={finalClaims.pay}
      title="Record Payment"
      action="Record Payment"
      params={{ id: claim.id }}
      initial={{ amount: noNumber, day: today(), reference: '', note: '' }}
      done="Payment recorded successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">{`${claim.employee.name} still owes ${ksh(claim.left)}.`}</Text>
          <Money label="Amount" data-autofocus {...form.getInputProps('amount')} />
          <Suspense fallback={null}>
            <Day label="Day of the payment" {...form.getInputProps('day')} />
          </Suspense>
          <TextInput
            label="Reference"
            placeholder="Receipt or transaction number"
            {...form.getInputProps('reference')}
          />
          <TextInput label="Note" {...optional} {...form.getInputProps('note')} />
        </>
      )}
    </FormModal>
  )
}

function GiveUp({ claim, onClose }: ModalProps) {
  return (
    <FormModal
      endpoint={finalClaims.giveUp}
      title="Give Up"
      action="Give Up"
      danger
      params={{ id: claim.id }}
      initial={{ reason: '' }}
      done="Claim given up"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${ksh(claim.left)} that ${claim.employee.name} owes is not asked for any more.`}
          </Text>
          <Reason form={form} first />
        </>
      )}
    </FormModal>
  )
}
