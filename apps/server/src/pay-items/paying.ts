import type { Tx } from '../core/db.ts'
import { sql } from '../core/sql.ts'

/** What becomes of revenues when a run takes them in, pays them or gives them back (B11). */

/** Which payslips: all of a run, or one of it. */
export interface Paying {
  payroll_id: string
  payslip_id?: string
}

/**
 * Draft revenues up to the month that no other payslip has taken become this run's. Claimed first
 * and read after, so that of two runs at once each has some and none has both.
 */
export const claimRevenues = (tx: Tx, month: string, { payroll_id, payslip_id }: Paying) =>
  tx.run`update employee_revenues r set payslip_id = p.id from payslips p
    where p.payroll_id = ${payroll_id} ${payslip_id ? sql`and p.id = ${payslip_id}` : sql``}
      and r.employee_id = p.employee_id and r.status = 'draft' and r.payslip_id is null
      and r.period <= ${month}`

const ofRun = (payroll_id: string) =>
  sql`payslip_id in (select id from payslips where payroll_id = ${payroll_id})`

export const payRevenues = (tx: Tx, payroll_id: string) =>
  tx.run`update employee_revenues set status = 'paid' where ${ofRun(payroll_id)}`

export const freeRevenues = (tx: Tx, payroll_id: string) =>
  tx.run`update employee_revenues set status = 'draft', payslip_id = null
    where ${ofRun(payroll_id)}`
