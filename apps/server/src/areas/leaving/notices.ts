import type { FinalDuesInput } from '@mshahara/contract/leaving'
import { monthsLater } from '../../foundation/core/clock.ts'

/** Redundancy is told to whoever is affected and to the labour officer (Employment Act s. 40). */
export function noticesOf({ reason, last_day }: Pick<FinalDuesInput, 'reason' | 'last_day'>) {
  if (reason !== 'redundant') return []
  const by = monthsLater(last_day, -1)
  return [
    { who: 'The employee, or the union', by, rule: 'Employment Act s. 40(1)(a) and (b)' },
    { who: 'The labour officer of the area', by, rule: 'Employment Act s. 40(1)(a) and (b)' },
  ]
}
