import type { Answer } from '@mshahara/contract/endpoint'
import type { LeaveBalance, leaveBalances } from '@mshahara/contract/leave-balances'
import type { LeaveRequest } from '@mshahara/contract/leave-requests'
import { type ReactNode, useState } from 'react'
import { date, today } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { indexColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconBeach, IconEye, IconHistory } from '../ui/icons.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import { shortColumns } from './columns.tsx'
import classes from './leave.module.css'
import { Ledger } from './ledger.tsx'
import { RequestDetails } from './request-details.tsx'
import { inDays, toneOf } from './words.ts'

type Leaves = Answer<typeof leaveBalances.ofEmployee>

interface Props {
  read: {
    data?: Leaves | null
    isPending: boolean
    isError: boolean
    refetch: () => unknown
  }
  add?: ReactNode
  /** As their owner sees them. */
  own?: boolean
}

/** The balances of the year and every request of one person. */
export function LeavesOf({ read, add, own }: Props) {
  const [ledger, setLedger] = useState<string | null>(null)
  const [viewed, setViewed] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const rows = (read.data?.leaves ?? []).filter(({ leave_type, status }) =>
    `${leave_type.name}\n${status}`.toLowerCase().includes(wanted),
  )
  const balances = read.data?.balances ?? []
  return (
    <>
      <Card title="Leave Balances">
        {balances.length > 0 ? (
          <div className={classes.tiles}>
            {balances.map((balance) => (
              <Tile key={balance.id} balance={balance} onOpen={() => setLedger(balance.id)} />
            ))}
          </div>
        ) : (
          !read.isPending && (
            <Empty
              icon={IconBeach}
              title={`No leave balances have been allocated for this employee in ${today().slice(0, 4)}.`}
            />
          )
        )}
      </Card>
      <Card
        title="Leave Requests"
        flush
        actions={<SearchField label="Search leave request" value={search} onChange={setSearch} />}
      >
        <DataTable
          label="Leave Requests"
          columns={columnsFor(setViewed)}
          rows={rows}
          rowKey={({ id }) => id}
          loading={read.isPending}
          skeletonRows={3}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={
            <Empty
              icon={IconBeach}
              title={
                wanted
                  ? 'No leave requests match your search'
                  : 'This employee has not made any leave requests yet.'
              }
              action={!wanted && add}
            />
          }
        />
      </Card>
      {ledger && <Ledger id={ledger} onClose={() => setLedger(null)} />}
      {viewed && <RequestDetails id={viewed} own={own} onClose={() => setViewed(null)} />}
    </>
  )
}

const columnsFor = (view: (id: string) => void): Column<LeaveRequest>[] => [
  indexColumn,
  ...shortColumns.map((column) => (column.key === 'type' ? { ...column, lead: true } : column)),
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, leave_type, start_date }) => (
      <RowButton
        icon={IconEye}
        label={`View ${leave_type.name} from ${date(start_date)}`}
        onClick={() => view(id)}
      >
        View
      </RowButton>
    ),
  },
]

function Tile({ balance, onOpen }: { balance: LeaveBalance; onOpen: () => void }) {
  const { leave_type, year, remaining } = balance
  return (
    <section className={classes.tile} aria-label={leave_type.name}>
      <header>
        <span>
          {leave_type.name} {year}
        </span>
        <Tag tone={toneOf(remaining)}>{inDays(remaining)}</Tag>
      </header>
      <dl>
        <div>
          <dt>Entitled</dt>
          <dd>{balance.entitled_days}</dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd>{balance.used_days}</dd>
        </div>
        <div>
          <dt>Pending</dt>
          <dd>{balance.pending_days}</dd>
        </div>
      </dl>
      <RowButton icon={IconHistory} label={`Entries of ${leave_type.name}`} onClick={onOpen}>
        Entries
      </RowButton>
    </section>
  )
}
