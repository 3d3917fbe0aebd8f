import { figures, runColumns, shownFigures } from '@mshahara/contract/figures'
import type { Payroll, PayslipRow } from '@mshahara/contract/payroll'
import { payrolls } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { signed, wholeName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { Working } from '../payslips/index.ts'
import { askToDelete, useAct } from '../ui/act.ts'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconRefresh, IconTrash, IconUsersGroup } from '../ui/icons.ts'
import { RowButton, RowLink } from '../ui/row-action.tsx'
import { type Paging, RunSlips } from '../ui/run-slips.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './payroll.module.css'

/** Which figure of whose payslip is being explained. */
interface Question {
  payslip: PayslipRow
  figure: string
}

export function RunTable({ payroll, paging }: { payroll: Payroll; paging: Paging }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const columns = useMemo(() => columnsFor(payroll, setQuestion), [payroll])
  return (
    <RunSlips
      label="Payslips"
      className={classes.run}
      columns={columns}
      rows={payroll.payslips}
      total={payroll.count}
      footer={footerOf(payroll)}
      paging={paging}
      empty={
        <Empty icon={IconUsersGroup} title="No payslips" text="No payslip matches these filters." />
      }
    >
      <Suspense fallback={null}>
        {question && <Working {...question} onClose={() => setQuestion(null)} />}
      </Suspense>
    </RunSlips>
  )
}

function columnsFor(payroll: Payroll, ask: (question: Question) => void): Column<PayslipRow>[] {
  const column = (
    key: string,
    title: string,
    of: (row: PayslipRow) => number | undefined,
    figure = key,
  ): Column<PayslipRow> => ({
    key,
    title,
    align: 'right',
    render: (row) => (
      <button
        type="button"
        className={classes.figure}
        title={`How this ${title} was worked out`}
        data-zero={!of(row) || undefined}
        onClick={() => ask({ payslip: row, figure })}
      >
        {signed(of(row) ?? 0)}
      </button>
    ),
  })
  const incomes = payroll.incomeNames.map((name, index) =>
    column(
      `income ${index}`,
      name,
      (row) => row.sortedIncomes[index]?.amount,
      `income ${name.toLowerCase()}`,
    ),
  )
  const deductions = payroll.deductionNames.map((name, index) =>
    column(
      `deduction ${index}`,
      name,
      (row) => row.sortedDeductions[index]?.amount,
      figureOfDeduction(payroll, index),
    ),
  )
  return [
    {
      key: 'actions',
      title: 'Actions',
      actions: true,
      render: (row) => <Actions row={row} changeable={allows(payroll, 'change')} />,
    },
    {
      key: 'number',
      title: 'Employee Code',
      oneLine: true,
      render: ({ employee }) => employee.employee_no,
    },
    { key: 'name', title: 'Employee Name', lead: true, render: (row) => <Name row={row} /> },
    ...runColumns.flatMap((name) => {
      if (name === 'incomes') return incomes
      if (name === 'deductions') return deductions
      const figure = column(name, figures[name].label, (row) => row[name])
      return name === 'net' ? { ...figure, tail: true } : figure
    }),
  ]
}

/** Columns are known by key, so that an item somebody called "PAYE" is not taken for the tax. */
function figureOfDeduction({ payslips }: Payroll, index: number): string {
  const key = payslips[0]?.sortedDeductions[index]?.id ?? ''
  return key.startsWith('statutory ') ? key : `deduction ${key}`
}

function footerOf({ totals, incomeNames, deductionNames }: Payroll) {
  const { incomes, deductions } = totals
  const sum = (value: number | undefined) => signed(value ?? 0)
  return {
    actions: 'Total:',
    ...Object.fromEntries(shownFigures.map((name) => [name, sum(totals[name])])),
    ...Object.fromEntries(
      incomeNames.map((_, index) => [`income ${index}`, signed(incomes[index] ?? 0)]),
    ),
    ...Object.fromEntries(
      deductionNames.map((_, index) => [`deduction ${index}`, sum(deductions[index])]),
    ),
  }
}

function Name({ row }: { row: PayslipRow }) {
  return (
    <span className={classes.name}>
      <Link to={`/employee/${row.employee.id}`}>{wholeName(row.employee)}</Link>
      {row.days && <Tag tone="blue">{row.days}</Tag>}
      {row.changed && <Tag tone="amber">Changed since</Tag>}
    </span>
  )
}

function Actions({ row, changeable }: { row: PayslipRow; changeable: boolean }) {
  const may = useMay()
  const remove = useAct(payrolls.removePayslip, {
    ask: askToDelete('Payslip'),
    notice: 'Payslip deleted successfully',
  })
  const again = useAct(payrolls.recalculatePayslip, { notice: 'Payslip recalculated successfully' })
  const name = wholeName(row.employee)
  const call = { params: { id: row.id } }
  return (
    <span className={classes.actions}>
      <RowLink to={`/payslip/${row.id}`} icon={IconEye} label={`View payslip of ${name}`} />
      {changeable && row.changed && may(payrolls.recalculatePayslip) && (
        <RowButton
          icon={IconRefresh}
          label={`Recalculate payslip of ${name}`}
          busy={again.busy}
          onClick={() => again.run(call)}
        />
      )}
      {changeable && may(payrolls.removePayslip) && (
        <RowButton
          icon={IconTrash}
          label={`Delete payslip of ${name}`}
          onClick={() => remove.run(call)}
        />
      )}
    </span>
  )
}
