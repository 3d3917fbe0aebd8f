import { amount, date } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
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
  since?: string | null
  amount_before?: number | undefined
}

/** What it is from a month to come, below what it is until then. */
function Coming({ since, amount: then }: Paid) {
  return (
    <span className={classes.coming}>
      <Word>from</Word> {monthName(since ?? '')}: <span className="figures">{amount(then)}</span>
    </span>
  )
}

export const paidColumns: Column<Paid>[] = [
  {
    ...amountColumn<Paid>('amount', 'Amount', (row) => row.amount),
    render: (row) => (
      <span className={classes.amounts}>
        <span className="figures">{amount(row.amount_before ?? row.amount)}</span>
        {row.amount_before !== undefined && <Coming {...row} />}
      </span>
    ),
  },
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
