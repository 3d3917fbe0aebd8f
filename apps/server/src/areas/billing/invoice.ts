import type { contract } from '@mshahara/contract'
import { valueAddedTax } from '@mshahara/engine/consultant'
import { inForce } from '@mshahara/engine/dated'
import { divideHalfUp, percent } from '@mshahara/engine/money'
import type { Cents } from '@mshahara/engine/units'
import type { OperatorLetterhead } from '../../foundation/config/collection.ts'
import { dayOf } from '../../foundation/core/clock.ts'
import { seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { linesOf } from './activate.ts'
import { amountOf, type BillingPaper, customerBox, fileOf, pageOf, pdfOf } from './paper-parts.ts'
import { receiptWith } from './receipt.ts'
import { line, madeOf, type Receipt, whatFor } from './receipt-paper.ts'
import type { Order } from './rows.ts'

type Billing = typeof contract.billing

/**
 * What a plan was sold for, whichever way it was paid. It has the number of the receipt that
 * settled it, so that both are found together; money that became credit has a receipt alone.
 */

type Sale = Receipt & {
  order: NonNullable<Receipt['order']>
  period: NonNullable<Receipt['period']>
}

export const invoiceNumber = (receipt_no: string) => receipt_no.replace(/^RCP/, 'INV')

/** What the plan costs after what was not used of the one before: money and credit together. */
export function totalOf(order: Pick<Order, 'amount' | 'balance_used'>): Cents {
  return centsOf(order.amount) + centsOf(order.balance_used)
}

/** Prices include VAT, from the day on which the operator is registered for it. */
export function vatIn(total: Cents, day: string, { vat_since }: OperatorLetterhead) {
  if (!vat_since || day < vat_since) return null
  const rate = inForce(valueAddedTax, day.slice(0, 7)).value
  return { rate, vat: total - divideHalfUp(total * 10_000, 10_000 + rate) }
}

async function saleWith(tx: Tx, id: string): Promise<Sale> {
  const known = found(await receiptWith(tx, id))
  return found(known.order && known.period ? (known as Sale) : undefined)
}

function invoicePaper(sale: Sale, head: OperatorLetterhead): BillingPaper {
  const day = dayOf(new Date(sale.received_at))
  return {
    title: 'Invoice',
    number: invoiceNumber(sale.receipt_no),
    day,
    made: sale.received_at,
    body: [customerBox('Invoice to', sale, sale.order.ordered_name), tableOf(sale, day, head)],
  }
}

function tableOf(sale: Sale, day: string, head: OperatorLetterhead) {
  const { order, period } = sale
  const { subtotal, price, balance_used } = linesOf(order)
  const total = totalOf(order)
  const tax = vatIn(total, day, head)
  const sold = madeOf(order).filter(({ cells: [label] }) => label !== 'Credit from your account')
  const hasSubtotal = sold.some(({ cells: [label] }) => label === `${amountOf(price)} a month`)
  return {
    kind: 'table' as const,
    caption: 'Invoice',
    columns: [
      { share: 2, align: 'left' as const },
      { share: 3, align: 'right' as const },
    ],
    look: 'ruled' as const,
    size: 11,
    rows: [
      ...whatFor(order, period),
      ...(hasSubtotal ? [] : [line(`${amountOf(price)} a month`, amountOf(subtotal))]),
      ...sold,
      ...(tax
        ? [
            line('Before VAT', amountOf(total - tax.vat)),
            line(`VAT ${percent(tax.rate)}`, amountOf(tax.vat)),
          ]
        : []),
      { ...line('Total', amountOf(total)), total: true },
      ...(balance_used > 0 ? [line('Paid from your credit', amountOf(balance_used))] : []),
      ...paidBy(sale),
      { ...line('Left to pay', amountOf(total - balance_used - centsOf(sale.amount))), bold: true },
    ],
  }
}

function paidBy({ amount, method, reference, receipt_no }: Sale) {
  if (centsOf(amount) === 0) return []
  const how = reference ? `${method} ${reference}` : method
  return [line(`Paid by ${how}, receipt ${receipt_no}`, amountOf(centsOf(amount)))]
}

export const invoice: Handler<Billing['invoice']> = async (ctx, { params }) => {
  const sale = await saleWith(ctx.tx, params.id)
  const { letterhead } = ctx.config
  const html = await pageOf(invoicePaper(sale, letterhead), letterhead)
  return { number: invoiceNumber(sale.receipt_no), html }
}

export const invoiceFile: Staged<Billing['invoiceFile'], Sale, { name: string; file: string }> = {
  look: (ctx, { params }) => saleWith(ctx.tx, params.id),
  async make(outside, _, sale) {
    const { letterhead } = outside.config
    const whose = { organization_id: seatOf(outside) }
    const pdf = await pdfOf(invoicePaper(sale, letterhead), letterhead, whose)
    return fileOf(`Invoice-${invoiceNumber(sale.receipt_no)}.pdf`, pdf)
  },
  keep: async (_, __, made) => made,
}
