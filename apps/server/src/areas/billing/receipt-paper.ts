import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import { dayOf } from '../../foundation/core/clock.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type TableRow, text } from '../../foundation/paper/blocks.ts'
import { linesOf, monthsInWords } from './activate.ts'
import { amountOf, type BillingPaper, customerBox } from './paper-parts.ts'
import type { Money, Order } from './rows.ts'

/** "Payment Receipt" on the operator's letterhead: the same on the page and on paper. */

export interface Receipt extends Money {
  organization: string
  address: string | null
  pin_no: string | null
  sent_at: string | null
  /** The order it came for, and the period where it bought one. */
  order: Order | null
  period: { from: string; to: string } | null
}

export const receiptName = ({ receipt_no }: Pick<Money, 'receipt_no'>) =>
  `Receipt-${receipt_no}.pdf`

export const receiptPaper = (receipt: Receipt): BillingPaper => ({
  title: 'Payment Receipt',
  number: receipt.receipt_no,
  day: dayOf(new Date(receipt.received_at)),
  made: receipt.received_at,
  body: [
    customerBox('Received from', receipt, receipt.order?.ordered_name),
    tableOf(receipt),
    text('Thank you for your business!', 12, { bold: true, align: 'center' }),
  ],
})

export const line = (label: string, value: string): TableRow => ({ cells: [label, value] })
export const less = (label: string, cents: number) =>
  cents > 0 ? [line(label, `− ${amountOf(cents)}`)] : []

const creditOf = ({ taken_back_at: at }: Receipt) =>
  `Credit on your account${at ? `, taken back on ${dayInWords(dayOf(new Date(at)))}` : ''}`

/** The five lines of the specification; before the amount, what it is made of. */
function tableOf(receipt: Receipt) {
  const { order, period } = receipt
  const bought = order !== null && period !== null
  return {
    kind: 'table' as const,
    caption: 'Payment',
    columns: [
      { share: 2, align: 'left' as const },
      { share: 3, align: 'right' as const },
    ],
    look: 'ruled' as const,
    size: 11,
    rows: [
      ...(bought ? whatFor(order, period) : [line('For', creditOf(receipt))]),
      line('Method', receipt.method === 'Credit' ? 'Credit on your account' : receipt.method),
      line('Reference', receipt.reference ?? 'Not yet reported by M-PESA'),
      ...(bought ? madeOf(order) : []),
      { ...line('Amount', amountOf(centsOf(receipt.amount))), total: true },
    ],
  }
}

/** Until the day on which the plan ends, as everywhere else. */
export const whatFor = (order: Order, { from, to }: { from: string; to: string }) => [
  line('Package', order.package),
  line(
    'Duration',
    monthsInWords(order.duration) +
      (order.extra_days > 0 ? ` and ${counted(order.extra_days, 'day')}` : ''),
  ),
  line('Period', `${dayInWords(from)} to ${dayInWords(to)}`),
]

export function madeOf(order: Order) {
  const { price, subtotal, discount, credit, balance_used, amount } = linesOf(order)
  return [
    ...(subtotal === amount ? [] : [line(`${amountOf(price)} a month`, amountOf(subtotal))]),
    ...less('Discount: one month free', discount),
    ...less('Credit for days not used', Math.min(credit, subtotal - discount)),
    ...less('Credit from your account', balance_used),
  ]
}
