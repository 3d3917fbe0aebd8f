import { z } from 'zod'
import { cashCalls } from './casual-cash.ts'
import { casualPayrollStatuses, casualPayWays, payBases } from './casual-fields.ts'
import { endpoint } from './endpoint.ts'
import { errorWords } from './errors.ts'
import { byId, day, dayOr, id, instant, message, shillings, slice, text } from './fields.ts'
import { waitsForSecond } from './maker-checker.ts'
import { monthAndYear } from './months.ts'
import { sheetAnswer, sheetQuery } from './sheet.ts'
import { nextNo } from './structure.ts'

/** Casual payrolls: the pay of a range of days, from draft through checks to confirmed. */

export { type CashRow, noStation } from './casual-cash.ts'
export { casualPayrollStatuses } from './casual-fields.ts'

/** The most days of one payroll. */
export const mostDays = 62

const run = {
  id,
  code: z.string(),
  from: day,
  to: day,
  days: z.number(),
  status: z.enum(casualPayrollStatuses),
  created_at: instant,
  user: z.object({ first_name: z.string(), last_name: z.string() }),
  /** Null while no payout has been made. */
  payout: z.object({ count: z.number(), created_at: instant }).nullable(),
  count: z.number(),
  gross: shillings,
  net: shillings,
}
export const casualPayrollListed = z.object(run)
export type CasualPayrollListed = z.output<typeof casualPayrollListed>

/** What the law takes, each by its name. */
const law = z.object({ paye: shillings, nssf: shillings, health: shillings, housing: shillings })

/** Where the days of a row come from. */
export const daySources = { roll: 'Muster roll', range: 'Payroll dates', both: 'Roll and dates' }

/** What the letters of a payslip's days mean. */
export const dayLegend = (slip: { marks: string; overtime_days: readonly unknown[] }) =>
  `F full day, H half day, - no pay${slip.marks.includes('P') ? ', P in another payroll' : ''}` +
  `${slip.overtime_days.length > 0 ? ', + hours of overtime' : ''}.`

/** What is said of a deduction that makes up for pay from which nothing was taken (C1). */
export const lateWords = (
  late: { month: string; gross: number; amount: number },
  told: (amount: number) => string,
) => {
  const { month, year } = monthAndYear(late.month)
  return (
    `Statutory deductions include ${told(late.amount)} for pay of ${told(late.gross)} earlier in ` +
    `${month} ${year}, from which nothing was deducted.`
  )
}

const amounts = {
  /** Days or pieces at their rate. */
  total: shillings,
  overtime: shillings,
  advance: shillings,
  gross: shillings,
  /** All that is taken, the law's part included. */
  deduction: shillings,
  statutory: shillings,
  law,
  net: shillings,
}

export const casualPayslipRow = z.object({
  id,
  casual: z.object({
    id,
    casual_no: z.string(),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
  }),
  pay: shillings,
  pay_basis: z.enum(Object.keys(payBases) as ['day', 'piece']),
  pay_by: z.enum(Object.keys(casualPayWays) as ['mpesa', 'cash']),
  /** Its own, halves included. */
  days: z.number(),
  source: z.enum(Object.keys(daySources) as ['roll', 'range', 'both']),
  overtime_hours: z.number(),
  pieces: z.number(),
  ...amounts,
})
const casualPayslipListed = casualPayslipRow.extend({
  /** By their own last payroll before this one; null where they were in none. */
  last_net: shillings.nullable(),
})
export type CasualPayslipListed = z.output<typeof casualPayslipListed>
export type CasualPayslipRow = z.output<typeof casualPayslipRow>

export const casualPayroll = casualPayrollListed.extend({
  /** The law's deductions are in it (C1). */
  statutory: z.boolean(),
  /** What the health contribution is called. */
  health: z.string(),
  /** Who was left out when it was made: paid for all of its days already, or without a day. */
  skipped: z.number(),
  without_days: z.number(),
  /** Who has only some of its days, because another payroll has the others (C24). */
  partly: z.number(),
  /** Whoever signs for cash, and how many of them are marked as paid. */
  cash: z.object({ count: z.number(), paid: z.number() }),
  /** Days without a roll, or still to come, that whoever confirmed ticked (C22). */
  ticked_days: z.array(day),
  confirmed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  reversed_at: instant.nullable(),
  reversed_by: z.string().nullable(),
  reversal_reason: z.string().nullable(),
  /** Of all payslips, also where only a slice of them is here. */
  totals: z.object({ pay: shillings, days: z.number(), ...amounts }),
  /** What the payroll came to that most of them were in last, and its last day. */
  last: z.object({ to: day, net: shillings }).nullable(),
  payslips: z.array(casualPayslipListed),
  /** How many payslips the search leaves. */
  found: z.number(),
})
export type CasualPayroll = z.output<typeof casualPayroll>

