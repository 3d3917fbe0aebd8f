import { Loader, Modal, Stack, Text } from '@mantine/core'
import { type LeaveEntry, leaveBalances } from '@mshahara/contract/leave-balances'
import { Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, wholeName, words } from '../lib/format.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconHistory } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Tag } from '../ui/status.tsx'
import { inDays, toneOf } from './words.ts'

const signed = (days: number) => (days === 0 ? '' : days > 0 ? `+${days}` : `−${-days}`)

const sum = (key: 'entitled' | 'used' | 'pending', title: string): Column<LeaveEntry> => ({
  ...{ key, title, align: 'right', oneLine: true },
  render: (row) => signed(row[key]),
})

const columns: Column<LeaveEntry>[] = [
  { key: 'kind', title: 'Entry', lead: true, render: ({ kind }) => words(kind) },
  { key: 'day', title: 'Date', oneLine: true, render: ({ day }) => date(day) },
  sum('entitled', 'Entitled'),
  sum('used', 'Used'),
  sum('pending', 'Pending'),
  {
    key: 'remaining',
    title: 'Remaining',
    align: 'right',
    oneLine: true,
    render: ({ remaining }) => remaining,
  },
  {
    key: 'reason',
    title: 'Why and by whom',
    render: ({ reason, by }) => (
      <>
        {reason && <div>{reason}</div>}
        <Text span size="xs" c="dimmed">{`by ${by}`}</Text>
      </>
    ),
  },
]

/** Every entry of a balance, which is their sum; as it stood on any day. */
export function Ledger({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus()
  const [as_of, setDay] = useState<string | null>(null)
  const query = as_of ? { as_of } : {}
  const { data } = useRead(leaveBalances.ledger, { params: { id }, query }, { keep: true })
  return (
    <Modal opened onClose={onClose} title="Balance and its Entries" size="xl">
      {!data && <Loader aria-label="Loading the entries" />}
      {data && (
        <Stack gap="md">
          <Detail
            items={[
              ['Employee', wholeName(data.balance.employee)],
              ['Leave Type', `${data.balance.leave_type.name} ${data.balance.year}`],
              ['Entitled', inDays(data.balance.entitled_days)],
              ['Used', inDays(data.balance.used_days)],
              ['Pending', inDays(data.balance.pending_days)],
              [
                'Remaining',
                <Tag key="remaining" tone={toneOf(data.balance.remaining)}>
                  {inDays(data.balance.remaining)}
                </Tag>,
              ],
            ]}
          />
          <Suspense fallback={null}>
            <Day label="As of" placeholder="Today" value={as_of} onChange={setDay} maw={260} />
          </Suspense>
          {data.coming > 0 && (
            <Text size="sm">{inDays(data.coming)} more will have been earned by then.</Text>
          )}
          <DataTable
            label="Entries"
            columns={columns}
            rows={data.entries}
            rowKey={(row) => row.id}
            empty={<Empty icon={IconHistory} title="No entries until this day" />}
          />
        </Stack>
      )}
    </Modal>
  )
}
