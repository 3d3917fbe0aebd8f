import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'

/** The payslips of a run, a page at a time, with the totals of all of them. */

export const pageSizes = [10, 25, 50, 100] as const

export interface Paging {
  page: number
  perPage: number
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

/** As the address has it, and how it is changed there. */
export const pagingOf = (
  { page, perPage }: Pick<Paging, 'page' | 'perPage'>,
  change: (next: { page: number } | { perPage: number }) => unknown,
): Paging => ({
  page,
  perPage,
  onPage: (next) => void change({ page: next }),
  onPerPage: (next) => void change({ perPage: next }),
})

interface Props<Row> {
  label: string
  className: string | undefined
  head?: ReactNode
  columns: Column<Row>[]
  rows: Row[]
  /** How many there are on all pages. */
  total: number
  footer: Record<string, ReactNode>
  paging: Paging
  empty: ReactNode
  children?: ReactNode
}

export function RunSlips<Row extends { id: string }>(props: Props<Row>) {
  const { label, className, head, columns, rows, total, footer, paging, empty, children } = props
  const { page, perPage } = paging
  return (
    <section className={`card ${className}`} aria-label={label}>
      {head}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        first={(page - 1) * perPage}
        footer={footer}
        empty={empty}
        paging={{
          ...paging,
          sizes: pageSizes,
          pages: Math.max(1, Math.ceil(total / perPage)),
          total,
          numbered: true,
        }}
      />
      {children}
    </section>
  )
}
