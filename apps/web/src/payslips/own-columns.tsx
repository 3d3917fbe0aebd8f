import { Text } from '@mantine/core'
import type { OwnPayslip } from '@mshahara/contract/payslips'
import { date, ksh } from '../lib/format.ts'
import { amountColumn, createdColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { IconEye } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'

const monthOf = ({ payroll: { month, year } }: OwnPayslip) => `${month} ${year}`

/** A person's payslips, in their own list and on their page. */
export const columnsFor = (slips: readonly OwnPayslip[] | null | undefined) =>
  slips?.some(({ paid }) => paid) ? columns : columns.filter(({ key }) => key !== 'paid')

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
    onCard: (slip) => [monthOf(slip), ksh(slip.net)],
    render: ({ payroll }) => payroll.month,
  },
  { key: 'year', title: 'Year', wideOnly: true, render: ({ payroll }) => payroll.year },
  { ...amountColumn('gross', 'Gross', ({ gross }: OwnPayslip) => gross), yields: 3 },
  {
    ...amountColumn('deductions', 'Deductions', ({ gross, net }: OwnPayslip) => gross - net),
    yields: 3,
  },
  { ...amountColumn('net', 'Net', ({ net }: OwnPayslip) => net), wideOnly: true },
  createdColumn,
  {
    key: 'paid',
    title: 'Paid',
    yields: 2,
    render: ({ paid }) =>
      paid ? (
        <>
          {date(paid.at)}
          {paid.reference && (
            <Text size="sm" c="dimmed">
              {paid.reference}
            </Text>
          )}
        </>
      ) : (
        '–'
      ),
  },
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
