import type { ReactNode } from 'react'
import { amount, date } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './pay-items.module.css'

/** The columns that the lists of pay items share. */

export function Named({ name, note }: { name: string; note?: ReactNode }) {
  return (
    <span className={classes.named}>
      {name}
      {note && <Tag>{note}</Tag>}
    </span>
  )
}

export const amountColumn: Column<{ amount: number }> = {
  key: 'amount',
  title: 'Amount',
  align: 'right',
  oneLine: true,
  render: (row) => <span className="figures">{amount(row.amount)}</span>,
}

export const taxableColumn: Column<{ taxable: 0 | 1 }> = {
  key: 'taxable',
  title: 'Taxable',
  render: ({ taxable }) => (taxable ? <Tag tone="green">Yes</Tag> : <Tag>No</Tag>),
}

export const createdColumn: Column<{ created_at: string }> = {
  key: 'created',
  title: 'Created',
  oneLine: true,
  render: ({ created_at }) => date(created_at),
}

export const periodColumns: Column<{ from: string; to: string | null }>[] = [
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => date(from) },
  {
    key: 'to',
    title: 'To',
    oneLine: true,
    render: ({ to }) => (to ? date(to) : <span className={classes.open}>Open-ended</span>),
  },
]

export const descriptionColumn: Column<{ description: string | null }> = {
  key: 'description',
  title: 'Description',
  render: ({ description }) =>
    description ? (
      <span className={classes.description} title={description}>
        {description}
      </span>
    ) : (
      '—'
    ),
}
