import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Answer } from '@mshahara/contract'
import { type FinalClaim, finalClaims } from '@mshahara/contract/leaving'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { amount, date, ksh, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { noNumber, optional, Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCash, IconCircleCheck, IconCircleX, IconReceipt, IconUsers } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { type NumberCard, NumberCards } from '../ui/number-cards.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Tag } from '../ui/status.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

type Act = 'pay' | 'give up'

/** What people who have left still owe: followed until it is paid or given up. */
export default function FinalClaims() {
  const may = useMay()
  const [meant, setMeant] = useState<{ claim: FinalClaim; act: Act } | null>(null)
  const { data: totals } = useRead(finalClaims.totals)
  const acts = { pay: may(finalClaims.pay), 'give up': may(finalClaims.giveUp) }
  const mean = (claim: FinalClaim, act: Act) => setMeant({ claim, act })
  return (
    <>
      <SlicePage<FinalClaim>
        title="Owed by Leavers"
        subtitle="What final dues could not take"
        above={totals && <NumberCards cards={cardsOf(totals)} />}
        endpoint={finalClaims.list}
        heading={(count) => `Claims (${count})`}
        columns={acts.pay || acts['give up'] ? [...columns, actsWith(acts, mean)] : columns}
        rowKey={({ id }) => id}
        searchLabel="Search name or number"
        choices={choices}
        empty={(searching) => (
          <Empty
            icon={IconCircleCheck}
            title={searching ? 'No Claims Found' : 'Nobody who has left owes anything'}
          />
        )}
      />
      {meant?.act === 'pay' && <Pay claim={meant.claim} onClose={() => setMeant(null)} />}
      {meant?.act === 'give up' && <GiveUp claim={meant.claim} onClose={() => setMeant(null)} />}
    </>
  )
}

const choices = [
  {
    name: 'which',
    label: 'Show',
    sorts: true,
    options: [
      { value: 'open', label: 'Open' },
      { value: 'settled', label: 'Paid or given up' },
      { value: 'all', label: 'All' },
    ],
  },
]

const cardsOf = ({ owed, paid, given_up, left, open }: Answer<typeof finalClaims.totals>) =>
  [
    ['Left', amount(left), open === 1 ? '1 claim is open' : `${open} claims are open`, IconReceipt],
    ['Owed', amount(owed), 'What final dues could not take', IconUsers],
    ['Paid', amount(paid), 'Came in since', IconCash],
    ['Given up', amount(given_up), 'Not asked for any more', IconCircleX],
  ] satisfies NumberCard[]

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

const actsWith = (
  may: Record<Act, boolean>,
  mean: (claim: FinalClaim, act: Act) => void,
): Column<FinalClaim> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (claim) =>
    claim.left > 0 && (
      <Group gap="xs" wrap="nowrap">
        {may.pay && (
          <RowButton
            icon={IconCash}
            label={`Record Payment of ${claim.employee.name}`}
            onClick={() => mean(claim, 'pay')}
          >
            Record Payment
          </RowButton>
        )}
        {may['give up'] && (
          <RowButton
            icon={IconCircleX}
            label={`Give up what ${claim.employee.name} owes`}
            onClick={() => mean(claim, 'give up')}
          >
            Give Up
          </RowButton>
        )}
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
