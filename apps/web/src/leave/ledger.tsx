import { Loader, Modal, Stack, Text } from '@mantine/core'
import { type LeaveEntry, leaveBalances } from '@mshahara/contract/leave-balances'
import { Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, wholeName, words } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { spoken } from '../lib/spoken.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { Detail } from '../ui/detail.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconHistory } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Tag } from '../ui/status.tsx'
import { partTexts } from './part-texts.ts'
import { leaveTexts } from './texts.ts'
import { inDays, toneOf, typeName } from './words.ts'

/** Kinds of entries, by their name on the wire. */
const kinds: Record<LeaveEntry['kind'], string> = {
  entitlement: 'Siku za kustahili',
  accrual: 'Siku zilizopatikana',
  'carry-over': 'Zilizohamishwa',
  expiry: 'Zilizopitwa na muda',
  reservation: 'Zilizowekwa kwa ombi',
  use: 'Zilizotumika',
  release: 'Zilizorudishwa',
  recount: 'Zilizohesabiwa upya',
  adjustment: 'Marekebisho',
  encashment: 'Zilizolipwa kwa pesa',
}
const kindIn = (kind: LeaveEntry['kind']) => (spoken() === 'sw' ? kinds[kind] : words(kind))

const signed = (days: number) => (days === 0 ? '' : days > 0 ? `+${days}` : `−${-days}`)

const sum = (key: 'entitled' | 'used' | 'pending', title: string): Column<LeaveEntry> => ({
  ...{ key, title, align: 'right', oneLine: true },
  render: (row) => signed(row[key]),
})

function columnsFor(
  t: InOne<typeof leaveTexts>,
  parts: InOne<typeof partTexts>,
): Column<LeaveEntry>[] {
  return [
    { key: 'kind', title: parts.entry, lead: true, render: ({ kind }) => kindIn(kind) },
    { key: 'day', title: parts.date, oneLine: true, render: ({ day }) => date(day) },
    sum('entitled', t.entitled),
    sum('used', t.used),
    sum('pending', t.pending),
    {
      key: 'remaining',
      title: t.remaining,
      align: 'right',
      oneLine: true,
      render: ({ remaining }) => remaining,
    },
    {
      key: 'reason',
      title: parts.why,
      render: ({ reason, by }) => (
        <>
          {reason && <div>{reason}</div>}
          <Text span size="xs" c="dimmed">
            {parts.by({ name: by })}
          </Text>
        </>
      ),
    },
  ]
}

/** Every entry of a balance, which is their sum; as it stood on any day. */
export function Ledger({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus()
  const t = useTexts(leaveTexts)
  const parts = useTexts(partTexts)
  const [as_of, setDay] = useState<string | null>(null)
  const query = as_of ? { as_of } : {}
  const { data } = useRead(leaveBalances.ledger, { params: { id }, query }, { keep: true })
  return (
    <Modal opened onClose={onClose} title={parts.ledger} size="xl">
      {!data && <Loader aria-label={parts.ledgerLoading} />}
      {data && (
        <Stack gap="md">
          <Detail
            items={[
              [t.employee, wholeName(data.balance.employee)],
              [t.type, `${typeName(data.balance.leave_type)} ${data.balance.year}`],
              [t.entitled, inDays(data.balance.entitled_days)],
              [t.used, inDays(data.balance.used_days)],
              [t.pending, inDays(data.balance.pending_days)],
              [
                t.remaining,
                <Tag key="remaining" tone={toneOf(data.balance.remaining)}>
                  {inDays(data.balance.remaining)}
                </Tag>,
              ],
            ]}
          />
          <Suspense fallback={null}>
            <Day
              label={parts.asOf}
              clearable
              placeholder={t.today}
              value={as_of}
              onChange={setDay}
              maw={260}
            />
          </Suspense>
          {data.coming > 0 && <Text size="sm">{parts.coming({ days: data.coming })}</Text>}
          <DataTable
            label={t.entries}
            columns={columnsFor(t, parts)}
            rows={data.entries}
            rowKey={(row) => row.id}
            empty={<Empty icon={IconHistory} title={parts.noEntries} />}
          />
        </Stack>
      )}
    </Modal>
  )
}
