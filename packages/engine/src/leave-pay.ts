import { type Cents, divideHalfUp } from './money.ts'

/** What a day of leave is worth: the month's salary by the organisation's working days. */
export const leaveWorth = (days: number, salary: Cents, divisor: number): Cents =>
  divideHalfUp(salary * days, Math.round(divisor * 100))