const line = z.object({ name: z.string(), daily: shillings, days: z.number(), amount: shillings })

/** How somebody was really paid: by M-PESA, with its code, or in cash, marked by somebody. */
const paidHow = z.object({
  by: z.enum(['mpesa', 'cash']),
  on: day,
  reference: z.string().nullable(),
})

/** "Paid by M-PESA on 5 March 2026, code TK81ABCD". */
export const paidWords = (
  { by, on, reference }: z.output<typeof paidHow>,
  told: (day: string) => string,
) =>
  `Paid ${by === 'mpesa' ? 'by M-PESA' : 'in cash'} on ${told(on)}` +
  (reference ? `, code ${reference}` : '')

/** One person's pay, by the line. */
export const casualPayslip = casualPayslipRow.extend({
  payroll: z.object({
    id,
    code: z.string(),
    from: day,
    to: day,
    status: z.enum(casualPayrollStatuses),
  }),
  id_number: z.string(),
  phone: z.string(),
  department: z.string().nullable(),
  station: z.string().nullable(),
  piece: z.string().nullable(),
  health: z.string(),
  advances: z.array(line),
  deductions: z.array(line),
  /**
   * A letter for each day of the payroll: F, H, - or P where another payroll has it; lower case
   * where no roll says it.
   */
  marks: z.string(),
  /** The hours of overtime on each day that has some; empty where the roll no longer tells. */
  overtime_days: z.array(z.object({ day, hours: z.number() })),
  /** Null while nobody has been paid. */
  paid: paidHow.nullable(),
  /** What of the law's part is for earlier pay of a month, from which nothing was taken (C1). */
  late: z.array(z.object({ month: z.string(), gross: shillings, amount: shillings })),
})
export type CasualPayslip = z.output<typeof casualPayslip>

/** The code and the number of days are the server's (B15); what is sent is ignored. */
export const casualPayrollInput = z
  .object({ from: dayOr('From Date is required.'), to: dayOr('To Date is required.') })
  .refine(({ from, to }) => to >= from, {
    path: ['to'],
    error: 'To Date cannot be before the From Date.',
  })
  .refine(({ from, to }) => daysOf(from, to) <= mostDays, {
    path: ['to'],
    error: `A casual payroll has at most ${mostDays} days.`,
  })

/** Both ends included. */
export const daysOf = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

export const casualCheckKinds = [
  'negative net',
  'no pay',
  'inputs changed',
  'no roll',
  'to come',
  'new faces',
  'paid elsewhere',
  'duplicate id',
  'duplicate phone',
  'same person',
  'also employee',
  'unusual pay',
  'ended on roll',
  'left out',
  'continuous',
  'one third rule',
  'earlier weeks',
  'not given back',
  'no mobile',
  'phone changed',
  'change waiting',
  'missing numbers',
] as const
export type CasualCheckKind = (typeof casualCheckKinds)[number]

/** Paid without anybody having seen who was there: no sheet has it, or it is still to come. */
const unseenDay = z.object({ day, people: z.number(), gross: shillings })

export const casualCheck = z.object({
  kind: z.enum(casualCheckKinds),
  /** To be corrected before confirming, or, where it is about days, to be ticked. */
  blocks: z.boolean(),
  title: z.string(),
  count: z.number(),
  people: z.array(
    z.object({ casual_id: id, casual_no: z.string(), name: z.string(), detail: z.string() }),
  ),
  days: z.array(unseenDay),
})
export type CasualCheck = z.output<typeof casualCheck>

const views = { access: 'view payrolls' } as const

