import { Anchor, Button, Group, Text } from '@mantine/core'
import type { Loan, LoanEntry, LoanInstalment } from '@mshahara/contract/loan-fields'
import { loanAllows } from '@mshahara/contract/loan-states'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { amount, date, ksh, signed, words } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Detail } from '../ui/detail.tsx'
import { IconCash, IconHistory, IconTrash } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import { Repayment, TakeBack, WriteOff } from './loan-forms.tsx'

/** What was taken, repaid and is still owed; and what settles it today. */
export function Course({ loan }: { loan: Loan }) {
  const may = useMay()
  const [open, setOpen] = useState<'repay' | 'write off' | null>(null)
  const { settlement } = loan
  const close = () => setOpen(null)
  return (
    <>
      <Card
        title="Balance"
        actions={
          <Group gap="sm">
            {loanAllows(loan, 'repay') && may(loans.repay) && (
              <Button
                variant="default"
                leftSection={<IconCash size={16} aria-hidden />}
                onClick={() => setOpen('repay')}
              >
                Record Repayment
              </Button>
            )}
            {loanAllows(loan, 'write off') && may(loans.writeOff) && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setOpen('write off')}
              >
                Write Off
              </Button>
            )}
          </Group>
        }
      >
        <Detail items={sumsOf(loan)} />
        {settlement && (
          <Text size="sm" c="dimmed" mt="md">
            {`${ksh(settlement.amount)} settles this loan today. ${settlement.working}.`}
          </Text>
        )}
        {open === 'repay' && <Repayment loan={loan} onClose={close} />}
        {open === 'write off' && <WriteOff loan={loan} onClose={close} />}
      </Card>
      <Card flush title="Repayment Schedule">
        <DataTable
          label="Repayment Schedule"
          columns={schedule}
          rows={loan.schedule}
          rowKey={({ number }) => number}
          empty={null}
          footer={{
            number: 'Total',
            amount: <span className="figures">{amount(loan.total)}</span>,
          }}
        />
      </Card>
      <Entries loan={loan} />
    </>
  )
}

function sumsOf(loan: Loan): [string, string][] {
  const items: [string, string][] = [
    ['Balance', ksh(loan.outstanding)],
    ['Total Payable', ksh(loan.total)],
    ['Deducted from Pay', ksh(loan.deducted)],
    ['Repaid Otherwise', ksh(loan.repaid)],
  ]
  if (loan.rebated > 0) items.push(['Interest Not Charged', ksh(loan.rebated)])
  if (loan.written_off > 0) items.push(['Written Off', ksh(loan.written_off)])
  return items
}

const schedule: Column<LoanInstalment>[] = [
  { key: 'number', title: '#', wideOnly: true, render: ({ number }) => number },
  {
    key: 'month',
    title: 'Month',
    lead: true,
    oneLine: true,
    onCard: ({ month, amount: due }) => [monthName(month), amount(due)],
    render: ({ month }) => monthName(month),
  },
  { ...amountColumn<LoanInstalment>('amount', 'Instalment', (row) => row.amount), wideOnly: true },
  amountColumn<LoanInstalment>('paid', 'Paid', (row) => row.paid),
  { ...amountColumn<LoanInstalment>('balance', 'Balance after', (row) => row.balance), yields: 1 },
]

function Entries({ loan }: { loan: Loan }) {
  const may = useMay()
  const [back, setBack] = useState<LoanEntry | null>(null)
  const undoes = may(loans.takeBack)
  const action: Column<LoanEntry> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (entry) =>
      isTakenBack(entry) && (
        <RowButton
          icon={IconHistory}
          label={`Take back the entry of ${date(entry.day)}`}
          onClick={() => setBack(entry)}
        >
          Take Back
        </RowButton>
      ),
  }
  return (
    <Card flush title="Payments">
      <DataTable
        label="Payments"
        columns={undoes ? [...entries, action] : entries}
        rows={loan.entries}
        rowKey={({ id }) => id}
        empty="Nothing has been paid yet."
      />
      {back && <TakeBack entry={back} onClose={() => setBack(null)} />}
    </Card>
  )
}

const isTakenBack = ({ kind, undone, payslip_id, amount: paid }: LoanEntry) =>
  !undone && !payslip_id && paid > 0 && (kind === 'repayment' || kind === 'write-off')

const names: Record<LoanEntry['kind'], string> = {
  deduction: 'Deducted from pay',
  repayment: 'Repaid',
  'top-up': 'Settled by a new loan',
  rebate: 'Interest not charged',
  'write-off': 'Written off',
}

const entries: Column<LoanEntry>[] = [
  { key: 'day', title: 'Day', lead: true, oneLine: true, render: ({ day }) => date(day) },
  {
    key: 'what',
    title: 'What',
    render: ({ kind, month, undone, amount: paid }) => (
      <>
        {names[kind]}
        {month && `, ${monthName(month)}`}{' '}
        {undone && <Tag>{paid < 0 ? 'Taken back' : 'Was taken back'}</Tag>}
      </>
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right',
    oneLine: true,
    render: (entry) => <span className="figures">{signed(entry.amount)}</span>,
  },
  amountColumn<LoanEntry>('balance', 'Balance', (entry) => entry.balance),
  {
    key: 'proof',
    title: 'Reference',
    yields: 2,
    render: ({ reference, note, file }) => (
      <>
        {file ? (
          <Anchor href={`/${file}`} target="_blank" rel="noreferrer">
            {reference ?? 'Evidence'}
          </Anchor>
        ) : (
          (reference ?? '')
        )}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </>
    ),
  },
  { key: 'by', title: 'By', yields: 1, render: ({ by }) => words(by) },
]
