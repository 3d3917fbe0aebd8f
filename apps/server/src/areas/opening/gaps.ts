import { counted } from '@mshahara/contract/counted'
import { openedMonths } from '@mshahara/contract/opening'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Months } from './rules.ts'

/** Months of the year that nobody paid: neither a payslip is there nor an opening balance. */

interface Gap {
  employee_id: string
  months: string[]
}

/**
 * Before this month, of the employees `e` that are meant. A draft is on its way and lacks nothing;
 * consultants have no card.
 */
export const gapsBefore = (tx: Tx, month: string, whom: Sql): Promise<Gap[]> =>
  tx.all<Gap>`
    select e.id as employee_id, json_agg(lacking.month order by lacking.month) as months
    from employees e
    cross join lateral (select to_char(first, 'YYYY-MM') as month from generate_series(
        greatest(${`${month.slice(0, 4)}-01-01`}::date, date_trunc('month', e.employment_date)),
        ${`${month}-01`}::date - interval '1 month', interval '1 month') first) lacking
    where e.tos <> 'Consultant' and ${whom}
      and days_away(e.away, (lacking.month || '-01')::date, month_end(lacking.month))
        < extract(day from month_end(lacking.month))
      and not exists (select from payslips s where s.employee_id = e.id
        and s.month = lacking.month and not s.void and not s.extra)
      and not exists (select from opening_pay o where o.employee_id = e.id
        and o.year = left(lacking.month, 4)::int
        and right(lacking.month, 2)::int between o.first_month and o.last_month)
    group by e.id`

/** Of a run: whose year lacks months before it. */
export async function gapsOf(tx: Tx, run: { id: string; month: string }) {
  if (run.month.endsWith('-01')) return []
  const slips = await tx.all<{ id: string; employee_id: string }>`
    select p.id, p.employee_id from payslips p where p.payroll_id = ${run.id}`
  const slipOf = new Map(slips.map(({ id, employee_id }) => [employee_id, id]))
  const found = await gapsBefore(tx, run.month, sql`e.id = any (${[...slipOf.keys()]}::uuid[])`)
  return found.map(({ employee_id, months }) => ({
    ...{ payslip_id: slipOf.get(employee_id) ?? '', employee_id },
    detail: `${monthsInWords(months)} ${run.month.slice(0, 4)}`,
  }))
}

/** Of everybody who would be paid in this month: "January to May of 12 people". */
export async function gapsTold(tx: Tx, month: string): Promise<string[]> {
  const found = await gapsBefore(tx, month, sql`e.status = 'active'`)
  const alike = Object.entries(Object.groupBy(found, ({ months }) => monthsInWords(months)))
    .map(([months, people = []]) => ({ months, count: people.length }))
    .sort((a, b) => b.count - a.count)
  const rest = alike.slice(most).reduce((sum, { count }) => sum + count, 0)
  return [
    ...alike
      .slice(0, most)
      .map(({ months, count }) => `${months} of ${counted(count, 'person', 'people')}`),
    ...(rest > 0 ? [`other months of ${counted(rest, 'person', 'people')}`] : []),
  ]
}

/** More than can be read at a glance is summed up. */
const most = 3

/** Those that follow one another, as from and to. */
export function inSpans(months: readonly string[]): Months[] {
  const spans: Months[] = []
  for (const month of months) {
    const last = spans.at(-1)
    if (last && Number(month.slice(5)) === Number(last.to.slice(5)) + 1) last.to = month
    else spans.push({ from: month, to: month })
  }
  return spans
}

const monthsInWords = (months: readonly string[]) =>
  inSpans(months)
    .map(({ from, to }) => openedMonths(from, to))
    .join(', ')
