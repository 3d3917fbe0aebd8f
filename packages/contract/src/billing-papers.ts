import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId } from './fields.ts'

const ofYear = z.object({
  year: z.coerce
    .number('Year is a number.')
    .int('Year is a whole number.')
    .min(2020, 'Year can be 2020 at the earliest.')
    .max(2099, 'Year can be 2099 at the latest.')
    .optional(),
})

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
  invoice: endpoint({
    method: 'GET',
    path: 'invoice/:id',
    access: 'view billing',
    summary: 'The invoice of a plan as a page, by the receipt that settled it.',
    params: byId,
    response: z.object({ number: z.string(), html: z.string() }),
  }),
  invoiceFile: endpoint({
    method: 'GET',
    path: 'invoice/pdf/:id',
    access: 'view billing',
    summary: 'The same as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  statement: endpoint({
    method: 'GET',
    path: 'account-statement',
    access: 'view billing',
    summary: 'What was charged and paid in a year, this one unless told, and what is left.',
    query: ofYear,
    response: z.object({ year: z.number(), years: z.array(z.number()), html: z.string() }),
  }),
  statementFile: endpoint({
    method: 'GET',
    path: 'account-statement/pdf',
    access: 'view billing',
    summary: 'The same as a PDF.',
    query: ofYear,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
