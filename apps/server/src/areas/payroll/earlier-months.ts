import { monthInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { dayInWordsSql, monthInWordsSql } from '../../foundation/core/record-names.ts'
import { raw } from '../../foundation/core/sql.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import type { EmployeeRun, MonthlyRun } from '../../foundation/pay/runs.ts'
import { arrearsBehind, arrearsOfLeavers } from '../employees/index.ts'
import { leftWithLeave } from '../leave/index.ts'
import { type Finding, money, named } from './findings.ts'

/**
 * What a run's checks find about earlier months, which no run takes up by itself: what was recorded
 * too late, and what the record says otherwise since.
 */

const who = raw(`e.id as employee_id, null::uuid as payslip_id,
  concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no`)

/** What belongs to an earlier month that has been run without it: nobody will pay it by itself. */
export function leftUnpaid(tx: Tx, { month }: MonthlyRun): Promise<Finding[]> {
  const { first } = payMonth(month)
  return tx.all<Finding>`select 'left unpaid' as kind, ${who},
      i.name || ' ' || ${money('i.amount')} || ', ' || to_char(i."from", 'FMMonth YYYY') as detail
    from recur_incomes i join employees e on e.id = i.employee_id
    where i.one_off and i.status = 'draft' and i."from" < ${first}::date
    union all
    select 'left unpaid', ${who}, 'Variable pay, ' || ${raw(monthInWordsSql('v.period'))}
    from variable_pay v join employees e on e.id = v.employee_id
    where v.status = 'draft' and v.period < ${month} and v.overtime_hours + v.rest_hours
      + v.bonus + v.absence_days + v.deduction > 0
    union all
    -- Of those who stay it comes with this run.
    select 'left unpaid', ${who}, coalesce(nullif(r.display_name, ''), 'Commission') || ', '
      || ${raw(monthInWordsSql('r.period'))}
    from employee_revenues r join employees e on e.id = r.employee_id
    where r.status = 'draft' and r.payslip_id is null and r.amount > r.target and r.rate > 0
      and has_left(e.termination_date, ${first}::date)
    order by employee_no`
}

/** How far back the record is held against what was paid. */
const months = 3

/**
 * A contract that was extended after its last pay, a day of joining or leaving that was put right:
 * the month stays as it was paid. Those who may be touched are few: whose dates lie within these
 * months, and whoever was paid for part of one.
 */
export function otherDays(tx: Tx, { month }: MonthlyRun): Promise<Finding[]> {
  const since = monthsLater(payMonth(month).first, -months)
  return tx.all<Finding>`with earlier as materialized (
      select p.organization_id, p.id, p.month from payrolls p
      where p.kind = 'monthly' and p.status = 'confirmed' and p.month < ${month}
        and p.month >= to_char(${since}::date, 'YYYY-MM')),
    touched as materialized (
      select id from employees
        where employment_date >= ${since}::date or termination_date >= ${since}::date
      union
      select s.employee_id from earlier r join payslips s on s.payroll_id = r.id
        where s.days < s.days_of)
    select 'other days' as kind, ${who}, ${raw(monthInWordsSql('s.month'))} || ' was paid for '
      || s.days || ' of ' || s.days_of || ' days, and by the record it is ' || k.days
      || case a.days when 0 then '' else ', without ' || a.days || ' between leaving and coming back'
        end as detail
    from touched t join employees e on e.id = t.id
    cross join lateral (select s.month, s.days, s.days_of from earlier r
      join payslips s on s.payroll_id = r.id and s.employee_id = e.id and not s.void) s
    cross join lateral (select days_away(e.away, (s.month || '-01')::date, month_end(s.month))
      as days) a
    cross join lateral (select greatest(0, least(e.termination_date, month_end(s.month))
      - greatest(e.employment_date, (s.month || '-01')::date) + 1
      - a.days) as days) k
    where k.days <> s.days
    order by e.employee_no, s.month`
}

/** Whoever left and came back within the month: nobody has said whether that is to be paid. */
export function daysAway(tx: Tx, { id, month }: MonthlyRun): Promise<Finding[]> {
  const { first, last } = payMonth(month)
  return tx.all<Finding>`select 'days away' as kind, e.id as employee_id, s.id as payslip_id,
      concat_ws(' ', e.first_name, e.last_name) as name, e.employee_no,
      string_agg('Left on ' || ${raw(dayInWordsSql('lower(d) - 1'))} || ', back on '
        || ${raw(dayInWordsSql('upper(d)'))}, '; ' order by d) || ': ' || max(k.days)
        || case max(k.days) when 1 then ' day' else ' days' end as detail
    from employees e cross join lateral (
      select s.id from payslips s where s.payroll_id = ${id} and s.employee_id = e.id limit 1) s
    cross join lateral (select days_away(e.away, ${first}::date, ${last}::date) as days) k
    cross join lateral unnest(e.away) d
    where e.away && daterange(${first}::date, ${last}::date, '[]')
      and d && daterange(${first}::date, ${last}::date, '[]')
    group by e.id, e.first_name, e.last_name, e.employee_no, s.id
    order by e.employee_no`
}

/** Dismissed after the last month was confirmed: no final pay asked about the leave. */
export async function leaveLeftBehind(tx: Tx, { month }: MonthlyRun): Promise<Finding[]> {
  const { first } = payMonth(month)
  const found = await leftWithLeave(tx, monthsLater(first, -months), first)
  return found.map((one) => ({ kind: 'leave behind', payslip_id: null, ...one }))
}

/**
 * A raise that reaches into the last month: final dues of that month come beside its own payslip,
 * and pay arrears of the months before. Those of a later month pay it.
 */
export async function arrearsLeftBehind(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await arrearsBehind(tx, payroll)
  return named(
    tx,
    payroll,
    'arrears behind',
    found.filter(({ net }) => net !== 0).map((one) => ({ ...one, detail: behindTold(one) })),
  )
}

/** Arrears of whoever has left: the month's payrolls have no payslip for them any more. */
export async function owedBehind(tx: Tx, { month }: MonthlyRun): Promise<Finding[]> {
  const found = await arrearsOfLeavers(tx, payMonth(month).first)
  return found.map(({ months: late, net, paid, ...one }) => ({
    ...{ kind: 'owed behind', payslip_id: null, ...one },
    detail: `${arrearsTold(late, net)}: ${whatTakesIt(net, paid)}`,
  }))
}

const inWords = (late: string[]) => late.map(monthInWords).join(', ')

function arrearsTold(late: string[], net: number | null): string {
  if (net === null) return `Arrears of ${inWords(late)} cannot be worked out`
  return net > 0
    ? `${formatShillings(net)} of arrears for ${inWords(late)}, after deductions`
    : `${formatShillings(0 - net)} too much paid for ${inWords(late)}`
}

function whatTakesIt(net: number | null, paid: boolean): string {
  if (net === null) return 'look at the salary'
  if (!paid) return net > 0 ? 'a final payroll pays it' : 'a final payroll takes it back'
  return net > 0
    ? 'final dues are paid. Correct the payslip of that month to pay it'
    : 'final dues are paid, and no payroll takes it. Ask for it outside of payroll'
}

/** What final dues leave of months that were paid too much: they are the last pay. */
export async function notGivenBack(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await tx.all<{
    payslip_id: string
    employee_id: string
    month: string
    rest: number
  }>`select p.id as payslip_id, p.employee_id, a ->> 'month' as month,
      (a -> 'claimed' ->> 'net')::bigint as rest
    from payslips p cross join lateral arrears_in(p.input) a
    where p.payroll_id = ${payroll.id} and (a -> 'claimed' ->> 'net')::bigint > 0
    order by a ->> 'month'`
  return named(
    tx,
    payroll,
    'owed behind',
    found.map(({ month, rest, ...one }) => ({
      ...one,
      detail:
        `${formatShillings(rest)} too much paid for ${monthInWords(month)} that this pay cannot ` +
        'give back: once it is confirmed, it is among what leavers owe',
    })),
  )
}

function behindTold({ month, net }: { month: string; net: number | null }): string {
  const next = monthInWords(monthsLater(payMonth(month).first, 1).slice(0, 7))
  const of = monthInWords(month)
  if (net === null) return `Arrears of ${of} cannot be worked out: look at the salary`
  const what =
    net > 0
      ? `${formatShillings(net)} of arrears for ${of}, after deductions`
      : `${formatShillings(-net)} too much paid for ${of}`
  const does = net > 0 ? 'pays' : 'takes back'
  return `${what}: a final payroll of ${next} ${does} it. Delete this one and open it with that month`
}
