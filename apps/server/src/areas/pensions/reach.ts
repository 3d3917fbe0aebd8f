import type { Tx } from '../../foundation/core/db.ts'

/** Which confirmed months a membership would come to reach into, or out of. */

export interface Period {
  from: string
  /** The last month; null: until further notice. */
  to: string | null
}

/** The months of confirmed payslips, by employee. */
export async function paidMonths(tx: Tx, people: readonly string[], from = '') {
  const rows = await tx.all<{ employee_id: string; month: string }>`
    select s.employee_id, s.month from paid_slips s
    where s.employee_id = any (${people}) and s.kind = 'monthly' and s.month >= ${from}
    order by s.month`
  const months = Map.groupBy(rows, ({ employee_id }) => employee_id)
  return (id: string) => (months.get(id) ?? []).map(({ month }) => month)
}

const covers = (period: Period | null, month: string) =>
  period !== null && period.from <= month && (period.to === null || month <= period.to)

/** As `paid_months_stay` of the database holds it. */
export function movedAmong(months: readonly string[], before: Period | null, after: Period | null) {
  const moved = months.filter((month) => covers(before, month) !== covers(after, month))
  return {
    into: moved.filter((month) => covers(after, month)),
    out: moved.filter((month) => covers(before, month)),
  }
}
