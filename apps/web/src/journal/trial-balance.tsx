import { type BalanceRow, journal } from '@mshahara/contract/journal'
import { useRead } from '../lib/api.ts'
import { amount } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCalculator } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { useMonth } from './month-pick.tsx'
import { natureWords, side } from './words.ts'

const nothing = (
  <Empty
    icon={IconCalculator}
    title="Nothing In The Books Yet"
    text="It appears here once a payroll is confirmed."
  />
)
const owedNobody = <Empty icon={IconCalculator} title="Nothing is owed to anybody" />

const label: Column<BalanceRow> = {
  key: 'label',
  title: 'Line',
  lead: true,
  render: (row) => row.label,
}
const account: Column<BalanceRow> = {
  key: 'account',
  title: 'Account',
  yields: 1,
  render: (row) => (row.account ? `${row.account.code} ${row.account.name}` : 'None yet'),
}

/** A credit is owed; what was paid too much of it stands as a debit. */
const owed: Column<BalanceRow>[] = [
  label,
  account,
  amountColumn('before', 'From earlier months', ({ opening }) => 0 - opening, signedSide),
  amountColumn('added', 'Added', ({ credit }) => credit, side),
  amountColumn('settled', 'Settled', ({ debit }) => debit, side),
  { ...amountColumn('owed', 'Still owed', ({ closing }: BalanceRow) => 0 - closing), tail: true },
]

const balance: Column<BalanceRow>[] = [
  label,
  { key: 'nature', title: 'Kind', yields: 2, render: ({ nature }) => natureWords[nature] },
  account,
  amountColumn('debit', 'Debit', ({ closing }) => Math.max(0, closing), side),
  amountColumn('credit', 'Credit', ({ closing }) => Math.max(0, 0 - closing), side),
]

function signedSide(shillings: number) {
  return shillings === 0 ? '' : amount(shillings)
}

const sum = (rows: readonly BalanceRow[], of: (row: BalanceRow) => number) =>
  rows.reduce((all, row) => all + Math.round(of(row) * 100), 0) / 100

/** What is still owed to whom, and whether everything adds up. */
export default function TrialBalance() {
  const { month, pick } = useMonth()
  const read = useRead(journal.balance, { params: { month } }, { keep: true })
  const rows = read.data ?? undefined
  const payable = rows?.filter(({ nature }) => nature === 'payable')
  const state = {
    loading: read.isPending,
    failed: read.isError,
    onRetry: () => void read.refetch(),
    rowKey: ({ line, nature }: BalanceRow) => `${line} ${nature}`,
  }
  return (
    <Page
      title="Trial Balance"
      subtitle={`At the end of ${monthName(month)}, with everything since the first payroll`}
      actions={pick}
    >
      <Card title="Still Owed" flush>
        <DataTable
          {...state}
          label="Still owed"
          columns={owed}
          rows={payable}
          empty={owedNobody}
          footer={{ label: 'Total', owed: amount(0 - sum(payable ?? [], (row) => row.closing)) }}
        />
      </Card>
      <Card title="All Lines" flush>
        <DataTable
          {...state}
          label="Trial balance"
          columns={balance}
          rows={rows?.filter(({ closing }) => closing !== 0)}
          empty={nothing}
          footer={{
            label: 'Total',
            debit: amount(sum(rows ?? [], ({ closing }) => Math.max(0, closing))),
            credit: amount(sum(rows ?? [], ({ closing }) => Math.max(0, 0 - closing))),
          }}
        />
      </Card>
    </Page>
  )
}
