import { Anchor, Modal, Stack, Text } from '@mantine/core'
import type { LoanRemittance } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { amount } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCoins } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Tag } from '../ui/status.tsx'

/** What payrolls took for each product, and whether the lender's file says the same. */
export default function Remittances({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const read = useRead(loans.remittances)
  return (
    <Modal opened onClose={onClose} title="Remittances" size="xl">
      <Stack gap="md">
        <Text size="sm">
          What each month’s payrolls deducted. Make the lender’s file for a product under{' '}
          <Anchor component={Link} to="/returns">
            Returns
          </Anchor>
          ; it lists every instalment and balance.
        </Text>
        <DataTable
          label="Remittances"
          columns={columns}
          rows={read.data ?? undefined}
          rowKey={({ month, product }) => `${month} ${product}`}
          loading={read.isPending}
          failed={read.isError && !read.data}
          onRetry={() => void read.refetch()}
          empty={<Empty icon={IconCoins} title="Nothing has been deducted yet" />}
        />
      </Stack>
    </Modal>
  )
}

/** Shillings have cents: what differs by less is the same. */
const same = (a: number, b: number) => Math.abs(a - b) < 0.005

function agreement({ owed_to, deducted, on_payslips, remitted }: LoanRemittance) {
  if (!same(deducted, on_payslips)) return <Tag tone="red">Differs from payslips</Tag>
  if (owed_to === 'employer') return <Tag>Kept by the employer</Tag>
  if (remitted === null) return <Tag tone="amber">No file yet</Tag>
  return same(deducted, remitted) ? (
    <Tag tone="green">Agrees</Tag>
  ) : (
    <Tag tone="red">{`Differs by ${amount(Math.abs(deducted - remitted))}`}</Tag>
  )
}

const columns: Column<LoanRemittance>[] = [
  {
    key: 'month',
    title: 'Month',
    lead: true,
    oneLine: true,
    render: ({ month }) => monthName(month),
  },
  { key: 'product', title: 'Product', render: ({ product }) => product },
  { key: 'people', title: 'People', align: 'right', yields: 1, render: ({ people }) => people },
  amountColumn<LoanRemittance>('deducted', 'Deducted', ({ deducted }) => deducted),
  {
    key: 'remitted',
    title: 'Remitted',
    align: 'right',
    oneLine: true,
    render: ({ remitted }) => (
      <span className="figures">{remitted === null ? '–' : amount(remitted)}</span>
    ),
  },
  { key: 'state', title: 'State', render: agreement },
]
