import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId } from './fields.ts'

/** What is printed about paying for a plan: each as a page, and the same as a PDF. */
export const billingPapers = {
  receipt: endpoint({
    method: 'GET',
    path: 'receipt/:id',
    access: 'view billing',
    summary: 'The receipt of a payment as a page.',
    params: byId,
    response: z.object({ receipt_no: z.string(), html: z.string() }),
  }),
  receiptFile: endpoint({
    method: 'GET',
    path: 'receipt/pdf/:id',
    access: 'view billing',
    summary: 'The same as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
