import { z } from 'zod'
import {
  dataUrl,
  day,
  id,
  instant,
  month,
  numberInput,
  optional,
  optionalText,
  shillings,
  shillingsInput,
  text,
} from './fields.ts'
import { limits } from './limits.ts'
import { guarantorStates, loanStates, loanStatuses } from './loan-states.ts'
import { wordingOf } from './say.ts'
import { fieldWords } from './wording.ts'

/** Staff loans: what can be borrowed, who guarantees, how it is decided and repaid. */

const { fillAll, reasonNeeded } = fieldWords
export const loanWords = wordingOf('loan-fields', {
  wholeMonths: 'Repayment Term is in whole months.',
  oneMonth: 'Repayment Term is at least one month.',
  tooLong: 'Repayment Term is too long.',
  selectEmployee: 'Please select an employee',
})

export const loanPurposes = [
  'Medical',
  'Education/School fees',
  'Rent',
  'Relocation',
  'Emergency',
  'Travel',
  'Purchase of appliance',
  'Car repair',
  'Funeral expense',
  'Legal expense',
  'Buying land/property',
  'Car/Asset purchase',
  'Property down payment',
  'Other',
] as const

const named = z.object({ name: z.string() }).nullable()
const person = z.object({
  id,
  employee_no: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  department: named,
  designation: named,
})
const decider = z.object({ first_name: z.string(), last_name: z.string() }).nullable()

/** How a figure came about. */
const workingLine = z.object({ label: z.string(), amount: shillings, working: z.string() })
export type LoanWorking = z.output<typeof workingLine>

// ---------------------------------------------------------------- what can be borrowed

const percent = z
  .int()
  .transform((points) => points / 100)
  .pipe(z.number())
/** With the name of the translation. The English binds. */
const words = z.object({ en: z.string(), sw: z.string(), translation: z.string() })

export const loanProductShown = z.object({
  product_id: z.number(),
  /** As the select shows it. */
  label: z.string(),
  code: z.string(),
  name: z.string(),
  fees: z.string(),
  interest_method: z.string(),
  interest_rates: z.string(),
  term_range: z.string(),
  amount_min: shillings,
  amount_max: shillings,
  term_min: z.number(),
  term_max: z.number(),
  processing_fee_pct: percent,
  insurance_fee_pct: percent,
  interest_rates_map: z.array(z.object({ min: z.number(), max: z.number(), rate: percent })),
  guarantors: z.number(),
  /** With the employer's name; the English binds. */
  terms: words,
  /** For the employee who asks: by term, and how it came about. Empty for staff. */
  maximums: z.array(z.object({ term: z.number(), amount: shillings, working: z.string() })),
})
export type LoanProductShown = z.output<typeof loanProductShown>

export const quotation = z.object({
  productName: z.string(),
  principal: shillings,
  totalAmount: shillings,
  installmentCount: z.number(),
  monthlyInstallment: shillings,
  working: z.array(workingLine),
})
export type Quotation = z.output<typeof quotation>

// ---------------------------------------------------------------- the loan

/** Each sees of a colleague what is needed to ask them, never their pay (A12). */
export const colleague = z.object({
  id,
  name: z.string(),
  employee_no: z.string(),
  department: named,
})
export type Colleague = z.output<typeof colleague>

const listed = {
  id,
  employee_id: id,
  employee: person,
  code: z.string(),
  product: z.string(),
  amount: shillings,
  max_amount: shillings,
  purpose: z.string(),
  status: z.enum(loanStatuses),
  /** What it has come to since. */
  state: z.enum(loanStates),
  term_months: z.number(),
  total: shillings,
  outstanding: shillings,
  created_at: instant,
}
export const loanListed = z.object(listed)
export type LoanListed = z.output<typeof loanListed>

export const loanGuarantor = z.object({
  id,
  employee: person,
  status: z.enum(guarantorStates),
  /** No longer active: somebody else is needed before the decision. */
  left: z.boolean(),
  created_at: instant,
  approved_at: instant.nullable(),
  rejected_at: instant.nullable(),
  rejection_reason: z.string().nullable(),
})
export type LoanGuarantor = z.output<typeof loanGuarantor>

const instalment = z.object({
  number: z.number(),
  month,
  amount: shillings,
  /** Of it, the oldest first. */
  paid: shillings,
  balance: shillings,
})
export type LoanInstalment = z.output<typeof instalment>

