import type { Payroll, PayslipRow } from '@mshahara/contract/payroll'
import { payrolls } from '@mshahara/contract/payroll'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useWrite } from '../lib/api.ts'
import { amount, wholeName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Working } from '../payslips/index.ts'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconEye, IconRefresh, IconTrash, IconUsersGroup } from '../ui/icons.ts'
import { RowButton, RowLink } from '../ui/row-action.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './payroll.module.css'

export const pageSizes = [10, 25, 50, 100] as const

interface Paging {
  page: number
  perPage: number
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

/** Which figure of whose payslip is being explained. */
interface Asked {
  payslip: PayslipRow
  code: string
}

type Named = 'salary' | 'gross' | 'taxable' | 'income_tax' | 'tax_relief' | 'nhif_relief'
type Further = 'housing_relief' | 'total_deductions' | 'net'

export function RunTable({ payroll, paging }: { payroll: Payroll; paging: Paging }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useMemo(() => columnsFor(payroll, setAsked), [payroll])
  const { page, perPage } = paging
  return (
    <section className={`card ${classes.run}`} aria-label="Payslips">
      <DataTable
        label="Payslips"
        columns={columns}
        rows={payroll.payslips}
        rowKey={({ id }) => id}
        first={(page - 1) * perPage}
        footer={footerOf(payroll)}
        empty={
          <Empty
            icon={IconUsersGroup}
            title="No payslips"
            text="No payslip matches these filters."
          />
        }
        paging={{
          ...paging,
          sizes: pageSizes,
          pages: Math.max(1, Math.ceil(payroll.count / perPage)),
          total: payroll.count,
          numbered: true,
        }}
      />
      {asked && <Working {...asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function columnsFor(payroll: Payroll, ask: (asked: Asked) => void): Column<PayslipRow>[] {
  const figure = (
    key: string,
    title: string,
    code: string,
    of: (row: PayslipRow) => number | undefined,
  ): Column<PayslipRow> => ({
    key,
    title,
    align: 'right',
    render: (row) => (
      <button
        type="button"
        className={classes.figure}
        title={`How this ${title} came about`}
        data-zero={!of(row) || undefined}
        onClick={() => ask({ payslip: row, code })}
      >
        {amount(of(row) ?? 0)}
      </button>
    ),
  })
  const named = (key: Named | Further, title: string, code: string) =>
    figure(key, title, code, (row) => row[key])
  return [
    {
      key: 'actions',
      title: 'Actions',
      actions: true,
      render: (row) => <Actions row={row} draft={payroll.status === 'draft'} />,
    },
    {
      key: 'number',
      title: 'Employee Code',
      oneLine: true,
      render: ({ employee }) => <span className="figures">{employee.employee_no}</span>,
    },
    { key: 'name', title: 'Employee Name', lead: true, render: (row) => <Name row={row} /> },
    named('salary', 'Salary', 'salary'),
    ...payroll.incomeNames.map((name, index) =>
      figure(
        `income ${index}`,
        name,
        `income ${name.toLowerCase()}`,
        (row) => row.sortedIncomes[index]?.amount,
      ),
    ),
    named('gross', 'Gross', 'grossPay'),
    named('taxable', 'Taxable', 'taxablePay'),
    named('income_tax', 'Income Tax', 'taxCharged'),
    ...payroll.deductionNames.map((name, index) =>
      figure(
        `deduction ${index}`,
        name,
        codeOfDeduction(payroll, index),
        (row) => row.sortedDeductions[index]?.amount,
      ),
    ),
    named('tax_relief', 'Tax Relief', 'personalRelief'),
    named('nhif_relief', 'NHIF Relief', 'insuranceRelief'),
    named('housing_relief', 'AHL Relief', 'ahlRelief'),
    named('total_deductions', 'Total Deductions', 'totalDeductions'),
    named('net', 'Net', 'netPay'),
  ]
}

const statutory: Record<string, string> = {
  'statutory paye': 'paye',
  'statutory nssf': 'nssfEmployee',
  'statutory health': 'shif',
  'statutory housing': 'ahlEmployee',
}

/** Columns are known by their key, so that somebody's own "PAYE" is not taken for the law's. */
function codeOfDeduction(payroll: Payroll, index: number): string {
  const key = payroll.payslips[0]?.sortedDeductions[index]?.id ?? ''
  if (key === 'statutory health' && payroll.deductionNames[index] === 'NHIF') return 'nhif'
  return statutory[key] ?? key
}

function footerOf({ totals, incomeNames, deductionNames }: Payroll) {
  const {
    incomes,
    deductions,
    nssf_employer: _,
    housing_employer: __,
    nita: ___,
    ...named
  } = totals
  const sum = (value: number | undefined) => amount(value ?? 0)
  return {
    actions: 'Total:',
    ...Object.fromEntries(Object.entries(named).map(([key, value]) => [key, sum(value)])),
    ...Object.fromEntries(incomeNames.map((_, index) => [`income ${index}`, sum(incomes[index])])),
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

function Actions({ row, draft }: { row: PayslipRow; draft: boolean }) {
  const may = useMay()
  const remove = useWrite(payrolls.removePayslip)
  const again = useWrite(payrolls.recalculatePayslip)
  const name = wholeName(row.employee)
  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toast('success', done)
    } catch {
      // Told already.
    }
  }
  async function ask() {
    const sure = await confirm({
      title: 'Delete Payslip',
      text: 'Are you sure you want to delete this Payslip? This action cannot be undone?',
      action: 'Confirm',
      danger: true,
    })
    if (sure) await run(remove.run({ params: { id: row.id } }), 'Payslip deleted successfully')
  }
  return (
    <span className={classes.actions}>
      <RowLink to={`/payslip/${row.id}`} icon={IconEye} label={`View payslip of ${name}`} />
      {draft && row.changed && may('create payrolls') && (
        <RowButton
          icon={IconRefresh}
          label={`Recalculate payslip of ${name}`}
          busy={again.busy}
          onClick={() =>
            void run(again.run({ params: { id: row.id } }), 'Payslip recalculated successfully')
          }
        />
      )}
      {draft && may('delete payrolls') && (
        <RowButton icon={IconTrash} label={`Delete payslip of ${name}`} onClick={ask} />
      )}
    </span>
  )
}
