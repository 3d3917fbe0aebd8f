import { dayInWords } from '@mshahara/contract/months'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { type PayMonth, type Scope, within } from '../../foundation/pay/intake.ts'
import { lockLeaveOf } from './carry-early.ts'

/**
 * What approved leave costs the pay of which month (C9), as `leave_cost` in the database says: by
 * the terms of its approval, whatever its type says later. After every change the rows are brought
 * to what they should be: what no payslip has taken is written anew, and what one has is corrected
 * by another row, which the next run takes in.
 */

interface Lost {
  request_id: string
  month: string
  /** What the month is paid less for. */
  days: DaysText
  /** The calendar days it comes from. */
  calendar: number
  first: string
  last: string
  paid_share: number
}

/** Whether a leave takes anything from somebody's pay. */
export const costsPay = async (tx: Tx, request_id: string): Promise<boolean> =>
  Boolean(await tx.maybe`select from leave_pay_days where request_id = ${request_id} limit 1`)

/**
 * A run that takes somebody's days in, or sets them free, is waited for. Whoever goes on to change
 * leave holds pay, then requests, then the person (`lockLeaveOf`), as runs do: nobody crosses.
 */
export const holdPayDays = (tx: Tx, of: Sql) =>
  tx.run`select from leave_pay_days where employee_id in (${of}) order by id for update`

/** What is read is what runs have taken by now, and nobody else changes this person's leave. */
export async function settlePay(tx: Tx, employee_id: string, leave_type_id: string) {
  await lockLeaveOf(tx, employee_id)
  await holdPayDays(tx, sql`${employee_id}`)
  const lost = await tx.all<Lost>`select request_id, month, days, calendar::float, first, last,
      paid_share
    from leave_cost(app_org(), ${employee_id}, ${leave_type_id})`
  await bringTo(tx, { employee_id, leave_type_id }, lost)
}

/**
 * Leave costs only days of the employment, and whoever changes somebody's first or last day, by
 * whichever way, knows nothing of leave: so the run of a month asks before it takes days in.
 */
export async function settleDates(tx: Tx, { first, last }: PayMonth, scope: Scope) {
  const moved = await tx.all<{ employee_id: string; leave_type_id: string }>`
    select distinct q.employee_id, q.leave_type_id from payslips p
    join leave_requests q on q.organization_id = p.organization_id
      and q.employee_id = p.employee_id
    where ${within(scope)} and q.status = 'approved' and coalesce(q.paid_share, 0) < 100
      and q.start_date <= ${last}::date and q.end_date >= ${first}::date
      and leave_pay_differs(q.organization_id, q.employee_id, q.leave_type_id)
    order by 1, 2`
  if (moved.length === 0) return
  await holdPayDays(tx, sql`select unnest(${moved.map((one) => one.employee_id)}::uuid[])`)
  for (const one of moved) await settlePay(tx, one.employee_id, one.leave_type_id)
}

interface PayDayRow {
  request_id: string
  month: string
  days: DaysText
  taken: boolean
  /** Days that somebody waived: they cost nothing, and nothing of them is given back. */
  waived: DaysText
}

async function bringTo(
  tx: Tx,
  { employee_id, leave_type_id }: { employee_id: string; leave_type_id: string },
  lost: Lost[],
) {
  const kept = await tx.all<PayDayRow>`
    select p.request_id, p.month,
      coalesce(sum(p.days) filter (where p.outcome is distinct from 'waived'), 0) as days,
      coalesce(sum(p.days) filter (where p.outcome = 'waived'), 0) as waived,
      p.payslip_id is not null or p.status = 'closed' as taken
    from leave_pay_days p join leave_requests r on r.id = p.request_id
    where p.employee_id = ${employee_id} and r.leave_type_id = ${leave_type_id}
    group by 1, 2, 5`
  if (kept.length === 0 && lost.length === 0) return
  const { name } = await tx.one<{ name: string }>`
    select name from leave_types where id = ${leave_type_id}`
  const untaken = kept.filter(({ taken }) => !taken).map(({ request_id }) => request_id)
  await tx.run`delete from leave_pay_days
    where request_id = any(${untaken}::uuid[]) and payslip_id is null and status = 'draft'`
  const taken = new Map(
    kept.filter((one) => one.taken).map((one) => [`${one.request_id} ${one.month}`, one]),
  )
  const wanted = new Map(lost.map((one) => [`${one.request_id} ${one.month}`, one]))
  for (const key of new Set([...taken.keys(), ...wanted.keys()])) {
    const [request_id = '', month = ''] = key.split(' ')
    const target = wanted.get(key)
    const { days = '0', waived = '0' } = taken.get(key) ?? {}
    const owed = hundredthsOf(target?.days ?? '0') - hundredthsOf(days)
    const rest = owed > 0 ? Math.max(0, owed - hundredthsOf(waived)) : owed
    if (rest === 0) continue
    await tx.run`insert into leave_pay_days (request_id, employee_id, month, days, working)
      values (${request_id}, ${employee_id}, ${month}, ${(rest / 100).toFixed(2)},
        ${workingOf(name, target, taken.has(key))})`
  }
}

/** "Sick Leave from 02 March, 2026 to 06 March, 2026: 3 calendar days at 50%". */
function workingOf(name: string, lost: Lost | undefined, correction: boolean): string {
  if (!lost) return `${name} that was cancelled or changed after it had been deducted`
  const days = `${lost.calendar} calendar ${lost.calendar === 1 ? 'day' : 'days'}`
  const span =
    lost.first === lost.last
      ? `on ${dayInWords(lost.first)}`
      : `from ${dayInWords(lost.first)} to ${dayInWords(lost.last)}`
  const share = lost.paid_share > 0 ? `paid at ${lost.paid_share}%` : 'unpaid'
  const corrected = correction ? ', less what an earlier payslip has deducted' : ''
  return `${name} ${span}: ${days} ${share}${corrected}`
}
