import { dayInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import type { OperatorLetterhead } from '../../foundation/config/collection.ts'
import { dayOf } from '../../foundation/core/clock.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import {
  type Arrangement,
  box,
  row,
  rule,
  stack,
  type TableRow,
  text,
} from '../../foundation/paper/blocks.ts'
import type { Printable } from '../../foundation/paper/printer.ts'
import { linesOf, monthsInWords } from './activate.ts'
import type { Money, Order } from './push.ts'

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

export const receiptColors = { light_color: '#eef6f3', dark_color: '#0b6b50' }

const amountOf = (cents: number) => `Ksh ${formatShillings(cents)}${cents % 100 === 0 ? '.00' : ''}`

export const receiptName = ({ receipt_no }: Pick<Money, 'receipt_no'>) =>
  `Receipt-${receipt_no}.pdf`

export function receiptOf(receipt: Receipt, head: OperatorLetterhead, logo: boolean): Arrangement {
  const { name, address, phone, email, website, pin_no } = head
  const contact = [phone, email, website].filter(Boolean).join(' · ')
  const pin = pin_no && `PIN ${pin_no}`
  const from = [address, contact, pin].filter((line): line is string => Boolean(line))
  return {
    margin: 46,
    root: stack(
      20,
      row(
        16,
        [
          [84, logo && { kind: 'logo', height: 46, width: 84 }],
          [
            320,
            stack(
              2,
              text(name, 17, { bold: true }),
              ...from.map((line) => text(line, 9, { ink: 'quiet' })),
            ),
          ],
          [
            150,
            stack(
              1,
              text('Payment Receipt', 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
              text(receipt.receipt_no, 11, { align: 'right' }),
              text(dayInWords(dayOf(new Date(receipt.received_at))), 9, {
                align: 'right',
                ink: 'quiet',
              }),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      box('tint', [12, 16], receivedFrom(receipt), { radius: 6 }),
      tableOf(receipt),
      text('Thank you for your business!', 12, { bold: true, align: 'center' }),
    ),
  }
}

const receivedFrom = ({ organization, address, pin_no, order }: Receipt) =>
  stack(
    2,
    text('Received from', 9, { ink: 'quiet' }),
    text(organization, 13, { bold: true, level: 2 }),
    address !== null && text(address, 9, { ink: 'quiet' }),
    pin_no !== null && text(`PIN ${pin_no}`, 9, { ink: 'quiet' }),
    order !== null && text(`Ordered by ${order.ordered_name}`, 9, { ink: 'quiet' }),
  )

const line = (label: string, value: string): TableRow => ({ cells: [label, value] })
const less = (label: string, cents: number) =>
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
      line('Reference', receipt.reference ?? 'Not yet told by M-PESA'),
      ...(bought ? madeOf(order) : []),
      { ...line('Amount', amountOf(centsOf(receipt.amount))), total: true },
    ],
  }
}

/** Until the day on which the plan ends, as everywhere else. */
const whatFor = (order: Order, { from, to }: { from: string; to: string }) => [
  line('Package', order.package),
  line(
    'Duration',
    monthsInWords(order.duration) + (order.extra_days > 0 ? ` and ${order.extra_days} days` : ''),
  ),
  line('Period', `${dayInWords(from)} to ${dayInWords(to)}`),
]

function madeOf(order: Order) {
  const { price, subtotal, discount, credit, balance_used, amount } = linesOf(order)
  return [
    ...(subtotal === amount ? [] : [line(`${amountOf(price)} a month`, amountOf(subtotal))]),
    ...less('Discount: one month free', discount),
    ...less('Credit for days not used', Math.min(credit, subtotal - discount)),
    ...less('Credit from your account', balance_used),
  ]
}

export const printableOf = (
  receipt: Receipt,
  head: OperatorLetterhead,
  logo: boolean,
): Printable => ({
  arrangement: receiptOf(receipt, head, logo),
  title: `Payment Receipt ${receipt.receipt_no}`,
  author: head.name,
  made: receipt.received_at,
  verify: '',
})
