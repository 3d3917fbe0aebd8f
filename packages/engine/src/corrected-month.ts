import { halfUpOf } from './money.ts'
import type { Cents } from './units.ts'

/**
 * What a correction has changed of a month stays changed (B30, B31): of an amount that was `paid` and
 * corrected since, what is due once `due` is agreed for it. A change the way that the correction
 * went is in it as far as it reaches; any other comes in the share of what was paid that it left.
 */
export function afterCorrection(due: Cents, paid: Cents, corrected: Cents): Cents {
  if (corrected === paid) return due
  const sameWay = corrected < paid ? due < paid : due > paid
  if (!sameWay) return due === paid ? corrected : halfUpOf(due, corrected, paid)
  return corrected < paid ? Math.min(due, corrected) : Math.max(due, corrected)
}
