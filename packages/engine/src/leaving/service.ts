import type { Day } from '../calendar.ts'
import { daysIn, monthOf } from '../calendar.ts'
import type { Month } from '../dated.ts'

/** How long somebody has served, the last day included. */
export interface Service {
  years: number
  /** Beyond the years. */
  months: number
}

/** Whole months, of which the last ends the day before the day of the month they began on. */
export function serviceOf(from: Day, last: Day): Service {
  const next = dayAfter(last)
  if (next <= from) return { years: 0, months: 0 }
  const apart = monthsOf(next) - monthsOf(from)
  // Whoever began on the 31st completes a shorter month with its end.
  const whole = Number(next.slice(8)) < Number(from.slice(8)) ? apart - 1 : apart
  return { years: Math.floor(whole / 12), months: whole % 12 }
}

const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

function dayAfter(day: Day): Day {
  const month: Month = monthOf(day)
  const number = Number(day.slice(8)) + 1
  if (number <= daysIn(month)) return `${month}-${String(number).padStart(2, '0')}`
  const months = monthsOf(day)
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/** "7 years 8 months" */
export function serviceInWords({ years, months }: Service): string {
  const said = [counted(years, 'year'), counted(months, 'month')].filter((part) => part !== '')
  return said.join(' ') || 'less than a month'
}

const counted = (count: number, unit: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? unit : `${unit}s`}`
