import { LawError } from './dated.ts'
import { formatShillings, mostCents, percent } from './money.ts'
import type { BasisPoints, Cents } from './units.ts'

/** One rule by which many salaries are raised: pure, in whole cents. */

/** To what a new salary is rounded, in cents. */
export const raiseRoundings = [1, 100, 1_000, 5_000, 10_000] as const
export type RaiseRounding = (typeof raiseRoundings)[number]

export interface RaiseRule {
  /** Of the salary so far, on top of it, or instead of it. */
  by: { percent: BasisPoints } | { more: Cents } | { to: Cents } | { net: Cents }
  rounding: RaiseRounding
  /** So much more at least. */
  least?: Cents | undefined
  /** The new salary is at least this. */
  floor?: Cents | undefined
}

/** How a salary is agreed: gross, or as what is in hand of it. */
export interface AgreedPay {
  amount: Cents
  agreed_net: Cents | null
}

/**
 * What was agreed net is raised by its net, and a rule to an agreed net makes a net of any. Bounds
 * are those of what is raised: the least salary is asked of a net as what that salary leaves.
 */
export function raisedPay(
  rule: RaiseRule,
  { amount, agreed_net }: AgreedPay,
  netOf: (gross: Cents) => Cents,
): { amount: Cents } | { agreed_net: Cents } {
  const isNet = 'net' in rule.by || (agreed_net !== null && !('to' in rule.by))
  if (!isNet) return { amount: raised(rule, amount) }
  const floor = rule.floor === undefined ? undefined : netOf(rule.floor)
  return { agreed_net: raised({ ...rule, floor }, agreed_net ?? netOf(amount)) }
}

/** Rounded to the nearest step, and up where that would be less than the least. */
export function raised({ by, rounding, least, floor }: RaiseRule, salary: Cents): Cents {
  const given = [salary, rounding, least ?? 0, floor ?? 0, ...Object.values(by)]
  if (!given.every((one) => Number.isInteger(one) && Math.abs(one) <= mostCents)) {
    throw new LawError('A raise takes whole amounts.')
  }
  const bound = Math.max(least === undefined ? 0 : salary + least, floor ?? 0)
  const [above, below] = exactly(by, salary)
  const step = BigInt(rounding)
  const nearest = halfUp(above, below * step) * rounding
  return nearest >= bound ? nearest : Math.ceil(bound / rounding) * rounding
}

/** As a fraction, so that it is rounded once. */
function exactly(by: RaiseRule['by'], salary: Cents): [bigint, bigint] {
  if ('percent' in by) return [BigInt(salary) * BigInt(10_000 + by.percent), 10_000n]
  if ('more' in by) return [BigInt(salary + by.more), 1n]
  return [BigInt('net' in by ? by.net : by.to), 1n]
}

const halfUp = (above: bigint, below: bigint) => {
  const doubled = 2n * above + below
  return doubled < 0n ? 0 : Number(doubled / (2n * below))
}

/** "5% more, at least 1,000 more, rounded to 100". */
export function tellRaise({ by, rounding, least, floor }: RaiseRule): string {
  const told = [
    'percent' in by &&
      (by.percent < 0 ? `${percent(-by.percent)} less` : `${percent(by.percent)} more`),
    'more' in by && `${formatShillings(by.more)} more`,
    'to' in by && `a salary of ${formatShillings(by.to)}`,
    'net' in by && `an agreed net of ${formatShillings(by.net)}`,
    least !== undefined && `at least ${formatShillings(least)} more`,
    floor !== undefined && `a salary of at least ${formatShillings(floor)}`,
    rounding > 1 && `rounded to ${formatShillings(rounding)}`,
  ]
  return told.filter(Boolean).join(', ')
}
