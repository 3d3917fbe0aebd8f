import type { Answer } from '@mshahara/contract/endpoint'
import type { leaveBalances, OwnBalance } from '@mshahara/contract/leave-balances'
import type { LeaveRequest } from '@mshahara/contract/leave-requests'
import { type ReactNode, useState } from 'react'
import { date, today } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
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
import { leaveTexts } from './texts.ts'
import { inDays, toneOf, typeName } from './words.ts'

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
  const t = useTexts(leaveTexts)
  const [ledger, setLedger] = useState<string | null>(null)
  const [viewed, setViewed] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const rows = (read.data?.leaves ?? []).filter(({ leave_type, status }) =>
    `${typeName(leave_type)}\n${status}`.toLowerCase().includes(wanted),
  )
  const balances = read.data?.balances ?? []
  return (
    <>
      <Card title={t.balances}>
        {balances.length > 0 ? (
          <div className={classes.tiles}>
            {balances.map((balance) => (
              <Tile
                key={`${balance.leave_type_id} ${balance.year}`}
                balance={balance}
                onOpen={setLedger}
              />
            ))}
          </div>
        ) : (
          !read.isPending && (
            <Empty icon={IconBeach} title={t.noBalances({ year: today().slice(0, 4) })} />
          )
        )}
      </Card>
      <Card
        title={t.requests}
        flush
        actions={<SearchField label={t.search} value={search} onChange={setSearch} />}
      >
        <DataTable
          label={t.requests}
          columns={columnsFor(t, setViewed)}
          rows={rows}
          rowKey={({ id }) => id}
          loading={read.isPending}
          skeletonRows={3}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={
            <Empty
              icon={IconBeach}
              title={wanted ? t.noMatch : t.noRequests}
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

const columnsFor = (
  t: InOne<typeof leaveTexts>,
  view: (id: string) => void,
): Column<LeaveRequest>[] => [
  indexColumn,
  ...shortColumns.map((column) => ({
    ...column,
    title: titlesIn(t)[column.key] ?? column.title,
    ...(column.key === 'type' && { lead: true }),
  })),
  {
    key: 'actions',
    title: t.actions,
    actions: true,
    render: ({ id, leave_type, start_date }) => (
      <RowButton
        icon={IconEye}
        label={t.viewOf({ type: typeName(leave_type), day: date(start_date) })}
        onClick={() => view(id)}
      >
        {t.view}
      </RowButton>
    ),
  },
]

/** Over the columns, by their key. */
const titlesIn = (t: InOne<typeof leaveTexts>): Record<string, string> => ({
  type: t.type,
  start: t.start,
  end: t.end,
  days: t.days,
  status: t.status,
  applied: t.appliedOn,
})

/** What is lost without being taken is said first. */
function AtYearEnd({ end, year }: { end: NonNullable<OwnBalance['year_end']>; year: number }) {
  const t = useTexts(leaveTexts)
  const { goes_over, lapses, carried } = end
  return (
    <ul className={classes.yearEnd} aria-label={t.yearEnd({ year })}>
      {carried && (
        <li data-lost>{t.carriedLapse({ days: carried.days, day: date(carried.last) })}</li>
      )}
      {lapses > 0 && <li data-lost>{t.lapse({ days: lapses, year })}</li>}
      {goes_over > 0 && <li>{t.goOver({ days: goes_over, year: year + 1 })}</li>}
    </ul>
  )
}

function Tile({ balance, onOpen }: { balance: OwnBalance; onOpen: (id: string) => void }) {
  const t = useTexts(leaveTexts)
  const { id, leave_type, year, remaining } = balance
  return (
    <section className={classes.tile} aria-label={typeName(leave_type)}>
      <header>
        <span>
          {typeName(leave_type)} {year}
        </span>
        <Tag tone={toneOf(remaining)}>{inDays(remaining)}</Tag>
      </header>
      <dl>
        <div>
          <dt>{t.entitled}</dt>
          <dd>{balance.entitled_days}</dd>
        </div>
        <div>
          <dt>{t.used}</dt>
          <dd>{balance.used_days}</dd>
        </div>
        <div>
          <dt>{t.pending}</dt>
          <dd>{balance.pending_days}</dd>
        </div>
      </dl>
      {balance.year_end && <AtYearEnd end={balance.year_end} year={year} />}
      {id && (
        <RowButton
          icon={IconHistory}
          label={t.entriesOf({ type: typeName(leave_type) })}
          onClick={() => onOpen(id)}
        >
          {t.entries}
        </RowButton>
      )}
    </section>
  )
}
