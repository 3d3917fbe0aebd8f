import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { errorWords } from './errors.ts'
import {
  byId,
  day,
  flag,
  id,
  instant,
  message,
  month,
  optional,
  shillings,
  text,
} from './fields.ts'
import { amountsOf, employerFigures, healthName, shownFigures } from './figures.ts'
import { waitsForSecond } from './maker-checker.ts'
import { monthNames } from './months.ts'
import { employeeRunKinds } from './run-kinds.ts'
import { nextNo } from './structure.ts'

/** The monthly run: from draft through checks to confirmed, and how it is reversed. */

export const payrollStatuses = ['draft', 'confirmed', 'reversed'] as const

const runner = z.object({ first_name: z.string(), last_name: z.string() })

const run = {
  id,
  code: z.string(),
  kind: z.enum(employeeRunKinds),
  /** Of an extra payroll, which is beside the month's: its name, and when it is to be paid. */
  title: z.string().nullable(),
  pay_on: day.nullable(),
  month: z.enum(monthNames),
  year: z.string(),
  status: z.enum(payrollStatuses),
  created_at: instant,
  user: runner,
  /** Null while no payout has been made. */
  payout: z.object({ count: z.number(), created_at: instant }).nullable(),
  /** False while the figures are being worked out; the job tells how far. */
  calculated: z.boolean(),
  /** The figures were given up: recalculate, or delete the run. */
  calculation_failed: z.boolean(),
  job_id: id.nullable(),
  count: z.number(),
}

export const payrollListed = z.object({ ...run, gross: shillings, net: shillings })
export type PayrollListed = z.output<typeof payrollListed>

/** One amount under a column; the id is the name's place in the run. */
const cell = z.object({ id: z.string(), amount: shillings })

export const payslipRow = z.object({
  id,
  employee: z.object({
    id,
    employee_no: z.string(),
    first_name: z.string(),
    middle_name: z.string().nullable(),
    last_name: z.string(),
  }),
  payroll: z.object({ month: z.enum(monthNames) }),
  /** Something it was made from has changed since. */
  changed: z.boolean(),
  /** "17 of 30 days", when the month was not worked in full. */
  days: z.string().nullable(),
  ...amountsOf(shownFigures),
  incomes: z.array(cell),
  deductions: z.array(cell),
  /** Aligned to the run's incomeNames and deductionNames. */
  sortedIncomes: z.array(cell),
  sortedDeductions: z.array(cell),
})
export type PayslipRow = z.output<typeof payslipRow>

export const payrollTotals = z.object({
  ...amountsOf(shownFigures),
  incomes: z.array(shillings),
  deductions: z.array(shillings),
  /** On top of gross pay, in no total of deductions (B6). */
  ...amountsOf(employerFigures),
  /** Gross pay and what the employer adds to it. */
  employer_cost: shillings,
})

const headline = {
  count: z.number(),
  ...amountsOf(['gross', 'total_deductions', 'net']),
  employer_cost: shillings,
}

/** The last confirmed month before the run's, and how the run's month differs from it. */
export const payrollCompared = z.object({
  month: z.enum(monthNames),
  year: z.number(),
  /** Other confirmed runs of this run's month, which count with it. */
  with: z.array(z.string()),
  change: z.object(headline),
})

export const payroll = z.object({
  ...run,
  incomeNames: z.array(z.string()),
  deductionNames: z.array(z.string()),
  payslips: z.array(payslipRow),
  /** Of all payslips the filter leaves, also when only a slice of them is here. */
  totals: payrollTotals,
  /** Null when no month before it was confirmed. */
  compared: payrollCompared.nullable(),
  law_checked: z.boolean(),
  /** What the health contribution is called in the month. */
  health: healthName,
  confirmed_at: instant.nullable(),
  confirmed_by: z.string().nullable(),
  reversed_at: instant.nullable(),
  reversed_by: z.string().nullable(),
  reversal_reason: z.string().nullable(),
  /** The day of payment, once somebody has recorded it. */
  paid_on: day.nullable(),
})
export type Payroll = z.output<typeof payroll>

