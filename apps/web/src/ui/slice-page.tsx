import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { useSlice } from '../lib/api.ts'
import { useListState, usualSizes } from '../lib/list-state.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ListFrame, type ListHeader } from './list-frame.tsx'

interface Props<Row> extends ListHeader {
  /** Answers with rows for offset, limit and search. */
  endpoint: Endpoint
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  empty: (searching: boolean) => ReactNode
}

/** A list the server searches and cuts into pages, for lists of any length. */
export function SlicePage<Row>(props: Props<Row>) {
  const { endpoint, columns, rowKey, empty, ...header } = props
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
    <ListFrame
      {...header}
      count={read.data && total}
      search={state.search}
      onSearch={(text) => void change({ search: text })}
    >
      <DataTable
        label={header.title}
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
    </ListFrame>
  )
}
