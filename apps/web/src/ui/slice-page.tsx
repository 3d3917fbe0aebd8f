import { Alert, Anchor } from '@mantine/core'
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
  /** How soon to look again, while something in it is moving. */
  every_ms?: (rows: Row[]) => number | false
  /** Narrows the list by its address, with the words that say so. */
  only?: { name: string; value: string; label: string }
}

/** A list the server searches and cuts into pages, for lists of any length. */
export function SlicePage<Row>(props: Props<Row>) {
  const { endpoint, columns, rowKey, empty, only, every_ms, ...header } = props
  const { state, change } = useListState({ ...usualSizes, filters: only ? [only.name] : [] })
  const narrowed = only !== undefined && state.filters[only.name] === only.value
  const search = state.search.trim()
  const query = {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search,
    ...(narrowed && { [only.name]: only.value }),
  }
  const read = useSlice(endpoint, query, undefined, (rows) => every_ms?.(rows as Row[]) ?? false)
  const { rows = [], total = 0 } = (read.data ?? {}) as { rows?: Row[]; total?: number }
  const pages = Math.max(1, Math.ceil(total / state.perPage))
  return (
    <ListFrame
      {...header}
      count={read.data && total}
      search={state.search}
      onSearch={(text) => void change({ search: text })}
      above={
        narrowed && (
          <Alert color="yellow" py="xs">
            {only.label}{' '}
            <Anchor
              size="sm"
              component="button"
              type="button"
              onClick={() => void change({ filters: { [only.name]: null } })}
            >
              Show everybody
            </Anchor>
          </Alert>
        )
      }
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
        empty={empty(search !== '' || narrowed)}
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
