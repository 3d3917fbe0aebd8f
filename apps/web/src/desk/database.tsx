import { desk } from '@mshahara/contract/desk'
import type { Answer } from '@mshahara/contract/endpoint'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconSearch } from '../ui/icons.ts'
import { SlicePage } from '../ui/slice-page.tsx'

type TableRow = Answer<typeof desk.tables>[number]
const grouped = new Intl.NumberFormat('en-US')

const columns: Column<TableRow>[] = [
  { key: 'name', title: 'Table', lead: true, render: ({ name }) => name },
  {
    key: 'rows',
    title: 'Rows, about',
    align: 'right',
    oneLine: true,
    render: ({ rows }) => grouped.format(rows),
  },
  {
    key: 'bytes',
    title: 'kB',
    align: 'right',
    oneLine: true,
    render: ({ bytes }) => grouped.format(Math.ceil(bytes / 1000)),
  },
]

/** What takes room, the largest first. */
export default function Database() {
  return (
    <SlicePage<TableRow>
      title="Size of the Database"
      endpoint={desk.tables}
      heading={(count) => `Tables (${count})`}
      columns={columns}
      rowKey={({ name }) => name}
      searchLabel="Search tables"
      empty={() => <Empty icon={IconSearch} title="No table matches your search" />}
    />
  )
}
