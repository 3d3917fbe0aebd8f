import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, day, id, instant, message, shillings, shillingsInput } from './fields.ts'
import { amountsOf, employerFigures, shownFigures } from './figures.ts'
import { monthNames } from './months.ts'
import { payrollStatuses } from './payroll.ts'

/** One person's pay of a month: shown, printed, emailed, verified; and how it looks. */

export const templateIds = ['classic', 'banner', 'panel', 'ledger', 'cards', 'compact'] as const
export type TemplateId = (typeof templateIds)[number]
const byTemplate = z.object({ id: z.enum(templateIds) })

export const mailStates = ['queued', 'sent', 'failed', 'uncertain'] as const
export type MailState = (typeof mailStates)[number]

/** What came of its payout, once the money has arrived. */
const paid = z.object({ at: instant, reference: z.string().nullable() })
export type PaidOut = z.output<typeof paid>

const line = z.object({ id: z.string(), name: z.string(), amount: shillings })

const beside = z.object({ payslip_id: id, code: z.string() })

export const payslip = z.object({
  id,
  employee: z.object({
    id,
    employee_no: z.string(),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
  }),
  payroll: z.object({
    id,
    code: z.string(),
    /** Of an extra payroll. */
    title: z.string().nullable(),
    month: z.enum(monthNames),
    year: z.string(),
    status: z.enum(payrollStatuses),
  }),
  /** The payslip that this one corrects, and the confirmed ones that correct this one. */
  corrects: beside.nullable(),
  corrected_by: z.array(beside),
  ...amountsOf(shownFigures),
  incomes: z.array(line),
  deductions: z.array(line),
  ...amountsOf(employerFigures),
  /** What happened to its email, if there was one. */
  mail: z.enum(mailStates).nullable(),
  /** The day of payment, where it is known. */
  paid_on: day.nullable(),
  paid: paid.nullable(),
})
export type Payslip = z.output<typeof payslip>

export const ownPayslip = z.object({
  id,
  payroll: z.object({
    code: z.string(),
    /** Of an extra payroll. */
    title: z.string().nullable(),
    month: z.enum(monthNames),
    year: z.string(),
  }),
  gross: shillings,
  net: shillings,
  created_at: instant,
  paid: paid.nullable(),
})
export type OwnPayslip = z.output<typeof ownPayslip>

const html = z.object({ html: z.string() })

export const payslipMails = z.object({
  /** Confirmed a moment ago: messages are still being put on the list. */
  settling: z.boolean(),
  /** Of payslips wanted by email whose employee has no address. */
  no_address: z.number(),
  /** Payslips still waiting for their turn or on their way. */
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  uncertain: z.number(),
  /** Those whose message needs attention, then the rest; the first thousand. */
  people: z.array(
    z.object({
      payslip_id: id,
      name: z.string(),
      employee_no: z.string(),
      recipient: z.string(),
      state: z.enum(mailStates),
      error: z.string().nullable(),
      updated_at: instant,
    }),
  ),
})
export type PayslipMails = z.output<typeof payslipMails>

/** Who will get their payslip by email when a run is confirmed, and who cannot. */
export const payslipRecipients = z.object({
  count: z.number(),
  /** Wanted by email, but there is no address. */
  no_address: z.number(),
  /** The first of those. */
  people: z.array(z.object({ employee_id: id, name: z.string(), employee_no: z.string() })),
})

