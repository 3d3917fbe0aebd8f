import { share } from './money.ts'
import type { BasisPoints, Cents } from './units.ts'

/** A share of what was sold above the target; nothing below it. */
export const commission = (revenue: Cents, target: Cents, rate: BasisPoints): Cents =>
  revenue < target ? 0 : share(revenue - target, rate)
