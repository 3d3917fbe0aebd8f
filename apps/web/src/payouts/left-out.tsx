import { Text } from '@mantine/core'
import type { PayoutSummary, LeftOut as Person } from '@mshahara/contract/payouts'
import { useState } from 'react'
import { ksh } from '../lib/format.ts'
import { slicePage } from '../lib/list-state.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { IconCash, IconPencil } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { cashPage, useRecordWay } from './names.tsx'
import classes from './payouts.module.css'

const sizes = [10, 25, 50]

/** Whoever cannot be paid stays in sight until it is put right. */
export function LeftOut({ summary }: { summary: PayoutSummary }) {
  const { left_out, left_out_count, payroll } = summary
  const way = useRecordWay(payroll.of)
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(10)
  if (left_out_count === 0) return null
  const slice = slicePage(left_out, page, perPage)
  return (
    <Card flush title={`Not paid (${left_out_count})`}>
      <DataTable
        label="Not paid"
        columns={columnsWith(way, payroll)}
        rows={slice.rows}
        rowKey={({ payslip_id }) => payslip_id}
        empty={null}
        paging={{
          sizes,
          perPage,
          page: slice.page,
          pages: slice.pages,
          total: left_out.length,
          onPage: setPage,
          onPerPage: setPerPage,
        }}
      />
      {left_out_count > left_out.length && (
        <Text size="sm" c="dimmed" p="md">
          {`The first ${left_out.length} are listed; the file has them all.`}
        </Text>
      )}
    </Card>
  )
}

const columnsWith = (
  way: (id: string) => string,
  { id, of: run }: PayoutSummary['payroll'],
): Column<Person>[] => [
  {
    key: 'employee_no',
    title: run === 'casuals' ? 'Casual no' : 'Employee no',
    oneLine: true,
    yields: 2,
    render: ({ employee }) => employee.employee_no,
  },
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: ({ employee }) => `/${run === 'casuals' ? 'casual' : 'employee'}/${employee.id}`,
    onCard: ({ employee, net }) => [employee.name, ksh(net)],
    render: ({ employee }) => employee.name,
  },
  { ...amountColumn('net', 'Net', ({ net }: Person) => net), wideOnly: true },
  {
    key: 'reason',
    title: 'Why',
    render: ({ reason }) => (
      <span className={classes.state}>
        <Status value="not paid" />
        <span className={classes.told}>{reason}</span>
      </span>
    ),
  },
  {
    key: 'mend',
    title: 'Actions',
    actions: true,
    render: ({ employee, signs }) =>
      signs ? (
        <RowLink to={cashPage(id)} icon={IconCash} label={`List to sign with ${employee.name}`}>
          List to Sign
        </RowLink>
      ) : (
        <RowLink to={way(employee.id)} icon={IconPencil} label={`Open Record of ${employee.name}`}>
          Open Record
        </RowLink>
      ),
  },
]
