import { type Cents, divideHalfUp } from './money.ts'

/**
 * Overtime by the hour. The Regulation of Wages (General) Order asks for one and a half times the
 * normal hour, twice on rest days and public holidays, and takes 1/225 of a month's wage for an hour.
 */

export const usualMonthHours = 225
export const overtimeRates = { normal: 1.5, rest: 2 } as const

export const hourlyRate = (salary: Cents, monthHours: number): Cents =>
  divideHalfUp(salary, monthHours)

/** Of hours with at most two decimals, so that a reader who multiplies gets the same. */
export const overtimePay = (rate: Cents, hours: number, times: number): Cents =>
  divideHalfUp(rate * Math.round(hours * 100) * Math.round(times * 10), 1000)
