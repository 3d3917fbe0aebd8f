import { analyticsInput } from '@mshahara/contract/analytics'
import { monthName, thisMonth } from '../lib/months.ts'

/** The months a report is about: '2026-01' to '2026-03'. */
export interface Range {
  from: string
  to: string
}

const isMonth = (value: string | undefined): value is string =>
  /^20\d{2}-(0[1-9]|1[0-2])$/.test(value ?? '')

/** As the address says; January of this year to this month where it says nothing usable. */
export function rangeOf(given: Record<string, string>, now = thisMonth()): Range {
  return {
    from: isMonth(given.from) ? given.from : `${now.slice(0, 4)}-01`,
    to: isMonth(given.to) ? given.to : now,
  }
}

/** What the server would object to, without asking it. */
export function faultOf(range: Range): string | undefined {
  return analyticsInput.safeParse(inputOf(range, '')).error?.issues[0]?.message
}

export const inputOf = ({ from, to }: Range, employee_id: string) => ({
  employee_id,
  from: `${from}-01`,
  to: `${to}-01`,
})

/** "All Employees (January 2026 to March 2026)". */
export const titleOf = (who: string, { from, to }: Range) =>
  `${who} (${monthName(from)} to ${monthName(to)})`

/** Newest first, the chosen ones among them. */
export const yearsOf = (known: number[], chosen: string[]) =>
  [...new Set([...known.map(String), ...chosen])].sort().reverse()

export interface Part {
  year?: string
  month?: string
}

/** The range with another year or month at one of its ends. */
export function withEnd(range: Range, end: keyof Range, { year, month }: Part): Range {
  const [oldYear, oldMonth] = range[end].split('-')
  return { ...range, [end]: `${year ?? oldYear}-${month ?? oldMonth}` }
}
