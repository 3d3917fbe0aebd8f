import { today } from './format.ts'
import { locales, spoken } from './spoken.ts'

/** Pay months to choose from: since January 2021, and one month ahead. */

export const firstMonth = '2021-01'

export const thisMonth = () => today().slice(0, 7)

const namesIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const names = { en: namesIn(locales.en), sw: namesIn(locales.sw) }

/** '2026-02' → "February 2026", in the language of the screen. */
export const monthName = (month: string) =>
  names[spoken()].format(new Date(`${month}-01T00:00:00Z`))

const inYear = {
  en: new Intl.DateTimeFormat(locales.en, { month: 'long', timeZone: 'UTC' }),
  sw: new Intl.DateTimeFormat(locales.sw, { month: 'long', timeZone: 'UTC' }),
}
/** '02' → "February". */
export const monthInYear = (number: string, language = spoken()) =>
  inYear[language].format(new Date(`2026-${number}-01T00:00:00Z`))

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

/** A length of time in words. */
/** As plans are sold (specification 1, section 2.12). */
export const monthsBought = (count: number) => `${count} ${count === 1 ? 'Month' : 'Months'}`
export const monthsLong = (count: number) => `${count} ${count === 1 ? 'month' : 'months'}`
