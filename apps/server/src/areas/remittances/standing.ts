import type { RemittanceState } from '@mshahara/contract/remittances'

/** How a recipient's month stands. Pure; whole cents, below zero where too much was paid. */

export interface Standing {
  amount: number
  paid: number
  open: number
  state: RemittanceState
  late_days: number
}

interface Facts {
  amount: number
  paid: number
  /** Lent by the employer itself: nobody is waiting for it. */
  kept: boolean
  due: string | null
  today: string
}

const day_ms = 86_400_000

export function standingOf({ amount, paid, kept, due, today }: Facts): Standing {
  const left = amount - paid
  const nothing = paid === 0 && (kept || amount <= 0)
  const open = nothing ? 0 : left
  const late = due !== null && open > 0 ? (Date.parse(today) - Date.parse(due)) / day_ms : 0
  const state = nothing ? (kept ? 'kept' : 'nothing due') : stateOf(left, paid)
  return { amount, paid, open, state, late_days: Math.max(late, 0) }
}

function stateOf(left: number, paid: number): RemittanceState {
  if (left === 0) return 'paid'
  if (left < 0) return 'overpaid'
  return paid > 0 ? 'part paid' : 'open'
}

/** Over several: what was paid too much of one pays for no other. */
export function totalsOf(standings: readonly Standing[]) {
  const sum = (of: (one: Standing) => number) =>
    standings.reduce((total, one) => total + of(one), 0)
  return {
    amount: sum(({ state, amount }) => (state === 'kept' ? 0 : Math.max(amount, 0))),
    paid: sum(({ paid }) => paid),
    open: sum(({ open }) => Math.max(open, 0)),
    late: sum(({ open, late_days }) => (late_days > 0 ? open : 0)),
  }
}
