import { CloseButton, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { searchRows, slicePage, useListState, usualSizes } from '../lib/list-state.ts'
import { type Column, DataTable } from './data-table.tsx'
import { IconSearch } from './icons.ts'
import { Page, type PageProps } from './page.tsx'

interface Read<Row> {
  data: Row[] | null | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

interface Props<Row> {
  title: string
  /** How many there are, in words: "Users (12)". */
  subtitle?: (count: number) => string
  back?: PageProps['back']
  actions?: ReactNode
  read: Read<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  search: { label: string; text: (row: Row) => string }
  empty: (searching: boolean) => ReactNode
  sizes?: readonly number[]
  perPage?: number
  /** Between the title and the list. */
  above?: ReactNode
  loadingText?: string
  /** A button for each page near the current one. */
  numbered?: boolean
}

/** A list held in the browser: search, pages and their place in the address bar. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, subtitle, back, actions, read, columns, rowKey, search, empty } = props
  const settings = {
    sizes: props.sizes ?? usualSizes.sizes,
    perPage: props.perPage ?? usualSizes.perPage,
  }
  const { state, change } = useListState(settings)
  const rows = read.data ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for each answer.
  const texts = useMemo(() => rows.map((row) => search.text(row).toLowerCase()), [read.data])
  const wanted = useDeferredValue(state.search)
  const found = searchRows(rows, texts, wanted)
  const slice = slicePage(found, state.page, state.perPage)
  return (
    <Page
      title={title}
      subtitle={read.data ? subtitle?.(rows.length) : ' '}
      back={back}
      actions={actions}
    >
      {props.above}
      <div className="card">
        <Group p="md" style={{ borderBottom: '1px solid var(--line)' }}>
          <SearchField
            label={search.label}
            value={state.search}
            onChange={(value) => void change({ search: value })}
          />
        </Group>
        <DataTable
          label={title}
          columns={columns}
          rows={slice.rows}
          rowKey={rowKey}
          first={slice.first}
          loading={read.isPending}
          loadingText={props.loadingText}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={empty(wanted.trim() !== '')}
          paging={{
            ...settings,
            perPage: state.perPage,
            page: slice.page,
            pages: slice.pages,
            total: found.length,
            numbered: props.numbered,
            onPage: (page) => void change({ page }),
            onPerPage: (perPage) => void change({ perPage }),
          }}
        />
      </div>
    </Page>
  )
}

interface SearchProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Typing filters at once; the address follows a moment later. */
export function SearchField({ label, value, onChange }: SearchProps) {
  const [text, setText] = useState(value)
  const settle = useDebouncedCallback(onChange, 200)
  useEffect(() => setText(value), [value])
  const write = (next: string) => {
    setText(next)
    settle(next)
  }
  return (
    <TextInput
      type="search"
      w={320}
      maw="100%"
      flex={{ base: 1, xs: 'none' }}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear search" onClick={() => write('')} />
      }
    />
  )
}
