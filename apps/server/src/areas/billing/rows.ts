import type { OrderState, PushEvent, PushState } from '@mshahara/contract/payment-states'

/** Orders, prompts and money as the database keeps them, and what happens to a prompt. */

export interface Order {
  organization_id: string
  id: string
  number: number
  type: 'renew' | 'upgrade'
  package_id: string
  package: string
  duration: number
  price: string
  employees: number
  casuals: number
  subtotal: string
  discount: string
  credit: string
  balance_used: string
  amount: string
  from: string
  to: string
  extra_days: number
  anchor_day: number
  basis: string
  state: OrderState
  reason: string | null
  settled_at: string | null
  phone: string | null
  ordered_name: string
  ordered_email: string | null
  created_at: string
}

export interface Push {
  organization_id: string
  id: string
  order_id: string
  phone: string
  amount: string
  state: PushState
  try_at: string
  tries: number
  sent_at: string | null
  checkout_id: string | null
  ask_at: string | null
  asks: number
  confirming_at: string | null
  settled_at: string | null
  receipt: string | null
  paid_amount: string | null
  applied: 'order' | 'credit' | null
  code: string | null
  reason: string | null
  alarm: string | null
  created_at: string
}

/** What came in, with its receipt. */
export interface Money {
  organization_id: string
  id: string
  receipt_no: string
  amount: string
  method: string
  reference: string | null
  /** What M-PESA calls it, where somebody has entered that number for another payment. */
  told_reference: string | null
  applied: 'order' | 'credit'
  order_id: string | null
  push_id: string | null
  by_name: string | null
  received_at: string
  /** Entered by mistake: what it gave was taken off the account. */
  taken_back_at: string | null
}

export interface News {
  push_id: string
  event: PushEvent
  /** For the story: "Sent", "Callback" … and a sentence. */
  what: string
  text: string
  by_name?: string
  checkout_id?: string
  receipt?: string | null
  /** What really came in, in cents, where somebody says so. */
  paid?: number | null
  code?: string | null
  reason?: string | null
  /** What the operator must know and the payer need not. */
  alarm?: string
  /** Where the operator says so: how the money came. */
  method?: string
  /** The operator wants it on the account, whatever was ordered. */
  as_credit?: boolean
  /** It is this money, which was entered by hand before. */
  entered?: Money
  /** Its number, which somebody has entered for another payment: one was given for nothing. */
  taken?: string | null
  /** Which sending it is about: said again after a lost commit, it is not about a later one. */
  tries?: number
}

/** For the story: our sentence, and what M-PESA wrote. */
export const withSaid = (reason: string, said: string | undefined) =>
  said ? `${reason} M-PESA wrote: ${said}` : reason

/** As M-PESA shows it on the phone: at most 12 letters and digits. */
export const referenceOf = ({ number }: Pick<Order, 'number'>) =>
  `SUB${String(number).padStart(7, '0')}`