const color = (label: string) =>
  z.string(`${label} is required.`).regex(/^#[0-9A-Fa-f]{6}$/, `${label} must look like #0B6B50.`)

export const colors = z.object({
  light_color: color('Light color'),
  dark_color: color('Dark color'),
})

export const templateChoice = colors.extend({ template_id: z.string() })
export type TemplateChoice = z.output<typeof templateChoice>

export const payslips = {
  get: endpoint({
    method: 'GET',
    path: 'payslip/:id',
    access: 'owner-or view payrolls',
    summary: 'One payslip with its figures.',
    params: byId,
    response: payslip,
  }),
  html: endpoint({
    method: 'GET',
    path: 'payslip/:id/html',
    access: 'owner-or view payrolls',
    summary: "The payslip as a page, in the organisation's template.",
    params: byId,
    response: html,
  }),
  generate: endpoint({
    method: 'GET',
    path: 'payslip/generate/:id',
    access: 'owner-or view payrolls',
    effect: 'write',
    summary: 'Make the PDF; it is ready with the answer.',
    params: byId,
    response: z.object({ available: z.literal('true'), file: z.string() }),
  }),
  email: endpoint({
    method: 'GET',
    path: 'payslip/email/:id',
    access: 'owner-or view payrolls',
    effect: 'write',
    summary: 'Send the payslip to the employee as a PDF.',
    params: byId,
    response: message,
  }),
  verify: endpoint({
    method: 'GET',
    path: 'verifyPayslip/:id',
    access: 'public',
    needs: 'login',
    summary: 'Whether a payslip is genuine; 20 requests a minute.',
    params: byId,
    response: z.object({
      name: z.string(),
      id_number: z.string(),
      /** The payroll of the payslip that it corrects, and of those that correct it. */
      corrects: z.string().nullable(),
      corrected_by: z.array(z.string()),
    }),
  }),
  verifyNet: endpoint({
    method: 'POST',
    path: 'verifyPayslip/:id',
    access: 'public',
    needs: 'login',
    effect: 'read',
    summary: 'Whether a payslip has this net pay; 10 tries an hour. Only then more is told.',
    params: byId,
    body: z.object({ net: shillingsInput('Net pay') }),
    response: z.object({
      matches: z.boolean(),
      /** Of the payslip, where the amount is right. */
      month: z.string().nullable(),
      employer: z.string().nullable(),
      net: z.string().nullable(),
    }),
  }),
  ofEmployee: endpoint({
    method: 'GET',
    path: 'employee-payslips/:id',
    access: 'owner-or view payrolls',
    summary: 'Confirmed payslips of an employee, newest first.',
    params: byId,
    response: z.array(ownPayslip),
  }),
  last: endpoint({
    method: 'GET',
    path: 'employee/:id/last-payslip',
    access: 'owner-or view payrolls',
    summary: 'The newest confirmed payslip of an employee.',
    params: byId,
    response: ownPayslip,
  }),
  mails: endpoint({
    method: 'GET',
    path: 'payroll/mails/:id',
    access: 'view payrolls',
    summary: "What became of a run's emails, person by person.",
    params: byId,
    response: payslipMails,
  }),
  recipients: endpoint({
    method: 'GET',
    path: 'payroll/recipients/:id',
    access: 'view payrolls',
    summary: 'How many payslips of a run will be emailed, and who has no address.',
    params: byId,
    response: payslipRecipients,
  }),
  resend: endpoint({
    method: 'POST',
    path: 'payroll/resend/:id',
    access: 'create payrolls',
    summary: 'Resend what failed; what is uncertain is left for a person to decide.',
    params: byId,
    response: z.object({ message: z.string(), count: z.number() }),
  }),
}

export const payslipTemplates = {
  list: endpoint({
    method: 'GET',
    path: 'templates',
    access: 'edit templates',
    summary: 'The templates there are.',
    response: z.array(
      z.object({ id: z.enum(templateIds), description: z.string(), image: z.string() }),
    ),
  }),
  preview: endpoint({
    method: 'GET',
    path: 'template/:id',
    access: 'edit templates',
    summary: 'The newest confirmed payslip in this template.',
    params: byTemplate,
    response: html,
  }),
  apply: endpoint({
    method: 'POST',
    path: 'template/:id',
    access: 'edit templates',
    summary: "Make this the organisation's template.",
    params: byTemplate,
    response: templateChoice,
  }),
  colors: endpoint({
    method: 'PATCH',
    path: 'colors',
    access: 'edit templates',
    summary: 'Set the two colours of payslips.',
    body: colors,
    response: templateChoice,
  }),
}
