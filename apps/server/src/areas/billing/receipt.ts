import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import { seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import type { JobDefinition } from '../../foundation/core/job.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { fileOf, pageOf, pdfOf } from './paper-parts.ts'
import { type Receipt, receiptName, receiptPaper } from './receipt-paper.ts'

type Billing = typeof contract.billing

/** The receipt of a payment: as a page, as a PDF, and by email to whoever ordered. */

export const receiptWith = (tx: Tx, id: string) =>
  tx.maybe<Receipt>`select r.*, g.name as organization, g.address, g.pin_no,
      to_jsonb(o) as order, case when s.id is not null
        then jsonb_build_object('from', s."from", 'to', s."to") end as period
    from payment_receipts r join organizations g on g.id = r.organization_id
    left join payment_orders o on o.organization_id = r.organization_id and o.id = r.order_id
    left join subscriptions s on s.organization_id = r.organization_id and s.order_id = o.id
      and r.applied = 'order'
    where r.id = ${id}`

export const receipt: Handler<Billing['receipt']> = async (ctx, { params }) => {
  const known = found(await receiptWith(ctx.tx, params.id))
  return {
    receipt_no: known.receipt_no,
    html: await pageOf(receiptPaper(known), ctx.config.letterhead),
  }
}

export const receiptFile: Staged<Billing['receiptFile'], Receipt, { name: string; file: string }> =
  {
    look: async (ctx, { params }) => found(await receiptWith(ctx.tx, params.id)),
    async make(outside, _, known) {
      const whose = { organization_id: seatOf(outside) }
      const pdf = await pdfOf(receiptPaper(known), outside.config.letterhead, whose)
      return fileOf(receiptName(known), pdf)
    },
    keep: async (_, __, made) => made,
  }

/** Files that wait for their message to be sent; no address leads to them. */
const outgoing = 'mail'

interface Data {
  organization_id: string
  receipt_id: string
}

/** Printed outside the transaction; message and mark in one, so that it goes out once. */
export const mailReceipt: JobDefinition = {
  name: 'billing.receipt',
  byRequest: true,
  retries: 10,
  async work(job, { organization_id, receipt_id }: Data) {
    const { config, db, files, mail } = job
    const known = await db.inPlatform((tx) => receiptWith(tx, receipt_id))
    const to = known?.order?.ordered_email
    if (!known?.order || !to || known.sent_at) return
    const whose = { organization_id, patient: true }
    const pdf = await pdfOf(receiptPaper(known), config.letterhead, whose)
    const file = await files.put(outgoing, pdf, 'pdf')
    const letter = {
      to,
      subject: 'Your payment receipt',
      greeting: greeting('Dear', known.order.ordered_name),
      paragraphs: [`${thanksFor(known)} The receipt ${known.receipt_no} is attached.`],
      button: { label: 'Billing History', path: '/billing' },
      attachments: [{ filename: receiptName(known), folder: outgoing, name: file }],
    }
    const isSent = await db.inPlatform(async (tx) => {
      const claimed = await tx.run`update payment_receipts set sent_at = app_now()
        where id = ${receipt_id} and sent_at is null`
      if (claimed > 0) await mail.send(tx, organization_id, letter)
      return claimed > 0
    })
    if (!isSent) await files.remove(outgoing, file)
  },
}

function thanksFor({ amount, organization, order, period }: Receipt): string {
  const what = order && period ? `${order.package} until ${dayInWords(period.to)}` : null
  const whose = plainName(organization)
  const cents = centsOf(amount)
  if (cents === 0) return `Your credit has paid for ${whose}: ${what}.`
  const came = `Thank you for your business! We have received Ksh ${formatShillings(cents)} for ${whose}`
  return what ? `${came}: ${what}.` : `${came}. It is credit for your next payment.`
}
