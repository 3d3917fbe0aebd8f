import { figures, runColumns } from '@mshahara/contract/figures'
import type { Payroll, PayslipRow } from '@mshahara/contract/payroll'
import { runStateOf } from '@mshahara/contract/run-states'
import { signed, wholeName } from '../lib/format.ts'
import { PaperClosing, PaperHead, PaperPart } from '../ui/on-paper.tsx'
import { headlinesOf } from './headlines.tsx'
import { sharedOut } from './paper-columns.ts'

interface PaperColumn {
  key: string
  title: string
  total: string
  of: (row: PayslipRow) => number | undefined
}

function columnsOf({ incomeNames, deductionNames, totals }: Payroll): PaperColumn[] {
  return runColumns.flatMap((name): PaperColumn | PaperColumn[] => {
    if (name === 'incomes' || name === 'deductions') {
      const [names, side]: [string[], 'sortedIncomes' | 'sortedDeductions'] =
        name === 'incomes' ? [incomeNames, 'sortedIncomes'] : [deductionNames, 'sortedDeductions']
      return names.map((title, at) => ({
        key: `${name} ${at}`,
        title,
        total: signed(totals[name][at] ?? 0),
        of: (row) => row[side][at]?.amount,
      }))
    }
    const title = figures[name].label
    return { key: name, title, total: signed(totals[name]), of: (row) => row[name] }
  })
}

/** Few enough for several tables to share a sheet. */
const few = 12

/** A run on paper: as many sheets as its columns need, the names on each of them. */
export function RunPaper({ payroll }: { payroll: Payroll }) {
  const { code, month, year, payslips, count } = payroll
  const sheets = sharedOut(columnsOf(payroll))
  const state = runStateOf(payroll)
  const title = `Payroll ${code}, ${month} ${year}${state === 'confirmed' ? '' : ` (${state})`}`
  const part = payslips.length < count ? `${payslips.length} of ${count} payslips` : undefined
  const long = payslips.length > few || undefined
  return (
    <>
      <PaperPart shown={payslips.length} count={count} />
      {sheets.map((columns, at) => (
        <table key={columns[0]?.key} data-long={long}>
          <colgroup>
            <col style={{ width: '24mm' }} />
            <col style={{ width: '42mm' }} />
          </colgroup>
          <thead>
            <PaperHead
              columns={columns.length + 2}
              title={title}
              note={part ?? `Part ${at + 1} of ${sheets.length}`}
            />
            <tr>
              <th>Employee Code</th>
              <th>Employee Name</th>
              {columns.map(({ key, title: heading }) => (
                <th key={key} data-amount>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {payslips.map((row) => (
              <tr key={row.id}>
                <td>{row.employee.employee_no}</td>
                <td>{wholeName(row.employee)}</td>
                {columns.map(({ key, of }) => (
                  <td key={key} data-amount>
                    {signed(of(row) ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
            {!part && (
              <tr data-total>
                <td colSpan={2}>Total</td>
                {columns.map(({ key, total }) => (
                  <td key={key} data-amount>
                    {total}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      ))}
      {!part && (
        <PaperClosing figures={headlinesOf(payroll).map(({ name, value }) => [name, value])} />
      )}
    </>
  )
}
