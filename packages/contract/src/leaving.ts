import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  day,
  dayOr,
  flag,
  id,
  instant,
  message,
  numberInput,
  optionalText,
  shillings,
  shillingsInput,
  slice,
  text,
} from './fields.ts'
import { payrollInput, payrollListed, payrollStatuses } from './payroll.ts'

/**
 * What somebody who leaves is given and owes: worked out to be looked at, kept as the record of
 * their leaving, paid by a run of its own, and on paper.
 */

export const leavingReasons = [
  'resigned',
  'dismissed',
  'redundant',
  'end of contract',
  'retired',
  'death',
] as const

/** Of notice that was not served: who owes it to whom. */
export const noticeOutcomes = ['served', 'paid', 'owed'] as const

const count = (label: string, most: number) =>
  numberInput(label, (number) =>
    number.min(0, `${label} cannot be negative.`).max(most, `${label} can be ${most} at most.`),
  )
const whole = (label: string, most: number, least = 0, tooFew = `${label} cannot be negative.`) =>
  numberInput(label, (number) =>
    number
      .int(`${label} is a whole number.`)
      .min(least, tooFew)
      .max(most, `${label} can be ${most} at most.`),
  )

/** What the tax deduction card of a year says, where the payslips of the year are not here. */
const yearPaid = z.object({
  year: numberInput('Year', (year) => year.int().min(2000).max(2099)),
  taxable: shillingsInput('Taxable pay'),
  reliefs: shillingsInput('Reliefs'),
  paye: shillingsInput('PAYE'),
})

/** What the rules make, and what is entered by hand: the last three are owed by the person. */
const ruledLines = ['notice', 'leave', 'severance', 'service', 'gratuity'] as const
export const addedLines = ['due', 'advance', 'property', 'other'] as const

/** Another amount for a line of the rules, or a line of its own. */
const enteredLine = z.object({
  code: z.enum([...ruledLines, ...addedLines], 'Please choose what this line is.'),
  label: text('Name', 60),
  amount: shillingsInput('Amount'),
  reason: text('Reason', 500),
})
export type EnteredLineInput = z.input<typeof enteredLine>

const enteredLines = z
  .array(enteredLine)
  .max(30, 'There can be 30 lines at most.')
  .refine((all) => {
    const ruled = all.filter(({ code }) => (ruledLines as readonly string[]).includes(code))
    return new Set(ruled.map(({ code }) => code)).size === ruled.length
  }, 'A line has two amounts.')

export const finalDuesInput = z.object({
  last_day: day,
  reason: z.enum(leavingReasons, 'Please choose why they leave.'),
  notice: z.enum(noticeOutcomes, 'Please choose what becomes of the notice.'),
  notice_unit: z.enum(['days', 'months']).default('days'),
  notice_count: whole('Notice', 366).default(28),
  notice_served: whole('Days served', 366).default(0),
  leave_days: count('Leave days', 366).default(0),
  severance_days: whole('Severance days', 90, 15, 'Severance is at least 15 days a year.').default(
    15,
  ),
  /** By how many days a month's pay is divided for severance and service pay. */
  severance_divisor: z
    .union([z.literal(26), z.literal(30), z.literal(22)], 'Please choose 26, 30 or 22 days.')
    .default(26),
  service_pay: flag.default(false),
  gratuity_percent: count('Gratuity', 100).default(0),
  /** Why severance and service pay are not taxed; none: they are. */
  exempt_reason: optionalText('Reason', 500),
  years: z
    .array(yearPaid)
    .max(10)
    .refine((all) => new Set(all.map(({ year }) => year)).size === all.length, 'A year is twice.')
    .default([]),
  lines: enteredLines.default([]),
})
export type FinalDuesInput = z.output<typeof finalDuesInput>

/** What tax is taken from a line: that of the month, that of a lump sum, or none. */
export const dueTaxes = ['month', 'lump sum', 'none'] as const

const dueLine = z.object({
  code: z.string(),
  label: z.string(),
  /** Below zero: owed by the person. */
  amount: shillings,
  rule: z.string().nullable(),
  working: z.string(),
  tax: z.enum(dueTaxes),
  /** Why it is another amount than the rules make it. */
  reason: z.string().nullable(),
})

