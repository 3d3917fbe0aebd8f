import { Alert, Anchor, Select, SimpleGrid } from '@mantine/core'
import type { Endpoint } from '@mshahara/contract/endpoint'
import type { ReactNode } from 'react'
import { useSlice } from '../lib/api.ts'
import { type ListChange, type ListState, useListState, usualSizes } from '../lib/list-state.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ListFrame, type ListHeader } from './list-frame.tsx'

/** One choice by which the server narrows or sorts the list. */
export interface Choice {
  name: string
  label: string
  options: { value: string; label: string }[]
  /** Sorts: there is always an order, and nothing is left out. */
  sorts?: boolean
}

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
  choices?: Choice[]
  sizes?: { sizes: readonly number[]; perPage: number }
}

/** A list the server searches and cuts into pages, for lists of any length. */
export function SlicePage<Row>(props: Props<Row>) {
  const { endpoint, columns, rowKey, empty, only, choices = [], ...more } = props
  const { sizes = usualSizes, every_ms, ...header } = more
  const names = choices.map(({ name }) => name)
  const { state, change } = useListState({
    ...sizes,
    filters: only ? [...names, only.name] : names,
  })
  const narrowed = only !== undefined && state.filters[only.name] === only.value
  const search = state.search.trim()
  const query = {
    offset: (state.page - 1) * state.perPage,
    limit: state.perPage,
    search,
    ...chosenOf(choices, state),
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
        <>
          {header.above}
          {narrowed && (
            <Narrowed
              label={only.label}
              onAll={() => void change({ filters: { [only.name]: null } })}
            />
          )}
        </>
      }
    >
      {choices.length > 0 && <Choices choices={choices} state={state} change={change} />}
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
        empty={empty(search !== '' || narrowed || isNarrowed(choices, state))}
        paging={{
          ...sizes,
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

/** Says that not everybody is listed. */
function Narrowed({ label, onAll }: { label: string; onAll: () => void }) {
  return (
    <Alert color="yellow" py="xs">
      {label}{' '}
      <Anchor size="sm" component="button" type="button" onClick={onAll}>
        Show everybody
      </Anchor>
    </Alert>
  )
}

/** What the address says, as far as it is offered. */
const chosenOf = (choices: Choice[], { filters }: ListState) =>
  Object.fromEntries(
    choices
      .map(({ name, options }) => [
        name,
        options.find(({ value }) => value === filters[name])?.value,
      ])
      .filter(([, value]) => value !== undefined),
  )

const isNarrowed = (choices: Choice[], state: ListState) =>
  choices.some(({ name, sorts }) => !sorts && state.filters[name] !== undefined)

interface ChoicesProps {
  choices: Choice[]
  state: ListState
  change: (wanted: ListChange) => Promise<void>
}

function Choices({ choices, state, change }: ChoicesProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" px="md" py="sm" maw={860}>
      {choices.map(({ name, label, options, sorts }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          data={options}
          value={state.filters[name] ?? (sorts ? options[0]?.value : null) ?? null}
          onChange={(value) => void change({ filters: { [name]: value } })}
          clearable={!sorts}
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
          allowDeselect={!sorts}
        />
      ))}
    </SimpleGrid>
  )
}
