import type { OwnPayslip } from '@mshahara/contract/payslips'
import { amount, date } from '../lib/format.ts'
import type { Column } from '../ui/data-table.tsx'
import { IconEye } from '../ui/icons.ts'
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

/** A person's payslips, in their own list and on their page. */
export const columns: Column<OwnPayslip>[] = [
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
