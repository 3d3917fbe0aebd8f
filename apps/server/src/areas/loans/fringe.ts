import { type FringeBenefit, fringeBenefit, fringeFrom, yearlyRate } from '@mshahara/engine/fringe'
import { divideHalfUp } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'

/**
 * Loans of the employer below the market rate, and the tax that the employer owes on them (B33): of
 * those that were open as the first day of a month ended. Whoever has left still borrows.
 */

interface Row {
  month: string
  employee_id: string
  employee_no: string
  name: string
  pin_no: string | null
  product: string
  amount: string
  interest: string
  total: string
  term_months: number
  paid: string
}
export interface FringeLoan
  extends Pick<Row, 'month' | 'employee_id' | 'employee_no' | 'name' | 'pin_no' | 'product'>,
    FringeBenefit {
  /** Of the loan, without the interest that is owed with it. */
  balance: number
  /** Hundredths of a percent, a year. */
  charged: number
}

export async function fringeLoans(tx: Tx, months: readonly string[]): Promise<FringeLoan[]> {
  const known = months.filter((month) => month >= fringeFrom)
  // What a payroll took belongs to its month, whenever it was confirmed.
  const rows = await tx.all<Row>`
    select m.month, l.employee_id, e.employee_no, concat_ws(' ', e.first_name, e.middle_name,
        e.last_name) as name, e.pin_no, l.product, l.amount, l.interest, l.total, l.term_months,
      paid.sum as paid
    from unnest(${known}::text[]) m (month)
    join loans l on l.status = 'approved' and l.owed_to = 'employer'
      and l.disbursed_on <= (m.month || '-01')::date
    join employees e on e.organization_id = l.organization_id and e.id = l.employee_id
    cross join lateral (select coalesce(sum(n.amount), 0) as sum from loan_entries n
      left join payslips s on n.kind = 'deduction' and s.organization_id = n.organization_id
        and s.id = n.payslip_id
      where n.organization_id = l.organization_id and n.loan_id = l.id
        and coalesce(s.month < m.month, n.day <= (m.month || '-01')::date)) paid
    where paid.sum < l.total order by m.month, e.employee_no, l.number`
  return rows.map(loanOf).filter(({ benefit }) => benefit > 0)
}

function loanOf(row: Row): FringeLoan {
  const { month, employee_id, employee_no, name, pin_no, product } = row
  const [amount, interest, total, paid] = [row.amount, row.interest, row.total, row.paid].map(
    centsOf,
  ) as [number, number, number, number]
  const balance = divideHalfUp((total - paid) * amount, total)
  const charged = yearlyRate({ interest, amount, months: row.term_months })
  const found = fringeBenefit(balance, charged, month)
  return { month, employee_id, employee_no, name, pin_no, product, balance, charged, ...found }
}
