import { Select, Text } from '@mantine/core'
import { type RemittanceOfYear, remittances } from '@mshahara/contract/remittances'
import { useRead } from '../lib/api.ts'
import { amount, date, signed } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { firstMonth, monthName, thisMonth } from '../lib/months.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Failed } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { SheetButtons } from '../ui/sheet-buttons.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Due, State } from './states.tsx'

const settings = { sizes: [10], perPage: 10, filters: ['year'] }

const years = () => {
  const [first, last] = [firstMonth, thisMonth()].map((month) => Number(month.slice(0, 4)))
  const count = (last ?? 0) - (first ?? 0) + 1
  return Array.from({ length: count }, (_, back) => String((last ?? 0) - back))
}

/** All remittances of a year, month by month. */
export default function RemittancesOfYear() {
  const { state, change } = useListState(settings)
  const known = years()
  const asked = state.filters.year ?? ''
  const year = known.includes(asked) ? asked : thisMonth().slice(0, 4)
  const { data, isPending, isError, refetch } = useRead(
    remittances.year,
    { params: { year } },
    { keep: true },
  )
  return (
    <Page
      title={`Remittances ${year}`}
      actions={
        <>
          <SheetButtons endpoint={remittances.sheet} params={{ year }} />
          <Select
            aria-label="Year"
            w={150}
            data={known.map((value) => ({ value, label: `Year: ${value}` }))}
            value={year}
            onChange={(value) => value && void change({ filters: { year: value } })}
          />
        </>
      }
    >
      {isPending && <Waiting />}
      {isError && (
        <Failed title="The remittances could not be loaded" onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="card">
          <DataTable
            label={`Remittances ${year}`}
            columns={columns}
            rows={data.items}
            rowKey={({ month, authority }) => `${month} ${authority}`}
            empty={<Text p="lg">Nothing is to be paid over for this year.</Text>}
            footer={{
              name: 'Total',
              amount: amount(data.totals.amount),
              paid: amount(data.totals.paid),
              open: amount(data.totals.open),
            }}
          />
        </div>
      )}
    </Page>
  )
}

const columns: Column<RemittanceOfYear>[] = [
  {
    key: 'name',
    title: 'Recipient',
    lead: true,
    render: ({ name }) => name,
    link: ({ month }) => `/remittances?month=${month}`,
  },
  { key: 'month', title: 'Month', oneLine: true, render: ({ month }) => monthName(month) },
  { key: 'due', title: 'Due', render: (item) => <Due {...item} /> },
  amountColumn('amount', 'Amount', (item) => item.amount, signed),
  amountColumn('paid', 'Paid', ({ paid }) => paid),
  amountColumn('open', 'Open', ({ open }) => open, signed),
  { key: 'state', title: 'Status', render: ({ state }) => <State state={state} /> },
  {
    key: 'paid_on',
    title: 'Last Paid On',
    oneLine: true,
    yields: 1,
    render: ({ paid_on }) => date(paid_on),
  },
]
