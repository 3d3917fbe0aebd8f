import type { Provider } from './accounts.ts'
import { openingCents } from './accounts.ts'
import type { Kind, Step } from './scenarios.ts'

/** The money, in whole cents: what was accepted, who was credited, what is left. */

export type LegState = 'pending' | 'paid' | 'failed' | 'reversed'

export interface Leg {
  reference: string
  party: string
  name: string
  amount: number
  state: LegState
  /** Why it failed. */
  code: string | null
  receipt: string
  settled_at: number | null
  /** What this leg ends as, whatever the others do. */
  fails?: string
}

export interface Payment {
  provider: Provider
  kind: Kind
  /** The caller's own key; of a prompt, the provider's. */
  key: string
  /** Whose credentials were used. */
  consumer_key: string
  /** The short code or account that pays; of a prompt, the one that is paid. */
  account: string
  scenario: string
  legs: Leg[]
  created_at: number
  /** What is still to happen, with its moments. */
  due: (Step & { due: number })[]
  /** What the provider needs to tell of it; as it came over the wire. */
  request: Record<string, unknown>
  /** The provider's own ids, by their names on the wire. */
  ids: Record<string, string>
  /** Until when a prompt can be answered. */
  prompt_until?: number
}

export interface Ledger {
  payments: Payment[]
  /** Opened when first used. */
  balances: Record<string, number>
  /** Counts what gets a number. */
  last: number
}

export const emptyLedger = (): Ledger => ({ payments: [], balances: {}, last: 0 })

export interface Books extends ReturnType<typeof openBooks> {}

/** Finds quickly, and moves money. */
export function openBooks(ledger: Ledger) {
  const byKey = new Map<string, Payment>()
  const prompts = new Set<Payment>()
  const byReceipt = new Map<string, { payment: Payment; leg: Leg }>()
  const reserved = new Map<string, number>()
  const index = (payment: Payment) => {
    byKey.set(keyOf(payment), payment)
    if (payment.kind === 'stk' && payment.legs[0]?.state === 'pending') prompts.add(payment)
    for (const leg of payment.legs) {
      byReceipt.set(leg.receipt, { payment, leg })
      if (leg.state === 'pending') reserve(payment, leg.amount)
    }
  }
  const account = ({ provider, account: number }: Pick<Payment, 'provider' | 'account'>) =>
    `${provider}:${number}`
  const reserve = (payment: Payment, amount: number) => {
    if (payment.kind === 'stk') return
    const name = account(payment)
    reserved.set(name, (reserved.get(name) ?? 0) + amount)
  }
  const balance = (name: string) => (ledger.balances[name] ??= openingCents)
  for (const payment of ledger.payments) index(payment)
  return {
    ledger,
    find: (provider: Provider, kind: Kind, key: string) =>
      byKey.get(keyOf({ provider, kind, key })),
    withReceipt: (receipt: string) => byReceipt.get(receipt),
    /** Prompts that have come to no end. */
    waiting: () => [...prompts],
    /** What has been settled, the latest first. */
    newest: () =>
      ledger.payments
        .flatMap((payment) => payment.legs.map((leg) => ({ payment, leg })))
        .filter(({ leg }) => leg.settled_at)
        .sort((a, b) => (b.leg.settled_at ?? 0) - (a.leg.settled_at ?? 0)),
    next: () => ++ledger.last,
    balance: (provider: Provider, number: string) =>
      balance(account({ provider, account: number })),
    /** What is not promised to anybody yet. */
    available(provider: Provider, number: string) {
      const name = account({ provider, account: number })
      return balance(name) - (reserved.get(name) ?? 0)
    },
    accept(payment: Payment) {
      ledger.payments.push(payment)
      index(payment)
    },
    /** Each leg ends as it must; one that has ended so already does not move money again. */
    settle(payment: Payment, outcome: string, at: number) {
      prompts.delete(payment)
      for (const leg of payment.legs) {
        const code = outcome === 'reversed' ? null : (leg.fails ?? outcomeCode(outcome))
        const state = outcome === 'reversed' ? 'reversed' : code ? 'failed' : 'paid'
        if (leg.state === state) continue
        if (leg.state === 'pending') reserve(payment, -leg.amount)
        const was = leg.state === 'paid' ? leg.amount : 0
        const is = state === 'paid' ? leg.amount : 0
        const sign = payment.kind === 'stk' ? 1 : -1
        const name = account(payment)
        ledger.balances[name] = balance(name) + sign * (is - was)
        Object.assign(leg, { state, code, settled_at: at })
      }
    },
  }
}

const outcomeCode = (outcome: string) => (outcome === 'paid' ? null : outcome)

const keyOf = ({ provider, kind, key }: Pick<Payment, 'provider' | 'kind' | 'key'>) =>
  `${provider}:${kind}:${key}`

/** One line for everybody who was, or was not, credited. */
export const movementsOf = ({ payments }: Ledger) =>
  payments.flatMap((payment) =>
    payment.legs.map(({ fails: _, ...leg }) => ({
      provider: payment.provider,
      kind: payment.kind,
      key: payment.key,
      account: payment.account,
      scenario: payment.scenario,
      created_at: new Date(payment.created_at).toISOString(),
      ...leg,
      settled_at: leg.settled_at && new Date(leg.settled_at).toISOString(),
    })),
  )
