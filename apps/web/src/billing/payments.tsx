import { Button, Select } from '@mantine/core'
import { billing, type Payment } from '@mshahara/contract/billing'
import { orderStates } from '@mshahara/contract/payment-states'
import { useState } from 'react'
import { useSlice } from '../lib/api.ts'
import { dateTime, words } from '../lib/format.ts'
import { useListState, usualSizes } from '../lib/list-state.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCash, IconEye, IconPlus } from '../ui/icons.ts'
import { ListFrame } from '../ui/list-frame.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { AddCredit } from './add-credit.tsx'
import { PaymentStory } from './payment-story.tsx'

const facts: Column<Payment>[] = [
  { key: 'organization', title: 'Organization', lead: true, render: (row) => row.organization },
  {
    key: 'package',
    title: 'Package',
    yields: 2,
    render: (row) => `${row.package}, ${row.duration} ${row.duration === 1 ? 'month' : 'months'}`,
  },
  amountColumn<Payment>('amount', 'Amount', (row) => row.amount),
  { key: 'state', title: 'Status', render: ({ state }) => <Status value={state} /> },
  {
    key: 'reference',
    title: 'Reference',
    yields: 2,
    render: (row) => row.reference ?? row.reference_no,
  },
  {
    key: 'created',
    title: 'Ordered',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => dateTime(created_at),
  },
]

const filters = ['state', 'month']

function usePayments() {
  const { state, change } = useListState({ ...usualSizes, filters })
  const read = useSlice(billing.payments, {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search: state.search.trim(),
    ...(state.filters as object),
  })
  const { rows = [], total = 0 } = read.data ?? {}
  return { state, change, read, rows, total, pages: Math.max(1, Math.ceil(total / state.perPage)) }
}

/** All orders of all organisations; those in review end here. */
export default function Payments() {
  const [opened, setOpened] = useState<Payment | null>(null)
  const [adding, setAdding] = useState(false)
  const { state, change, read, rows, total, pages } = usePayments()
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
    <ListFrame
      title="Payments"
      heading={(count) => `Payments (${count})`}
      searchLabel="Search payment"
      count={read.data && total}
      search={state.search}
      onSearch={(text) => void change({ search: text })}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add Credit
        </Button>
      }
      above={
        <Select
          aria-label="Status"
          placeholder="All payments"
          clearable
          w={190}
          data={orderStates.map((value) => ({ value, label: words(value) }))}
          value={state.filters.state ?? null}
          onChange={(value) => void change({ filters: { state: value } })}
        />
      }
    >
      <DataTable
        label="Payments"
        columns={[...facts, view]}
        rows={rows}
        rowKey={({ id }) => id}
        loading={read.isPending}
        stale={read.isPlaceholderData}
        failed={read.isError && !read.data}
        onRetry={() => void read.refetch()}
        empty={<Empty icon={IconCash} title="No Payments Found" />}
        paging={{
          ...usualSizes,
          perPage: state.perPage,
          page: Math.min(state.page, pages),
          pages,
          total,
          numbered: true,
          onPage: (page) => void change({ page }),
          onPerPage: (perPage) => void change({ perPage }),
        }}
      />
      {opened && <PaymentStory id={opened.id} onClose={() => setOpened(null)} />}
      {adding && <AddCredit onClose={() => setAdding(false)} />}
    </ListFrame>
  )
}
