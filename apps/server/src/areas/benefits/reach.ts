import type { BenefitRecordInput } from '@mshahara/contract/benefit-records'
import type { Tx } from '../../foundation/core/db.ts'
import { payMonth } from '../../foundation/pay/intake.ts'

/** Which confirmed payslips a change would have been in, had it been recorded in time. */

export type Given = Omit<BenefitRecordInput, 'description'>

/** What it is measured by. */
export const facts = [
  ...(['kind', 'amount', 'market', 'agreed', 'cc', 'body', 'farm'] as const),
  ...(['occupant', 'house', 'recovered', 'total_income', 'with_gains'] as const),
]

/** What a month has of it, in one text; empty where it has none. */
function inMonth(given: Given | null, month: string): string {
  if (!given) return ''
  const { first, last } = payMonth(month)
  const { from, to } = given
  if (from > last || (to !== null && to < first)) return ''
  const days = [[from, first].sort().at(-1), [to ?? last, last].sort().at(0)]
  return [...facts.map((name) => String(given[name])), ...days].join('|')
}

/** The months of confirmed payslips, by employee. */
export async function paidMonths(tx: Tx, people: readonly string[]) {
  const rows = await tx.all<{ employee_id: string; month: string }>`
    select s.employee_id, s.month from paid_slips s
    where s.employee_id = any (${people}) and s.kind = 'monthly' order by s.month`
  const months = Map.groupBy(rows, ({ employee_id }) => employee_id)
  return (id: string) => (months.get(id) ?? []).map(({ month }) => month)
}

export const changedIn = (before: Given | null, after: Given | null, months: readonly string[]) =>
  months.filter((month) => inMonth(before, month) !== inMonth(after, month))

/** Whose payslips may have any, or may have had. */
export async function benefitHolders(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>`select id from benefit_holders(app_org()) id`
  return rows.map(({ id }) => id)
}
