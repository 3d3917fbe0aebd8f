import { daysIn } from '@mshahara/engine/calendar'
import { vatOn } from '@mshahara/engine/consultant'
import type { Month } from '@mshahara/engine/dated'
import { divideHalfUp } from '@mshahara/engine/money'
import { sql } from '../../foundation/core/sql.ts'

/**
 * What days of a month cost. A month that was paid has its price: what was agreed or changed since
 * changes nothing of it, and what is given back is what was taken (`functions/leave-prices.sql`).
 */

/** Somebody was paid for the month of record `r`. */
export const monthIsPaid = sql`exists (select from paid_slips s
  where s.organization_id = r.organization_id and s.employee_id = r.employee_id
    and s.kind = 'monthly' and s.month = r.month limit 1)`

/** `priced`, of record `r`: what a whole month was paid with, and whether VAT was on it. */
export const monthPriced = sql`
  cross join lateral leave_month_price(r.organization_id, r.employee_id, r.month) priced`

export interface TakenSoFar {
  days: number
  /** In cents, below zero; null where the payslips do not tell it apart. */
  taxed: number | null
  untaxed: number | null
  /** Days collected from the person, and a whole month's untaxed pay; only where there are any. */
  collected?: { days: number; untaxed: number }
}
export const takenSoFar = sql`leave_taken(r.organization_id, r.request_id, r.month, priced.untaxed)`

/** In the month itself VAT is less without a line for it; later there is one. */
export interface VatSoFar {
  taxed_in_month: number | null
  later: number | null
}
export const vatSoFar = sql`leave_vat_taken(r.organization_id, r.request_id, r.month)`

/** What a whole month was paid with. */
export interface MonthPrice {
  month: Month
  /** Without allowances: the fee that VAT is on. */
  salary: number
  agreed: number
}

/**
 * What giving back so many days of a month comes to: what was taken, whatever pay has become.
 * Collected days were paid for at the month's price.
 */
export function worthBack(
  days: number,
  price: MonthPrice,
  taken: TakenSoFar | null | undefined,
  vatTaken: VatSoFar | null | undefined,
) {
  const priceOf = (amount: number, of = days) =>
    divideHalfUp(amount * Math.round(of * 100), daysIn(price.month) * 100)
  const usual = priceOf(price.agreed)
  const collected = taken?.collected ?? { days: 0, untaxed: 0 }
  const vatOfMonth = vatTaken ? vatOn(price.salary, price.month) : 0
  if (!taken || taken.days <= 0 || taken.taxed === null) {
    return { usual, taxed: usual, untaxed: priceOf(collected.untaxed), vat: priceOf(vatOfMonth) }
  }
  const shareOf = (bySlips: number, ofMonth: number) =>
    Math.round(
      ((priceOf(ofMonth, collected.days) - bySlips) * days) / (taken.days + collected.days),
    )
  return {
    usual,
    taxed: shareOf(taken.taxed, price.agreed),
    untaxed: shareOf(taken.untaxed ?? 0, collected.untaxed),
    vat: shareOf(vatTaken ? vatTakenOf(vatTaken, price) : 0, vatOfMonth),
  }
}

function vatTakenOf({ taxed_in_month, later }: VatSoFar, { month, salary, agreed }: MonthPrice) {
  const fee = agreed > 0 ? Math.round((-(taxed_in_month ?? 0) * salary) / agreed) : 0
  return (later ?? 0) - vatOn(fee, month)
}
