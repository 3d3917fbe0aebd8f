import { makerChecker, type Proposal } from '@mshahara/contract/maker-checker'
import { dateTime } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconChecklist, IconEye } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { OwnChanges } from './changes.tsx'
import { StateTag } from './state-tag.tsx'

const columns: Column<Proposal>[] = [
  {
    key: 'what',
    title: 'What',
    lead: true,
    link: ({ id }) => `/approval/${id}`,
    render: ({ title }) => title,
  },
  { key: 'state', title: 'State', render: StateTag },
  { key: 'maker', title: 'Asked by', render: ({ maker }) => maker },
  {
    key: 'on',
    title: 'Asked On',
    oneLine: true,
    yields: 1,
    render: ({ made_at }) => dateTime(made_at),
  },
  { key: 'checker', title: 'Decided by', yields: 2, render: ({ checker }) => checker },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, title, may_check }) => (
      <RowLink to={`/approval/${id}`} icon={IconEye} label={`Open: ${title}`}>
        {may_check ? 'Check' : 'Open'}
      </RowLink>
    ),
  },
]

const choices = [
  {
    name: 'which',
    label: 'Show',
    sorts: true,
    options: [
      { value: 'to check', label: 'Waiting for me' },
      { value: 'mine', label: 'Requested by me' },
      { value: 'decided', label: 'Decided' },
    ],
  },
]

/** What waits for a second person, and what became of it (B29). */
export default function Approvals() {
  return (
    <SlicePage<Proposal>
      title="Approvals"
      above={<OwnChanges />}
      endpoint={makerChecker.list}
      heading={(count) => `Approvals (${count})`}
      columns={columns}
      rowKey={({ id }) => id}
      searchLabel="Search approvals"
      choices={choices}
      empty={(searching) => (
        <Empty
          icon={IconChecklist}
          title="Nothing Here"
          text={
            searching
              ? 'Nothing matches your search'
              : 'Requests that need a second person appear here; payments are on their payroll.'
          }
        />
      )}
    />
  )
}