export const payrollInput = z.object({
  month: z.enum(monthNames, 'Please choose a month.'),
  year: z.coerce.number('Please choose a year.').int('Please choose a year.').min(2000).max(2100),
})

export const payrollFilter = z.object({
  department_id: optional(id),
  designation_id: optional(id),
  work_station_id: optional(id),
})
export type PayrollFilter = z.output<typeof payrollFilter>

const slice = z.object({
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
})

export const checkKinds = [
  'impossible figures',
  'negative net',
  'no salary',
  'no amount',
  'inputs changed',
  'missing pin',
  'missing nssf',
  'missing shif',
  'missing bank',
  'unknown bank',
  'duplicate pin',
  'duplicate nssf',
  'duplicate shif',
  'duplicate phone',
  'duplicate account',
  'turns sixty',
  'scheme without pension',
  'extra twice',
  'left unpaid',
  'other days',
  'days away',
  'opened elsewhere',
  'months missing',
  'loan held',
  'instalment held',
  'instalment carried',
  'leave carried',
  'leave left',
  'leave behind',
  'arrears behind',
  'owed behind',
  'leave beyond',
  'leave undecided',
  'leave ended',
  'one third rule',
  'disability certificate',
  'law not checked',
  'joined',
  'left',
  'net changed',
  'bank changed',
  'phone changed',
  'change waiting',
] as const
export type CheckKind = (typeof checkKinds)[number]

/** One thing worth a look before confirming, with the people it is about (B12). */
export const payrollCheck = z.object({
  kind: z.enum(checkKinds),
  blocks: z.boolean(),
  /** Blocks until whoever confirms has approved it for each person by name. */
  approvable: z.boolean(),
  title: z.string(),
  count: z.number(),
  /** The first of them. */
  people: z.array(
    z.object({
      employee_id: id,
      payslip_id: id.nullable(),
      name: z.string(),
      employee_no: z.string(),
      detail: z.string(),
    }),
  ),
})
export type PayrollCheck = z.output<typeof payrollCheck>

/** What is approved by name: as the check has shown it, so that nothing else is meant by it. */
export const approvedFinding = z.object({
  kind: z.enum(checkKinds),
  employee_id: id,
  detail: z.string().max(2000),
})
export type ApprovedFinding = z.output<typeof approvedFinding>
const confirmation = z.object({ approved: z.array(approvedFinding).max(500).default([]) })

/** How a figure came about. */
export const workingLine = z.object({
  /** What of the payslip it tells about, such as "gross" or "statutory paye"; most lines do not. */
  figure: z.string().nullable(),
  code: z.string(),
  label: z.string(),
  amount: shillings,
  rule: z.string().nullable(),
  from: month.nullable(),
  source: z.string().nullable(),
  working: z.string(),
})
export type WorkingLine = z.output<typeof workingLine>

