import { formatShillings } from './money.ts'
import type { Cents } from './units.ts'

/** All deductions together leave at least a third of the wages (Employment Act, s. 19(3)). */
export const deductible = (gross: Cents, deducted: Cents): Cents =>
  Math.max(0, gross - deducted - Math.ceil(gross / 3))

export const explainCarried = (taken: Cents, due: Cents): string =>
  `${formatShillings(taken)} of ${formatShillings(due)} taken, so that a third of gross pay is left ` +
  '(Employment Act s. 19(3)); the rest is carried forward'
