import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dayOr, id, message, shillings, shillingsInput, text } from './fields.ts'
import { monthNames } from './months.ts'
import { payrollListed, payrollStatuses } from './payroll.ts'

/** Corrections: what a confirmed payslip paid, and what it should have paid, line by line. */

export const correctionSides = ['salary', 'income', 'deduction'] as const
export type CorrectionSide = (typeof correctionSides)[number]

/** What a line can be that the payslip does not have. */
export const addedKinds = ['regular', 'one-off', 'overtime', 'untaxed', 'deduction'] as const
export type AddedKind = (typeof addedKinds)[number]
export const addedKindLabels: Record<AddedKind, string> = {
  regular: 'Taxable, regular (allowance, commission)',
  'one-off': 'Taxable, one-off (bonus): no SHIF, no Housing Levy',
  overtime: 'Overtime',
  untaxed: 'Not taxable (refund of costs)',
  deduction: 'Deduction, after tax',
}

const key = z.string().min(1).max(200)
/** Lines of a payslip, and those that were added to it. */
export const mostLines = 200
export const mostAdded = 20

const lines = z
  .array(
    z.object({
      side: z.enum(correctionSides),
      key,
      due: shillingsInput('What should have been paid'),
    }),
  )
  .max(mostLines)
const added = z
  .array(
    z.object({
      name: text('Name of the amount', 60),
      kind: z.enum(addedKinds, 'Please choose what kind of amount this is.'),
      due: shillingsInput('What should have been paid'),
    }),
  )
  .max(mostAdded, `A correction adds at most ${mostAdded} lines.`)
  .refine(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'Two amounts have the same name.',
  )

const given = z.object({ lines, added: added.default([]) })
export type CorrectionGiven = z.input<typeof given>
const bodyValues = mostLines * 4 + mostAdded * 4 + 20

export const correctionInput = given.extend({
  reason: text('Reason', 500),
  pay_on: dayOr('Pay Date is required.'),
})
export type CorrectionInput = z.input<typeof correctionInput>

export const correctionLine = z.object({
  side: z.enum(correctionSides),
  key: z.string(),
  name: z.string(),
  /** How the law sees it, in a word or two. */
  nature: z.string(),
  /** By the payslip and its confirmed corrections. */
  paid: shillings,
  due: shillings,
  /** It follows the days of the month that were paid. */
  by_days: z.boolean(),
})
export type CorrectionLine = z.output<typeof correctionLine>

const about = {
  /** The payslip that is corrected, and its run. */
  payslip_id: id,
  code: z.string(),
  employee: z.object({ id, name: z.string(), employee_no: z.string() }),
  month: z.enum(monthNames),
  year: z.string(),
  lines: z.array(correctionLine),
  /** What is not corrected here, and why. */
  left_out: z.array(z.object({ name: z.string(), why: z.string() })),
}

export const correctable = z.object({
  ...about,
  /** Days of the month that it paid; null where it pays none by the day. */
  days: z.object({ paid: z.number(), of: z.number() }).nullable(),
})
export type Correctable = z.output<typeof correctable>

export const correctionDetails = z.object({
  ...about,
  id,
  status: z.enum(payrollStatuses),
  reason: z.string(),
})
export type CorrectionDetails = z.output<typeof correctionDetails>

export const correctionPreview = z.object({
  gross: shillings,
  /** What the law and agreements take more, or give back. */
  deductions: z.array(z.object({ name: z.string(), amount: shillings })),
  net: shillings,
  /** Paid too much: taken from the next payrolls. */
  owed: shillings,
})
export type CorrectionPreview = z.output<typeof correctionPreview>

export const corrections = {
  of: endpoint({
    method: 'GET',
    path: 'payslip/correction/:id',
    access: 'create payrolls',
    summary: 'What a confirmed payslip paid, line by line, to be corrected.',
    params: byId,
    response: correctable,
  }),
  preview: endpoint({
    method: 'POST',
    path: 'payslip/correction/preview/:id',
    access: 'create payrolls',
    effect: 'read',
    summary: 'What a correction of a payslip would come to. Nothing is kept.',
    params: byId,
    bodyValues,
    body: given,
    response: correctionPreview,
  }),
  create: endpoint({
    method: 'POST',
    path: 'payslip/correction/:id',
    access: 'create payrolls',
    summary: 'Open a correction of a confirmed payslip: a draft of its own.',
    params: byId,
    bodyValues,
    body: correctionInput,
    response: payrollListed,
    success: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: 'correction/:id',
    access: 'view payrolls',
    summary: 'Which payslip a correction corrects, why, and line by line.',
    params: byId,
    response: correctionDetails,
  }),
  save: endpoint({
    method: 'PATCH',
    path: 'correction/:id',
    access: 'edit payrolls',
    summary: 'Set the lines and the reason of a draft, and work it out again.',
    params: byId,
    bodyValues,
    body: given.extend({ reason: text('Reason', 500) }),
    response: message,
  }),
}
