import { type Day, daysLater, daysOfThem, type Stretch } from '../calendar.ts'

/** How long somebody has served, the last day included. */
export interface Service {
  years: number
  /** Beyond the years. */
  months: number
  /** Days between two employments, which are no service. */
  away?: number
}

/**
 * Somebody who left and was taken back has not served the days between: so many days fewer, as if
 * they had begun that much later.
 */
export function serviceOf(from: Day, last: Day, away: readonly Stretch[] = []): Service {
  const days = daysOfThem(away, from, last)
  if (days === 0) return wholeMonths(from, last)
  return { ...wholeMonths(daysLater(from, days), last), away: days }
}

/** Whole months, of which the last ends the day before the day of the month they began on. */
function wholeMonths(from: Day, last: Day): Service {
  const next = daysLater(last, 1)
  if (next <= from) return { years: 0, months: 0 }
  const apart = monthsOf(next) - monthsOf(from)
  // Whoever began on the 31st completes a shorter month with its end.
  const whole = Number(next.slice(8)) < Number(from.slice(8)) ? apart - 1 : apart
  return { years: Math.floor(whole / 12), months: whole % 12 }
}

const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** "7 years 8 months", "7 years 8 months, without 30 days away" */
export function serviceInWords({ years, months, away = 0 }: Service): string {
  const said = [counted(years, 'year'), counted(months, 'month')].filter((part) => part !== '')
  const told = said.join(' ') || 'less than a month'
  return away === 0 ? told : `${told}, without ${counted(away, 'day')} away`
}

const counted = (count: number, unit: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? unit : `${unit}s`}`
