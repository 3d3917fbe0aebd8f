import { type OwnPayslip, payslips } from '@mshahara/contract/payslips'
import { P9Button } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { amount, date, kes } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconReceipt } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowLink } from '../ui/row-action.tsx'

const monthOf = ({ payroll: { month, year } }: OwnPayslip) => `${month} ${year}`

const columns: Column<OwnPayslip>[] = [
  {
    key: 'code',
    title: 'Payroll Code',
    oneLine: true,
    yields: 1,
    render: ({ payroll }) => payroll.code,
  },
  {
    key: 'month',
    title: 'Month',
    lead: true,
    link: ({ id }) => `/payslip/${id}`,
    onCard: (slip) => [monthOf(slip), kes(slip.net)],
    render: ({ payroll }) => payroll.month,
  },
  { key: 'year', title: 'Year', wideOnly: true, render: ({ payroll }) => payroll.year },
  amountColumn('gross', 'Gross', ({ gross }) => gross),
  amountColumn('deductions', 'Deductions', ({ gross, net }) => gross - net),
  { ...amountColumn('net', 'Net', ({ net }: OwnPayslip) => net), wideOnly: true },
  createdColumn,
  {
    key: 'details',
    title: 'Actions',
    actions: true,
    render: (slip) => (
      <RowLink to={`/payslip/${slip.id}`} icon={IconEye} label={`Details of ${monthOf(slip)}`}>
        Details
      </RowLink>
    ),
  },
]

/** Every payslip the person has received, even after leaving. */
export default function MyPayslips() {
  const { employee_id } = useProfile()
  const read = useRead(
    payslips.ofEmployee,
    { params: { id: employee_id ?? '' } },
    { enabled: employee_id != null },
  )
  const shown = employee_id == null ? { ...read, data: [], isPending: false } : read
  return (
    <ListPage
      title="My Payslips"
      heading={(count) => `Payslips (${count})`}
      actions={employee_id && <P9Button employee_id={employee_id} />}
      read={shown}
      columns={columns}
      rowKey={({ id }) => id}
      search={{
        label: 'Search payslip',
        text: ({ payroll, gross, net, created_at }) =>
          [
            payroll.code,
            payroll.month,
            payroll.year,
            amount(gross),
            amount(net),
            date(created_at),
          ].join('\n'),
      }}
      empty={(searching) => (
        <Empty
          icon={IconReceipt}
          title={searching ? 'No Matching Payslips Found' : 'No Payslips Found'}
          text={searching ? 'Try adjusting your search criteria' : undefined}
        />
      )}
    />
  )
}
