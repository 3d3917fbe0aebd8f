import { date } from '../lib/format.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './pay-items.module.css'
import { Word } from './words.tsx'

/** The columns that the lists of pay items share. */

export function Named({ name, note }: { name: string; note?: string | false | 0 }) {
  return (
    <span className={classes.named}>
      {name}
      {note && (
        <Tag>
          <Word>{note}</Word>
        </Tag>
      )}
    </span>
  )
}

export const PaidTag = () => (
  <Tag tone="green">
    <Word>Paid</Word>
  </Tag>
)

interface Paid {
  amount: number
  taxable: 0 | 1
}
export const paidColumns: Column<Paid>[] = [
  amountColumn('amount', 'Amount', ({ amount }) => amount),
  {
    key: 'taxable',
    title: 'Taxable',
    yields: 2,
    render: ({ taxable }) => (
      <Tag {...(taxable && { tone: 'green' })}>
        <Word>{taxable ? 'Yes' : 'No'}</Word>
      </Tag>
    ),
  },
]

export const periodColumns: Column<{ from: string; to: string | null }>[] = [
  { key: 'from', title: 'From', oneLine: true, render: ({ from }) => date(from) },
  {
    key: 'to',
    title: 'To',
    oneLine: true,
    render: ({ to }) =>
      to ? (
        date(to)
      ) : (
        <span className={classes.open}>
          <Word>Open-ended</Word>
        </span>
      ),
  },
]

/** In one line, as there are many columns beside it. */
export const noteColumn: Column<{ description: string | null }> = {
  key: 'description',
  title: 'Description',
  yields: 1,
  render: ({ description }) =>
    description ? (
      <span className={classes.description} title={description}>
        {description}
      </span>
    ) : (
      '—'
    ),
}
