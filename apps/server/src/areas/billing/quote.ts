import { type Duration, priceFor } from '@mshahara/contract/subscriptions'
import type { Cents } from '@mshahara/engine/units'
import { dayOfMonth, daysBetween, daysLater, monthsLater } from '../../foundation/core/clock.ts'

/**
 * What a plan costs whom, and from when to when (A19): pure. Amounts are cents, but whole
 * shillings, as M-PESA takes no others: credit is rounded down, what is left to pay up.
 */

export interface Period {
  /** What it cost, with the credit that went into it. */
  paid: Cents
  from: string
  /** The first day after it. */
  to: string
  /** The day of the month on which a renewal ends, where the month has one. */
  anchor_day: number
}

export interface Wanted {
  type: 'renew' | 'upgrade'
  duration: Duration
  /** A month, without discount. */
  price: Cents
  today: string
  /** Those that no upgrade has replaced, in order. */
  periods: readonly Period[]
  /** Credit on the account. */
  balance: Cents
}

export interface Quote {
  subtotal: Cents
  discount: Cents
  /** For the days that an upgrade replaces. */
  credit: Cents
  balance_used: Cents
  /** Left to pay. */
  amount: Cents
  from: string
  to: string
  /** Bought with credit beyond the price; already in `to`. */
  extra_days: number
  anchor_day: number
}

const shilling = 100
const down = (cents: number) => Math.floor(cents / shilling) * shilling
const up = (cents: number) => Math.ceil(cents / shilling) * shilling

/** Of what was paid for a period, the part for days still to come. */
export function creditOf({ paid, from, to }: Period, today: string): Cents {
  const left = daysBetween(from > today ? from : today, to)
  return left > 0 ? down((paid * left) / daysBetween(from, to)) : 0
}

export const creditFor = (periods: readonly Period[], today: string) =>
  periods.reduce((sum, period) => sum + creditOf(period, today), 0)

export function quote(wanted: Wanted): Quote {
  const { type, duration, price, today, periods, balance } = wanted
  const subtotal = price * duration
  const net = priceFor(price, duration)
  const credit = type === 'upgrade' ? creditFor(periods, today) : 0
  const rest = Math.max(0, net - credit)
  const balance_used = Math.min(balance, rest)
  return {
    subtotal,
    discount: subtotal - net,
    credit,
    balance_used,
    amount: up(rest - balance_used),
    ...termOf(wanted, net, credit),
  }
}

type Term = Pick<Quote, 'from' | 'to' | 'extra_days' | 'anchor_day'>

function termOf({ type, duration, today, periods }: Wanted, net: Cents, credit: Cents): Term {
  const last = periods.reduce<Period | undefined>(
    (latest, period) => (!latest || period.to > latest.to ? period : latest),
    undefined,
  )
  const adjoins = type === 'renew' && last && last.to > today
  const from = adjoins ? last.to : today
  const anchor_day = adjoins ? last.anchor_day : dayOfMonth(from)
  const end = monthsLater(from, duration, anchor_day)
  const surplus = Math.max(0, credit - net)
  const extra_days = net > 0 ? Math.floor((surplus * daysBetween(from, end)) / net) : 0
  const to = daysLater(end, extra_days)
  return { from, to, extra_days, anchor_day: extra_days ? dayOfMonth(to) : anchor_day }
}

/** What the period is worth when it is replaced one day: all that went into it. */
export const worthOf = ({ credit, balance_used, amount }: Quote): Cents =>
  credit + balance_used + amount

/** A payment that comes on a later day: nobody pays for days that are gone. */
export function begunOn(
  quoted: Pick<Quote, 'from' | 'to' | 'extra_days' | 'anchor_day'>,
  duration: number,
  today: string,
): Term {
  const { from, extra_days, anchor_day } = quoted
  if (from >= today) return { from, to: quoted.to, extra_days, anchor_day }
  const to = daysLater(monthsLater(today, duration), extra_days)
  return { from: today, to, extra_days, anchor_day: dayOfMonth(extra_days ? to : today) }
}