const lumpSumYear = z.object({
  year: z.number(),
  /** Years of service that count here. */
  years: z.number(),
  share: shillings,
  /** Neither payslips nor the form say what was paid in the year. */
  missing: z.boolean(),
  tax: shillings,
  working: z.string(),
})

export const finalDues = z.object({
  name: z.string(),
  employee_no: z.string(),
  last_day: day,
  /** "7 years 8 months" */
  service: z.string(),
  /** Null once it is paid: each line says what it was worked out from. */
  basic: shillings.nullable(),
  lines: z.array(dueLine),
  due: shillings,
  owed: shillings,
  lump_sum: z.object({
    amount: shillings,
    tax: shillings,
    years: z.array(lumpSumYear),
  }),
  /** Days of leave on the last day, as the ledger has them. */
  leave_left: z.number(),
  /** What the payroll of the last day's month pays or takes: the final run does not do it again. */
  elsewhere: z.array(
    z.object({ what: z.string(), where: z.string(), amount: shillings.nullable() }),
  ),
  /** Whom the law wants told, and by when. */
  notices: z.array(z.object({ who: z.string(), by: day, rule: z.string() })),
  /** Once it is paid the lines are those of the payslip, due its gross, owed its deductions. */
  paid: z.object({ code: z.string(), since: day, net: shillings }).nullable(),
})
export type FinalDues = z.output<typeof finalDues>

export const leavingSettings = z.object({
  severance_divisor: z.number(),
  exempt_reason: z.string().nullable(),
})

const leavingRecord = z.object({
  last_day: day,
  reason: z.enum(leavingReasons),
  notice: z.enum(noticeOutcomes),
  notice_unit: z.enum(['days', 'months']),
  notice_count: z.number(),
  notice_served: z.number(),
  leave_days: z.number(),
  severance_days: z.number(),
  severance_divisor: z.number(),
  service_pay: z.boolean(),
  gratuity_percent: z.number(),
  exempt_reason: z.string().nullable(),
  years: z.array(
    z.object({ year: z.number(), taxable: shillings, reliefs: shillings, paye: shillings }),
  ),
  lines: z.array(
    z.object({
      code: enteredLine.shape.code,
      label: z.string(),
      amount: shillings,
      reason: z.string(),
    }),
  ),
  recorded_by: z.string(),
  created_at: instant,
  /** The employee's record has another last day by now. */
  moved: z.boolean(),
  /** Its final run is confirmed: nothing of it changes. */
  paid: z.boolean(),
})
export type LeavingRecord = z.output<typeof leavingRecord>

const finalRun = z.object({
  id,
  code: z.string(),
  status: z.enum(payrollStatuses),
  payslip_id: id,
  gross: shillings.nullable(),
  total_deductions: shillings.nullable(),
  net: shillings.nullable(),
})

export const leavingAnswer = z.object({
  settings: leavingSettings,
  record: leavingRecord.nullable(),
  run: finalRun.nullable(),
})
export type LeavingAnswer = z.output<typeof leavingAnswer>

export const claimStates = ['open', 'part paid', 'paid', 'given up'] as const
export const claimEntryKinds = ['payment', 'given up'] as const

const finalClaim = z.object({
  id,
  employee: z.object({ id, name: z.string(), employee_no: z.string() }),
  last_day: day,
  run: z.object({ id, code: z.string() }),
  amount: shillings,
  paid: shillings,
  left: shillings,
  state: z.enum(claimStates),
  entries: z.array(
    z.object({
      id,
      kind: z.enum(claimEntryKinds),
      amount: shillings,
      day,
      reference: z.string().nullable(),
      note: z.string().nullable(),
      recorded_by: z.string(),
    }),
  ),
})
export type FinalClaim = z.output<typeof finalClaim>

/** Open: something is left of it. */
export const claimLists = ['open', 'settled', 'all'] as const

const finalClaimTotals = z.object({
  owed: shillings,
  paid: shillings,
  given_up: shillings,
  left: shillings,
  /** How many are open. */
  open: z.number(),
})

