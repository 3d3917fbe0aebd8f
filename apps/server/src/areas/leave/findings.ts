import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type PayMonth, within } from '../../foundation/pay/intake.ts'
import { afterLastDay, approvedAfter } from './own-days.ts'
import { type PaidOut, paidOutIn } from './paid-out.ts'

/** What a run's checks find about leave. */

export interface LeaveFound {
  payslip_id: string
  employee_id: string
  detail: string
}

/**
 * Who leaves with days that the run does not pay, or with leave approved for after the last day,
 * which ends with it: somebody should know that, not nobody.
 */
export const leaveLeft = (tx: Tx, payroll_id: string, { first, last }: PayMonth) =>
  tx.all<LeaveFound>`with leavers as (
      select p.id as payslip_id, e.organization_id, e.id as employee_id, e.termination_date
      from payslips p
      join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
      where ${within({ payroll_id })}
        and e.termination_date between ${first}::date and ${last}::date)
    select e.payslip_id, e.employee_id, trim_scale(sum(k.days)) || ' days of ' || t.name as detail
    from leavers e join leave_balances b using (organization_id, employee_id)
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    -- What the draft pays is still there, or in a year that began after the last day.
    cross join lateral (select coalesce(sum(r.days), 0) as days from leave_encashments r
      where r.organization_id = b.organization_id and r.balance_id = b.id
        and r.leaving and r.status = 'draft') d
    cross join lateral (select coalesce(sum(n.entitled), 0) as days from leave_entries n
      where n.organization_id = b.organization_id and n.balance_id = b.id
        and n.day = make_date(b.year, 1, 1) and n.kind = 'carry-over' and ${afterLastDay}) came
    cross join lateral (select greatest(0, b.entitled - b.used - b.pending
      + ${approvedAfter('b')} - d.days - came.days) as days) k
    where t.encashable group by 1, 2, t.id, t.name having sum(k.days) > 0
    union all
    select l.payslip_id, l.employee_id, t.name || ' approved until '
      || to_char(r.end_date, 'DD FMMonth, YYYY') || ', after the last day: it ends with it'
    from leavers l join leave_requests r using (organization_id, employee_id)
    join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
    where r.status = 'approved' and r.end_date > l.termination_date`

/**
 * Who left within these days, which the payslip of that month did not know: what is left of their
 * leave was asked about by nobody.
 */
export const leftWithLeave = (tx: Tx, since: string, before: string) =>
  tx.all<Omit<LeaveFound, 'payslip_id'> & { name: string; employee_no: string }>`
    select e.id as employee_id, concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no,
      trim_scale(sum(b.entitled - b.used - b.pending)) || ' days of ' || t.name as detail
    from employees e
    cross join lateral (select s.person from paid_slips s where s.employee_id = e.id
      and s.kind = 'monthly' and s.month = to_char(e.termination_date, 'YYYY-MM') limit 1) s
    join leave_balances b on b.organization_id = e.organization_id and b.employee_id = e.id
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    where e.termination_date >= ${since}::date and e.termination_date < ${before}::date
      and (s.person ->> 'termination_date')::date is distinct from e.termination_date
      and t.encashable and b.year = extract(year from e.termination_date)
    group by e.organization_id, e.id, t.id, t.name
    having sum(b.entitled - b.used - b.pending) > 0
    union all
    -- Put down for a payroll that they are no longer in.
    select e.id, concat_ws(' ', e.first_name, e.last_name), e.employee_no,
      trim_scale(sum(r.days)) || ' days of ' || t.name || ', put down to be paid out'
    from leave_encashments r
    join employees e on e.organization_id = r.organization_id and e.id = r.employee_id
    join leave_balances b on b.organization_id = r.organization_id and b.id = r.balance_id
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    where r.status = 'draft' and r.payslip_id is null and not r.leaving
      and has_left(e.termination_date, ${before}::date)
    group by e.organization_id, e.id, t.id, t.name
    order by employee_no`

