import { firstMonth } from '../lib/months.ts'
import { type InKindWish, inKindAddress, inKindIn } from './in-kind-wish.ts'

/** What the simulator is asked, as the address has it: whoever gets the link sees the same. */

export const switches = ['disability', 'paye', 'nhif', 'nssf', 'housing', 'nita'] as const
export type Switch = (typeof switches)[number]

export interface Wish {
  /** Whether the amount is what one is paid, or what one wants to receive. */
  mode: 'gross' | 'net'
  amount: number | string
  month: string
  other: string | null
  chosen: Record<Switch, boolean>
  kind: InKindWish
}

const usual: Record<Switch, boolean> = {
  disability: false,
  paye: true,
  nhif: true,
  nssf: true,
  housing: true,
  nita: true,
}

type Search = Record<string, unknown>
type Start = Pick<Wish, 'amount' | 'month'>

const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(value) && value >= firstMonth
const amountOf = (value: unknown) =>
  typeof value === 'string' && /^\d+(\.\d{1,2})?$/.test(value) ? Number(value) : null

/** Whatever the address does not say, or says wrongly, is as at the start. */
export function wishIn(search: Search, start: Start): Wish {
  const net = amountOf(search.net)
  const switched = typeof search.switched === 'string' ? search.switched.split(' ') : []
  return {
    mode: net === null ? 'gross' : 'net',
    amount: net ?? amountOf(search.gross) ?? start.amount,
    month: isMonth(search.month) ? search.month : start.month,
    other: isMonth(search.compare) ? search.compare : null,
    chosen: Object.fromEntries(
      switches.map((name) => [name, usual[name] !== switched.includes(name)]),
    ) as Wish['chosen'],
    kind: inKindIn(search),
  }
}

/** The other way round; undefined takes a name out of the address. */
export function addressOf(
  { mode, amount, month, other, chosen, kind }: Wish,
  start: Start,
): Search {
  const switched = switches.filter((name) => chosen[name] !== usual[name])
  const usualAmount = mode === 'gross' && amount === start.amount
  return {
    gross: undefined,
    net: undefined,
    ...(amount !== '' && !usualAmount && { [mode]: amount }),
    month: month === start.month ? undefined : month,
    compare: other ?? undefined,
    switched: switched.length > 0 ? switched.join(' ') : undefined,
    ...inKindAddress(kind),
  }
}
