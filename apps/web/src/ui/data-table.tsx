import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import classes from './data-table.module.css'
import { Failed } from './empty.tsx'
import { Paging, type PagingProps } from './paging.tsx'
import { RowName } from './row-action.tsx'
import { useRoomFor } from './table-room.ts'
import { uiTexts } from './texts.ts'

export interface Column<Row> {
  key: string
  title: string
  /** `index` runs across pages, from 1. */
  render: (row: Row, index: number) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** Dates and numbers, which read badly in two lines. */
  oneLine?: boolean
  /** Kept in sight while scrolling sideways, and the heading of the card on a phone. */
  lead?: boolean
  /** The last column, kept in sight as well and in bold: what the row comes to. */
  tail?: boolean
  /** Where the row's name leads, for those who may go there. */
  link?: (row: Row) => string | undefined
  /** In place of the lead's own content, what heads the card on a phone: name and figure. */
  onCard?: (row: Row) => [name: string, figure: string]
  /** Gives way where the table is too narrow: 1 before 2, 2 before 3; without it never. */
  yields?: 1 | 2 | 3
  /** Left out of the cards on a phone. */
  wideOnly?: boolean
  /** Buttons, always in sight; on a phone they close the card. */
  actions?: boolean
}

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Index of the first row of the page, from 0. */
  first?: number
  loading?: boolean
  loadingText?: string
  /** The rows shown are the last known ones; new ones are on their way. */
  stale?: boolean
  failed?: boolean
  onRetry?: () => void
  empty: ReactNode
  /** Totals by column key; the first holds their label. */
  footer?: Record<string, ReactNode>
  paging?: PagingProps
  skeletonRows?: number
}

/** The one table: loading, empty and failed are its states; on a phone its rows become cards. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const { label, rows, loading, failed, paging } = given
  const { ref, columns } = useRoomFor(given.columns, loading ? undefined : rows)
  const props = { ...given, columns }
  const stale = given.stale || undefined
  const nothing = !loading && (failed || !rows || rows.length === 0)
  return (
    <div className={classes.frame} aria-busy={loading || stale}>
      {nothing ? (
        <Nothing {...props} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll a wide table.
        <div ref={ref} className={classes.scroll} data-stale={stale} tabIndex={0}>
          {/* biome-ignore-start lint/a11y/noRedundantRoles: cards on a phone change `display`, and
              browsers then drop the table's own roles. */}
          <table className={classes.table} role="table" aria-label={label}>
            <thead role="rowgroup">
              <tr role="row">
                {columns.map((column) => (
                  <th
                    key={column.key}
                    role="columnheader"
                    scope="col"
                    data-align={column.align}
                    data-lead={column.lead}
                    data-tail={column.tail}
                    data-actions={column.actions}
                  >
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {loading ? <Skeletons {...props} /> : <Rows {...props} />}
            </tbody>
            {props.footer && !loading && <Footer columns={columns} footer={props.footer} />}
          </table>
          {/* biome-ignore-end lint/a11y/noRedundantRoles: as above. */}
        </div>
      )}
      {paging && !nothing && (
        <Paging {...paging} loading={loading} loadingText={props.loadingText} />
      )}
    </div>
  )
}

function Rows<Row>({ columns, rows = [], rowKey, first = 0 }: DataTableProps<Row>) {
  return rows.map((row, index) => (
    // biome-ignore lint/a11y/noRedundantRoles: see above.
    <tr key={rowKey(row)} role="row">
      {columns.map((column) => (
        <td
          key={column.key}
          // biome-ignore lint/a11y/noRedundantRoles: see above.
          role="cell"
          data-label={column.title}
          data-align={column.align}
          data-lead={column.lead}
          data-tail={column.tail}
          data-one-line={column.oneLine}
          data-wide={column.wideOnly}
          data-actions={column.actions}
        >
          <RowName to={column.link?.(row)}>
            <Content column={column} row={row} index={first + index + 1} />
          </RowName>
        </td>
      ))}
    </tr>
  ))
}

interface ContentProps<Row> {
  column: Column<Row>
  row: Row
  index: number
}

function Content<Row>({ column, row, index }: ContentProps<Row>) {
  const content = column.render(row, index)
  if (!column.onCard) return content
  const [name, figure] = column.onCard(row)
  return (
    <>
      <span className={classes.inTable}>{content}</span>
      <span className={classes.onCard}>
        {name} <b className="figures">{figure}</b>
      </span>
    </>
  )
}

interface FooterProps<Row> {
  columns: Column<Row>[]
  footer: Record<string, ReactNode>
}

function Footer<Row>({ columns, footer }: FooterProps<Row>) {
  const [name] = Object.keys(footer)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above.
    <tfoot role="rowgroup">
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <tr role="row">
        {columns.map(({ key, title, align, lead, tail, actions }) => {
          const kept = { 'data-lead': lead, 'data-tail': tail, 'data-actions': actions }
          const more = { 'data-align': align, 'data-label': title, ...kept }
          return key === name ? (
            // biome-ignore lint/a11y/noRedundantRoles: see above.
            <th key={key} role="rowheader" scope="row" {...more}>
              {footer[key]}
            </th>
          ) : (
            // biome-ignore lint/a11y/noRedundantRoles: see above.
            <td key={key} role="cell" {...more}>
              {footer[key]}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

const widths = ['62%', '48%', '70%', '55%', '40%']

function Skeletons<Row>({ columns, skeletonRows = 8 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, row) => `skeleton-${row}`).map((name, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in a row of skeletons takes focus.
    <tr key={name} aria-hidden="true">
      {columns.map((column, index) => (
        <td key={column.key} data-wide={column.wideOnly} data-actions={column.actions}>
          <Skeleton height={14} my={4} width={widths[(row + index) % widths.length]} />
        </td>
      ))}
    </tr>
  ))
}

function Nothing<Row>({ failed, onRetry, empty }: DataTableProps<Row>) {
  const { listFailed } = useLaterTexts(uiTexts)
  if (failed) return <Failed title={listFailed} onRetry={onRetry} />
  // A sentence alone would touch the edge of the card.
  return typeof empty === 'string' ? <Text p="var(--card-pad)">{empty}</Text> : empty
}