/** Days that are paid out only once somebody has approved them by name (C18). */
export const leaveBeyond = (tx: Tx, payroll_id: string) =>
  tx.all<LeaveFound>`select payslip_id, employee_id, string_agg(trim_scale(days)
        || case when days = 1 then ' day of ' else ' days of ' end || name || ' ' || year
        || coalesce(', Ksh ' || to_char(amount, 'FM999,999,999,990.00'), '')
        || coalesce(' (' || why || ')', ''), '; ' order by year, name) as detail
    from (select p.id as payslip_id, p.employee_id, t.name, b.year, sum(r.beyond) as days,
        max(r.why) as why, sum((line ->> 'amount')::numeric) / 100 as amount
      from payslips p
      join leave_encashments r on r.organization_id = p.organization_id and r.payslip_id = p.id
      join leave_balances b on b.organization_id = r.organization_id and b.id = r.balance_id
      join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
      left join lateral jsonb_array_elements(p.incomes) line on line ->> 'id' = r.id || ' beyond'
      where ${within({ payroll_id })} and r.beyond > 0 and r.status = 'draft'
      group by 1, 2, t.id, t.name, b.year) found
    group by 1, 2`

/**
 * Requests of leavers that nobody has decided: their days are paid, where leave is, and they end
 * with the employment or with the run that pays them.
 */
export const leaveUndecided = (tx: Tx, payroll_id: string, { first, last }: PayMonth) =>
  tx.all<LeaveFound>`select p.id as payslip_id, e.id as employee_id,
      t.name || ' from ' || to_char(r.start_date, 'DD FMMonth, YYYY') || ': '
        || trim_scale(r.days) || case when r.days = 1 then ' day' else ' days' end
        || case when r.status = 'pending' then ', still waiting' else '' end as detail
    from payslips p
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    join leave_requests r on r.organization_id = e.organization_id and r.employee_id = e.id
    join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
    where ${within({ payroll_id })}
      and (r.left_undecided is not null and r.decided_at is null or r.status = 'pending')
      and e.termination_date between ${first}::date and ${last}::date
    order by r.number`

/**
 * Approved leave that ended with a last day which is another one by now, or none, until it is asked
 * for again: for the days that were cancelled, or from where it was cut short.
 */
export const leaveEnded = (tx: Tx, payroll_id: string, { first }: PayMonth) =>
  tx.all<LeaveFound>`select p.id as payslip_id, e.id as employee_id,
      t.name || ' from ' || to_char(r.start_date, 'DD FMMonth, YYYY')
        || case r.status when 'approved' then ', cut short on ' else ', cancelled, to ' end
        || to_char(r.end_date, 'DD FMMonth, YYYY') as detail
    from payslips p
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    join leave_requests r on r.organization_id = e.organization_id and r.employee_id = e.id
    join leave_types t on t.organization_id = r.organization_id and t.id = r.leave_type_id
    where ${within({ payroll_id })} and r.left_undecided is not null and r.decided_at is not null
      and r.end_date >= ${first}::date - 62
      and (r.status = 'approved' and not leaves_by(e.termination_date, r.end_date)
        or r.status = 'cancelled' and not has_left(e.termination_date, r.start_date))
      and not exists (select from leave_requests n
        where n.organization_id = r.organization_id and n.employee_id = r.employee_id
          and n.leave_type_id = r.leave_type_id and n.number > r.number
          and n.status in ('pending', 'approved')
          and n.start_date <= r.end_date + case r.status when 'approved' then 7 else 0 end
          and n.end_date >= case r.status when 'approved' then r.end_date else r.start_date end)
    order by r.number`

/** Payslips that would pay other days now than the draft has: leave has changed since. */
export async function leaveMoved(tx: Tx, payroll_id: string, month: PayMonth) {
  const rows = await tx.all<
    Omit<PaidOut, 'days' | 'beyond'> & { days: DaysText; beyond: DaysText }
  >`
    select r.payslip_id, r.employee_id, r.balance_id, case when not r.leaving then r.id end as id,
      r.days, r.beyond, r.why
    from leave_encashments r
    join payslips p on p.organization_id = r.organization_id and p.id = r.payslip_id
    where ${within({ payroll_id })}`
  const kept = rows.map((row) => ({
    ...row,
    ...{ days: hundredthsOf(row.days), beyond: hundredthsOf(row.beyond) },
  }))
  const now = await paidOutIn(tx, month, { payroll_id })
  const [before, after] = [new Set(kept.map(markOf)), new Set(now.map(markOf))]
  const moved = [
    ...kept.filter((one) => !after.has(markOf(one))),
    ...now.filter((one) => !before.has(markOf(one))),
  ]
  return [...new Map(moved.map((one) => [one.payslip_id, one])).values()].map(
    ({ payslip_id, employee_id }): LeaveFound => ({
      ...{ payslip_id, employee_id, detail: 'Leave has changed: recalculate this payslip' },
    }),
  )
}

const markOf = ({ payslip_id, balance_id, id, days, beyond }: PaidOut) =>
  `${payslip_id} ${balance_id} ${id} ${days} ${beyond}`
