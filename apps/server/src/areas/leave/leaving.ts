import { type DayHundredths, type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type PayMonth, payMonth, type Scope, within } from '../../foundation/pay/intake.ts'
import { endUndecided, endWithLastDay } from './ending.ts'
import { bringBack, loseAgain } from './last-day.ts'
import { addEntries, grantDue } from './ledger.ts'
import { hasRight } from './own-days.ts'
import { paidOutIn } from './paid-out.ts'
import { reasons } from './reasons.ts'

/**
 * Whoever leaves within the month is paid what is left of their leave, where the organisation has
 * said that its leave is kept here. A draft writes down what it would pay and changes no balance:
 * the days are used, and what nobody has decided ends, when the run is confirmed.
 */
export async function claimPaidOut(tx: Tx, month: PayMonth, scope: Scope) {
  await openForLeavers(tx, month, scope)
  const wanted = await paidOutIn(tx, month, scope)
  const put = wanted.filter(({ id }) => id !== null)
  await tx.run`update leave_encashments r set beyond = g.beyond, why = g.why
    from unnest(${put.map(({ id }) => id)}::uuid[],
      ${put.map(({ beyond }) => inDays(beyond))}::numeric[], ${put.map(({ why }) => why)}::text[])
      as g (id, beyond, why)
    where r.id = g.id and (r.beyond, r.why) is distinct from (g.beyond, g.why)`
  const leaving = wanted.filter(({ id }) => id === null)
  await tx.run`insert into leave_encashments
      (employee_id, balance_id, payslip_id, leaving, days, beyond, why, month, reason)
    select g.employee_id, g.balance_id, g.payslip_id, true, g.days, g.beyond, g.why,
      ${month.month}, 'on leaving'
    from unnest(${leaving.map((one) => one.employee_id)}::uuid[],
      ${leaving.map((one) => one.balance_id)}::uuid[],
      ${leaving.map((one) => one.payslip_id)}::uuid[],
      ${leaving.map(({ days }) => inDays(days))}::numeric[],
      ${leaving.map(({ beyond }) => inDays(beyond))}::numeric[],
      ${leaving.map(({ why }) => why)}::text[])
      as g (employee_id, balance_id, payslip_id, days, beyond, why)`
}

const inDays = (hundredths: DayHundredths) => (hundredths / 100).toFixed(2)

/** As the night would; empty, so that nothing is given for a draft. */
const openForLeavers = (tx: Tx, { month, first, last }: PayMonth, scope: Scope) =>
  tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select e.id, t.id, ${Number(month.slice(0, 4))} from payslips p
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    join leave_settings s on s.organization_id = p.organization_id and s.pay_leavers
    join leave_types t on t.organization_id = p.organization_id and t.encashable and t.is_active
      and ${hasRight}
    where ${within(scope)} and e.termination_date between ${first}::date and ${last}::date
      and ${first}::date >= date_trunc('year', app_now() at time zone 'Africa/Nairobi')
    order by 1, 2 on conflict do nothing`

interface Leaving {
  balance_id: string
  days: DaysText
  beyond: DaysText
}

/** The run is confirmed: the days are used, and nobody takes those that were still asked for. */
export async function payLeavers(tx: Tx, payroll_id: string) {
  const rows = await tx.all<Leaving>`select r.balance_id, r.days, r.beyond from leave_encashments r
    join payslips p on p.organization_id = r.organization_id and p.id = r.payslip_id
    where ${within({ payroll_id })} and r.leaving order by r.number`
  if (rows.length === 0) return
  const { month, today } = await tx.one<{ month: string; today: string }>`
    select month, (app_now() at time zone 'Africa/Nairobi')::date as today
    from payrolls where id = ${payroll_id}`
  const { last } = payMonth(month)
  const thisYears = sql`b.year = ${Number(month.slice(0, 4))}
    and b.id = any(${rows.map(({ balance_id }) => balance_id)}::uuid[])`
  const ofThem = sql`exists (select from leave_entries n
      join leave_balances b on b.organization_id = n.organization_id and b.id = n.balance_id
      where n.organization_id = r.organization_id and n.request_id = r.id and ${thisYears})`
  await endUndecided({ tx, today }, ofThem)
  await endWithLastDay({ tx, today }, ofThem)
  await bringBack(tx, thisYears)
  await grantDue(tx, thisYears, daysLater(last, 1))
  await addEntries(
    tx,
    rows.map(({ balance_id, days, beyond }) => ({
      ...{ balance_id, kind: 'encashment', day: last, used: hundredthsOf(days) },
      reason: hundredthsOf(beyond) > 0 ? reasons.paidAsApproved : reasons.paidOnLeaving,
    })),
  )
}

/** The payslips are worked out anew, deleted or reversed: what they had of leavers is gone. */
export async function freeLeavers(tx: Tx, scope: Scope) {
  const theirs = sql`r.leaving and r.payslip_id in (select p.id from payslips p
    where ${within(scope)})`
  const paid = await tx.all<{ balance_id: string; days: DaysText; month: string }>`
    update leave_encashments r set status = 'draft' where ${theirs} and r.status = 'paid'
    returning r.balance_id, r.days, r.month`
  await tx.run`delete from leave_encashments r where ${theirs}`
  await addEntries(
    tx,
    paid.map(({ balance_id, days, month }) => ({
      ...{ balance_id, kind: 'release', day: payMonth(month).last, used: -hundredthsOf(days) },
      reason: reasons.runReversed,
    })),
  )
  await loseAgain(
    tx,
    paid.map(({ balance_id }) => balance_id),
  )
}
