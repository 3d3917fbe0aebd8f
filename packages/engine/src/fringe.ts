import { firstOf, inForce, LawError, type Month } from './dated.ts'
import { divideHalfUp, formatShillings, percent, share } from './money.ts'
import { fringeBenefitTax, marketInterest } from './statutory/benefits.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * Fringe benefit tax (Income Tax Act s. 12B): of a loan below the market rate the employer pays tax
 * on the interest that is not asked for, each month while it is open. It is never deducted from
 * anybody (B33).
 */
export interface FringeBenefit {
  benefit: Cents
  tax: Cents
  marketRate: BasisPoints
  /** False: no notice of this quarter was seen, and the last known rate is used. */
  checked: boolean
  working: string
}

export function fringeBenefit(balance: Cents, charged: BasisPoints, month: Month): FringeBenefit {
  if (!(Number.isInteger(balance) && balance >= 0)) {
    throw new LawError('The balance of a loan must be whole cents.')
  }
  if (!(Number.isInteger(charged) && charged >= 0)) {
    throw new LawError("A loan's rate must be hundredths of a percent.")
  }
  const { value: marketRate, checkedUntil } = inForce(marketInterest, month)
  const below = Math.max(0, marketRate - charged)
  const benefit = divideHalfUp(balance * below, 120_000)
  const rate = inForce(fringeBenefitTax, month).value
  const tax = share(benefit, rate)
  const working =
    `${formatShillings(balance)} × (${percent(marketRate)} − ${percent(charged)}, not below 0) ÷ 12 = ` +
    `${formatShillings(benefit)}; × ${percent(rate)} = ${formatShillings(tax)}`
  return { benefit, tax, marketRate, checked: month <= checkedUntil, working }
}

/** Months before have no market rate here. */
export const fringeFrom: Month = firstOf(marketInterest)

/** What a flat interest for so many months comes to in a year. */
export function yearlyRate({ interest, amount, months }: FlatInterest): BasisPoints {
  if (!(amount > 0 && months > 0)) throw new LawError('A loan has an amount and a term.')
  return divideHalfUp(interest * 120_000, amount * months)
}
export interface FlatInterest {
  interest: Cents
  amount: Cents
  months: number
}