/** What leavers owe beyond what final dues could take. */
export const finalClaims = {
  list: endpoint({
    method: 'GET',
    path: 'final-claims',
    access: 'view payrolls',
    summary: 'What people who have left still owe beyond their final dues, the newest first.',
    query: slice.extend({ which: z.enum(claimLists).default('open') }),
    response: z.array(finalClaim),
  }),
  totals: endpoint({
    method: 'GET',
    path: 'final-claims-totals',
    access: 'view payrolls',
    summary: 'What all of that comes to: owed, paid, given up and left.',
    response: finalClaimTotals,
  }),
  pay: endpoint({
    method: 'POST',
    path: 'final-claim/payment/:id',
    access: 'edit payrolls',
    summary: 'Record what somebody who has left paid of what they owe.',
    params: byId,
    body: z.object({
      amount: shillingsInput('Amount').refine((amount) => amount > 0, 'Please enter an amount.'),
      day: dayOr('Please enter the day of the payment.'),
      reference: text('Reference', 60),
      note: optionalText('Note', 500),
    }),
    response: message,
  }),
  giveUp: endpoint({
    method: 'POST',
    path: 'final-claim/given-up/:id',
    access: 'approve payrolls',
    summary: 'Give up what is left of a claim, and why.',
    waits: true,
    params: byId,
    body: z.object({ reason: text('Reason', 500) }),
    response: message,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: 'final-claim-entry/:id',
    access: 'edit payrolls',
    summary: 'Take back a payment, or what was given up, that was recorded by mistake.',
    params: byId,
    response: message,
  }),
}

export const leaving = {
  get: endpoint({
    method: 'GET',
    path: 'employee/leaving/:id',
    access: 'view payrolls',
    summary: "An employee's record of leaving and its final run, where there are any.",
    params: byId,
    response: leavingAnswer,
  }),
  record: endpoint({
    method: 'POST',
    path: 'employee/leaving/:id',
    access: 'edit payrolls',
    summary: 'Record that an employee leaves, or change that record until final dues are paid.',
    params: byId,
    body: finalDuesInput,
    response: leavingAnswer,
  }),
  undo: endpoint({
    method: 'DELETE',
    path: 'employee/leaving/:id',
    access: 'edit payrolls',
    summary: 'Undo the record of a leaving whose final dues are not paid, with its draft.',
    params: byId,
    response: message,
  }),
  run: endpoint({
    method: 'POST',
    path: 'employee/leaving-run/:id',
    access: 'create payrolls',
    summary: 'Open the run of final dues: a draft for one employee who leaves.',
    params: byId,
    body: payrollInput.extend({ pay_on: dayOr('Pay Date is required.') }),
    response: payrollListed,
    success: 201,
  }),
  statement: endpoint({
    method: 'GET',
    path: 'employee/final-statement/:id',
    access: 'view payrolls',
    summary: 'The statement of final dues of somebody who leaves, as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
  settings: endpoint({
    method: 'GET',
    path: 'leaving-settings',
    access: 'view payrolls',
    summary: 'What the law on leaving leaves open, as the organisation does it.',
    response: leavingSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: 'leaving-settings',
    access: 'edit organization',
    summary: 'Choose how severance is reckoned and taxed unless a record says otherwise.',
    body: z.object({
      severance_divisor: finalDuesInput.shape.severance_divisor,
      exempt_reason: optionalText('Reason', 500),
    }),
    response: leavingSettings,
  }),
  dues: endpoint({
    method: 'POST',
    path: 'employee/final-dues/:id',
    access: 'view payrolls',
    effect: 'read',
    summary: 'What would be due to somebody who leaves, and what they owe, each with its working.',
    params: byId,
    body: finalDuesInput,
    response: finalDues,
  }),
  certificate: endpoint({
    method: 'GET',
    path: 'employee/certificate/:id',
    access: 'view employees',
    summary: 'The certificate of service of somebody who has left, as a PDF.',
    params: byId,
    response: z.object({ name: z.string(), file: z.string() }),
  }),
}
