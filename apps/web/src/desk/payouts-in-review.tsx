import { payouts, type RunInReview } from '@mshahara/contract/payouts'
import { dateTime } from '../lib/format.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCircleCheck } from '../ui/icons.ts'
import { SlicePage } from '../ui/slice-page.tsx'
import { Enter } from './enter.tsx'

const columns: Column<RunInReview>[] = [
  {
    key: 'organization',
    title: 'Organization',
    lead: true,
    render: ({ organization }) => organization.name,
  },
  {
    key: 'payroll',
    title: 'Payroll',
    render: ({ payroll }) => `${payroll.title} (${payroll.code})`,
  },
  { key: 'count', title: 'Payouts', align: 'right', render: ({ count }) => count },
  amountColumn('amount', 'Amount', ({ amount }: RunInReview) => amount),
  {
    key: 'since',
    title: 'Since',
    oneLine: true,
    yields: 2,
    render: ({ since }) => dateTime(since),
  },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ organization, payroll }) => (
      <Enter
        organization={organization}
        to={`/${payroll.of === 'casuals' ? 'casualPayrollPayouts' : 'payrollPayouts'}/${payroll.id}`}
      />
    ),
  },
]

/** Payouts that no question could settle: people of their organisation decide, not the operator. */
export default function PayoutsInReview() {
  return (
    <SlicePage<RunInReview>
      title="Payouts in Review"
      endpoint={payouts.review}
      heading={(count) => `Payrolls (${count})`}
      columns={columns}
      rowKey={({ payroll }) => payroll.id}
      searchLabel="Search payrolls"
      empty={(searching) => (
        <Empty
          icon={IconCircleCheck}
          title={searching ? 'No payroll matches your search' : 'No payout is in review'}
        />
      )}
    />
  )
}
