import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { within } from '../../foundation/pay/intake.ts'

/** Unpaid days of earlier months that a month's pay cannot bear: the next one takes them. */

/** By the first record of a request and month, as the payslips `p` of a run have worked them out. */
const carried = (payroll_id: string) => sql`
  select r.*, (line ->> 'carried')::numeric as rest, line ->> 'name' as name, p.month as pay_month
  from payslips p
  join leave_pay_days r on r.organization_id = p.organization_id and r.payslip_id = p.id
  join lateral jsonb_array_elements(p.incomes) line on line ->> 'id' = r.id::text
  where ${within({ payroll_id })} and line ? 'carried'`

/** What the payslip has not taken is a record of its own again, and due. */
export async function carryForward(tx: Tx, payroll_id: string) {
  await tx.run`with carried as (${carried(payroll_id)})
    insert into leave_pay_days (request_id, employee_id, month, days, working)
    select request_id, employee_id, month, rest, working from carried where rest <> days`
  await tx.run`with carried as (${carried(payroll_id)})
    update leave_pay_days r
    set days = case when c.rest = r.days then r.days else r.days - c.rest end,
      payslip_id = case when c.rest = r.days then null else r.payslip_id end
    from carried c where r.id = c.id`
}

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
    from (${carried(payroll_id)}) c
    join employees e on e.organization_id = c.organization_id and e.id = c.employee_id
    order by c.number`
