import type { PayoutSummary } from '@mshahara/contract/payouts'
import { people } from './people.ts'

/** The parts of a run as people read them, in the order in which money moves on. */

export interface Part {
  key: 'paid' | 'cash' | 'moving' | 'failed' | 'review' | 'unpaid' | 'rounding'
  name: string
  /** Rounding is nobody's payout. */
  count: number | null
  amount: number
}

/** Parts of nothing are left out, except that nobody was paid. Together they are the net pay. */
export function partsOf(summary: PayoutSummary): Part[] {
  const { paid, cash, submitted, processing, failed, review, unpaid, rounding } = summary
  const moving = {
    count: submitted.count + processing.count,
    amount: submitted.amount + processing.amount,
  }
  const parts: Part[] = [
    { key: 'paid', name: 'Paid', ...paid },
    { key: 'cash', name: 'Paid in cash', ...cash },
    { key: 'moving', name: 'Under way', ...moving },
    { key: 'failed', name: 'Failed', ...failed },
    { key: 'review', name: 'In review', ...review },
    { key: 'unpaid', name: 'Not paid', ...unpaid },
    { key: 'rounding', name: 'Rounding', count: null, amount: rounding },
  ]
  return parts.filter(
    ({ key, count, amount }) => count || amount > 0 || (key === 'paid' && cash.count === 0),
  )
}

/** "3 of 5 people paid, 1 of them in cash, 1 under way, 1 failed". */
export function progressOf(summary: PayoutSummary): string {
  const { paid, cash } = summary
  const parts = partsOf(summary)
  const all = parts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const rest = parts
    .filter(({ key, count }) => key !== 'paid' && key !== 'cash' && count)
    .map(({ name, count }) => `${count} ${name.toLowerCase()}`)
  const done = `${paid.count + cash.count} of ${people(all)} paid`
  return [`${done}${inCash(summary)}`, ...rest].join(', ')
}

const inCash = ({ paid, cash }: PayoutSummary) => {
  if (cash.count === 0) return ''
  return paid.count === 0 ? ' in cash' : `, ${cash.count} of them in cash`
}
