import { daysLater } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { sql } from '../core/sql.ts'
import { type PayMonth, type Scope, within } from '../pay/intake.ts'
import { addEntries, grantDue } from './ledger.ts'

/**
 * Whoever leaves within the month is paid what is left of the leave that can be paid out, as earned
 * until the last day (Employment Act, s. 28: 1.75 days for each completed month). Asked by the run
 * that pays them, where the organisation has said that its leave is kept here.
 */
export async function recordLeaving(tx: Tx, month: PayMonth, scope: Scope) {
  const { pay_leavers } = await tx.one<{ pay_leavers: boolean }>`
    select pay_leavers from leave_settings`
  await takeBack(tx, month, scope, pay_leavers)
  if (!pay_leavers) return
  const leavers = sql`select e.id from employees e
    join payslips p on p.organization_id = e.organization_id and p.employee_id = e.id
    where ${within(scope)} and e.termination_date between ${month.first}::date and ${month.last}::date`
  if ((await tx.run`${leavers} limit 1`) === 0) return
  const year = Number(month.month.slice(0, 4))
  await tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select l.id, t.id, ${year} from (${leavers}) l cross join leave_types t
    where t.encashable and t.is_active order by 1, 2 on conflict do nothing`
  await grantDue(
    tx,
    sql`b.employee_id in (${leavers}) and b.year = ${year} and t.encashable`,
    daysLater(month.last, 1),
  )
  const left = await tx.all<{ id: string; employee_id: string; days: string }>`
    select b.id, b.employee_id, b.entitled - b.used - b.pending as days from leave_balances b
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    where t.encashable and b.employee_id in (${leavers}) and b.entitled - b.used - b.pending > 0
    order by b.id`
  await addEntries(
    tx,
    left.map(({ id, days }) => ({
      ...{ balance_id: id, kind: 'encashment', day: month.last, used: centsOf(days) },
      reason: 'Paid on leaving',
    })),
  )
  await tx.run`insert into leave_encashments
      (employee_id, balance_id, leaving, days, month, reason)
    select g.employee_id, g.balance_id, true, g.days, ${month.month}, 'on leaving'
    from unnest(${left.map((one) => one.employee_id)}::uuid[], ${left.map((one) => one.id)}::uuid[],
      ${left.map((one) => one.days)}::numeric[]) as g (employee_id, balance_id, days)`
}

/** Whoever stays after all has the days back, and so has everybody where they are not paid. */
async function takeBack(tx: Tx, month: PayMonth, scope: Scope, pays: boolean) {
  const stays = await tx.all<{ balance_id: string; days: string }>`
    delete from leave_encashments r using payslips p, employees e
    where ${within(scope)} and r.employee_id = p.employee_id and e.id = r.employee_id
      and r.leaving and r.status = 'draft' and r.payslip_id is null
      and (not ${pays} or e.termination_date is null or e.termination_date > ${month.last}::date)
    returning r.balance_id, r.days`
  await addEntries(
    tx,
    stays.map(({ balance_id, days }) => ({
      ...{ balance_id, kind: 'release', day: month.last, used: -centsOf(days) },
      reason: pays ? 'Not leaving after all' : 'Not paid on leaving',
    })),
  )
}

export interface LeaveLeft {
  payslip_id: string
  employee_id: string
  detail: string
}

/**
 * Who leaves with days that the run does not pay, or with leave approved for after the last day,
 * whose days are missing from what is left: somebody should decide that, not nobody.
 */
export const leaveLeft = (tx: Tx, payroll_id: string, { first, last }: PayMonth) =>
  tx.all<LeaveLeft>`with leavers as (
      select p.id as payslip_id, e.organization_id, e.id as employee_id, e.termination_date
      from payslips p
      join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
      where ${within({ payroll_id })}
        and e.termination_date between ${first}::date and ${last}::date)
    select l.payslip_id, l.employee_id,
      trim_scale(sum(b.entitled - b.used - b.pending)) || ' days of ' || t.name as detail
    from leavers l join leave_balances b using (organization_id, employee_id)
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    where t.encashable group by 1, 2, t.id, t.name having sum(b.entitled - b.used - b.pending) > 0
    union all
    select l.payslip_id, l.employee_id, t.name || ' approved until '
      || to_char(r.end_date, 'DD FMMonth, YYYY') || ', after the last day: cancel it'
    from leavers l join leave_requests r using (organization_id, employee_id)
    join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
    where r.status = 'approved' and r.end_date > l.termination_date`
