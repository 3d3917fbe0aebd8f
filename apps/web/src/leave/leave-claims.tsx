import { Radio, Stack, Text } from '@mantine/core'
import { type LeaveClaim, leaveClaims } from '@mshahara/contract/leave-claims'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, ksh } from '../lib/format.ts'
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
  const closes = data.claim && data.owed > 0 && may(leaveClaims.close)
  const title = data.claim ? 'Claims for Unpaid Leave' : 'Unpaid Leave Not Yet Deducted'
  return (
    <Card flush title={title}>
      {data.owed > 0 && (
        <Text size="sm" c="dimmed" px="lg" pt="md">
          {data.claim
            ? `${ksh(data.owed)} is more than the last pay could bear, and no payroll takes it any more.`
            : `${ksh(data.owed)} is for months that were paid already; the next payroll takes what pay can bear.`}
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

const outcomes = { collected: 'Collected', waived: 'Waived' }

const columns: Column<LeaveClaim>[] = [
  { key: 'type', title: 'Leave Type', lead: true, render: ({ type }) => type },
  { key: 'month', title: 'Month', oneLine: true, render: ({ month }) => monthName(month) },
  { key: 'days', title: 'Days', oneLine: true, render: ({ days }) => inDays(days) },
  amountColumn<LeaveClaim>('amount', 'Amount', ({ amount }) => amount),
  {
    key: 'outcome',
    title: 'Status',
    render: ({ outcome, outcome_reason, closed_by, closed_at }) =>
      outcome ? (
        <>
          <Tag tone={outcome === 'collected' ? 'green' : 'gray'}>{outcomes[outcome]}</Tag>
          <Text size="sm" c="dimmed">
            {`${outcome_reason} (${closed_by}, ${date(closed_at)})`}
          </Text>
        </>
      ) : (
        <Tag tone="amber">Open</Tag>
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
        label={`Close the claim for ${monthName(claim.month)}`}
        onClick={() => close(claim)}
      >
        Close Claim
      </RowButton>
    ),
})

function CloseClaim({ claim, onClose }: { claim: LeaveClaim; onClose: () => void }) {
  return (
    <FormModal
      endpoint={leaveClaims.close}
      title="Close Claim"
      action="Close Claim"
      params={{ id: claim.id }}
      initial={{ outcome: 'collected', reason: '' }}
      done="Claim closed successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${ksh(claim.amount)} for ${inDays(claim.days)} of ${monthName(claim.month)}. This cannot be taken back.`}
          </Text>
          <Radio.Group label="What became of it" {...form.getInputProps('outcome')}>
            <Stack gap="xs" mt="xs">
              <Radio value="collected" label="Collected: the person has paid it" />
              <Radio value="waived" label="Waived: it is given up" />
            </Stack>
          </Radio.Group>
          <Reason form={form} note="A receipt, or why it is given up." first />
        </>
      )}
    </FormModal>
  )
}
