import { LawError } from './dated.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * Cost centres: which part of somebody's pay is whose cost. No part of the law; it is kept with a
 * payslip, so that a confirmed month stays as it was.
 */

export interface CostShare {
  /** The cost centre. */
  centre: string
  /** Hundredths of a percent; all of them together are a whole. */
  share: BasisPoints
}

export interface CostSharesPart {
  side: 'cost shares'
  shares: readonly CostShare[]
}

/** The whole of it, in hundredths of a percent. */
export const wholeCost: BasisPoints = 10_000

/** A weight of its own, and what breaks ties. */
type Weighed = Pick<CostShare, 'centre' | 'share'>

/**
 * Each share's cents, in the order of the shares, which together are all of them. What is left
 * over goes to the largest remainders, of equal ones to the first name, in whatever order they are
 * given; what is below zero is split as the same amount above it.
 */
export function splitCents(cents: Cents, shares: readonly Weighed[]): Cents[] {
  if (shares.length === 0) return []
  if (shares.some(({ share }) => !(Number.isSafeInteger(share) && share >= 0))) {
    throw new LawError('Shares are whole, and none is below zero.')
  }
  const weights = shares.map(({ share }) => BigInt(share))
  const whole = weights.reduce((sum, one) => sum + one, 0n)
  if (whole === 0n) throw new LawError('Shares of nothing cannot be split by.')
  const amount = BigInt(Math.abs(cents))
  const parts = weights.map((one) => (amount * one) / whole)
  const left = Number(amount - parts.reduce((sum, one) => sum + one, 0n))
  const rests = weights.map((one, place) => ({ place, rest: (amount * one) % whole }))
  rests.sort((a, b) =>
    a.rest === b.rest ? byName(shares, a.place, b.place) : a.rest < b.rest ? 1 : -1,
  )
  const more = new Set(rests.slice(0, left).map(({ place }) => place))
  const sign = cents < 0 ? -1 : 1
  return parts.map((one, place) => {
    const part = Number(one) + (more.has(place) ? 1 : 0)
    return part === 0 ? 0 : sign * part
  })
}

function byName(shares: readonly Weighed[], a: number, b: number): number {
  const [one = '', other = ''] = [shares[a]?.centre, shares[b]?.centre]
  return one < other ? -1 : one > other ? 1 : a - b
}

/** As it is kept with what the payslip was made from; nothing where nobody said anything. */
export function costSharesOf(parts: readonly { side: string }[]): { costShares?: CostShare[] } {
  const shares = parts.flatMap((part) => (isShares(part) ? part.shares : []))
  return shares.length > 0 ? { costShares: shares } : {}
}

const isShares = (part: { side: string }): part is CostSharesPart => part.side === 'cost shares'

/** A whole, by different cost centres: anything else would lose or double a cost. */
export function checkCostShares(shares: readonly CostShare[]): void {
  const sum = shares.reduce((all, { share }) => all + share, 0)
  const whole = shares.every(({ share }) => Number.isInteger(share) && share > 0)
  const once = new Set(shares.map(({ centre }) => centre)).size === shares.length
  if (!whole || !once || sum !== wholeCost) {
    throw new LawError('The shares of the cost centres are not 100%.')
  }
}
