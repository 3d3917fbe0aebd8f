import { type Day, daysIn, monthOf } from '../calendar.ts'
import type { Month } from '../dated.ts'
import { divideHalfUp, share } from '../money.ts'
import type { BasisPoints, Cents } from '../units.ts'
import type { LoanProduct } from './products.ts'

/** What a loan costs, and how it is repaid. Pure; whole cents. */

export interface LoanQuote {
  principal: Cents
  term: number
  rate: BasisPoints
  processing_fee: Cents
  insurance_fee: Cents
  interest: Cents
  /** To the nearest whole shilling; what that adds is in the interest. */
  total: Cents
  /** The last instalment may differ by a few shillings: see `scheduleOf`. */
  monthly: Cents
}

/**
 * The one rule of rounding: what is payable (amount, fees and interest, as exact fractions) is
 * rounded once, half up to the shilling. The monthly payment is a part of what is payable then,
 * rounded in the same way.
 */
const payableOf = (principal: Cents, parts: BasisPoints): Cents =>
  divideHalfUp(principal * (whole + parts), whole * 100) * 100
/** All of an amount, in hundredths of a percent. */
const whole: BasisPoints = 10_000
const monthlyOf = (total: Cents, term: number): Cents => divideHalfUp(total, term * 100) * 100

export function rateOf({ rates }: Pick<LoanProduct, 'rates'>, term: number): BasisPoints {
  const found = rates.find(({ min, max }) => min <= term && term <= max)
  if (!found) throw new RangeError(`No rate is known for ${term} months.`)
  return found.rate
}

export function quoteLoan(product: LoanProduct, principal: Cents, term: number): LoanQuote {
  const rate = rateOf(product, term)
  const processing_fee = share(principal, product.processing_fee)
  const insurance_fee = share(principal, product.insurance_fee)
  const total = payableOf(principal, product.processing_fee + product.insurance_fee + rate * term)
  return {
    principal,
    term,
    rate,
    processing_fee,
    insurance_fee,
    interest: total - principal - processing_fee - insurance_fee,
    total,
    monthly: monthlyOf(total, term),
  }
}

// ---------------------------------------------------------------- the schedule

export interface Instalment {
  number: number
  month: Month
  amount: Cents
}

/** The same each month; the last one is what remains, so that they add up to the cent. */
export function scheduleOf(total: Cents, term: number, first: Month): Instalment[] {
  const monthly = monthlyOf(total, term)
  return Array.from({ length: term }, (_, index) => ({
    number: index + 1,
    month: monthsAfter(first, index),
    amount: index < term - 1 ? monthly : total - monthly * (term - 1),
  }))
}

export function monthsAfter(month: Month, count: number): Month {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  const year = String(Math.floor(all / 12)).padStart(4, '0')
  return `${year}-${String((all % 12) + 1).padStart(2, '0')}`
}

// ---------------------------------------------------------------- before its time

/** What a settlement needs to know of a loan. */
export interface RunningLoan {
  interest: Cents
  term: number
  disbursed_on: Day
  outstanding: Cents
  /** Interest that an earlier settlement left out, or a write-off gave up: it is left out once. */
  rebated: Cents
  written_off: Cents
}

/** Months of the loan that have begun by a day: the first begins with the disbursement. */
export function monthsBegun(
  { disbursed_on, term }: Pick<RunningLoan, 'disbursed_on' | 'term'>,
  day: Day,
): number {
  if (day < disbursed_on) return 0
  const [from, to] = [disbursed_on, day].map(
    (one) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7)),
  ) as [number, number]
  // The 31st of January returns on the last of February.
  const anniversary = Math.min(Number(disbursed_on.slice(8)), daysIn(monthOf(day)))
  const passed = to - from - (Number(day.slice(8)) < anniversary ? 1 : 0)
  return Math.min(term, passed + 1)
}

/** Interest of months that have not begun is not charged to whoever settles. */
export const unearnedInterest = (loan: RunningLoan, day: Day): Cents =>
  divideHalfUp(loan.interest * (loan.term - monthsBegun(loan, day)), loan.term)

export interface Settlement {
  /** What ends the loan on that day. */
  amount: Cents
  rebate: Cents
}

export function settlementOn(loan: RunningLoan, day: Day): Settlement {
  const unearned = unearnedInterest(loan, day)
  const leftOut = loan.rebated + loan.written_off
  const rebate = Math.min(loan.outstanding, Math.max(0, unearned - leftOut))
  return { amount: loan.outstanding - rebate, rebate }
}