export const casualPayrolls = {
  list: endpoint({
    method: 'GET',
    path: 'casual-payrolls',
    ...views,
    summary: 'The casual payrolls, newest first.',
    response: z.array(casualPayrollListed),
  }),
  nextNo: endpoint({
    method: 'GET',
    path: 'casual-payrollNextNo',
    access: 'create payrolls',
    summary: 'The code the next casual payroll is likely to get.',
    response: nextNo,
  }),
  get: endpoint({
    method: 'GET',
    path: 'casual-payroll/:id',
    ...views,
    summary: 'A casual payroll with its payslips, all of them or a slice.',
    params: byId,
    query: slice,
    response: casualPayroll,
  }),
  create: endpoint({
    method: 'POST',
    path: 'casual-payroll',
    access: 'create payrolls',
    summary: 'Work out the pay of everybody for a range of days, as a draft.',
    body: casualPayrollInput,
    response: casualPayrollListed.extend({
      skipped: z.number(),
      without_days: z.number(),
      partly: z.number(),
    }),
    success: 201,
  }),
  recalculate: endpoint({
    method: 'PATCH',
    path: 'casual-payroll/recalculate/:id',
    access: 'edit payrolls',
    summary: 'Work out the figures of a draft again, for those who are in it.',
    params: byId,
    response: message,
  }),
  checks: endpoint({
    method: 'GET',
    path: 'casual-payroll/checks/:id',
    ...views,
    summary: 'What needs a look before a casual payroll is confirmed.',
    params: byId,
    response: z.array(casualCheck),
  }),
  confirm: endpoint({
    method: 'PATCH',
    path: 'casual-payroll/status/:id',
    access: 'approve payrolls',
    waits: true,
    summary:
      'Confirm a casual payroll, with the days that are paid without a roll or in advance: ' +
      'nothing in it changes afterwards.',
    params: byId,
    body: z.object({ days: z.array(day).max(mostDays).default([]) }).nullish(),
    response: casualPayrollListed,
  }),
  submit: endpoint({
    method: 'POST',
    path: 'casual-payroll/submit/:id',
    access: 'approve payrolls',
    summary: 'Ask a second person to confirm a casual payroll, as it stands now.',
    params: byId,
    body: z.object({ days: z.array(day).max(mostDays).default([]) }).nullish(),
    response: waitsForSecond,
  }),
  reverse: endpoint({
    method: 'POST',
    path: 'casual-payroll/reverse/:id',
    access: 'primary',
    forbidden: errorWords.primaryReverses,
    waits: true,
    summary: 'Take back a confirmed casual payroll that was not paid out.',
    params: byId,
    body: z.object({
      reason: text('Reason', 500),
      /** Of those paid in cash, who has not signed for it: all of them have to be here. */
      not_signed: z.array(id).max(10_000).default([]),
    }),
    response: casualPayrollListed,
  }),
  untaken: endpoint({
    method: 'GET',
    path: 'casual-month-to-date-untaken',
    ...views,
    summary:
      "What the law would take for this month's casual pay from which nothing was taken, once it " +
      'is switched on.',
    response: z.object({
      month: z.string(),
      people: z.number(),
      gross: shillings,
      amount: shillings,
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'casual-payroll/:id',
    access: 'delete payrolls',
    summary: 'Delete a draft with its payslips.',
    params: byId,
    response: message,
  }),
  payslip: endpoint({
    method: 'GET',
    path: 'casual-payslip/:id',
    ...views,
    summary: "One casual worker's pay, by the line.",
    params: byId,
    response: casualPayslip,
  }),
  paper: endpoint({
    method: 'GET',
    path: 'casual-payslip/:id/pdf',
    ...views,
    summary: "One casual worker's payslip of a confirmed payroll as a PDF, in a data URL.",
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  removePayslip: endpoint({
    method: 'DELETE',
    path: 'casual-payslip/:id',
    access: 'delete payrolls',
    summary: 'Take one casual worker out of a draft.',
    params: byId,
    response: message,
  }),
  ...cashCalls,
  sheet: endpoint({
    method: 'GET',
    path: 'casual-payroll/sheet/:id',
    access: 'export payrolls',
    summary: 'A casual payroll as a file, with a column to sign for cash.',
    params: byId,
    query: sheetQuery,
    response: sheetAnswer,
  }),
}
