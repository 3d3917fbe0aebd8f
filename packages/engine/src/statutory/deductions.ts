import { checked, type Dated } from '../dated.ts'
import type { BasisPoints, Cents } from '../units.ts'

/**
 * What lowers pay before tax is charged, what benefits count, and in which order (itself dated).
 */

const amendment = 'Tax Laws (Amendment) Act 2024 (KRA notice of 19 December 2024)'
const earlier = 'Income Tax Act'

/** Does a contribution reduce taxable pay, or does it (at most) relieve tax? */
export interface DeductionOrder {
  healthBeforeTax: boolean
  levyBeforeTax: boolean
  /** The most that goes to a post-retirement medical fund before tax. */
  medicalFundMost: Cents
}

export const order: Dated<DeductionOrder> = [
  {
    from: '2024-12',
    source: `${amendment}: SHIF, housing levy and medical fund are deducted before tax`,
    checkedUntil: checked,
    value: { healthBeforeTax: true, levyBeforeTax: true, medicalFundMost: 15_000_00 },
  },
  {
    from: '2021-01',
    source: `${earlier}: only pension and mortgage interest are deducted before tax`,
    checkedUntil: '2024-11',
    value: { healthBeforeTax: false, levyBeforeTax: false, medicalFundMost: 0 },
  },
]

/**
 * NSSF and registered pension together: the lowest of a share of cash pay, the actual, the limit.
 */
export interface PensionLimit {
  rate: BasisPoints
  most: Cents
}
export const pensionLimit: Dated<PensionLimit> = [
  {
    from: '2024-12',
    source: `${amendment}, ${earlier} s. 22A`,
    checkedUntil: checked,
    value: { rate: 3000, most: 30_000_00 },
  },
  {
    from: '2021-01',
    source: `${earlier} s. 22A`,
    checkedUntil: '2024-11',
    value: { rate: 3000, most: 20_000_00 },
  },
]

const limit = (before: Cents, now: Cents, section: string): Dated<Cents> => [
  { from: '2024-12', source: `${amendment}, ${section}`, checkedUntil: checked, value: now },
  { from: '2021-01', source: section, checkedUntil: '2024-11', value: before },
]

export const mortgageLimit = limit(25_000_00, 30_000_00, `${earlier} s. 15(3)(b)`)
/** Benefits in kind are taxed all or nothing: from this sum on, everything. */
export const nonCashFrom = limit(3_000_00, 5_000_00, `${earlier} s. 5(2)(b)`)
/** Meals from the employer: only what lies above is taxed. */
export const mealsFree = limit(4_000_00, 5_000_00, `${earlier} s. 5(4)(f)`)
