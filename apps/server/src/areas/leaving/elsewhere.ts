import { monthInWords } from '@mshahara/contract/months'
import { type Day, monthOf } from '@mshahara/engine/calendar'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'

/** What the payroll of the last day's month pays or takes: the final run leaves it out. */

interface OfMonth {
  code: string
  confirmed: boolean
  gross: string | null
  leave: string
  loans: string
}

export async function elsewhere(tx: Tx, employee_id: string, last: Day, pays_leave: boolean) {
  const slip = await tx.maybe<OfMonth>`select r.code, p.frozen as confirmed, p.gross,
      coalesce((select sum((line ->> 'amount')::numeric) / 100
        from jsonb_array_elements(p.incomes) line where line ->> 'type' = 'leave'), 0) as leave,
      coalesce((select sum((line ->> 'amount')::numeric) / 100
        from jsonb_array_elements(p.deductions) line where line ->> 'kind' = 'loan'), 0) as loans
    from payslips p join payrolls r
      on r.organization_id = p.organization_id and r.id = p.payroll_id
    where p.employee_id = ${employee_id} and p.month = ${monthOf(last)} and not p.void
      and not p.extra`
  const month = monthInWords(monthOf(last))
  if (!slip || slip.gross === null) {
    const where = `With the payroll for ${month}`
    return [
      { what: 'Pay up to the last day', where, amount: null },
      ...(pays_leave ? [{ what: 'Leave not taken', where, amount: null }] : []),
    ]
  }
  const state = slip.confirmed ? 'confirmed' : 'a draft'
  const where = `With the payroll for ${month} (${slip.code}, ${state})`
  const [gross, leave, loans] = [slip.gross, slip.leave, slip.loans].map(centsOf)
  const rows = [
    { what: 'Pay up to the last day', amount: (gross ?? 0) - (leave ?? 0) },
    { what: 'Leave not taken', amount: leave ?? 0 },
    { what: 'Loans deducted', amount: 0 - (loans ?? 0) },
  ]
  return rows.filter(({ amount }) => amount !== 0).map((row) => ({ ...row, where }))
}
