import { Button, Group, Text } from '@mantine/core'
import { type BillingRecord, billing } from '@mshahara/contract/billing'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { date, ksh, signed, words } from '../lib/format.ts'
import { monthsBought } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconFile, IconReceipt } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { RowLink } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'

type Paid = BillingRecord & { payment: NonNullable<BillingRecord['payment']> }
const details = ({ payment }: Paid) => payment.details

const columns: Column<Paid>[] = [
  {
    key: 'package',
    title: 'Package',
    lead: true,
    render: (row) => <Tag tone="green">{words(details(row).package)}</Tag>,
  },
  { key: 'action', title: 'Action', yields: 2, render: (row) => words(details(row).type) },
  {
    key: 'duration',
    title: 'Duration',
    oneLine: true,
    render: (row) => monthsBought(details(row).duration),
  },
  {
    key: 'method',
    title: 'Method',
    yields: 2,
    render: (row) => <Tag>{details(row).method}</Tag>,
  },
  {
    key: 'reference',
    title: 'Reference',
    yields: 3,
    render: (row) => details(row).reference ?? '—',
  },
  amountColumn<Paid>('amount', 'Amount', (row) => details(row).amount),
  createdColumn as Column<Paid>,
  {
    key: 'receipt',
    title: 'Receipt',
    actions: true,
    render: ({ payment }) => (
      <Group gap={6} wrap="nowrap">
        <ReceiptLink {...payment} />
        <RowLink
          icon={IconFile}
          label={`Invoice of receipt ${payment.receipt_no}`}
          to={`/invoice/${payment.id}`}
        >
          Invoice
        </RowLink>
      </Group>
    ),
  },
]

const ReceiptLink = ({ id, receipt_no }: { id: string; receipt_no: string }) => (
  <RowLink icon={IconReceipt} label={`Receipt ${receipt_no}`} to={`/receipt/${id}`}>
    Receipt
  </RowLink>
)

/** What was paid, newest first; the trial and the free plan have no payment. */
export default function Billing() {
  const read = useRead(billing.list)
  const rows = read.data?.filter((row): row is Paid => row.payment !== null)
  return (
    <Page
      title="Billing History"
      subtitle={`View and manage your subscription payments (${rows?.length ?? 0} transactions)`}
      actions={
        <Button component={Link} to="/statement" variant="default">
          Statement of Account
        </Button>
      }
    >
      <Card flush title="Transaction History">
        <DataTable
          label="Transaction History"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          loading={read.isPending}
          loadingText="Loading billing data..."
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={
            <Empty
              icon={IconReceipt}
              title="No Transactions"
              text="Payments for your subscription will be listed here."
            />
          }
        />
      </Card>
      <Credits />
    </Page>
  )
}

interface Entry {
  id: string
  amount: number
  what: string
  reference: string | null
  receipt: { id: string; receipt_no: string } | null
  created_at: string
}
const entries: Column<Entry>[] = [
  { key: 'what', title: 'What', lead: true, render: ({ what }) => what },
  { key: 'reference', title: 'Reference', yields: 2, render: ({ reference }) => reference },
  { key: 'date', title: 'Date', oneLine: true, render: ({ created_at }) => date(created_at) },
  amountColumn('amount', 'Amount', ({ amount }) => amount, signed),
  {
    key: 'receipt',
    title: 'Receipt',
    actions: true,
    render: ({ receipt }) => receipt && <ReceiptLink {...receipt} />,
  },
]

/** What was paid and not used yet; hidden from those who never had any. */
function Credits() {
  const may = useMay()
  const { data } = useRead(billing.current, undefined, { enabled: may(billing.current) })
  if (!data || data.credits.length === 0) return null
  return (
    <Card
      flush
      title="Credit on Your Account"
      actions={<Text fw={650}>{`${ksh(data.balance)} left for your next payment`}</Text>}
    >
      <DataTable
        label="Credit on Your Account"
        columns={entries}
        rows={data.credits}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Card>
  )
}