export const payrollSettings = z.object({
  withhold_consultants: z.boolean(),
  pdf_password: z.boolean(),
  /** Of being paid, and of leave and loans that were approved. */
  text_news: z.boolean(),
  shif_rounding: z.enum(['cent', 'shilling']),
  paye_rounding: z.enum(['cent', 'shilling']),
})
export const payrollSettingsInput = z
  .object({
    withhold_consultants: flag,
    pdf_password: flag,
    text_news: flag,
    shif_rounding: z.enum(['cent', 'shilling'], 'Please choose how SHIF is rounded.'),
    paye_rounding: z.enum(['cent', 'shilling'], 'Please choose how PAYE is rounded.'),
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'There is nothing to change.')

export const payrolls = {
  list: endpoint({
    method: 'GET',
    path: 'payrolls',
    access: 'view payrolls',
    summary: 'Every run of employees, extra ones too, the newest month first.',
    response: z.array(payrollListed),
  }),
  nextNo: endpoint({
    method: 'GET',
    path: 'payrollNextNo',
    access: 'create payrolls',
    summary: 'The code the next run is likely to get.',
    response: nextNo,
  }),
  get: endpoint({
    method: 'GET',
    path: 'payroll/:id',
    access: 'view payrolls',
    summary: 'A run with its payslips; with offset or limit a slice of them.',
    params: byId,
    query: slice,
    response: payroll,
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll',
    access: 'create payrolls',
    summary: 'Run a month for everybody who has no payslip for it yet.',
    body: payrollInput,
    response: payrollListed,
    success: 201,
  }),
  filter: endpoint({
    method: 'POST',
    path: 'payroll/filter/:id',
    access: 'view payrolls',
    effect: 'read',
    summary: 'The run, narrowed to a department, designation or work station.',
    params: byId,
    query: slice,
    body: payrollFilter,
    response: payroll,
  }),
  confirm: endpoint({
    method: 'PATCH',
    path: 'payroll/status/:id',
    access: 'approve payrolls',
    waits: true,
    summary: 'Confirm a draft; confirming again changes nothing.',
    params: byId,
    body: z.preprocess((given) => given ?? {}, confirmation),
    response: payrollListed,
  }),
  submit: endpoint({
    method: 'POST',
    path: 'payroll/submit/:id',
    access: 'approve payrolls',
    summary: 'Ask a second person to confirm a draft, as it stands now.',
    params: byId,
    body: z.preprocess((given) => given ?? {}, confirmation),
    response: waitsForSecond,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'payroll/:id',
    access: 'delete payrolls',
    summary: 'Delete a draft.',
    params: byId,
    response: message,
  }),
  recalculate: endpoint({
    method: 'POST',
    path: 'payroll/recalculate/:id',
    access: 'create payrolls',
    summary: 'Work out every figure of a draft again.',
    params: byId,
    response: payrollListed,
  }),
  checks: endpoint({
    method: 'GET',
    path: 'payroll/checks/:id',
    access: 'view payrolls',
    summary: 'What needs a look before confirming.',
    params: byId,
    response: z.array(payrollCheck),
  }),
  reverse: endpoint({
    method: 'POST',
    path: 'payroll/reverse/:id',
    access: 'primary',
    forbidden: errorWords.primaryReverses,
    waits: true,
    summary: 'Take back a confirmed run that was not paid out.',
    params: byId,
    body: z.object({ reason: text('Reason', 500) }),
    response: payrollListed,
  }),
  setPayment: endpoint({
    method: 'PATCH',
    path: 'payroll/payment/:id',
    access: 'pay payrolls',
    summary: 'Record the day a confirmed run was paid, or take it back.',
    params: byId,
    body: z.object({ paid_on: optional(day) }),
    response: message,
  }),
  recalculatePayslip: endpoint({
    method: 'POST',
    path: 'payslip/recalculate/:id',
    access: 'create payrolls',
    summary: 'Work out one payslip of a draft again.',
    params: byId,
    response: message,
  }),
  removePayslip: endpoint({
    method: 'DELETE',
    path: 'payslip/:id',
    access: 'delete payrolls',
    summary: 'Take one payslip out of a draft.',
    params: byId,
    response: message,
  }),
  working: endpoint({
    method: 'GET',
    path: 'payslip/working/:id',
    access: 'owner-or view payrolls',
    summary: 'How each figure of a payslip came about.',
    params: byId,
    response: z.array(workingLine),
  }),
  settings: endpoint({
    method: 'GET',
    path: 'payroll-settings',
    access: 'view organization',
    summary: "The organisation's choices for its payrolls.",
    response: payrollSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: 'payroll-settings',
    access: 'edit organization',
    summary: 'Change them; drafts need a recalculation afterwards.',
    body: payrollSettingsInput,
    response: payrollSettings,
  }),
}
