import { divideHalfUp } from './money.ts'
import type { Cents } from './units.ts'

/**
 * Overtime by the hour, as in the Regulation of Wages (General) Order: one and a half times the
 * normal hour, twice on rest days and public holidays, and an hour is 1/225 of a month's wage.
 */

export const overtimeRates = { normal: 1.5, rest: 2 } as const
/** The hours of a month that the Order divides by, and of the week they are made of. */
export const usualHours = { month: 225, week: 52 } as const

export const hourlyRate = (salary: Cents, monthHours: number): Cents =>
  divideHalfUp(salary, monthHours)

/** Of hours with at most two decimals, so that a reader who multiplies gets the same. */
export const overtimePay = (rate: Cents, hours: number, times: number): Cents =>
  divideHalfUp(rate * Math.round(hours * 100) * Math.round(times * 10), 1000)
