import { Select, SimpleGrid } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { leaveAnalytics, leaveBalances } from '@mshahara/contract/leave-balances'
import { useRead } from '../lib/api.ts'
import { amount, date, ksh, today } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconChartBar } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { inDays } from './words.ts'

type Report = Answer<typeof leaveAnalytics.get>
type Sum = Report['by_type'][number]
type Owed = Report['liability'][number]

const settings = { sizes: [10], perPage: 10, filters: ['year'] }

/** Days taken and owed of a year, what they are worth, and who has not rested. */
export default function LeaveAnalytics() {
  const { state, change } = useListState(settings)
  const given = state.filters.year ?? ''
  const year = /^20\d{2}$/.test(given) ? given : today().slice(0, 4)
  const read = useRead(leaveAnalytics.get, { query: { year } }, { keep: true })
  const { data: known } = useRead(leaveBalances.years)
  const years = [...new Set([year, today().slice(0, 4), ...(known ?? []).map(String)])]
  return (
    <Page
      title={`Leave Analytics ${year}`}
      actions={
        <>
          <SheetButtons endpoint={leaveAnalytics.sheet} params={{ year }} />
          <Select
            aria-label="Year"
            w={150}
            allowDeselect={false}
            data={years
              .sort()
              .reverse()
              .map((value) => ({ value, label: `Year: ${value}` }))}
            value={year}
            onChange={(value) => void change({ filters: { year: value } })}
          />
        </>
      }
    >
      {read.data ? (
        <Shown report={read.data} />
      ) : read.isError ? (
        <section className="card">
          <Failed title="The report could not be loaded" onRetry={() => void read.refetch()} />
        </section>
      ) : (
        <HeadSkeleton label="Loading the report" />
      )}
    </Page>
  )
}

function Shown({ report }: { report: Report }) {
  const { not_rested, not_rested_count } = report
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2, lg: 3 }} spacing="lg">
        <Sums title="Days taken by type" name="Leave Type" rows={report.by_type} />
        <Sums title="Days taken by department" name="Department" rows={report.by_department} />
        <Sums title="Days taken by month" name="Month" rows={report.by_month} />
      </SimpleGrid>
      <Liability rows={report.liability} />
      <Card title={`No leave for a year (${not_rested_count})`} flush>
        <DataTable
          label="No leave for a year"
          columns={tired}
          rows={not_rested}
          rowKey={({ employee_id }) => employee_id}
          empty={<Empty icon={IconChartBar} title="Everybody has taken leave within the year" />}
        />
      </Card>
    </>
  )
}

const tired: Column<Report['not_rested'][number]>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: ({ employee_id }) => `/employee/${employee_id}`,
    render: ({ name }) => name,
  },
  { key: 'department', title: 'Department', render: ({ department }) => department ?? '—' },
  {
    key: 'last',
    title: 'Last day of leave',
    oneLine: true,
    render: ({ last_day }) => date(last_day) || 'None on record',
  },
]

function Sums({ title, name, rows }: { title: string; name: string; rows: Sum[] }) {
  const columns: Column<Sum>[] = [
    { key: 'name', title: name, lead: true, render: (row) => row.name },
    { key: 'days', title: 'Days', align: 'right', oneLine: true, render: ({ days }) => days },
  ]
  const total = Math.round(rows.reduce((sum, { days }) => sum + days * 100, 0)) / 100
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={total === 0 ? [] : rows}
        rowKey={(row) => row.name}
        footer={{ name: 'Total', days: total }}
        empty={<Empty icon={IconChartBar} title="No leave was taken" />}
      />
    </Card>
  )
}

/** What would be due if everybody left today; in shillings for whoever may see pay. */
function Liability({ rows }: { rows: Owed[] }) {
  const priced = rows.some(({ amount: worth }) => worth !== null)
  const columns: Column<Owed>[] = [
    { key: 'type', title: 'Leave Type', lead: true, render: ({ type }) => type },
    { key: 'department', title: 'Department', render: ({ department }) => department },
    { key: 'people', title: 'People', align: 'right', render: ({ people }) => people },
    { key: 'days', title: 'Days', align: 'right', oneLine: true, render: ({ days }) => days },
  ]
  const worth: Column<Owed> = {
    ...{ key: 'amount', title: 'Amount', align: 'right', oneLine: true },
    render: ({ amount: value }) => amount(value ?? 0),
  }
  const days = Math.round(rows.reduce((sum, row) => sum + row.days * 100, 0)) / 100
  const total = rows.reduce((sum, row) => sum + (row.amount ?? 0), 0)
  return (
    <Card title="Leave owed" flush>
      <DataTable
        label="Leave owed"
        columns={priced ? [...columns, worth] : columns}
        rows={rows}
        rowKey={({ type, department }) => `${type} ${department}`}
        footer={{ type: 'Total', days: inDays(days), ...(priced && { amount: ksh(total) }) }}
        empty={<Empty icon={IconChartBar} title="Nothing is owed" />}
      />
    </Card>
  )
}