export const entryKinds = ['deduction', 'repayment', 'top-up', 'rebate', 'write-off'] as const
const entry = z.object({
  id,
  kind: z.enum(entryKinds),
  /** Negative where an earlier one is taken back. */
  amount: shillings,
  day,
  payslip_id: id.nullable(),
  /** Of the payroll that took it. */
  month: month.nullable(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** Where the evidence is. */
  file: z.string().nullable(),
  by: z.string(),
  /** It was taken back, or takes one back. */
  undone: z.boolean(),
  balance: shillings,
})
export type LoanEntry = z.output<typeof entry>

export const settlement = z.object({
  day,
  amount: shillings,
  rebate: shillings,
  working: z.string(),
})

export const loan = z.object({
  ...listed,
  employee: person.extend({ salary: shillings, status: z.string() }),
  max_working: z.string(),
  interest_amount: shillings,
  monthly: shillings,
  working: z.array(workingLine),
  guarantors_needed: z.number(),
  guarantors: z.array(loanGuarantor),
  /** What whoever decides should know; empty for the borrower. */
  warnings: z.array(z.string()),
  approver: decider,
  approved_at: instant.nullable(),
  comments: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  withdrawn_at: instant.nullable(),
  cancelled_at: instant.nullable(),
  cancelled_by: z.string().nullable(),
  cancellation_reason: z.string().nullable(),
  /** As they were accepted, word for word, when and from where. */
  terms: z.string(),
  /** Which translation stood beside them; null where there was none. */
  translation: z.string().nullable(),
  accepted_at: instant,
  accepted_from: z.string().nullable(),
  disbursed_on: day.nullable(),
  /** The loan that this one repays. */
  tops_up: z.object({ id, amount: shillings }).nullable(),
  deducted: shillings,
  repaid: shillings,
  rebated: shillings,
  written_off: shillings,
  /** Due by now and not paid. */
  overdue: shillings,
  in_default: z.boolean(),
  schedule: z.array(instalment),
  entries: z.array(entry),
  settlement: settlement.nullable(),
  /** The borrower has left: what is owed is a claim. */
  claim: z.boolean(),
})
export type Loan = z.output<typeof loan>

/**
 * A request as its guarantor sees it: what is guaranteed, and of its course the balance alone. The
 * most that somebody may borrow is a share of their net pay, and stays theirs.
 */
export const guarantorRequest = z.object({
  id,
  status: z.enum(guarantorStates),
  created_at: instant,
  approved_at: instant.nullable(),
  rejected_at: instant.nullable(),
  rejection_reason: z.string().nullable(),
  /** What approving means, in both languages. */
  terms: words,
  loan: z.object({
    employee: person,
    amount: shillings,
    /** With fees and interest: what the guarantor answers for. */
    total: shillings,
    term_months: z.number(),
    purpose: z.string(),
    status: z.enum(loanStatuses),
    state: z.enum(loanStates),
    outstanding: shillings,
    created_at: instant,
  }),
})
export type GuarantorRequest = z.output<typeof guarantorRequest>

/** What somebody owes and stands for. */
export const loanStanding = z.object({
  owed: shillings,
  in_default: z.boolean(),
  loans: z.array(z.object({ id, product: z.string(), outstanding: shillings, monthly: shillings })),
  guaranteed: z.object({ count: z.number(), outstanding: shillings }),
})

/** What payrolls of a month took for a product, and what its file says: the two must agree. */
export const loanRemittance = z.object({
  month,
  product: z.string(),
  owed_to: z.enum(['lender', 'employer']),
  people: z.number(),
  /** By the entries of the loans, and by the payslips. */
  deducted: shillings,
  on_payslips: shillings,
  /** Of the newest file that still holds; null while none was made. */
  remitted: shillings.nullable(),
})
export type LoanRemittance = z.output<typeof loanRemittance>

// ---------------------------------------------------------------- what is sent

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const required = <T extends z.ZodType>(schema: T) =>
  z
    .unknown()
    .refine(isGiven, fillAll)
    .pipe(schema as z.ZodType<z.output<T>, unknown>)
export const chosen = required(id.or(z.never(fillAll)))

const wholeShillings = (label: string) =>
  shillingsInput(label).refine((cents) => cents % 100 === 0, fieldWords.wholeShillings({ label }))

const months = numberInput('Repayment Term', (number) =>
  number.int(loanWords.wholeMonths).min(1, loanWords.oneMonth).max(60, loanWords.tooLong),
)

/** The figures of the client are ignored (C10): whatever else is sent is left out. */
export const loanInput = z.object({
  product_id: required(z.coerce.number(fillAll).int(fillAll)),
  guarantor_1: optional(id),
  guarantor_2: optional(id),
  amount: required(wholeShillings('Amount')),
  purpose: required(text('Purpose', 200)),
  term_months: required(months),
  /** Somebody else's is refused. */
  employee_id: optional(id),
  /** The loan that this one repays. */
  tops_up: optional(id),
  /** The words that were shown; refused when they have changed since. */
  terms: z.string().max(10_000).nullish(),
})
export type LoanInput = z.output<typeof loanInput>

export const quotationInput = z.object({
  employee_id: optional(id),
  loanProductRefId: required(z.coerce.number(fillAll).int(fillAll)),
  amount: required(wholeShillings('Amount')),
  period: required(months),
})

export const rejection = z.object({
  rejection_reason: z.string(reasonNeeded).trim().min(1, reasonNeeded).max(500),
})

export const repaymentInput = z.object({
  amount: shillingsInput('Amount').refine(
    (cents) => cents > 0,
    fieldWords.required({ label: 'Amount' }),
  ),
  day,
  /** The receipt, the bank's reference, whatever proves it. */
  reference: text('Reference', 60),
  note: optionalText('Note', 500),
  file: optional(dataUrl('Evidence', limits.documentBytes)),
})

export const loanSettings = z.object({
  /** How many loans one person may guarantee at a time. */
  most_guaranteed: z.number(),
  /** Of the pay earned in the month so far; 0 where there are no advances. */
  advance_percent: z.number(),
})
export type LoanSettings = z.output<typeof loanSettings>
const whole = (label: string, least: number, most: number) =>
  numberInput(label, (number) =>
    number
      .int(`${label} is a whole number.`)
      .min(least, `${label} is ${least} at least.`)
      .max(most, `${label} is ${most} at most.`),
  )
export const loanSettingsInput = z.object({
  most_guaranteed: whole('Loans one person may guarantee', 1, 50),
  advance_percent: whole('Salary advance', 0, 100),
})
