import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { dropSlips, enrol } from '../../foundation/pay/drafting.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { freeAll } from './intakes.ts'

/** Who is in a month's run (B8), when it is opened and when it is worked out again. */

/**
 * Everybody employed on a day of the month who is active, or has left with the last day not before
 * it, and has no payslip for it. Two runs at once meet in the unique key: nobody is in both.
 */
export function enrolAll(tx: Tx, payroll_id: string, month: string): Promise<number> {
  const { first, last } = payMonth(month)
  const people = sql`select e.id as employee_id, ${month} as month from employees e
    where is_in_pay(e.status, e.employment_date, e.termination_date, ${first}::date, ${last}::date)
    order by e.number`
  return enrol(tx, payroll_id, 'employee_id, month', people)
}

/** Whoever was suspended since, or is not employed in the month after all. */
export async function leaveOut(tx: Tx, { id: payroll_id, kind }: Pick<EmployeeRun, 'id' | 'kind'>) {
  const out = sql`p.id in (select slip_id from slips_out_of_pay(${payroll_id}))`
  if (!(await tx.maybe`select from slips_out_of_pay(${payroll_id}) limit 1`)) return
  await freeAll(tx, { payroll_id }, kind)
  await dropSlips(tx, out)
}
