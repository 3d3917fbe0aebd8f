import { Button } from '@mantine/core'
import { billing, type Payment } from '@mshahara/contract/billing'
import { orderStates } from '@mshahara/contract/payment-states'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime, words } from '../lib/format.ts'
import { monthOptions, monthsLong, thisMonth } from '../lib/months.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCash, IconEye, IconPlus } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { type Choice, SlicePage } from '../ui/slice-page.tsx'
import { Status } from '../ui/status.tsx'
import { AddCredit } from './add-credit.tsx'
import { PaymentHistory } from './payment-history.tsx'

const facts: Column<Payment>[] = [
  { key: 'organization', title: 'Organization', lead: true, render: (row) => row.organization },
  {
    key: 'package',
    title: 'Package',
    yields: 2,
    render: (row) => `${row.package}, ${monthsLong(row.duration)}`,
  },
  amountColumn<Payment>('amount', 'Amount', (row) => row.amount),
  { key: 'state', title: 'Status', render: ({ state }) => <Status value={state} /> },
  {
    key: 'reference',
    title: 'Reference',
    yields: 2,
    render: (row) =>
      row.method === 'Credit' ? 'Paid from credit' : (row.reference ?? row.reference_no),
  },
  {
    key: 'created',
    title: 'Ordered',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => dateTime(created_at),
  },
]

export const monthsSoFar = monthOptions().filter(({ value }) => value <= thisMonth())

const choices: Choice[] = [
  {
    name: 'state',
    label: 'Any status',
    options: orderStates.map((value) => ({ value, label: words(value) })),
  },
  { name: 'month', label: 'Any month', options: monthsSoFar },
]

/** All orders of all organisations; those in review end here. */
export default function Payments() {
  const [opened, setOpened] = useState<Payment | null>(null)
  const [adding, setAdding] = useState(false)
  const view: Column<Payment> = {
    key: 'view',
    title: 'Actions',
    actions: true,
    render: (row) => (
      <RowButton
        icon={IconEye}
        label={`Details of ${row.reference_no}`}
        onClick={() => setOpened(row)}
      >
        Details
      </RowButton>
    ),
  }
  return (
    <>
      <SlicePage<Payment>
        title="Payments"
        heading={(count) => `Payments (${count})`}
        searchLabel="Search payment"
        endpoint={billing.payments}
        choices={choices}
        actions={
          <>
            <Button component={Link} to="/payments/received" variant="default">
              Money Received
            </Button>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add Credit
            </Button>
          </>
        }
        columns={[...facts, view]}
        rowKey={({ id }) => id}
        empty={(searching) => (
          <Empty
            icon={IconCash}
            title="No Payments Found"
            text={searching ? 'No payments match your search criteria' : undefined}
          />
        )}
      />
      {opened && <PaymentHistory id={opened.id} onClose={() => setOpened(null)} />}
      {adding && <AddCredit onClose={() => setAdding(false)} />}
    </>
  )
}
