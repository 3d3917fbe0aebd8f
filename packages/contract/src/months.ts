import { timeZone } from './limits.ts'

/** Months as the wire writes them in full, and as '2026-02' inside. */

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export type MonthName = (typeof monthNames)[number]

/** 'February', 2026 → '2026-02'. */
export const monthFrom = (name: MonthName, year: number): string =>
  `${year}-${String(monthNames.indexOf(name) + 1).padStart(2, '0')}`

/** '2026-02' → February, 2026. */
export const monthAndYear = (month: string): { month: MonthName; year: number } => ({
  month: monthNames[Number(month.slice(5, 7)) - 1] as MonthName,
  year: Number(month.slice(0, 4)),
})

/** '2026-02' → "February 2026". */
export const monthInWords = (month: string) => Object.values(monthAndYear(month)).join(' ')

/** '2026-02-05' → "05 February, 2026" (specification 1, section 9). */
export function dayInWords(day: string): string {
  const { month, year } = monthAndYear(day)
  return `${day.slice(8)} ${month}, ${year}`
}

/** An instant as Kenya has it: "5 February 2026 at 10:41". */
export const momentInWords = (instant: string) =>
  new Date(instant).toLocaleString('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })

const onTheWall = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** An instant by the clock on the wall in Kenya, for files: '2026-02-05 10:41:09'. */
export const wallTimeOf = (instant: string) => onTheWall.format(new Date(instant)).replace(',', '')

/** The month people run next: this one after the 8th, the last one until then. */
export function defaultMonth(today: string): { month: MonthName; year: number } {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const months = year * 12 + month - 1 - (day > 8 ? 0 : 1)
  return { month: monthNames[months % 12] as MonthName, year: Math.floor(months / 12) }
}

export const swahiliMonths = [
  ...['Januari', 'Februari', 'Machi', 'Aprili', 'Mei', 'Juni'],
  ...['Julai', 'Agosti', 'Septemba', 'Oktoba', 'Novemba', 'Desemba'],
]
