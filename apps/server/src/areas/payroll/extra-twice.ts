import type { Tx } from '../../foundation/core/db.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { type Finding, money, names } from './findings.ts'

/**
 * Whoever is in another extra payroll of the month by the same name or with the same amount. There
 * may be any number of them, so that nothing refuses two people who each make the 13th month.
 */
export async function paidTwice(tx: Tx, { id, kind }: EmployeeRun): Promise<Finding[]> {
  if (kind !== 'off_cycle') return []
  return tx.all<Finding>`select 'extra twice' as kind, p.employee_id, p.id as payslip_id, ${names},
      string_agg(r.code || ' (' || r.title || '): ' || ${money('o.gross')}, ', ' order by r.number)
        as detail
    from payslips p
    join payrolls own on own.organization_id = p.organization_id and own.id = p.payroll_id
    join payslips o on o.organization_id = p.organization_id and o.employee_id = p.employee_id
      and o.month = p.month and o.extra and not o.void and o.payroll_id <> p.payroll_id
    join payrolls r on r.organization_id = o.organization_id and r.id = o.payroll_id
    where p.payroll_id = ${id} and (lower(r.title) = lower(own.title) or o.gross = p.gross)
    group by p.id, p.employee_id, p.person order by p.person ->> 'employee_no'`
}
