import type { contract } from '@mshahara/contract'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'

interface RemittanceRow {
  month: string
  product: string
  owed_to: 'lender' | 'employer'
  people: number
  deducted: string
  on_payslips: string
  remitted: string | null
}

/** Enough to reconcile a year of every product. */
const most = 60

/**
 * What payrolls took, counted by the loans, by the frozen payslips and by the file that was made
 * for the lender: a difference between any two is worth a look.
 */
export const remittances: Handler<(typeof contract.loans)['remittances']> = async (ctx) => {
  const rows = await ctx.tx.all<RemittanceRow>`with taken as (
      select p.month, l.product, l.owed_to, sum(n.amount) as deducted,
        count(distinct p.employee_id) filter (where not p.void) as people
      from loan_entries n join loans l on (l.organization_id, l.id) = (n.organization_id, n.loan_id)
      join payslips p on (p.organization_id, p.id) = (n.organization_id, n.payslip_id)
      where n.kind = 'deduction' group by 1, 2, 3),
    months as (select * from taken where deducted > 0 order by month desc, product limit ${most})
    select t.*, (
        select coalesce(sum((line ->> 'amount')::numeric) / 100, 0)
        from paid_slips p, jsonb_array_elements(p.deductions) line
        where p.month = t.month and line ->> 'kind' = 'loan'
          and line ->> 'name' = t.product) as on_payslips,
      (select b.total from byproducts b where b.period = t.month and b.type = 'remittance'
        and b.withdrawn_at is null
        and starts_with(b.known_as, 'remittance-' || lower(t.product) || '-')
        order by b.number desc limit 1) as remitted
    from months t order by t.month desc, t.product`
  return rows.map((row) => ({
    ...row,
    deducted: centsOf(row.deducted),
    on_payslips: centsOf(row.on_payslips),
    remitted: row.remitted === null ? null : centsOf(row.remitted),
  }))
}
