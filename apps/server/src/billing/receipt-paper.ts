import { dayInWords } from '@mshahara/contract/months'
import { words } from '@mshahara/engine/money'
import type { OperatorLetterhead } from '../config/collection.ts'
import { dayOf, daysLater } from '../core/clock.ts'
import { type Arrangement, box, row, rule, stack, type TableRow, text } from '../paper/blocks.ts'
import type { Printable } from '../paper/printer.ts'
import { linesOf, monthsInWords } from './activate.ts'
import type { Order } from './push.ts'

/** "Payment Receipt" on the operator's letterhead: the same on the page and on paper. */

export interface PaidOrder extends Order {
  organization: string
  address: string | null
  pin_no: string | null
  /** Of the period that was bought. */
  begins: string
  ends: string
}

export const receiptColors = { light_color: '#eef6f3', dark_color: '#0b6b50' }

const amount = (cents: number) => `Ksh ${words(cents)}${cents % 100 === 0 ? '.00' : ''}`

export const receiptName = ({ receipt_no }: Pick<Order, 'receipt_no'>) =>
  `Receipt-${receipt_no}.pdf`

export function receiptOf(order: PaidOrder, head: OperatorLetterhead, logo: boolean): Arrangement {
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
              text(order.receipt_no ?? '', 11, { align: 'right' }),
              text(dayInWords(dayOf(new Date(order.settled_at ?? ''))), 9, {
                align: 'right',
                ink: 'quiet',
              }),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      box('tint', [12, 16], receivedFrom(order), { radius: 6 }),
      tableOf(order),
      text('Thank you for your business!', 12, { bold: true, align: 'center' }),
    ),
  }
}

const receivedFrom = ({ organization, address, pin_no, ordered_name }: PaidOrder) =>
  stack(
    2,
    text('Received from', 9, { ink: 'quiet' }),
    text(organization, 13, { bold: true, level: 2 }),
    address !== null && text(address, 9, { ink: 'quiet' }),
    pin_no !== null && text(`PIN ${pin_no}`, 9, { ink: 'quiet' }),
    text(`Ordered by ${ordered_name}`, 9, { ink: 'quiet' }),
  )

/** The five lines of the specification; before the amount, what it is made of. */
function tableOf(order: PaidOrder) {
  const lines = linesOf(order)
  const line = (label: string, value: string): TableRow => ({ cells: [label, value] })
  const less = (label: string, cents: number) =>
    cents > 0 ? [line(label, `− ${amount(cents)}`)] : []
  const extra = order.extra_days > 0 ? ` and ${order.extra_days} days` : ''
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
      line('Package', order.package),
      line('Duration', `${monthsInWords(order.duration)}${extra}`),
      line('Period', `${dayInWords(order.begins)} to ${dayInWords(daysLater(order.ends, -1))}`),
      line('Method', order.method ?? ''),
      line('Reference', order.reference ?? ''),
      ...(lines.subtotal !== lines.amount
        ? [line(`${amount(lines.price)} a month`, amount(lines.subtotal))]
        : []),
      ...less('Discount: one month free', lines.discount),
      ...less('Credit for days not used', Math.min(lines.credit, lines.subtotal - lines.discount)),
      ...less('Credit from your account', lines.balance_used),
      { ...line('Amount', amount(lines.amount)), total: true },
    ],
  }
}

export const printableOf = (
  order: PaidOrder,
  head: OperatorLetterhead,
  logo: boolean,
): Printable => ({
  arrangement: receiptOf(order, head, logo),
  title: `Payment Receipt ${order.receipt_no}`,
  author: head.name,
  made: order.settled_at ?? order.created_at,
  verify: '',
})
