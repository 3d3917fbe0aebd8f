import { Text, Textarea, TextInput } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { type Money, waysToPay } from '@mshahara/contract/money-received'
import { useState } from 'react'
import { dateTime, ksh } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCash, IconHistory, IconPencil } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { type Choice, SlicePage } from '../ui/slice-page.tsx'
import { Tag } from '../ui/status.tsx'
import { monthsSoFar } from './payments.tsx'
import classes from './plans.module.css'

const facts: Column<Money>[] = [
  { key: 'organization', title: 'Organization', lead: true, render: (row) => row.organization },
  amountColumn<Money>('amount', 'Amount', (row) => row.amount),
  { key: 'method', title: 'Method', yields: 2, render: ({ method }) => <Tag>{method}</Tag> },
  { key: 'used', title: 'Used For', yields: 3, render: (row) => row.used_for },
  { key: 'receipt', title: 'Receipt', oneLine: true, yields: 2, render: (row) => row.receipt_no },
  {
    key: 'reference',
    title: 'Reference',
    render: ({ reference, doubt }) => (
      <span>
        {reference ?? '—'}
        {doubt && <span className={`warning ${classes.doubt}`}>{doubt}</span>}
      </span>
    ),
  },
  {
    key: 'received',
    title: 'Received',
    oneLine: true,
    yields: 1,
    render: ({ received_at }) => dateTime(received_at),
  },
]

const choices: Choice[] = [
  { name: 'month', label: 'Any month', options: monthsSoFar },
  {
    name: 'method',
    label: 'Any method',
    options: waysToPay.map((value) => ({ value, label: value })),
  },
  {
    name: 'open',
    label: 'Any state',
    options: [
      { value: 'reference', label: 'Without reference' },
      { value: 'twice', label: 'Credited twice?' },
    ],
  },
]

/** Every shilling that came in, as the statements of M-PESA and the bank have it. */
export default function Received() {
  const [naming, setNaming] = useState<Money | null>(null)
  const [back, setBack] = useState<Money | null>(null)
  const actions: Column<Money> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (row) => (
      <>
        {row.reference === null && (
          <RowButton
            icon={IconPencil}
            label={`Enter Reference of ${row.receipt_no}`}
            onClick={() => setNaming(row)}
          >
            Enter Reference
          </RowButton>
        )}
        {row.can_take_back && (
          <RowButton
            icon={IconHistory}
            label={`Take back the credit of ${row.receipt_no}`}
            onClick={() => setBack(row)}
          >
            Take Back
          </RowButton>
        )}
      </>
    ),
  }
  return (
    <>
      <SlicePage<Money>
        title="Money Received"
        heading={(count) => `Receipts (${count})`}
        searchLabel="Search receipt"
        endpoint={billing.received}
        choices={choices}
        columns={[...facts, actions]}
        rowKey={({ id }) => id}
        empty={(searching) => (
          <Empty
            icon={IconCash}
            title="No Receipts Found"
            text={searching ? 'No receipts match your search criteria' : undefined}
          />
        )}
      />
      {naming && <Naming money={naming} onClose={() => setNaming(null)} />}
      {back && <TakingBack money={back} onClose={() => setBack(null)} />}
    </>
  )
}

/** M-PESA confirms a payment without its number; the statement has it. */
const Naming = ({ money, onClose }: { money: Money; onClose: () => void }) => (
  <FormModal
    endpoint={billing.nameReceipt}
    title="M-PESA Receipt Number"
    action="Save"
    params={{ id: money.id }}
    initial={{ reference: '' }}
    onDone={({ data: { message, twice } }) => toast(twice ? 'warning' : 'success', message)}
    onClose={onClose}
  >
    {(form) => (
      <TextInput
        label="Reference"
        description={`Of ${money.organization}, as shown on the M-PESA statement.`}
        {...noteBelow}
        data-autofocus
        {...form.getInputProps('reference')}
      />
    )}
  </FormModal>
)

const TakingBack = ({ money, onClose }: { money: Money; onClose: () => void }) => (
  <FormModal
    endpoint={billing.takeBackCredit}
    title="Take Back Credit"
    action="Take Back"
    params={{ id: money.id }}
    initial={{ reason: '' }}
    onDone={({ data: { message } }) => toast('success', message)}
    onClose={onClose}
  >
    {(form) => (
      <>
        <Text size="sm">
          {`${ksh(money.amount)} is taken off the credit of ${money.organization}. The entry stays on record, and its reference can be used again.`}
        </Text>
        <Textarea label="Reason" autosize data-autofocus {...form.getInputProps('reason')} />
      </>
    )}
  </FormModal>
)
