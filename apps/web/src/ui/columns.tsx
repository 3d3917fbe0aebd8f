import { amount, date } from '../lib/format.ts'
import type { Column } from './data-table.tsx'

/** The columns that lists of several areas share. */

export const indexColumn: Column<unknown> = {
  key: 'index',
  title: '#',
  wideOnly: true,
  yields: 1,
  render: (_, index) => index,
}

export const nameColumn: Column<{ name: string }> = {
  key: 'name',
  title: 'Name',
  lead: true,
  render: ({ name }) => name,
}

export const descriptionColumn: Column<{ description: string | null }> = {
  key: 'description',
  title: 'Description',
  yields: 2,
  render: ({ description }) => description ?? 'Not specified',
}

export const createdColumn: Column<{ created_at: string }> = {
  key: 'created',
  title: 'Created',
  oneLine: true,
  yields: 1,
  render: ({ created_at }) => date(created_at),
}

export function amountColumn<Row>(
  key: string,
  title: string,
  of: (row: Row) => number,
  write: (shillings: number) => string = amount,
): Column<Row> {
  return {
    key,
    title,
    align: 'right',
    oneLine: true,
    render: (row) => <span className="figures">{write(of(row))}</span>,
  }
}
