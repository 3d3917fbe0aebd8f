import { Anchor, Button, Group, Text } from '@mantine/core'
import type { Loan, LoanEntry, LoanInstalment } from '@mshahara/contract/loan-fields'
import { loanAllows } from '@mshahara/contract/loan-states'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { amount, date, ksh, signed, words } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
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
import { courseTexts } from './page-texts.ts'

type Said = InOne<typeof courseTexts>

/** What was taken, repaid and is still owed; and what settles it today. */
export function RepaymentSummary({ loan }: { loan: Loan }) {
  const t = useTexts(courseTexts)
  const may = useMay()
  const [open, setOpen] = useState<'repay' | 'write off' | null>(null)
  const { settlement } = loan
  const close = () => setOpen(null)
  return (
    <>
      <Card
        title={t.balance}
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
        <Detail items={sumsOf(loan, t)} />
        {settlement && (
          <Text size="sm" c="dimmed" mt="md">
            {t.settlesToday({
              owed: ksh(settlement.amount),
              working: settlement.working,
            })}
          </Text>
        )}
        {open === 'repay' && <Repayment loan={loan} onClose={close} />}
        {open === 'write off' && <WriteOff loan={loan} onClose={close} />}
      </Card>
      <Card flush title={t.schedule}>
        <DataTable
          label={t.schedule}
          columns={scheduleIn(t)}
          rows={loan.schedule}
          rowKey={({ number }) => number}
          empty={null}
          footer={{
            number: t.sum,
            amount: <span className="figures">{amount(loan.total)}</span>,
          }}
        />
      </Card>
      <Entries loan={loan} />
    </>
  )
}

function sumsOf(loan: Loan, t: Said): [string, string][] {
  const items: [string, string][] = [
    [t.balance, ksh(loan.outstanding)],
    [t.total, ksh(loan.total)],
    [t.deducted, ksh(loan.deducted)],
    [t.repaid, ksh(loan.repaid)],
  ]
  if (loan.rebated > 0) items.push([t.rebated, ksh(loan.rebated)])
  if (loan.written_off > 0) items.push([t.writtenOff, ksh(loan.written_off)])
  return items
}

const scheduleIn = (t: Said): Column<LoanInstalment>[] => [
  { key: 'number', title: '#', wideOnly: true, render: ({ number }) => number },
  {
    key: 'month',
    title: t.month,
    lead: true,
    oneLine: true,
    onCard: ({ month, amount: due }) => [monthName(month), amount(due)],
    render: ({ month }) => monthName(month),
  },
  { ...amountColumn<LoanInstalment>('amount', t.instalment, (row) => row.amount), wideOnly: true },
  amountColumn<LoanInstalment>('paid', t.paid, (row) => row.paid),
  { ...amountColumn<LoanInstalment>('balance', t.balanceAfter, (row) => row.balance), yields: 1 },
]

function Entries({ loan }: { loan: Loan }) {
  const t = useTexts(courseTexts)
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
          label={`Reverse the entry of ${date(entry.day)}`}
          onClick={() => setBack(entry)}
        >
          Reverse
        </RowButton>
      ),
  }
  return (
    <Card flush title={t.payments}>
      <DataTable
        label={t.payments}
        columns={undoes ? [...entriesIn(t), action] : entriesIn(t)}
        rows={loan.entries}
        rowKey={({ id }) => id}
        empty={t.nothingPaid}
      />
      {back && <TakeBack entry={back} onClose={() => setBack(null)} />}
    </Card>
  )
}

const isTakenBack = ({ kind, undone, payslip_id, amount: paid }: LoanEntry) =>
  !undone && !payslip_id && paid > 0 && (kind === 'repayment' || kind === 'write-off')

const entriesIn = (t: Said): Column<LoanEntry>[] => [
  { key: 'day', title: t.day, lead: true, oneLine: true, render: ({ day }) => date(day) },
  {
    key: 'what',
    title: t.what,
    render: ({ kind, month, undone, amount: paid }) => (
      <>
        {t[kind]}
        {month && `, ${monthName(month)}`}{' '}
        {undone && <Tag>{paid < 0 ? t.takenBack : t.wasTakenBack}</Tag>}
      </>
    ),
  },
  amountColumn<LoanEntry>('amount', t.amount, (entry) => entry.amount, signed),
  amountColumn<LoanEntry>('balance', t.balance, (entry) => entry.balance),
  {
    key: 'proof',
    title: t.reference,
    yields: 2,
    render: ({ reference, note, file }) => (
      <>
        {file ? (
          <Anchor href={`/${file}`} target="_blank" rel="noreferrer">
            {reference ?? t.evidence}
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
  { key: 'by', title: t.by, yields: 1, render: ({ by }) => words(by) },
]
