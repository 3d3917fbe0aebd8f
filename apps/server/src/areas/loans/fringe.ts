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
  department_id: string | null
  department: string
  product: string
  amount: string
  interest: string
  total: string
  term_months: number
  paid: string
}
export interface FringeLoan
  extends Omit<Row, 'amount' | 'interest' | 'total' | 'term_months' | 'paid'>,
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
        e.last_name) as name, e.pin_no, e.department_id,
      coalesce(d.name, 'No department') as department, l.product, l.amount, l.interest, l.total, l.term_months,
      paid.sum as paid
    from unnest(${known}::text[]) m (month)
    join loans l on l.status = 'approved' and l.owed_to = 'employer'
      and l.disbursed_on <= (m.month || '-01')::date
    join employees e on e.organization_id = l.organization_id and e.id = l.employee_id
    left join departments d on d.id = e.department_id
    cross join lateral (select coalesce(sum(n.amount), 0) as sum from loan_entries n
      left join payslips s on n.kind = 'deduction' and s.organization_id = n.organization_id
        and s.id = n.payslip_id
      where n.organization_id = l.organization_id and n.loan_id = l.id
        and coalesce(s.month < m.month, n.day <= (m.month || '-01')::date)) paid
    where paid.sum < l.total order by m.month, e.employee_no, l.number`
  return rows.map(loanOf).filter(({ benefit }) => benefit > 0)
}

function loanOf({ amount, interest, total, term_months, paid, ...row }: Row): FringeLoan {
  const [lent, more, all, back] = [amount, interest, total, paid].map(centsOf) as [
    number,
    number,
    number,
    number,
  ]
  const balance = divideHalfUp((all - back) * lent, all)
  const charged = yearlyRate({ interest: more, amount: lent, months: term_months })
  return { ...row, balance, charged, ...fringeBenefit(balance, charged, row.month) }
}
