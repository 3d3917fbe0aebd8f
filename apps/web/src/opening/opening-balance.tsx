import {
  type OpeningRow,
  openedMonths,
  openingAmounts,
  openingBalances,
  openingTitles,
} from '@mshahara/contract/opening'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconHistory } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'

/** The columns that somebody looks for first; the others stand on the P9. */
const shown = ['gross', 'deductions', 'chargeable', 'tax_charged', 'paye'] as const
const yields = { gross: 3, deductions: 1, chargeable: 2, tax_charged: 2, paye: undefined } as const

const columns: Column<OpeningRow>[] = [
  {
    key: 'name',
    title: 'Employee',
    lead: true,
    link: ({ employee_id }) => `/employee/${employee_id}`,
    render: ({ name, employee_no }) => `${name} (${employee_no})`,
  },
  { key: 'months', title: 'Months', render: ({ from, to }) => openedMonths(from, to) },
  { key: 'source', title: 'Where From', yields: 2, render: ({ source }) => source },
  ...shown.map((name) => ({
    ...amountColumn(name, openingTitles[name], (row: OpeningRow) => row[name]),
    ...(yields[name] && { yields: yields[name] }),
  })),
]

/** The heading has it already. */
const ofOneSource = columns.filter(({ key }) => key !== 'source')

/** One upload, person by person. */
export default function OpeningBalance() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead(openingBalances.rows, { params: { id } })
  const batch = read.data?.batch
  return (
    <ListPage
      title={batch ? `Opening Balances of ${batch.year}` : 'Opening Balances'}
      subtitle={
        batch &&
        `From ${batch.sources.join(', ')}. Uploaded by ${batch.made_by}, ${dateTime(batch.made_at)}.`
      }
      back={{ label: 'Back to opening balances', to: '/openingBalances' }}
      heading={(count) => `Rows (${count})`}
      read={{ ...read, data: read.data?.rows }}
      columns={batch && batch.sources.length > 1 ? columns : ofOneSource}
      rowKey={(row) => row.id}
      search={{
        label: 'Search people',
        text: (row) =>
          [
            ...[row.name, row.employee_no, row.source, openedMonths(row.from, row.to)],
            ...openingAmounts.map((name) => row[name]),
          ].join('\n'),
      }}
      empty={() => <Empty icon={IconHistory} title="Nobody Found" />}
    />
  )
}
