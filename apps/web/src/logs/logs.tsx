import { Button, Select, SimpleGrid, Text } from '@mantine/core'
import { logEvents, logs } from '@mshahara/contract/logs'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName, stamp, words } from '../lib/format.ts'
import { type ListState, useListState } from '../lib/list-state.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconFilterOff, IconHistory } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Status, Tag } from '../ui/status.tsx'
import { changesOf } from './changes.ts'
import { useModuleName, useModules, usePeople } from './lists.ts'
import { type Entry, LogDetails } from './log-details.tsx'

const Day = lazy(() => import('../ui/day.tsx'))

const settings = {
  sizes: [10, 15, 25, 50, 100],
  perPage: 10,
  filters: ['causer_id', 'log_name', 'event', 'from', 'to'],
}

export default function Logs() {
  const { state, change } = useListState(settings)
  const [opened, setOpened] = useState<Entry | null>(null)
  const body = { ...state.filters, page: state.page, per_page: state.perPage }
  const read = useRead(
    logs.list,
    { query: { page: state.page }, body: body as never },
    { keep: true },
  )
  const total = read.data?.total ?? 0
  const moduleName = useModuleName()
  return (
    <Page title="System Logs" subtitle={`Track and monitor system activities (${total} entries)`}>
      <Filters
        state={state}
        onChange={(filters) => void change({ filters })}
        onReset={() => {
          void change({ filters: everything })
          void read.refetch()
        }}
      />
      <Card flush title="Activity Logs">
        <DataTable
          label="Activity Logs"
          columns={columnsWith(moduleName, setOpened)}
          rows={read.data?.data}
          rowKey={({ id }) => id}
          loading={read.isPending}
          loadingText="Loading log data..."
          stale={read.isPlaceholderData}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={
            <Empty icon={IconHistory} title="No entries" text="Nothing matches these filters." />
          }
          paging={{
            page: state.page,
            pages: Math.max(1, read.data?.last_page ?? 1),
            perPage: state.perPage,
            sizes: settings.sizes,
            total,
            onPage: (page) => void change({ page }),
            onPerPage: (perPage) => void change({ perPage }),
          }}
        />
      </Card>
      <LogDetails entry={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

function columnsWith(
  moduleName: (module: string) => string,
  open: (entry: Entry) => void,
): Column<Entry>[] {
  return [
    { key: 'user', title: 'User', lead: true, render: ({ description }) => description },
    {
      key: 'module',
      title: 'Module',
      yields: 1,
      render: ({ log_name }) => <Tag>{moduleName(log_name)}</Tag>,
    },
    { key: 'action', title: 'Action', render: ({ event }) => <Status value={event} /> },
    {
      key: 'description',
      title: 'Description',
      yields: 2,
      render: (entry) => <What entry={entry} />,
    },
    { key: 'date', title: 'Date', oneLine: true, render: ({ created_at }) => stamp(created_at) },
    {
      key: 'view',
      title: 'View',
      actions: true,
      render: (entry) => (
        <RowButton
          icon={IconEye}
          label={`View ${entry.event} ${entry.log_name} by ${entry.description}`}
          onClick={() => open(entry)}
        >
          View
        </RowButton>
      ),
    },
  ]
}

/** The act, whose record it was, and which of its fields changed. */
function What({ entry }: { entry: Entry }) {
  const { event, log_name, subject } = entry
  const fields = event === 'updated' ? changesOf(entry).map(({ field }) => field) : []
  const about = [subject, fields.slice(0, 4).join(', ')].filter(Boolean).join(': ')
  return (
    // On a phone each part of a cell would be a column of its own.
    <div>
      {event} {log_name}
      {about && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {about}
          {fields.length > 4 && ` and ${fields.length - 4} more`}
        </Text>
      )}
    </div>
  )
}

interface FilterProps {
  state: ListState
  onChange: (filters: Record<string, string | null>) => void
  onReset: () => void
}

const everything = Object.fromEntries(settings.filters.map((name) => [name, null]))
const actions = logEvents.map((event) => ({ value: event, label: words(event) }))

function Filters({ state: { filters }, onChange, onReset }: FilterProps) {
  const people = usePeople()
  const modules = useModules()
  const filter = (name: string) => ({
    value: filters[name] ?? null,
    onChange: (value: string | null) => onChange({ [name]: value }),
  })
  return (
    <Card
      title="Filter Logs"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilterOff size={15} aria-hidden />}
          onClick={onReset}
        >
          Reset Filters
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }}>
        <SearchSelect
          label="User"
          placeholder="All users"
          clearable
          data={people.map((person) => ({ value: person.id, label: fullName(person) }))}
          {...filter('causer_id')}
        />
        <Select
          label="Module"
          placeholder="All modules"
          clearable
          data={modules.map(({ module, name }) => ({ value: module, label: name }))}
          {...filter('log_name')}
        />
        <Select
          label="Action"
          placeholder="All actions"
          clearable
          data={actions}
          {...filter('event')}
        />
        <Suspense fallback={null}>
          <Day label="From Date" clearable max={filters.to} {...filter('from')} />
          <Day label="To Date" clearable min={filters.from} {...filter('to')} />
        </Suspense>
      </SimpleGrid>
    </Card>
  )
}
