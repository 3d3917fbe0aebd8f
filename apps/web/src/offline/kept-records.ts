import type { MonthName } from '@mshahara/contract/months'

/** What a phone keeps, as it is read again without a network. */

export interface KeptPayslip {
  id: string
  month: MonthName
  year: number
  /** The document as it was issued. */
  html: string
}
export interface KeptLeave {
  name: string
  entitled_days: number
  used_days: number
  remaining: number
}
/** A list that was searched, filtered or turned over is not all there is. */
export const isNarrowed = (query: Record<string, unknown> = {}) =>
  Object.entries(query).some(([name, value]) => name !== 'limit' && Boolean(value))

export interface KeptLoan {
  id: string
  product: string
  amount: number
  status: string
  outstanding: number
}
