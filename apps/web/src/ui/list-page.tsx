import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { searchRows, slicePage, useListState, usualSizes } from '../lib/list-state.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ListFrame, type ListHeader } from './list-frame.tsx'

interface Read<Row> {
  data: Row[] | null | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

interface Props<Row> extends Omit<ListHeader, 'searchLabel'> {
  read: Read<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  search: { label: string; text: (row: Row) => string }
  empty: (searching: boolean) => ReactNode
  sizes?: readonly number[]
  perPage?: number
  loadingText?: string
  /** A button for each page near the current one. */
  numbered?: boolean
}

/** A list held in the browser: search, pages and their place in the address bar. */
export function ListPage<Row>(props: Props<Row>) {
  const { read, columns, rowKey, search, empty, sizes, perPage, ...more } = props
  const { loadingText, numbered, ...header } = more
  const settings = { sizes: sizes ?? usualSizes.sizes, perPage: perPage ?? usualSizes.perPage }
  const { state, change } = useListState(settings)
  const rows = read.data ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for each answer.
  const texts = useMemo(() => rows.map((row) => search.text(row).toLowerCase()), [read.data])
  const wanted = useDeferredValue(state.search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const found = useMemo(() => searchRows(rows, texts, wanted), [texts, wanted])
  const slice = useMemo(
    () => slicePage(found, state.page, state.perPage),
    [found, state.page, state.perPage],
  )
  return (
    <ListFrame
      {...header}
      count={read.data?.length}
      searchLabel={search.label}
      search={state.search}
      onSearch={(text) => void change({ search: text })}
    >
      <DataTable
        label={header.title}
        columns={columns}
        rows={slice.rows}
        rowKey={rowKey}
        first={slice.first}
        loading={read.isPending}
        loadingText={loadingText}
        failed={read.isError && !read.data}
        onRetry={() => void read.refetch()}
        empty={empty(wanted.trim() !== '')}
        paging={{
          ...settings,
          perPage: state.perPage,
          page: slice.page,
          pages: slice.pages,
          total: found.length,
          numbered: numbered,
          onPage: (page) => void change({ page }),
          onPerPage: (next) => void change({ perPage: next }),
        }}
      />
    </ListFrame>
  )
}
