import { today } from './format.ts'

/** Pay months to choose from: since January 2021, and one month ahead. */

export const firstMonth = '2021-01'

export const thisMonth = () => today().slice(0, 7)

const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-02' → "February 2026". */
export const monthName = (month: string) => name.format(new Date(`${month}-01T00:00:00Z`))

function after(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return next
}

export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = after(month)) months.push(month)
  return months
}

/** Newest first, from the month after this one back to the first. */
export function monthOptions(current = thisMonth()): { value: string; label: string }[] {
  const months = monthsBetween(firstMonth, after(current))
  return months.reverse().map((value) => ({ value, label: monthName(value) }))
}
