import type { Payout, PayoutSummary } from '@mshahara/contract/payouts'
import { amount, words } from '../lib/format.ts'
import { PaperClosing, PaperHead } from '../ui/on-paper.tsx'
import { partsOf } from './summary.ts'

export interface Printed {
  summary: PayoutSummary
  rows: Payout[]
}

/** The state of the payouts on paper: everybody, then where the money is. */
export function PayoutsPaper({ summary, rows }: Printed) {
  const { code, title, of } = summary.payroll
  return (
    <>
      <table>
        <thead>
          <PaperHead columns={7} title={`Payouts for ${title} (${code})`} />
          <tr>
            <th>{of === 'casuals' ? 'Casual no' : 'Employee no'}</th>
            <th>Account name</th>
            <th>Account no</th>
            <th>Bank</th>
            <th data-amount>Amount</th>
            <th>Status</th>
            <th>Reference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.employee.employee_no}</td>
              <td>{row.name}</td>
              <td>{row.account}</td>
              <td>{row.bank}</td>
              <td data-amount>{amount(row.amount)}</td>
              <td>{words(row.status)}</td>
              <td>{row.reference}</td>
            </tr>
          ))}
          {summary.left_out.map(({ payslip_id, employee, net, reason }) => (
            <tr key={payslip_id}>
              <td>{employee.employee_no}</td>
              <td>{employee.name}</td>
              <td colSpan={2}>{reason}</td>
              <td data-amount>{amount(net)}</td>
              <td>Not Paid</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <PaperClosing
        figures={[
          ...partsOf(summary).map((part): [string, string] => [part.name, amount(part.amount)]),
          ['Net pay', amount(summary.net)],
        ]}
      />
    </>
  )
}
