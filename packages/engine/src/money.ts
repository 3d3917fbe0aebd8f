import type { BasisPoints, Cents } from './units.ts'

/** Money is a whole number of cents. */

/** A million million cents: far above any salary, far below where whole numbers end. */
export const mostCents = 1_000_000_000_000

/** Half up to the nearest whole number; both sides are whole, the divisor is positive. */
export function divideHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}

/** `amount × part / whole`, half up, exact beyond what a number holds; none is below zero. */
export function halfUpOf(amount: number, part: number, whole: number): number {
  const divisor = 2n * BigInt(whole)
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / divisor)
}

export const share = (amount: Cents, rate: BasisPoints): Cents =>
  divideHalfUp(amount * rate, 10_000)

/** Shillings as people read them: 57417 cents is "574.17"; whole shillings have no cents. */
export function formatShillings(amount: Cents): string {
  const sign = amount < 0 ? '-' : ''
  const cents = Math.abs(amount)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = cents % 100
  return `${sign}${whole}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
}

export const percent = (rate: BasisPoints): string => `${rate / 100}%`
