import { amountHint, amountIn } from '@mshahara/contract/amounts'
import type { RaiseRow } from '@mshahara/contract/raises'

/** What is changed by hand in the grid of raises. Pure. */

export interface Hand {
  /** Typed and not worked out yet, by person. */
  typed: ReadonlyMap<string, string>
  /** Left out. */
  out: ReadonlySet<string>
}
export const untouched: Hand = { typed: new Map(), out: new Set() }

const shown = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** What is typed over: the net where that is agreed, and the gross otherwise. */
export const newOf = ({ after, net_after }: RaiseRow): number => net_after ?? after

export const textOf = (row: RaiseRow, { typed }: Hand) =>
  typed.get(row.employee_id) ?? shown.format(newOf(row))

/** The gross of an agreed net moves with the law, which is no change. */
export const isChanged = ({ before, after, net_before, net_after }: RaiseRow) =>
  net_before !== net_after || (net_after === null && before !== after)

export function faultIn(text: string): string | undefined {
  const amount = amountIn(text)
  if (amount === null) return amountHint
  return amount < 0 ? 'A salary cannot be below zero.' : undefined
}

export const amountOf = (row: RaiseRow, hand: Hand): number =>
  amountIn(textOf(row, hand)) ?? newOf(row)

export const isIn = ({ employee_id }: RaiseRow, { out }: Hand) => !out.has(employee_id)

export function withText(hand: Hand, id: string, text: string): Hand {
  return { ...hand, typed: new Map(hand.typed).set(id, text) }
}

export function withOut(hand: Hand, ids: readonly string[], isOut: boolean): Hand {
  const out = new Set(hand.out)
  for (const id of ids) {
    if (isOut) out.add(id)
    else out.delete(id)
  }
  return { ...hand, out }
}

export interface Sums {
  people: number
  before: number
  after: number
  net: number
  /** Arrears by month, oldest first. */
  months: { month: string; people: number; pay: number; net: number }[]
}

/** Of those who are in it and whose salary changes; in cents, so that the sums are exact. */
export function sumsOf(rows: readonly RaiseRow[]): Sums {
  const cents = (amount: number) => Math.round(amount * 100)
  const months = new Map<string, Sums['months'][number]>()
  const sums = { people: rows.length, before: 0, after: 0, net: 0 }
  for (const row of rows) {
    sums.before += cents(row.before)
    sums.after += cents(row.after)
    for (const { month, pay, net } of row.arrears) {
      const known = months.get(month) ?? { month, people: 0, pay: 0, net: 0 }
      months.set(month, known)
      known.people += 1
      known.pay += cents(pay)
      known.net += cents(net)
      sums.net += cents(net)
    }
  }
  const shillings = ({ pay, net, ...rest }: Sums['months'][number]) => ({
    ...rest,
    pay: pay / 100,
    net: net / 100,
  })
  return {
    ...{
      people: sums.people,
      before: sums.before / 100,
      after: sums.after / 100,
      net: sums.net / 100,
    },
    months: [...months.values()].sort((a, b) => a.month.localeCompare(b.month)).map(shillings),
  }
}
