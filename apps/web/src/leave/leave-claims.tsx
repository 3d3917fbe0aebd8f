import { Radio, Stack, Text } from '@mantine/core'
import { type LeaveClaim, leaveClaims } from '@mshahara/contract/leave-claims'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, ksh, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Reason } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCircleCheck } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import { inDays } from './words.ts'

/** What pay has not borne of somebody's unpaid leave; of a leaver, a claim that staff close. */
export function LeaveClaims({ id }: { id: string }) {
  const may = useMay()
  const sees = may(leaveClaims.ofEmployee)
  const { data } = useRead(leaveClaims.ofEmployee, { params: { id } }, { enabled: sees })
  const [closing, setClosing] = useState<LeaveClaim | null>(null)
  if (!data || data.rows.length === 0) return null
  const closes = data.claim && data.owed + data.due > 0 && may(leaveClaims.close)
  const title = data.claim ? 'Claims for Unpaid Leave' : 'Unpaid Leave Not Yet Deducted'
  return (
    <Card flush title={title}>
      {data.owed > 0 && (
        <Text size="sm" c="dimmed" px="lg" pt="md">
          {data.claim
            ? `${ksh(data.owed)} is more than the last pay could cover, and no payroll will deduct it.`
            : `${ksh(data.owed)} is for months already paid; the next payroll deducts as much as pay allows.`}
        </Text>
      )}
      {data.due > 0 && (
        <Text size="sm" c="dimmed" px="lg" pt="md">
          {`${ksh(data.due)} is owed to the person, because their leave cost less than the last pay assumed. It is taxed like other pay.`}
        </Text>
      )}
      <DataTable
        label={title}
        columns={closes ? [...columns, closeWith(setClosing)] : columns}
        rows={data.rows}
        rowKey={(row) => row.id}
        empty={null}
      />
      {closing && <CloseClaim claim={closing} onClose={() => setClosing(null)} />}
    </Card>
  )
}

const outcomes = { collected: 'Collected', waived: 'Waived', paid: 'Paid to the person' }

const columns: Column<LeaveClaim>[] = [
  { key: 'type', title: 'Leave Type', lead: true, render: ({ type }) => type },
  { key: 'month', title: 'Month', oneLine: true, render: ({ month }) => monthName(month) },
  { key: 'days', title: 'Days', oneLine: true, render: ({ days }) => inDays(Math.abs(days)) },
  amountColumn('amount', 'Amount', ({ amount }) => amount, signed),
  {
    key: 'outcome',
    title: 'Status',
    render: ({ outcome, outcome_reason, closed_by, closed_at, days }) =>
      outcome ? (
        <>
          <Tag tone={outcome === 'waived' ? 'gray' : 'green'}>{outcomes[outcome]}</Tag>
          <Text size="sm" c="dimmed">
            {`${outcome_reason} (${closed_by}, ${date(closed_at)})`}
          </Text>
        </>
      ) : (
        <Tag tone="amber">{days < 0 ? 'Owed to the person' : 'Open'}</Tag>
      ),
  },
]

const closeWith = (close: (claim: LeaveClaim) => void): Column<LeaveClaim> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (claim) =>
    claim.outcome === null && (
      <RowButton
        icon={IconCircleCheck}
        label={`${wordsOf(claim).action} for ${monthName(claim.month)}`}
        onClick={() => close(claim)}
      >
        {wordsOf(claim).action}
      </RowButton>
    ),
})

const wordsOf = ({ days }: LeaveClaim) =>
  days < 0
    ? { action: 'Mark as Paid', done: 'Marked as paid', note: 'How it was paid, and when.' }
    : {
        action: 'Close Claim',
        done: 'Claim closed successfully',
        note: 'Receipt number, or the reason for waiving it.',
      }

function CloseClaim({ claim, onClose }: { claim: LeaveClaim; onClose: () => void }) {
  const { action, done, note } = wordsOf(claim)
  const due = claim.days < 0
  return (
    <FormModal
      endpoint={leaveClaims.close}
      title={action}
      action={action}
      params={{ id: claim.id }}
      initial={{ outcome: due ? 'paid' : 'collected', reason: '' }}
      done={done}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${ksh(Math.abs(claim.amount))} for ${inDays(Math.abs(claim.days))} of ${monthName(claim.month)}. This cannot be undone.`}
          </Text>
          {!due && (
            <Radio.Group label="What happened to it" {...form.getInputProps('outcome')}>
              <Stack gap="xs" mt="xs">
                <Radio value="collected" label="Collected: the person has paid it" />
                <Radio value="waived" label="Waived: it will not be collected" />
              </Stack>
            </Radio.Group>
          )}
          <Reason form={form} note={note} first />
        </>
      )}
    </FormModal>
  )
}
