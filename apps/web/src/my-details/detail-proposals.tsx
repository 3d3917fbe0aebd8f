import {
  type DetailProposalListed,
  detailProposals,
  detailSubjects,
} from '@mshahara/contract/my-details'
import { date } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconIdBadge } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Tag } from '../ui/status.tsx'

const nameOf = ({ first_name, last_name }: DetailProposalListed) => `${first_name} ${last_name}`

const columns: Column<DetailProposalListed>[] = [
  {
    key: 'name',
    title: 'Employee',
    lead: true,
    link: ({ id }) => `/detail-proposal/${id}`,
    render: nameOf,
  },
  { key: 'number', title: 'Employee No', yields: 2, render: ({ employee_no }) => employee_no },
  {
    key: 'subjects',
    title: 'Proposed',
    render: ({ subjects }) => subjects.map((one) => detailSubjects[one]).join(', '),
  },
  { key: 'state', title: 'State', render: stateOf },
  {
    key: 'on',
    title: 'Proposed On',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => date(created_at),
  },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (row) => (
      <RowLink
        to={`/detail-proposal/${row.id}`}
        icon={IconEye}
        label={`Open proposal of ${nameOf(row)}`}
      >
        Open
      </RowLink>
    ),
  },
]

function stateOf({ status, ready }: DetailProposalListed) {
  if (status === 'withdrawn') return <Tag>Withdrawn</Tag>
  if (status === 'decided') return <Tag tone="green">Decided</Tag>
  return ready ? <Tag tone="amber">Waits for you</Tag> : <Tag>Waiting for the code</Tag>
}

/** What employees propose to change of their own record. */
export default function DetailProposals() {
  return (
    <SlicePage<DetailProposalListed>
      title="Proposed Changes"
      endpoint={detailProposals.list}
      heading={(count) => `Proposed Changes (${count})`}
      columns={columns}
      rowKey={({ id }) => id}
      searchLabel="Search proposal"
      empty={(searching) => (
        <Empty
          icon={IconIdBadge}
          title="No Proposed Changes"
          text={
            searching
              ? 'No proposals match your search criteria'
              : 'Employees propose changes to their phone, address, next of kin, bank account and photo on My Details.'
          }
        />
      )}
    />
  )
}
