import { type Day, monthOf } from './calendar.ts'
import type { Month } from './dated.ts'
import type { LeaveDay } from './leave-days.ts'
import { type Cents, divideHalfUp } from './money.ts'

/** What leave costs the month's pay (C9). Days are hundredths of a day. */

export interface PaidTerms {
  /** Of pay, in percent, once the days at full pay are used up; 0 where the leave is unpaid. */
  paid_share: number
  /** So many counted days a year are paid in full before the share applies; null: none are. */
  full_pay_days: number | null
}

type PaidDay = Pick<LeaveDay, 'day' | 'covered' | 'counts'>

export interface Taken extends PaidTerms {
  id: string
  lines: readonly PaidDay[]
}

export interface Lost {
  id: string
  month: Month
  /** What the month is paid less for, in days. */
  days: number
  /** The calendar days it comes from. */
  calendar: number
  from: Day
  to: Day
  paid_share: number
}

/**
 * Unpaid calendar days by leave and month. The leaves are of one person and type, in the order of
 * their days, each with the terms it was approved under: earlier ones use up the days at full pay
 * of a year, and a leave across two years has those of each.
 */
export function lostToLeave(leaves: readonly Taken[]): Lost[] {
  const lost = new Map<string, Lost>()
  const paidInFull = new Map<string, number>()
  for (const leave of leaves) {
    for (const line of leave.lines) {
      const year = line.day.slice(0, 4)
      const used = paidInFull.get(year) ?? 0
      const { whole, less } = lossOf(line, leave, used)
      paidInFull.set(year, used + whole)
      if (less > 0) add(lost, leave, line, less)
    }
  }
  return [...lost.values()]
}

function lossOf({ covered, counts }: PaidDay, terms: PaidTerms, used: number) {
  const rest = 100 - terms.paid_share
  if (rest === 0) return { whole: 0, less: 0 }
  const full = terms.full_pay_days ?? 0
  const whole = Math.min(counts, Math.max(0, full - used))
  // A weekend within the leave goes with the days before it.
  const reduced = counts > 0 ? counts - whole : used >= full ? covered : 0
  return { whole, less: divideHalfUp(reduced * rest, 100) }
}

function add(
  lost: Map<string, Lost>,
  { id, paid_share }: Taken,
  { day, covered }: PaidDay,
  less: number,
) {
  const month = monthOf(day)
  const key = `${id} ${month}`
  const known = lost.get(key) ?? { id, month, days: 0, calendar: 0, from: day, to: day, paid_share }
  known.days += less
  known.calendar += covered
  known.to = day
  lost.set(key, known)
}

/** What a day of leave is worth: the month's salary by the organisation's working days. */
export const leaveWorth = (days: number, salary: Cents, divisor: number): Cents =>
  divideHalfUp(salary * days, Math.round(divisor * 100))
