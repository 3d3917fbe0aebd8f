import { type Benefit, type ValuedBenefit, valueBenefit } from './benefits.ts'
import { type Day, daysIn, daysWithin } from './calendar.ts'
import type { Month } from './dated.ts'
import type { PayInput } from './input.ts'
import type { Quarters } from './quarters.ts'

/** Parts of a month's pay that are not money (B33), by the days somebody had them. */

/** It may begin and end within the month. */
interface Had {
  from?: Day | null
  to?: Day | null
}
export type KindPart =
  | (Had & { side: 'benefit'; of: Benefit /** As the payslip calls it. */; name?: string })
  | (Had & { side: 'quarters'; of: Omit<Quarters, 'part'> })

/** As a payslip keeps it. */
export type InKind = Pick<PayInput, 'benefits' | 'quarters'>

const later = (one: Day | null = null, other: Day | null = null) =>
  one === null || (other !== null && other > one) ? other : one
const sooner = (one: Day | null = null, other: Day | null = null) =>
  one === null || (other !== null && other < one) ? other : one

/** What the law is asked about beside money; nothing where there is none. */
export function inKind(parts: readonly { side: string }[], terms: Had, month: Month): InKind {
  const benefits: ValuedBenefit[] = []
  const quarters: Quarters[] = []
  const of = daysIn(month)
  const employed = daysWithin(month, terms.from ?? null, terms.to ?? null)
  for (const part of parts) {
    if (!isInKind(part)) continue
    const days = daysWithin(month, later(part.from, terms.from), sooner(part.to, terms.to))
    if (days === 0) continue
    if (part.side === 'quarters') {
      const lived = days === of ? {} : { part: { lived: days, employed, of } }
      quarters.push({ ...part.of, ...lived })
      continue
    }
    const valued = valueBenefit(part.of, month, { days, of })
    benefits.push(part.name ? { ...valued, name: part.name } : valued)
  }
  return { ...(benefits.length > 0 && { benefits }), ...(quarters.length > 0 && { quarters }) }
}

const isInKind = (part: { side: string }): part is KindPart =>
  part.side === 'benefit' || part.side === 'quarters'
