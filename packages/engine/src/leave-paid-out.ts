import { divideHalfUp } from './money.ts'
import type { Cents, DayHundredths } from './units.ts'

/** What a day that is paid out is worth: the month's salary by the organisation's working days. */
export const leaveWorth = (days: DayHundredths, salary: Cents, divisor: number): Cents =>
  divideHalfUp(salary * days, Math.round(divisor * 100))
