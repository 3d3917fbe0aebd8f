import type { Tx } from '../../foundation/core/db.ts'

/** Unpaid days of earlier months that a month's pay cannot bear: the next one takes them. */

/** What the payslip has not taken is a record of its own again, and due. */
export const carryForward = (tx: Tx, payroll_id: string) =>
  tx.run`select carry_leave_days(${payroll_id})`

export interface CarriedDays {
  payslip_id: string
  employee_id: string
  detail: string
}

/** Of a last pay there is no next one: the rest is a claim (`claims.ts`). */
export const daysCarriedIn = (tx: Tx, payroll_id: string) =>
  tx.all<CarriedDays>`select c.payslip_id, c.employee_id,
      c.name || ': ' || trim_scale(c.rest) || case when e.termination_date
            < (c.pay_month || '-01')::date + interval '1 month'
          then case when c.rest = 1 then ' day becomes a claim' else ' days become a claim' end
        when c.rest = 1 then ' day is carried forward' else ' days are carried forward' end as detail
    from leave_carried(app_org(), ${payroll_id}) c
    join employees e on e.organization_id = app_org() and e.id = c.employee_id
    order by c.number`
