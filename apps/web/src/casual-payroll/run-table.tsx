import { Title } from '@mantine/core'
import {
  type CasualPayroll,
  type CasualPayslipListed,
  casualPayrolls,
  daySources,
} from '@mshahara/contract/casual-payroll'
import { counted } from '@mshahara/contract/counted'
import { useMemo } from 'react'
import { amount, signed, wholeName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { askToDelete, useAct } from '../ui/act.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconTrash, IconUsers } from '../ui/icons.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { RowButton, RowLink } from '../ui/row-action.tsx'
import { type Paging, RunSlips } from '../ui/run-slips.tsx'
import classes from './casual-payroll.module.css'

interface Props {
  payroll: CasualPayroll
  search: string
  onSearch: (text: string) => void
  paging: Paging
}

export function RunTable({ payroll, search, onSearch, paging }: Props) {
  const columns = useMemo(() => columnsFor(payroll), [payroll])
  return (
    <RunSlips
      label="Casual Workers"
      className={classes.run}
      head={
        <div className="card-head" data-flush>
          <Title order={2}>{`Casual Workers (${payroll.count})`}</Title>
          <SearchField label="Search casual" value={search} onChange={onSearch} />
        </div>
      }
      columns={columns}
      rows={payroll.payslips}
      total={payroll.found}
      footer={footerOf(payroll)}
      paging={paging}
      empty={<Empty icon={IconUsers} title="No payslips" text="Nobody matches this search." />}
    />
  )
}

const money = (key: keyof CasualPayroll['totals'] & keyof CasualPayslipListed, title: string) =>
  amountColumn(key, title, (row: CasualPayslipListed) => Number(row[key]))

function columnsFor(payroll: CasualPayroll): Column<CasualPayslipListed>[] {
  const { totals, statutory } = payroll
  const draft = payroll.status === 'draft'
  return [
    {
      key: 'actions',
      title: 'Actions',
      actions: true,
      render: (row) => <Actions row={row} draft={draft} />,
    },
    {
      key: 'code',
      title: 'Casual Code',
      oneLine: true,
      yields: 1,
      render: ({ casual }) => casual.casual_no,
    },
    {
      key: 'name',
      title: 'Casual Name',
      lead: true,
      link: ({ casual }) => `/casual/${casual.id}`,
      render: ({ casual }) => wholeName(casual),
    },
    { ...money('pay', 'Daily Pay'), render: (row) => <Rate row={row} /> },
    { key: 'days', title: 'Days', align: 'right', render: (row) => <Days row={row} /> },
    money('total', 'Total'),
    ...(totals.overtime > 0 ? [money('overtime', 'Overtime')] : []),
    money('advance', 'Advance'),
    money('gross', 'Gross'),
    ...(statutory ? [money('statutory', 'Statutory')] : []),
    money('deduction', 'Deduction'),
    {
      ...amountColumn<CasualPayslipListed>('net', 'NET', ({ net }) => net),
      render: (row) => <Net row={row} besideLast={draft && payroll.last !== null} />,
      tail: true,
    },
  ]
}

function Rate({ row }: { row: CasualPayslipListed }) {
  return (
    <span className="figures">
      {amount(row.pay)}
      {row.pay_basis === 'piece' && <small className={classes.note}>a piece</small>}
    </span>
  )
}

interface NetProps {
  row: CasualPayslipListed
  besideLast: boolean
}

/** Before confirming, beside what the last payroll paid: a zero too many shows. */
function Net({ row: { net, last_net }, besideLast }: NetProps) {
  return (
    <span className="figures">
      {signed(net)}
      {besideLast && (
        <small className={classes.note}>
          {last_net === null ? 'New' : `Last ${signed(last_net)}`}
        </small>
      )}
    </span>
  )
}

/** Its own days, and where they come from. */
function Days({ row }: { row: CasualPayslipListed }) {
  const { days, source, overtime_hours, pieces } = row
  const more = [
    daySources[source],
    overtime_hours > 0 && `+${overtime_hours} h`,
    pieces > 0 && counted(pieces, 'piece'),
  ]
  return (
    <span className="figures">
      {days}
      {more.filter(Boolean).map((one) => (
        <small key={String(one)} className={classes.note}>
          {one}
        </small>
      ))}
    </span>
  )
}

function footerOf({ totals, statutory, status, last }: CasualPayroll) {
  return {
    actions: 'Total:',
    pay: amount(totals.pay),
    days: totals.days,
    total: amount(totals.total),
    overtime: amount(totals.overtime),
    advance: amount(totals.advance),
    gross: amount(totals.gross),
    ...(statutory && { statutory: amount(totals.statutory) }),
    deduction: amount(totals.deduction),
    net: (
      <>
        {signed(totals.net)}
        {status === 'draft' && last && (
          <small className={classes.note}>{`Last ${signed(last.net)}`}</small>
        )}
      </>
    ),
  }
}

function Actions({ row, draft }: { row: CasualPayslipListed; draft: boolean }) {
  const may = useMay()
  const remove = useAct(casualPayrolls.removePayslip, {
    ask: askToDelete('Casual Payslip'),
    notice: 'Casual payment remittance deleted successfully',
  })
  const name = wholeName(row.casual)
  return (
    <span className={classes.actions}>
      <RowLink to={`/casual-payslip/${row.id}`} icon={IconEye} label={`Payslip of ${name}`} />
      {draft && may(casualPayrolls.removePayslip) && (
        <RowButton
          icon={IconTrash}
          label={`Delete payslip of ${name}`}
          busy={remove.busy}
          onClick={() => remove.run({ params: { id: row.id } })}
        />
      )}
    </span>
  )
}
