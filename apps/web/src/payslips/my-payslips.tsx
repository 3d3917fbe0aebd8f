import { type OwnPayslip, payslips } from '@mshahara/contract/payslips'
import { P9Button } from '../exports/index.ts'
import { useRead } from '../lib/api.ts'
import { amount, date } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconReceipt } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowLink } from '../ui/row-action.tsx'

const money = (
  key: string,
  title: string,
  of: (row: OwnPayslip) => number,
): Column<OwnPayslip> => ({
  key,
  title,
  align: 'right',
  oneLine: true,
  render: (row) => <span className="figures">{amount(of(row))}</span>,
})

const columns: Column<OwnPayslip>[] = [
  {
    key: 'code',
    title: 'Payroll Code',
    lead: true,
    oneLine: true,
    render: ({ payroll }) => payroll.code,
  },
  { key: 'month', title: 'Month', render: ({ payroll }) => payroll.month },
  { key: 'year', title: 'Year', render: ({ payroll }) => payroll.year },
  money('gross', 'Gross', ({ gross }) => gross),
  money('deductions', 'Deductions', ({ gross, net }) => gross - net),
  money('net', 'Net', ({ net }) => net),
  { key: 'created', title: 'Created', oneLine: true, render: (row) => date(row.created_at) },
  {
    key: 'details',
    title: 'Actions',
    actions: true,
    render: ({ id, payroll }) => (
      <RowLink
        to={`/payslip/${id}`}
        icon={IconEye}
        label={`Details of ${payroll.month} ${payroll.year}`}
      >
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
      title={`Payslips (${shown.data?.length ?? 0})`}
      back
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
