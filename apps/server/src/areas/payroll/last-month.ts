import { monthInWords } from '@mshahara/contract/months'
import { type Day, monthOf } from '@mshahara/engine/calendar'
import { afterCorrection } from '@mshahara/engine/corrected-month'
import { divideHalfUp, formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { paidSlipsOf } from './correction-lines.ts'
import { type Finding, named } from './findings.ts'
import { keyOf, type PaidSlip, paidLines } from './paid-lines.ts'

/** What the payroll of the last day's month pays somebody who leaves, corrections included. */
export interface LastMonth {
  code: string
  confirmed: boolean
  days: number
  days_of: number
  /** Up to the last day; another number where the month was paid before that was known. */
  days_due: number
  /** Without leave; in cents, as everything here. */
  paid: number
  leave: number
  loans: number
  /** Paid for days that are not due; below zero: for fewer than are. */
  too_much: number
}

interface LastMonthRow extends Pick<LastMonth, 'code' | 'confirmed' | 'days_due'> {
  days: number | null
  days_of: number | null
  gross: number | null
  leave: number
  loans: number
  slips: PaidSlip[] | null
}

export async function lastMonthOf(tx: Tx, employee_id: string, last: Day) {
  const row = await tx.maybe<LastMonthRow>`select r.code, p.frozen as confirmed, p.days, p.days_of,
      k.days_due, case when p.gross is not null then sums.gross end as gross, sums.leave, sums.loans,
      case when p.frozen then ${paidSlipsOf(sql`p.id`)} end as slips
    from payslips p
    join payrolls r on r.organization_id = p.organization_id and r.id = p.payroll_id
    join employees e on e.organization_id = p.organization_id and e.id = p.employee_id
    cross join lateral (select coalesce(sum(o.gross * 100), 0)::bigint as gross,
        coalesce(sum((select sum((line ->> 'amount')::numeric)
          from jsonb_array_elements(o.incomes) line where line ->> 'type' = 'leave')), 0)::bigint
          as leave,
        coalesce(sum((select sum((line ->> 'amount')::numeric)
          from jsonb_array_elements(o.deductions) line where line ->> 'kind' = 'loan')), 0)::bigint
          as loans
      from payslips o where o.organization_id = p.organization_id
        and (o.id = p.id or o.corrects = p.id and o.frozen) and not o.void) sums
    cross join lateral (select greatest(0, least(${last}::date, month_end(p.month))
      - greatest(e.employment_date, (p.month || '-01')::date) + 1
      - days_away(e.away, (p.month || '-01')::date, ${last}::date)) as days_due) k
    where p.employee_id = ${employee_id} and p.month = ${monthOf(last)} and not p.void
      and not p.extra`
  if (!row || row.gross === null) return undefined
  const { slips, days, days_of, gross, leave, ...known } = row
  const whole = { days: days ?? 0, days_of: days_of ?? 0 }
  const too_much = slips ? beyondDays(slips, whole.days, known.days_due) : 0
  return { ...known, ...whole, leave, paid: gross - leave, too_much } satisfies LastMonth
}

/**
 * What is paid by days, less what so many days of the payslip come to. What a correction changed
 * stays changed (B30), and days not worked took no more than is due of the month. Unpaid leave is
 * told by its own record, which gives back what lies after the last day.
 */
function beyondDays(slips: readonly PaidSlip[], days: number, days_due: number): number {
  const [own] = slips
  if (!own || days === 0 || days === days_due) return 0
  const then = new Map(paidLines([own]).lines.map((line) => [keyOf(line), line.paid]))
  const { lines } = paidLines(slips)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const byDays = lines.filter(({ side, kind }) => side === 'salary' || kind === 'allowance')
  const due = byDays.map((line) => {
    const was = then.get(keyOf(line)) ?? 0
    return afterCorrection(divideHalfUp(was * days_due, days), was, line.paid)
  })
  const absent = sum(lines.filter(({ kind }) => kind === 'absence').map(({ paid }) => paid))
  const left = (amount: number) => amount - Math.min(absent, amount)
  return left(sum(byDays.map(({ paid }) => paid))) - left(sum(due))
}

/** Final dues are the last pay: whoever confirms them hears of days paid too many, or too few. */
export async function otherDaysOfLast(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const leaver = await tx.maybe<{ payslip_id: string; employee_id: string; last: Day }>`
    select p.id as payslip_id, p.employee_id, l.last_day as last from payslips p
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    where p.payroll_id = ${payroll.id}`
  if (!leaver) return []
  const { last, ...who } = leaver
  const found = await lastMonthOf(tx, who.employee_id, last)
  if (!found || found.too_much === 0) return []
  const { days, days_of, days_due, too_much } = found
  const amount = formatShillings(Math.abs(too_much))
  const detail =
    `${monthInWords(monthOf(last))} was paid for ${days} of ${days_of} days, and up to the last ` +
    `day it is ${days_due}: ${amount} too ${too_much > 0 ? 'much' : 'little'}. Correct that payslip`
  return named(tx, payroll, 'other days', [{ ...who, detail }])
}
