import { Group, Title } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { useSlice } from '../lib/api.ts'
import { useListState, usualSizes } from '../lib/list-state.ts'
import { type Column, DataTable } from './data-table.tsx'
import { SearchField } from './list-page.tsx'
import { Page, type PageProps } from './page.tsx'

interface Props<Row> extends Omit<PageProps, 'children' | 'subtitle'> {
  /** Answers with rows for offset, limit and search. */
  endpoint: Endpoint
  /** The heading of the card, with the total number of rows: "Employees (12)". */
  heading: (count: number) => string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  searchLabel: string
  empty: (searching: boolean) => ReactNode
}

/** A list the server searches and cuts into pages, for lists of any length. */
export function SlicePage<Row>(props: Props<Row>) {
  const { endpoint, heading, columns, rowKey, searchLabel, empty, ...page } = props
  const { state, change } = useListState(usualSizes)
  const search = state.search.trim()
  const read = useSlice(endpoint, {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search,
  })
  const { rows = [], total = 0 } = (read.data ?? {}) as { rows?: Row[]; total?: number }
  const pages = Math.max(1, Math.ceil(total / state.perPage))
  return (
    <Page {...page}>
      <div className="card">
        <Group p="md" justify="space-between" style={{ borderBottom: '1px solid var(--line)' }}>
          <Title order={2}>{read.data ? heading(total) : '\u00a0'}</Title>
          <SearchField
            label={searchLabel}
            value={state.search}
            onChange={(value) => void change({ search: value })}
          />
        </Group>
        <DataTable
          label={page.title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          first={(state.page - 1) * state.perPage}
          loading={read.isPending}
          stale={read.isPlaceholderData}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={empty(search !== '')}
          paging={{
            ...usualSizes,
            perPage: state.perPage,
            page: Math.min(state.page, pages),
            pages,
            total,
            numbered: true,
            onPage: (next) => void change({ page: next }),
            onPerPage: (next) => void change({ perPage: next }),
          }}
        />
      </div>
    </Page>
  )
}
