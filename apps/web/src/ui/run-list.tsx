import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createdColumn } from './columns.tsx'
import type { Column } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { IconCash, IconCircleCheck, IconEye, IconPencil, IconPlus } from './icons.ts'
import { ListPage } from './list-page.tsx'
import { type NumberCard, NumberCards } from './number-cards.tsx'
import { RowLink } from './row-action.tsx'
import { Status } from './status.tsx'

/** The list of the runs of a kind: their numbers at the top, one row for each. */

export interface ListedRun {
  id: string
  code: string
  status: string
  created_at: string
  user: { first_name: string; last_name: string }
}

const runBy = ({ user }: ListedRun) => `${user.first_name} ${user.last_name}`.trim()

export const runByColumn: Column<ListedRun> = {
  key: 'by',
  title: 'Run By',
  yields: 2,
  render: runBy,
}

/** The columns at the end of each row; `page` is where the details of a run are. */
export const lastColumns = (page: (id: string) => string): Column<ListedRun>[] => [
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, code }) => (
      <RowLink to={page(id)} icon={IconEye} label={`View details of ${code}`}>
        View Details
      </RowLink>
    ),
  },
]

export interface RunWords {
  title: string
  subtitle: string
  add: string
  empty: string
  /** Below the numbers of all, of the confirmed, and of the drafts. */
  cards: [all: string, confirmed: string, draft: string]
}

interface Props<Run extends ListedRun> {
  words: RunWords
  read: UseQueryResult<Run[] | null>
  columns: Column<Run>[]
  /** The last of the numbers: the runs of this month or week. */
  current: (runs: readonly Run[]) => NumberCard
  /** What a search looks at besides code, person and status. */
  period: (run: Run) => string[]
  /** Absent where the person may not. */
  onAdd: (() => void) | undefined
  /** Beside the button that adds one. */
  beside?: ReactNode
  children: ReactNode
}

export function RunList<Run extends ListedRun>(props: Props<Run>) {
  const { words, read, columns, current, period, onAdd, beside, children } = props
  const runs = read.data ?? []
  const button = onAdd && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={onAdd}>
      {words.add}
    </Button>
  )
  return (
    <>
      <ListPage
        title={words.title}
        subtitle={words.subtitle}
        heading={(count) => `Payrolls (${count})`}
        actions={
          <>
            {beside}
            {button}
          </>
        }
        above={<NumberCards cards={[...cardsOf(runs, words), current(runs)]} />}
        read={read}
        loadingText="Loading payroll data..."
        columns={columns}
        rowKey={({ id }) => id}
        search={{
          label: 'Search payroll',
          text: (run) => [run.code, runBy(run), ...period(run), run.status].join('\n'),
        }}
        numbered
        empty={(searching) => (
          <Empty
            icon={IconCash}
            title="No Payrolls Found"
            text={searching ? 'No payrolls match your search criteria' : words.empty}
            action={!searching && button}
          />
        )}
      />
      {children}
    </>
  )
}

function cardsOf(runs: readonly ListedRun[], { cards: [all, confirmed, draft] }: RunWords) {
  const count = (wanted: string) => runs.filter(({ status }) => status === wanted).length
  return [
    ['Total Payrolls', runs.length, all, IconCash],
    ['Confirmed', count('confirmed'), confirmed, IconCircleCheck],
    ['Draft', count('draft'), draft, IconPencil],
  ] satisfies NumberCard[]
}
