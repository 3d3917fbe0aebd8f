import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { words } from '@mshahara/engine/money'
import { seatOf } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { found } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import { greeting, plainName } from '../core/names.ts'
import { centsOf } from '../core/org-table.ts'
import type { Handler, Staged } from '../http/bind.ts'
import { paletteOf } from '../paper/colors.ts'
import { htmlOf } from '../paper/html.ts'
import { logoInFile } from '../paper/logo.ts'
import { printOne } from '../paper/printer.ts'
import {
  type PaidOrder,
  printableOf,
  receiptColors,
  receiptName,
  receiptOf,
} from './receipt-paper.ts'

type Billing = typeof contract.billing

/** The receipt of a paid order: as a page, as a PDF, and by email to whoever paid. */

const paidOrder = (tx: Tx, id: string) =>
  tx.maybe<PaidOrder>`select o.*, g.name as organization, g.address, g.pin_no,
      s."from" as begins, s."to" as ends
    from payment_orders o join organizations g on g.id = o.organization_id
    join subscriptions s on s.organization_id = o.organization_id and s.order_id = o.id
    where o.id = ${id} and o.state = 'paid'`

export const receipt: Handler<Billing['receipt']> = async (ctx, { params }) => {
  const order = found(await paidOrder(ctx.tx, params.id))
  const { letterhead } = ctx.config
  const logo = await logoInFile(letterhead.logo)
  const html = htmlOf(receiptOf(order, letterhead, logo !== null), {
    title: `Payment Receipt ${order.receipt_no}`,
    palette: paletteOf(receiptColors),
    logo: logo && { type: 'image/jpeg', bytes: logo },
    verify: '',
  })
  return { receipt_no: order.receipt_no ?? '', html }
}

export const receiptFile: Staged<
  Billing['receiptFile'],
  PaidOrder,
  { name: string; file: string }
> = {
  look: async (ctx, { params }) => found(await paidOrder(ctx.tx, params.id)),
  async make({ config, user }, _, order) {
    const { letterhead } = config
    const logo = await logoInFile(letterhead.logo)
    const whose = { organization_id: seatOf({ user }) }
    const paper = printableOf(order, letterhead, logo !== null)
    const pdf = await printOne({ colors: receiptColors, logo }, paper, whose)
    const content = Buffer.from(pdf).toString('base64')
    return { name: receiptName(order), file: `data:application/pdf;base64,${content}` }
  },
  keep: async (_, __, made) => made,
}

/** Files that wait for their message to be sent; no address leads to them. */
const outgoing = 'mail'

interface Data {
  organization_id: string
  order_id: string
}

/** Printed outside the transaction; message and mark in one, so that it goes out once. */
export const mailReceipt: JobDefinition = {
  name: 'billing.receipt',
  byRequest: true,
  retries: 10,
  async work(job, { organization_id, order_id }: Data) {
    const { config, db, files, mail } = job
    const order = await db.inPlatform((tx) => paidOrder(tx, order_id))
    if (!order?.ordered_email || order.receipt_sent_at) return
    const { letterhead } = config
    const logo = await logoInFile(letterhead.logo)
    const whose = { organization_id, patient: true }
    const paper = printableOf(order, letterhead, logo !== null)
    const pdf = await printOne({ colors: receiptColors, logo }, paper, whose)
    const file = await files.put(outgoing, pdf, 'pdf')
    const to = order.ordered_email
    const isSent = await db.inPlatform(async (tx) => {
      const claimed = await tx.run`update payment_orders set receipt_sent_at = app_now()
        where id = ${order_id} and receipt_sent_at is null`
      if (claimed === 0) return false
      await mail.send(tx, order.organization_id, {
        to,
        subject: 'Your payment receipt',
        greeting: greeting('Dear', order.ordered_name),
        paragraphs: [
          `Thank you for your business! We have received Ksh ${words(centsOf(order.amount))} ` +
            `for ${plainName(order.organization)}: ${order.package} until ` +
            `${dayInWords(order.ends)}. The receipt ${order.receipt_no} is attached.`,
        ],
        button: { label: 'Billing History', path: '/billing' },
        attachments: [{ filename: receiptName(order), folder: outgoing, name: file }],
      })
      return true
    })
    if (!isSent) await files.remove(outgoing, file)
  },
}
